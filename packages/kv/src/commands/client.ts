/** CLIENT: who is connected, what they are called, how they are answered, killing and pausing them. */
import type { Client } from '../clients/client.ts';
import {
  type ClientType,
  clientInfo,
  clientType,
  clientTypeByName,
} from '../clients/client-info.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { setAttribute, setName } from './client-name.ts';
import { trackingCommands } from './client-tracking.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

function typeArgument(a: Args, i: number): ClientType {
  return clientTypeByName(a.str(i)) ?? fail(`ERR Unknown client type '${a.str(i)}'`);
}

function list(c: Client, a: Args): void {
  let clients = [...c.server.clients.values()];
  if (a.n === 4 && a.is(2, 'TYPE')) {
    const type = typeArgument(a, 3);
    clients = clients.filter((other) => clientType(other) === type);
  } else if (a.n > 3 && a.is(2, 'ID')) {
    clients = [];
    for (let i = 3; i < a.n; i++) {
      const found = c.server.clients.get(a.int(i, 'ERR Invalid client ID'));
      if (found !== undefined) clients.push(found);
    }
  } else if (a.n !== 2) fail(ERR.syntax);
  c.out.verbatim(clients.map((other) => `${clientInfo(other)}\n`).join(''));
}

type Filter = (target: Client) => boolean;

/** One `<option> <value>` of CLIENT KILL as a filter; null when it is SKIPME. */
function killFilter(c: Client, a: Args, i: number): Filter | null {
  const value = a.str(i + 1);
  switch (a.lower(i)) {
    case 'id': {
      const id = a.intIn(i + 1, 1, Number.MAX_VALUE, 'ERR client-id should be greater than 0');
      return (t) => t.id === id;
    }
    case 'type': {
      const type = typeArgument(a, i + 1);
      return (t) => clientType(t) === type;
    }
    case 'addr':
      return (t) => t.conn?.remote === value;
    case 'laddr':
      return (t) => t.conn?.local === value;
    case 'user': {
      if (c.server.acl.get(value) === undefined) fail(`ERR No such user '${value}'`);
      return (t) => t.user.name === value;
    }
    case 'skipme':
      if (!a.is(i + 1, 'YES') && !a.is(i + 1, 'NO')) fail(ERR.syntax);
      return null;
    default:
      return fail(ERR.syntax);
  }
}

function kill(c: Client, a: Args): void {
  const { server } = c;
  const filters: Filter[] = [];
  let skipMe = true;
  const oldForm = a.n === 3;
  if (oldForm) {
    const address = a.str(2);
    filters.push((t) => t.conn?.remote === address);
    skipMe = false;
  } else {
    for (let i = 2; i < a.n; i += 2) {
      if (i + 1 >= a.n) fail(ERR.syntax);
      const filter = killFilter(c, a, i);
      if (filter === null) skipMe = a.is(i + 1, 'YES');
      else filters.push(filter);
    }
  }
  let killed = 0;
  let self = false;
  for (const target of [...server.clients.values()]) {
    if (!filters.every((f) => f(target))) continue;
    if (target === c) {
      if (skipMe) continue;
      self = true;
    } else server.sessions.close(target);
    killed++;
  }
  if (!oldForm) c.out.int(killed);
  else if (killed === 0) c.out.error('ERR No such client');
  else c.out.ok();
  if (self) c.closeAfterReply = true;
}

function onOff(a: Args, i: number): boolean {
  if (a.is(i, 'ON')) return true;
  return a.is(i, 'OFF') ? false : fail(ERR.syntax);
}

