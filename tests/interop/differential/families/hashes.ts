import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('hash');
const pairs = (d: Draw) => d.some(1, 4, () => [d.member(), d.value()]);

export const hashes: Family = {
  name: 'hashes',
  weight: 10,
  recipes: [
    recipe('HSET', (d) => [key(d), ...pairs(d)], 6),
    recipe('HMSET', (d) => [key(d), ...pairs(d)]),
    recipe('HSETNX', (d) => [key(d), d.member(), d.value()]),
    recipe('HGET', (d) => [key(d), d.member()], 2),
    recipe('HMGET', (d) => [key(d), ...d.some(1, 4, () => d.member())]),
    recipe('HGETALL', (d) => [key(d)], 2),
    recipe('HKEYS', (d) => [key(d)]),
    recipe('HVALS', (d) => [key(d)]),
    recipe('HLEN', (d) => [key(d)]),
    recipe('HSTRLEN', (d) => [key(d), d.member()]),
    recipe('HEXISTS', (d) => [key(d), d.member()]),
    recipe('HDEL', (d) => [key(d), ...d.some(1, 4, () => d.member())], 2),
    recipe('HINCRBY', (d) => [key(d), d.member(), d.integer()], 2),
    recipe('HINCRBYFLOAT', (d) => [key(d), d.member(), d.float()], 2),
    recipe('HRANDFIELD', (d) => [key(d), '10000', ...d.maybe(0.5, 'WITHVALUES')]),
    recipe('HSCAN', (d) => [key(d), '0', ...d.option([], ['MATCH', d.pattern()]), 'COUNT', '9999']),
  ],
};
