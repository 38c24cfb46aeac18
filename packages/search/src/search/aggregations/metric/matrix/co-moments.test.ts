import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { CoMoments } from './co-moments.ts';

test('moments of parts are those of the whole', () => {
  const random = seededRandom('co-moments');
  const rows = Array.from({ length: 60 }, () => [random() * 10, random() ** 2 * 100]);
  const parts = [new CoMoments(2), new CoMoments(2), new CoMoments(2)];
  for (const [i, row] of rows.entries()) parts[i % 3]!.add(Float64Array.from(row));
  const all = new CoMoments(2);
  for (const part of parts) all.merge(part);
  const n = rows.length;
  const mean = (i: number) => rows.reduce((sum, row) => sum + row[i]!, 0) / n;
  const moment = (i: number, power: number) =>
    rows.reduce((sum, row) => sum + (row[i]! - mean(i)) ** power, 0);
  expect(all.count).toBe(n);
  for (const i of [0, 1]) {
    expect(all.means[i]).toBeCloseTo(mean(i), 9);
    expect(all.variance(i)).toBeCloseTo(moment(i, 2) / (n - 1), 7);
    expect(all.skewness(i)).toBeCloseTo((Math.sqrt(n) * moment(i, 3)) / moment(i, 2) ** 1.5, 9);
    expect(all.kurtosis(i)).toBeCloseTo((n * moment(i, 4)) / moment(i, 2) ** 2, 9);
  }
  const products = rows.reduce((sum, [x, y]) => sum + (x! - mean(0)) * (y! - mean(1)), 0);
  expect(all.covariance(0, 1)).toBeCloseTo(products / (n - 1), 7);
});
