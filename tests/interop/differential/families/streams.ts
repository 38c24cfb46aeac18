import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('stream');
const group = (d: Draw) => (d.chance(0.03) ? 'nogroup' : `g${d.between(1, 2)}`);
const consumer = (d: Draw) => `c${d.between(1, 3)}`;
const fields = (d: Draw) => d.some(1, 3, () => [d.member(), d.value()]);
const entries = (d: Draw) => d.some(1, 3, () => d.entry());
const count = (d: Draw) => (d.chance(0.4) ? ['COUNT', d.integer(-1, 9)] : []);

const trim = (d: Draw) => [
  ...d.option(
    ['MAXLEN', ...d.option([], ['='], ['~']), d.integer(0, 60)],
    ['MINID', ...d.option([], ['='], ['~']), d.entry()],
  ),
  ...(d.chance(0.1) ? ['LIMIT', d.integer(0, 20)] : []),
];

const low = (d: Draw) => (d.chance(0.5) ? '-' : `${d.chance(0.2) ? '(' : ''}${d.entry()}`);
const high = (d: Draw) => (d.chance(0.5) ? '+' : `${d.chance(0.2) ? '(' : ''}${d.entry()}`);
const after = (d: Draw) => (d.chance(0.2) ? d.pick(['$', '0', '0-0']) : d.entry());
const undelivered = (d: Draw) => (d.chance(0.7) ? '>' : after(d));

export const streams: Family = {
  name: 'streams',
  weight: 12,
  recipes: [
    recipe(
      'XADD',
      (d) => [
        key(d),
        ...d.maybe(0.1, 'NOMKSTREAM'),
        ...(d.chance(0.15) ? trim(d) : []),
        d.newEntry(),
        ...fields(d),
      ],
      12,
    ),
    recipe('XLEN', (d) => [key(d)]),
    recipe('XRANGE', (d) => [key(d), low(d), high(d), ...count(d)], 3),
    recipe('XREVRANGE', (d) => [key(d), high(d), low(d), ...count(d)], 2),
    recipe('XDEL', (d) => [key(d), ...entries(d)], 2),
    recipe('XTRIM', (d) => [key(d), ...trim(d)]),
    recipe('XREAD', (d) => [...count(d), 'STREAMS', key(d), after(d)], 2),
    recipe('XREAD', (d) => [...count(d), 'STREAMS', key(d), key(d), after(d), after(d)]),
    recipe('XREAD', (d) => ['BLOCK', '10', 'STREAMS', key(d), after(d)], 0.5),
    recipe(
      'XGROUP CREATE',
      (d) => [
        key(d),
        group(d),
        d.pick(['$', '0', d.entry()]),
        ...d.maybe(0.4, 'MKSTREAM'),
        ...(d.chance(0.1) ? ['ENTRIESREAD', d.integer(-2, 20)] : []),
      ],
      3,
    ),
    recipe('XGROUP SETID', (d) => [
      key(d),
      group(d),
      d.pick(['$', '0', d.entry()]),
      ...(d.chance(0.2) ? ['ENTRIESREAD', d.integer(-2, 20)] : []),
    ]),
    recipe('XGROUP DESTROY', (d) => [key(d), group(d)], 0.3),
    recipe('XGROUP CREATECONSUMER', (d) => [key(d), group(d), consumer(d)]),
    recipe('XGROUP DELCONSUMER', (d) => [key(d), group(d), consumer(d)], 0.5),
    recipe(
      'XREADGROUP',
      (d) => [
        'GROUP',
        group(d),
        consumer(d),
        ...count(d),
        ...d.maybe(0.15, 'NOACK'),
        'STREAMS',
        key(d),
        undelivered(d),
      ],
      6,
    ),
    recipe('XACK', (d) => [key(d), group(d), ...entries(d)], 3),
    recipe('XPENDING', (d) => [key(d), group(d)], 2),
    recipe('XPENDING', (d) => [
      key(d),
      group(d),
      ...d.option([], ['IDLE', '0']),
      low(d),
      high(d),
      d.integer(0, 20),
      ...(d.chance(0.4) ? [consumer(d)] : []),
    ]),
    recipe(
      'XCLAIM',
      (d) => [
        key(d),
        group(d),
        consumer(d),
        '0',
        ...entries(d),
        ...(d.chance(0.2) ? ['IDLE', d.integer(0, 99)] : []),
        ...(d.chance(0.2) ? ['RETRYCOUNT', d.integer(0, 9)] : []),
        ...d.maybe(0.3, 'FORCE'),
        ...d.maybe(0.3, 'JUSTID'),
        ...(d.chance(0.1) ? ['LASTID', d.entry()] : []),
      ],
      2,
    ),
    recipe(
      'XAUTOCLAIM',
      (d) => [
        key(d),
        group(d),
        consumer(d),
        '0',
        d.pick(['0', '-', d.entry()]),
        ...(d.chance(0.4) ? ['COUNT', `${d.between(0, 9)}`] : []),
        ...d.maybe(0.3, 'JUSTID'),
      ],
      2,
    ),
    recipe('XSETID', (d) => [
      key(d),
      d.newEntry(),
      ...(d.chance(0.3) ? ['ENTRIESADDED', `${d.between(-1, 99)}`, 'MAXDELETEDID', d.entry()] : []),
    ]),
    recipe('XINFO STREAM', (d) => [key(d)]),
    recipe('XINFO STREAM', (d) => [key(d), 'FULL', ...count(d)]),
    recipe('XINFO GROUPS', (d) => [key(d)]),
    recipe('XINFO CONSUMERS', (d) => [key(d), group(d)]),
  ],
};
