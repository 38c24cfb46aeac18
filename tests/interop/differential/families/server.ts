import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

/**
 * Small limits, so that values are met in all their encodings and on their way between them. Not for
 * intsets: the encoding of a union depends on whether it meets a text before too many integers, and
 * so on the order in a hash table.
 */
const thresholds = (d: Draw) =>
  d.option(
    ['hash-max-listpack-entries', d.pick(['4', '16', '128'])],
    ['hash-max-listpack-value', d.pick(['8', '64'])],
    ['zset-max-listpack-entries', d.pick(['4', '16', '128'])],
    ['zset-max-listpack-value', d.pick(['8', '64'])],
    ['list-max-listpack-size', d.pick(['-2', '4', '1', '-1'])],
    ['stream-node-max-entries', d.pick(['3', '10', '100'])],
    ['stream-node-max-bytes', d.pick(['4096', '200'])],
    ['hll-sparse-max-bytes', d.pick(['3000', '100'])],
  );

const keyed = (d: Draw) =>
  d.option(
    ['SET', 'k', 'v', ...d.maybe(0.5, 'GET')],
    ['MSET', ...d.some(1, 3, () => ['k', 'v'])],
    ['ZUNIONSTORE', 'dst', ...d.countedKeys('zset', 3)],
    ['XREAD', 'COUNT', '1', 'STREAMS', ...d.some(1, 4, () => 's')],
    ['XREADGROUP', 'GROUP', 'g', 'c', 'STREAMS', 'a', 'b', '>', '>'],
    ['SORT', 'k', ...d.maybe(0.5, 'STORE', 'dst')],
    ['EVAL', 'return 1', ...d.countedKeys('string', 3)],
    ['GEORADIUS', 'k', '1', '1', '1', 'm', ...d.maybe(0.5, 'STORE', 'dst')],
    ['LMPOP', ...d.countedKeys('list', 2), 'LEFT'],
    ['BLMPOP', '0', ...d.countedKeys('list', 2), 'LEFT'],
    ['OBJECT', 'ENCODING', 'k'],
    ['XGROUP', 'CREATE', 'k', 'g', '$'],
    ['PING', 'x'],
    ['MIGRATE', 'h', '1', '', '0', '1', 'KEYS', 'a', 'b'],
    ['GET', 'a', 'b'],
    ['nosuchcommand', 'k'],
  );

/** What a client asks about the server and the connection, as far as two servers agree on it. */
export const server: Family = {
  name: 'server',
  weight: 3,
  recipes: [
    recipe('PING', (d) => d.some(0, 2, () => d.value())),
    recipe('ECHO', (d) => [d.value()]),
    recipe('CONFIG SET', thresholds, 4),
    recipe('COMMAND GETKEYS', keyed, 2),
    recipe('COMMAND GETKEYSANDFLAGS', keyed),
    recipe('CLIENT SETNAME', (d) => [d.pick(['me', '', 'two words', 'you'])]),
    recipe('CLIENT GETNAME', () => []),
    recipe('CLIENT NO-EVICT', (d) => [d.pick(['ON', 'OFF', 'x'])]),
    recipe('CLIENT NOSUCH', () => [], 0.3),
    recipe('OBJECT NOSUCH', () => [], 0.3),
    recipe('OBJECT FREQ', (d) => [d.anyKey()]),
    recipe('DEBUG SLEEP', () => ['0'], 0.2),
    recipe('PUBLISH', (d) => [d.member(), d.value()]),
    recipe('SPUBLISH', (d) => [d.member(), d.value()]),
    recipe('PUBSUB NUMSUB', (d) => d.some(0, 3, () => d.member())),
    recipe('PUBSUB CHANNELS', () => []),
    recipe('ACL WHOAMI', () => [], 0.3),
    recipe('WAIT', () => ['0', '0'], 0.2),
    recipe('LATENCY RESET', () => [], 0.2),
    recipe('UNWATCH', () => [], 0.3),
    recipe('EXEC', () => [], 0.1),
    recipe('DISCARD', () => [], 0.1),
  ],
};
