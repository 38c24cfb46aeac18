/** PING, ECHO, SELECT, HELLO, RESET, QUIT. AUTH is with ACL. */
import type { Client } from '../clients/client.ts';
import { ERR, fail, wrongArity } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { REFERENCE_VERSION } from '../version.ts';
import { refuseLogin } from './acl.ts';
import { checkName, setName } from './client-name.ts';
import { databaseAt } from './generic.ts';
import type { Handlers } from './spec.ts';
import { discard } from './transactions.ts';

function hello(c: Client, a: Args): void {
  let version: 2 | 3 | 0 = 0;
  if (a.n >= 2) {
    const asked = a.int(1, 'ERR Protocol version is not an integer or out of range');
    if (asked !== 2 && asked !== 3) fail(ERR.noProto);
    version = asked;
  }
  let credentials: [string, string] | null = null;
  let name: string | null = null;
  for (let i = 2; i < a.n; i++) {
    const more = a.n - 1 - i;
    if (a.is(i, 'AUTH') && more >= 2) {
      c.redact(i + 1);
      c.redact(i + 2);
      credentials = [a.str(i + 1), a.str(i + 2)];
      i += 2;
    } else if (a.is(i, 'SETNAME') && more >= 1) {
      name = a.str(++i);
      checkName(name);
    } else fail(`ERR Syntax error in HELLO option '${a.str(i)}'`);
  }
  if (credentials !== null && !c.server.acl.authenticate(c, ...credentials)) {
    refuseLogin(c, c.server.acl.loginDelay);
    return;
  }
  if (!c.authenticated)
    fail(
      'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time',
    );
  if (name !== null) setName(c, name);
  if (version !== 0) c.resp = version;
  describeServer(c);
}

function describeServer(c: Client): void {
  const { out } = c;
  out.resp = c.resp;
  out.map(7);
  out.bulkStr('server');
  out.bulkStr('redis');
  out.bulkStr('version');
  out.bulkStr(REFERENCE_VERSION);
  out.bulkStr('proto');
  out.int(c.resp);
  out.bulkStr('id');
  out.int(c.id);
  out.bulkStr('mode');
  out.bulkStr('standalone');
  out.bulkStr('role');
  out.bulkStr('master');
  out.bulkStr('modules');
  out.array(0);
}

export const connectionCommands: Handlers = {
  ping(c, a) {
    if (a.n > 2) fail(wrongArity('ping'));
    if (c.resp === 2 && c.isSubscribed) {
      c.out.array(2);
      c.out.bulkStr('pong');
      c.out.bulkStr(a.n === 2 ? a.str(1) : '');
    } else if (a.n === 1) c.out.pong();
    else c.out.bulk(a.buf, a.off[1], a.len[1]);
  },

  echo(c, a) {
    c.out.bulk(a.buf, a.off[1], a.len[1]);
  },

  select(c, a) {
    c.db = databaseAt(c, a, 1);
    c.out.ok();
  },

  hello,

  reset(c) {
    if (c.kind !== 'normal') fail('ERR can only reset normal client connections');
    const { server } = c;
    server.observe.stopMonitor(c);
    server.tracking.disable(c);
    c.db = server.dbs[0] as Client['db'];
    c.resp = 2;
    c.out.resp = 2;
    server.acl.setDefaultUser(c);
    discard(c);
    server.pubsub.drop(c);
    c.name = '';
    c.asking = c.readonlyCluster = c.noTouch = c.noEvict = false;
    c.replyMode = 'on';
    c.out.simple('RESET');
  },

  quit(c) {
    c.out.ok();
    c.closeAfterReply = true;
  },
};
