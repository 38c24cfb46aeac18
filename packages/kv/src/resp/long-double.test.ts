import { expect, test } from 'bun:test';
import {
  addLongDouble,
  formatLongDouble,
  type LongDouble,
  parseLongDouble,
} from './long-double.ts';

const read = (text: string) => parseLongDouble(text) as LongDouble;
const sum = (a: string, b: string) => formatLongDouble(addLongDouble(read(a), read(b))!);

test('sums show no binary noise', () => {
  expect(sum('0.1', '0.2')).toBe('0.3');
  expect(sum('10.5', '0.1')).toBe('10.6');
  expect(sum('3', '1.000000000005')).toBe('4.000000000005');
  expect(sum('17179869184', '17179869184')).toBe('34359738368');
  expect(sum('1', '-1.1')).toBe('-0.1');
  expect(sum('5.0e3', '2.0e2')).toBe('5200');
  expect(sum('-0.5', '0.5')).toBe('0');
  expect(sum('0x1.8p1', '0')).toBe('3');
  expect(sum('1e-20', '0')).toBe('0');
  expect(sum('-1e-20', '0')).toBe('0');
});

test('what is no number, or none in range, is refused', () => {
  for (const text of ['', ' 1', '1 ', '.', 'abc', '1x', 'nan', '1e5000', '1e-6000', '+-1', '1e'])
    expect(parseLongDouble(text)).toBeNull();
  expect(parseLongDouble('-Infinity')).toBe('-inf');
  expect(parseLongDouble('+inf')).toBe('inf');
  expect(parseLongDouble('0e99999')).not.toBeNull();
  expect(addLongDouble(read('1e4932'), read('1e4932'))).toBeNull();
});

test('large values print in full', () => {
  expect(formatLongDouble(read('1e30'))).toBe(`1${'0'.repeat(30)}`);
  expect(formatLongDouble(read('1e4000')).length).toBe(4001);
});
