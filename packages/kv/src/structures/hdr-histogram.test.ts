import { expect, test } from 'bun:test';
import { HdrHistogram } from './hdr-histogram.ts';

function steps(h: HdrHistogram): [number, number][] {
  const out: [number, number][] = [];
  h.cumulative(1024, (upTo, count) => out.push([Math.trunc(upTo / 1000), count]));
  return out;
}

test('steps and percentiles are those of the C library', () => {
  const h = new HdrHistogram(1e9);
  for (const us of [1, 3, 20, 500, 100_000]) h.record(us * 1000);
  // As LATENCY HISTOGRAM of the reference prints commands that took these times.
  expect(steps(h)).toEqual([
    [1, 1],
    [4, 2],
    [33, 3],
    [528, 4],
    [135266, 5],
  ]);
  expect(h.percentile(50) / 1000).toBe(20.095);
  expect(h.percentile(100) / 1000).toBe(100139.007);
  expect(h.percentile(0)).toBe(1000);
  expect(h.total).toBe(5);
});

test('values beyond the range count as the largest', () => {
  const h = new HdrHistogram(1e9);
  h.record(5e12);
  h.record(-1);
  h.record(0);
  expect(steps(h)).toEqual([
    [1, 2],
    [1073741, 3],
  ]);
  expect(h.percentile(99)).toBe(1002438655);
});

test('small values are exact', () => {
  const h = new HdrHistogram(1e9);
  for (let i = 1; i <= 200; i++) h.record(i);
  expect([h.percentile(25), h.percentile(50), h.percentile(100)]).toEqual([50, 100, 200]);
});
