/** SHUTDOWN. */
import { ERR, fail } from '../errors.ts';
import type { Handlers } from './spec.ts';

export const shutdownCommands: Handlers = {
  shutdown(c, a) {
    const given = new Set<string>();
    for (let i = 1; i < a.n; i++) {
      const word = a.lower(i);
      if (!['nosave', 'save', 'now', 'force', 'abort'].includes(word)) fail(ERR.syntax);
      given.add(word);
    }
    if ((given.has('abort') && given.size > 1) || (given.has('save') && given.has('nosave')))
      fail(ERR.syntax);
    if (given.has('abort')) fail('ERR No shutdown in progress.');
    const busy = c.server.scripting.busyError;
    if (busy !== null && !given.has('nosave')) fail(busy);
    if (!given.has('now') && c.denyBlocking)
      fail("ERR SHUTDOWN without NOW or ABORT isn't allowed for DENY BLOCKING client");
    c.server.log.notice('User requested shutdown...');
    const save = given.has('save') ? 'yes' : given.has('nosave') ? 'no' : 'configured';
    if (!c.server.shutdown(save, given.has('force')))
      fail('ERR Errors trying to SHUTDOWN. Check logs.');
  },
};
