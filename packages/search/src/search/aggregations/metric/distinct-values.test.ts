import { expect, test } from 'bun:test';
import { DistinctValues } from './distinct-values.ts';

test('small sets are exact, large ones nearly', () => {
  const small = new DistinctValues();
  for (let i = 0; i < 30_000; i += 1) small.add(i % 10_000);
  expect(small.count).toBe(10_000);
  const left = new DistinctValues();
  const right = new DistinctValues();
  for (let i = 0; i < 150_000; i += 1) {
    left.add(`v${i}`);
    right.add(`v${i + 100_000}`);
  }
  left.merge(right);
  expect(Math.abs(left.count / 250_000 - 1)).toBeLessThan(0.02);
  left.merge(small);
  expect(Math.abs(left.count / 260_000 - 1)).toBeLessThan(0.02);
});
