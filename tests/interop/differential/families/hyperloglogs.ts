import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.hllKey();

export const hyperloglogs: Family = {
  name: 'hyperloglogs',
  weight: 3,
  recipes: [
    recipe('PFADD', (d) => [key(d), ...d.some(0, 9, () => d.member())], 3),
    recipe('PFADD', (d) => [key(d), ...d.some(50, 200, () => `${d.between(0, 1e6)}`)]),
    recipe('PFCOUNT', (d) => d.some(1, 3, () => key(d)), 2),
    recipe('PFMERGE', (d) => [key(d), ...d.some(0, 2, () => key(d))]),
    // The representation is told by GET, and travels in dumps.
    recipe('GETRANGE', (d) => [key(d), '0', '300']),
    recipe('STRLEN', (d) => [key(d)]),
    recipe('OBJECT ENCODING', (d) => [key(d)], 0.5),
    recipe('COPY', (d) => [key(d), key(d), 'REPLACE'], 0.5),
    recipe('DEL', (d) => [key(d)], 0.3),
    recipe('SET', (d) => [key(d), d.value()], 0.1),
  ],
};
