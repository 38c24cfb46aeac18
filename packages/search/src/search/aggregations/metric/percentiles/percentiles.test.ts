import { describe, expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { Digest } from './digest.ts';
import { HighDynamicRange } from './high-dynamic-range.ts';

describe('digest', () => {
  test('few values are exact', () => {
    const digest = new Digest();
    for (const value of [151, 1, 101, 51]) digest.add(value);
    expect([1, 25, 50, 99, 100].map((p) => digest.percentile(p))).toEqual([
      2.5, 38.5, 76, 149.5, 151,
    ]);
    expect(digest.rank(50)).toBeCloseTo(37);
    expect(digest.rank(0)).toBe(0);
    expect(digest.rank(151)).toBe(100);
    expect(new Digest().percentile(50)).toBeUndefined();
  });

  test('many values, in parts, are nearly right', () => {
    const random = seededRandom('digest');
    const all: number[] = [];
    const whole = new Digest();
    for (let part = 0; part < 5; part += 1) {
      const digest = new Digest();
      for (let i = 0; i < 9000; i += 1) {
        const value = random() ** 3 * 1000;
        all.push(value);
        digest.add(value);
      }
      whole.merge(digest);
    }
    all.sort((a, b) => a - b);
    expect(whole.count).toBe(all.length);
    for (const percent of [0.1, 1, 25, 50, 75, 99, 99.9]) {
      const found = whole.percentile(percent)!;
      const rank = (100 * all.filter((value) => value <= found).length) / all.length;
      expect(Math.abs(rank - percent)).toBeLessThan(0.8);
      expect(Math.abs(whole.rank(found)! - percent)).toBeLessThan(0.8);
    }
  });
});

test('a high dynamic range histogram keeps three digits', () => {
  const histogram = new HighDynamicRange(3);
  for (const value of [1, 51, 101, 151]) histogram.add(value);
  expect([1, 25, 50, 75, 99].map((p) => histogram.percentile(p))).toEqual([
    1, 1, 51.0302734375, 101.0615234375, 151.1240234375,
  ]);
  expect(histogram.rank(60)).toBe(50);
});
