import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('set');
const keys = (d: Draw) => d.some(1, 3, () => key(d));
const integers = (d: Draw) => d.some(1, 6, () => `${d.between(-300, 300)}`);

export const sets: Family = {
  name: 'sets',
  weight: 10,
  recipes: [
    recipe('SADD', (d) => [key(d), ...d.some(1, 5, () => d.member())], 4),
    recipe('SADD', (d) => [key(d), ...integers(d)], 4),
    recipe('SADD', (d) => [key(d), d.integer(-70_000, 70_000)], 2),
    recipe('SREM', (d) => [key(d), ...d.some(1, 5, () => d.member())], 3),
    recipe('SMEMBERS', (d) => [key(d)], 2),
    recipe('SISMEMBER', (d) => [key(d), d.member()]),
    recipe('SMISMEMBER', (d) => [key(d), ...d.some(1, 5, () => d.member())]),
    recipe('SCARD', (d) => [key(d)]),
    recipe('SMOVE', (d) => [key(d), key(d), d.member()]),
    recipe('SPOP', (d) => [key(d), '10000'], 0.3),
    recipe('SRANDMEMBER', (d) => [key(d), '10000']),
    recipe('SINTER', keys),
    recipe('SUNION', keys),
    recipe('SDIFF', keys),
    recipe('SINTERSTORE', (d) => [key(d), ...keys(d)], 0.5),
    recipe('SUNIONSTORE', (d) => [key(d), ...keys(d)], 0.5),
    recipe('SDIFFSTORE', (d) => [key(d), ...keys(d)], 0.5),
    recipe('SINTERCARD', (d) => [
      ...d.countedKeys('set', 3),
      ...(d.chance(0.4) ? ['LIMIT', d.integer(-1, 9)] : []),
    ]),
    recipe('SSCAN', (d) => [key(d), '0', ...d.option([], ['MATCH', d.pattern()]), 'COUNT', '9999']),
  ],
};