const HELP: readonly HelpEntry[] = [
  [
    'CACHING (YES|NO)',
    'Say whether the keys of the next command are tracked (OPTIN/OPTOUT modes).',
  ],
  ['GETREDIR', 'Tell the client ID that invalidation messages are redirected to.'],
  ['GETNAME', "Tell this connection's name."],
  ['ID', "Tell this connection's ID."],
  ['INFO', 'Describe this connection.'],
  ['KILL <ip:port>', 'Close the connection made from that address.'],
  [
    'KILL <option> <value> [<option> <value> [...]]',
    'Close connections. Options are:',
    '* ADDR (<ip:port>|<unixsocket>:0)',
    '  Those made from this address.',
    '* LADDR (<ip:port>|<unixsocket>:0)',
    '  Those made to this local address.',
    '* TYPE (NORMAL|MASTER|REPLICA|PUBSUB)',
    '  Those of this type.',
    '* USER <username>',
    '  Those logged in as this user.',
    '* SKIPME (YES|NO)',
    '  Leave this connection alone (default: yes).',
  ],
  [
    'LIST [options ...]',
    'Describe all connections. Options:',
    '* TYPE (NORMAL|MASTER|REPLICA|PUBSUB)',
    '  Only those of this type.',
  ],
  ['UNPAUSE', 'End a pause.'],
  ['PAUSE <timeout> [WRITE|ALL]', 'Hold all commands, or only writes, for that many milliseconds.'],
  ['REPLY (ON|OFF|SKIP)', 'Choose whether this connection gets replies.'],
  ['SETNAME <name>', 'Name this connection.'],
  [
    'SETINFO <option> <value>',
    'Tell about the client. Options are:',
    '* LIB-NAME: the name of its library.',
    '* LIB-VER: the version of its library.',
  ],
  ['UNBLOCK <clientid> [TIMEOUT|ERROR]', 'End the wait of a blocked client.'],
  [
    'TRACKING (ON|OFF) [REDIRECT <id>] [BCAST] [PREFIX <prefix> [...]]',
    '     [OPTIN] [OPTOUT] [NOLOOP]',
    'Switch help with client-side caching on or off.',
  ],
  ['TRACKINGINFO', 'Tell the tracking state of this connection.'],
  ['NO-EVICT (ON|OFF)', 'Keep this connection from being evicted.'],
  ['NO-TOUCH (ON|OFF)', 'Leave the LRU/LFU clocks of keys alone.'],
];

export const clientCommands: Handlers = {
  ...trackingCommands,
  'client|id': (c) => c.out.int(c.id),
  'client|info': (c) => c.out.verbatim(`${clientInfo(c)}\n`),
  'client|list': list,
  'client|kill': kill,

  'client|getname'(c) {
    if (c.name === '') c.out.nil();
    else c.out.bulkStr(c.name);
  },

  'client|setname'(c, a) {
    setName(c, a.str(2));
    c.out.ok();
  },

  'client|setinfo'(c, a) {
    setAttribute(c, a);
    c.out.ok();
  },

  'client|reply'(c, a) {
    if (a.is(2, 'ON')) {
      c.replyMode = 'on';
      c.out.ok();
    } else if (a.is(2, 'OFF')) c.replyMode = 'off';
    else if (a.is(2, 'SKIP')) {
      if (c.replyMode !== 'off') c.replyMode = 'skip-next';
    } else fail(ERR.syntax);
  },

  'client|no-evict'(c, a) {
    c.noEvict = onOff(a, 2);
    c.out.ok();
  },

  'client|no-touch'(c, a) {
    c.noTouch = onOff(a, 2);
    c.out.ok();
  },

  'client|unblock'(c, a) {
    let asError = false;
    if (a.n === 4) {
      if (a.is(3, 'ERROR')) asError = true;
      else if (!a.is(3, 'TIMEOUT')) fail('ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR');
    }
    const target = c.server.clients.get(a.int(2));
    const blocked = target?.blocked ?? null;
    if (target === undefined || blocked === null || blocked.kind === 'postponed') {
      c.out.int(0);
      return;
    }
    const { blocking } = c.server;
    if (asError) blocking.unblockWithError(target, 'UNBLOCKED client unblocked via CLIENT UNBLOCK');
    else blocking.timeOut(target);
    c.out.int(1);
  },

  'client|pause'(c, a) {
    let mode: 'all' | 'write' = 'all';
    if (a.n === 4) {
      if (a.is(3, 'WRITE')) mode = 'write';
      else if (!a.is(3, 'ALL')) fail('ERR CLIENT PAUSE mode must be WRITE or ALL');
    }
    const ms = a.int(2, 'ERR timeout is not an integer or out of range');
    if (ms < 0) fail(ERR.timeoutNegative);
    // The end must be a 64-bit number; doubles this large are 1024 apart.
    if (ms > 2 ** 63 - c.server.store.now - 1024) fail(ERR.timeoutOutOfRange);
    c.server.pause.start('command', mode, c.server.store.now + ms);
    c.out.ok();
  },

  'client|unpause'(c) {
    c.server.pause.end('command');
    c.out.ok();
  },

  'client|help': (c, a) => replyHelp(c, a, HELP),
};
