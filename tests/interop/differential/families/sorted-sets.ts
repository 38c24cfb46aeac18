import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('zset');
const pairs = (d: Draw) => d.some(1, 4, () => [d.score(), d.member()]);
const WAIT = '0.01';

const addOptions = (d: Draw) => [
  ...(d.chance(0.3) ? [d.pick(['NX', 'XX'])] : []),
  ...(d.chance(0.3) ? [d.pick(['GT', 'LT'])] : []),
  ...d.maybe(0.2, 'CH'),
];

const scoreBound = (d: Draw) =>
  d.chance(0.2) ? d.pick(['-inf', '+inf', '(', '(inf']) : `${d.chance(0.3) ? '(' : ''}${d.score()}`;
const scores = (d: Draw) => {
  const low = d.chance(0.6) ? '-inf' : scoreBound(d);
  return [low, d.chance(0.5) ? '+inf' : scoreBound(d)];
};
const wordBound = (d: Draw) =>
  d.chance(0.3) ? d.pick(['-', '+', 'x']) : `${d.pick(['[', '('])}${d.member()}`;
const words = (d: Draw) => [d.chance(0.5) ? '-' : wordBound(d), d.chance(0.5) ? '+' : wordBound(d)];

const limit = (d: Draw) => (d.chance(0.3) ? ['LIMIT', d.integer(0, 5), d.integer(-1, 9)] : []);
const withScores = (d: Draw) => d.maybe(0.4, 'WITHSCORES');

/** A key and all forms of ZRANGE's bounds and options. */
const anyRange = (d: Draw) => {
  const [source, bounds, by] = d.pick([
    [key(d), d.range(), []],
    [key(d), scores(d), ['BYSCORE']],
    [d.lexKey(), words(d), ['BYLEX']],
  ] as const);
  return [source, ...bounds, ...by, ...d.maybe(0.3, 'REV'), ...limit(d)];
};

const algebraOptions = (d: Draw) => [
  ...(d.chance(0.3) ? ['WEIGHTS', ...d.some(1, 3, () => d.weight())] : []),
  ...(d.chance(0.4) ? ['AGGREGATE', d.pick(['SUM', 'MIN', 'MAX', 'AVG'])] : []),
];

export const sortedSets: Family = {
  name: 'sorted sets',
  weight: 12,
  recipes: [
    recipe('ZADD', (d) => [key(d), ...pairs(d)], 6),
    recipe('ZADD', (d) => [key(d), ...addOptions(d), ...pairs(d)], 2),
    recipe('ZADD', (d) => [key(d), ...addOptions(d), 'INCR', d.score(), d.member()]),
    recipe('ZADD', (d) => [d.lexKey(), ...d.some(1, 4, () => ['0', d.member()])], 2),
    recipe('ZINCRBY', (d) => [key(d), d.score(), d.member()], 2),
    recipe('ZSCORE', (d) => [key(d), d.member()]),
    recipe('ZMSCORE', (d) => [key(d), ...d.some(1, 4, () => d.member())]),
    recipe('ZCARD', (d) => [key(d)]),
    recipe('ZRANK', (d) => [key(d), d.member()]),
    recipe('ZREVRANK', (d) => [key(d), d.member()]),
    recipe('ZREM', (d) => [key(d), ...d.some(1, 4, () => d.member())], 2),
    recipe('ZRANGE', (d) => [...anyRange(d), ...withScores(d)], 4),
    recipe('ZREVRANGE', (d) => [key(d), ...d.range(), ...withScores(d)]),
    recipe('ZRANGEBYSCORE', (d) => [key(d), ...scores(d), ...withScores(d), ...limit(d)]),
    recipe('ZREVRANGEBYSCORE', (d) => [
      key(d),
      ...scores(d).reverse(),
      ...withScores(d),
      ...limit(d),
    ]),
    recipe('ZRANGEBYLEX', (d) => [d.lexKey(), ...words(d), ...limit(d)]),
    recipe('ZREVRANGEBYLEX', (d) => [d.lexKey(), ...words(d).reverse(), ...limit(d)]),
    recipe('ZRANGESTORE', (d) => [key(d), ...anyRange(d)]),
    recipe('ZCOUNT', (d) => [key(d), ...scores(d)]),
    recipe('ZLEXCOUNT', (d) => [d.lexKey(), ...words(d)]),
    recipe('ZREMRANGEBYRANK', (d) => [key(d), d.integer(-4, 4), d.integer(-4, 4)]),
    recipe('ZREMRANGEBYSCORE', (d) => [key(d), scoreBound(d), scoreBound(d)]),
    recipe('ZREMRANGEBYLEX', (d) => [d.lexKey(), wordBound(d), wordBound(d)], 0.3),
    recipe('ZPOPMIN', (d) => [key(d), ...(d.chance(0.5) ? [d.integer(0, 4)] : [])]),
    recipe('ZPOPMAX', (d) => [key(d), ...(d.chance(0.5) ? [d.integer(0, 4)] : [])]),
    recipe('ZMPOP', (d) => [
      ...d.countedKeys('zset', 3),
      d.pick(['MIN', 'MAX', 'x']),
      ...(d.chance(0.5) ? ['COUNT', d.integer(0, 4)] : []),
    ]),
    recipe('BZPOPMIN', (d) => [...d.some(1, 3, () => key(d)), WAIT], 0.3),
    recipe('BZPOPMAX', (d) => [...d.some(1, 3, () => key(d)), WAIT], 0.3),
    recipe('BZMPOP', (d) => [WAIT, ...d.countedKeys('zset', 3), 'MIN'], 0.3),
    recipe('ZUNION', (d) => [...d.countedKeys('zset', 3), ...algebraOptions(d), ...withScores(d)]),
    recipe('ZINTER', (d) => [...d.countedKeys('zset', 3), ...algebraOptions(d), ...withScores(d)]),
    recipe('ZDIFF', (d) => [...d.countedKeys('zset', 3), ...withScores(d)]),
    recipe('ZUNION', (d) => ['2', key(d), d.key('set'), ...algebraOptions(d), ...withScores(d)]),
    recipe('ZUNIONSTORE', (d) => [key(d), ...d.countedKeys('zset', 3), ...algebraOptions(d)], 0.5),
    recipe('ZINTERSTORE', (d) => [key(d), ...d.countedKeys('zset', 3), ...algebraOptions(d)], 0.5),
    recipe('ZDIFFSTORE', (d) => [key(d), ...d.countedKeys('zset', 3)], 0.5),
    recipe('ZINTERCARD', (d) => [
      ...d.countedKeys('zset', 3),
      ...(d.chance(0.4) ? ['LIMIT', d.integer(-1, 9)] : []),
    ]),
    recipe('ZRANDMEMBER', (d) => [key(d), '10000', ...withScores(d)], 0.5),
    recipe('ZSCAN', (d) => [key(d), '0', ...d.option([], ['MATCH', d.pattern()]), 'COUNT', '9999']),
  ],
};
