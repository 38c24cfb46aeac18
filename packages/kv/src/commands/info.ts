/** INFO, TIME, MONITOR, LOLWUT. */
import { fail } from '../errors.ts';
import { lolwut } from '../observe/lolwut.ts';
import type { Handlers } from './spec.ts';

export const infoCommands: Handlers = {
  info(c, a) {
    c.out.verbatim(c.server.observe.info.text(a.strs(1)));
  },

  time(c) {
    const micros = c.server.clock.microseconds();
    c.out.array(2);
    c.out.bulkInt(Math.floor(micros / 1e6));
    c.out.bulkInt(micros % 1e6);
  },

  monitor(c) {
    if (c.denyBlocking) fail("ERR MONITOR isn't allowed for DENY BLOCKING client");
    if (c.monitor) return;
    c.server.observe.startMonitor(c);
    c.out.ok();
  },

  lolwut(c, a) {
    const versioned = a.n >= 3 && a.is(1, 'VERSION');
    const version = versioned ? a.int(2) : 0;
    c.out.verbatim(lolwut(version, a.strs(versioned ? 3 : 1)));
  },
};
