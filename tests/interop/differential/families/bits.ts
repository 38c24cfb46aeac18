import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('bits');
const span = (d: Draw) =>
  d.chance(0.5) ? [...d.range(), ...(d.chance(0.5) ? [d.pick(['BIT', 'BYTE', 'x'])] : [])] : [];
const type = (d: Draw) => `${d.pick(['u', 'i'])}${d.pick([1, 4, 5, 8, 16, 31, 32, 63, 64, 65])}`;
/** A counted offset is small: the reference's multiplication overflows. */
const offset = (d: Draw) => (d.chance(0.2) ? `#${d.between(0, 70)}` : d.integer(0, 70));

const step = (d: Draw) =>
  d.option(
    ['GET', type(d), offset(d)],
    ['SET', type(d), offset(d), d.integer(-300, 300)],
    ['INCRBY', type(d), offset(d), d.integer(-300, 300)],
    ['OVERFLOW', d.pick(['WRAP', 'SAT', 'FAIL', 'x'])],
  );

export const bits: Family = {
  name: 'bits',
  weight: 6,
  recipes: [
    recipe(
      'SETBIT',
      (d) => [key(d), d.chance(0.02) ? d.integer() : `${d.between(0, 200)}`, d.integer(0, 1)],
      4,
    ),
    recipe('SET', (d) => [key(d), d.value()], 2),
    recipe('GETBIT', (d) => [key(d), d.integer(0, 200)]),
    recipe('GET', (d) => [key(d)]),
    recipe('BITCOUNT', (d) => [key(d), ...span(d)], 2),
    recipe('BITPOS', (d) => [key(d), d.integer(0, 1), ...span(d)], 2),
    recipe('BITOP', (d) => [
      d.pick(['AND', 'OR', 'XOR', 'NOT', 'x']),
      key(d),
      ...d.some(1, 3, () => key(d)),
    ]),
    recipe('BITOP', (d) => ['NOT', key(d), key(d)]),
    recipe('BITFIELD', (d) => [key(d), ...d.some(1, 4, () => step(d))], 3),
    recipe('BITFIELD_RO', (d) => [key(d), ...d.some(1, 3, () => ['GET', type(d), offset(d)])]),
  ],
};
