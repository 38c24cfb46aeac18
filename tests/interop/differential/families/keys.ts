import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.anyKey();
const condition = (d: Draw) =>
  d.chance(0.4) ? d.some(1, 2, () => d.pick(['NX', 'XX', 'GT', 'LT', 'x'])) : [];

/** Numbers are sorted to the last tie, texts of other keys are not: no part of those can be told. */
const sortOrder = (d: Draw) => {
  const limit = d.chance(0.3) ? ['LIMIT', d.integer(-1, 3), d.integer(-1, 9)] : [];
  return d.option(
    [...d.maybe(0.5, 'ALPHA'), ...limit],
    ['BY', d.pick(['string:*', 'hash:*->1', 'hash:*->m1', 'zset:*', 'no*->']), ...limit],
  );
};
const sortReply = (d: Draw) => [
  ...d.some(0, 2, () => ['GET', d.pick(['#', 'string:*', 'hash:*->1', 'none'])]),
  ...(d.chance(0.4) ? [d.pick(['ASC', 'DESC'])] : []),
];
const sortable = (d: Draw) => d.key(d.pick(['list', 'set', 'zset']));

export const keys: Family = {
  name: 'keys',
  weight: 10,
  recipes: [
    recipe('DEL', (d) => d.some(1, 2, () => key(d)), 2),
    recipe('UNLINK', (d) => d.some(1, 2, () => key(d))),
    recipe('EXISTS', (d) => d.some(1, 4, () => key(d)), 2),
    recipe('TOUCH', (d) => d.some(1, 4, () => key(d))),
    recipe('TYPE', (d) => [key(d)], 2),
    recipe('OBJECT ENCODING', (d) => [key(d)], 4),
    recipe('DUMP', (d) => [key(d)], 2),
    recipe('RENAME', (d) => [key(d), key(d)], 0.5),
    recipe('RENAMENX', (d) => [key(d), key(d)], 0.5),
    recipe('COPY', (d) => [
      key(d),
      key(d),
      ...d.maybe(0.3, 'REPLACE'),
      ...(d.chance(0.2) ? ['DB', d.integer(0, 17)] : []),
    ]),
    recipe('MOVE', (d) => [key(d), d.integer(0, 2)], 0.3),
    recipe('SELECT', (d) => [d.chance(0.8) ? '0' : d.integer(0, 17)], 0.3),
    recipe('SWAPDB', (d) => [d.integer(0, 2), d.integer(0, 2)], 0.1),
    recipe('DBSIZE', () => []),
    recipe('FLUSHDB', (d) => d.option([], ['ASYNC'], ['SYNC'], ['x']), 0.05),
    recipe('FLUSHALL', (d) => d.option([], ['ASYNC'], ['SYNC']), 0.05),
    recipe('KEYS', (d) => [d.pattern()]),
    recipe('SCAN', (d) => [
      '0',
      ...d.option([], ['MATCH', d.pattern()]),
      ...d.option([], ['TYPE', d.pick(['string', 'list', 'hash', 'zset', 'stream', 'x'])]),
      'COUNT',
      '9999',
    ]),
    recipe('EXPIRE', (d) => [key(d), d.farSeconds(), ...condition(d)], 2),
    recipe('PEXPIRE', (d) => [key(d), `${d.farSeconds()}000`, ...condition(d)]),
    recipe('EXPIREAT', (d) => [key(d), `${d.farTime()}`, ...condition(d)], 2),
    recipe('PEXPIREAT', (d) => [key(d), `${d.farTime()}123`, ...condition(d)]),
    recipe('TTL', (d) => [key(d)]),
    recipe('PTTL', (d) => [key(d)]),
    recipe('EXPIRETIME', (d) => [key(d)]),
    recipe('PEXPIRETIME', (d) => [key(d)]),
    recipe('PERSIST', (d) => [key(d)]),
    recipe('SORT', (d) => [sortable(d), ...sortOrder(d), ...sortReply(d)], 2),
    recipe('SORT_RO', (d) => [sortable(d), ...sortOrder(d), ...sortReply(d)]),
    recipe('SORT', (d) => [sortable(d), 'BY', 'string:*', 'ALPHA', ...sortReply(d)]),
    recipe('SORT', (d) => [sortable(d), 'BY', 'nosort', ...sortReply(d)]),
    recipe('SORT', (d) => [sortable(d), ...sortOrder(d), ...sortReply(d), 'STORE', d.key('list')]),
  ],
};
