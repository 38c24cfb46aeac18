/** PING, ECHO, SELECT, QUIT. */
import { ERR, fail } from '../errors.ts';
import type { Handlers } from './spec.ts';

export const connectionCommands: Handlers = {
  ping(c, a) {
    if (a.n > 2) fail("ERR wrong number of arguments for 'ping' command");
    if (c.subscriptions > 0 && c.resp === 2) {
      c.out.array(2);
      c.out.bulkStr('pong');
      c.out.bulkStr(a.n === 2 ? a.str(1) : '');
    } else if (a.n === 1) c.out.simple('PONG');
    else c.out.bulk(a.buf, a.off[1], a.len[1]);
  },

  echo(c, a) {
    c.out.bulk(a.buf, a.off[1], a.len[1]);
  },

  select(c, a) {
    const index = a.int(1, ERR.invalidDbIndex);
    const db = c.server.dbs[index];
    if (db === undefined) fail(ERR.dbIndexOutOfRange);
    c.db = db;
    c.out.ok();
  },

  quit(c) {
    c.out.ok();
    c.closeAfterReply = true;
  },
};
