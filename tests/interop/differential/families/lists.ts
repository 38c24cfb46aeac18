import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('list');
const elements = (d: Draw) => d.some(1, 4, () => d.member());
const end = (d: Draw) => d.pick(['LEFT', 'RIGHT', 'left', 'Right']);
const count = (d: Draw) => (d.chance(0.5) ? [d.integer(0, 5)] : []);
/** Long enough to be a wait, short enough not to matter. */
const WAIT = '0.01';
const wait = (d: Draw) => (d.chance(0.05) ? d.pick(['-1', 'x', '']) : WAIT);

export const lists: Family = {
  name: 'lists',
  weight: 10,
  recipes: [
    recipe('LPUSH', (d) => [key(d), ...elements(d)], 5),
    recipe('RPUSH', (d) => [key(d), ...elements(d)], 5),
    recipe('LPUSHX', (d) => [key(d), ...elements(d)]),
    recipe('RPUSHX', (d) => [key(d), ...elements(d)]),
    recipe('LPOP', (d) => [key(d), ...count(d)], 2),
    recipe('RPOP', (d) => [key(d), ...count(d)], 2),
    recipe('LRANGE', (d) => [key(d), ...d.range()], 4),
    recipe('LLEN', (d) => [key(d)]),
    recipe('LINDEX', (d) => [key(d), d.integer()], 2),
    // Small indexes: 7.0 refuses what is beyond 32 bits, 7.2 wraps it around in packed lists.
    recipe('LSET', (d) => [key(d), `${d.between(-8, 8)}`, d.member()], 2),
    recipe('LINSERT', (d) => [key(d), d.pick(['BEFORE', 'AFTER', 'x']), d.member(), d.member()], 2),
    recipe('LREM', (d) => [key(d), d.integer(-3, 3), d.member()], 2),
    recipe('LTRIM', (d) => [key(d), d.integer(-30, 3), d.integer(-5, 60)]),
    recipe('LPOS', (d) => [
      key(d),
      d.member(),
      ...(d.chance(0.3) ? ['RANK', d.integer(-3, 3)] : []),
      ...(d.chance(0.3) ? ['COUNT', d.integer(-1, 4)] : []),
      ...(d.chance(0.2) ? ['MAXLEN', d.integer(-1, 20)] : []),
    ]),
    recipe('RPOPLPUSH', (d) => [key(d), key(d)]),
    recipe('LMOVE', (d) => [key(d), key(d), end(d), end(d)]),
    recipe('LMPOP', (d) => [
      ...d.countedKeys('list', 3),
      end(d),
      ...(d.chance(0.5) ? ['COUNT', d.integer(0, 4)] : []),
    ]),
    recipe('BLPOP', (d) => [...d.some(1, 3, () => key(d)), wait(d)], 0.5),
    recipe('BRPOP', (d) => [...d.some(1, 3, () => key(d)), wait(d)], 0.5),
    recipe('BLMOVE', (d) => [key(d), key(d), end(d), end(d), wait(d)], 0.5),
    recipe('BRPOPLPUSH', (d) => [key(d), key(d), wait(d)], 0.5),
    recipe('BLMPOP', (d) => [wait(d), ...d.countedKeys('list', 3), end(d)], 0.5),
  ],
};
