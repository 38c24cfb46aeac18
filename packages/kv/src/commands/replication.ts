/** What a primary answers about its followers: SYNC, WAIT, ROLE. */
import { ERR, fail } from '../errors.ts';
import type { Handlers } from './spec.ts';

export const replicationCommands: Handlers = {
  sync(c) {
    if (c.kind === 'replica') return;
    c.server.feed.attach(c);
  },

  /** Followers of SYNC never acknowledge, so only asking for none is ever satisfied. */
  wait(c, a) {
    const wanted = a.int(1);
    const timeoutMs = a.int(2, 'ERR timeout is not an integer or out of range');
    if (timeoutMs < 0) fail(ERR.timeoutNegative);
    if (wanted <= 0 || c.denyBlocking) c.out.int(0);
    else c.server.blocking.park(c, { kind: 'wait', timeoutMs, timedOut: (to) => to.out.int(0) });
  },

  role(c) {
    c.out.array(3);
    c.out.bulkStr('master');
    c.out.int(c.server.feed.offset);
    c.out.array(0);
  },
};
