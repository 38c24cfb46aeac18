import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('string');

const lifetime = (d: Draw) =>
  d.option(
    ['EX', d.farSeconds()],
    ['PX', `${d.farSeconds()}000`],
    ['EXAT', `${d.farTime()}`],
    ['PXAT', `${d.farTime()}000`],
    ['KEEPTTL'],
  );

const setOptions = (d: Draw) => [
  ...(d.chance(0.2) ? lifetime(d) : []),
  ...(d.chance(0.2) ? [d.pick(['NX', 'XX'])] : []),
  ...d.maybe(0.15, 'GET'),
];

const pairs = (d: Draw) => d.some(1, 4, () => [key(d), d.value()]);

export const strings: Family = {
  name: 'strings',
  weight: 10,
  recipes: [
    recipe('SET', (d) => [key(d), d.value(), ...setOptions(d)], 6),
    recipe('SET', (d) => [key(d), d.integer(-1000, 1000)], 3),
    recipe('SET', (d) => [key(d), d.float()], 2),
    recipe('GET', (d) => [key(d)], 4),
    recipe('GETSET', (d) => [key(d), d.value()]),
    recipe('GETDEL', (d) => [key(d)]),
    recipe('GETEX', (d) => [key(d), ...(d.chance(0.5) ? [] : d.option(lifetime(d), ['PERSIST']))]),
    recipe('SETNX', (d) => [key(d), d.value()]),
    recipe('SETEX', (d) => [key(d), d.farSeconds(), d.value()]),
    recipe('PSETEX', (d) => [key(d), `${d.farSeconds()}000`, d.value()]),
    recipe('MSET', pairs),
    recipe('MSETNX', pairs),
    recipe('MGET', (d) => d.some(1, 5, () => d.anyKey())),
    recipe('APPEND', (d) => [key(d), d.value()], 2),
    recipe('STRLEN', (d) => [d.chance(0.5) ? key(d) : d.anyKey()]),
    recipe('SETRANGE', (d) => [key(d), d.integer(-1, 40), d.value()]),
    recipe('GETRANGE', (d) => [key(d), ...d.range()], 2),
    recipe('SUBSTR', (d) => [key(d), ...d.range()]),
    recipe('INCR', (d) => [key(d)], 2),
    recipe('DECR', (d) => [key(d)]),
    recipe('INCRBY', (d) => [key(d), d.integer()]),
    recipe('DECRBY', (d) => [key(d), d.integer()]),
    recipe('INCRBYFLOAT', (d) => [key(d), d.float()], 3),
    recipe('LCS', (d) => [
      key(d),
      key(d),
      ...d.maybe(0.3, 'LEN'),
      ...d.maybe(0.3, 'IDX'),
      ...(d.chance(0.2) ? ['MINMATCHLEN', d.integer(0, 4)] : []),
      ...d.maybe(0.2, 'WITHMATCHLEN'),
    ]),
  ],
};
