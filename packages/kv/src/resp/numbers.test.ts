import { expect, test } from 'bun:test';
import {
  formatDouble,
  formatSeventeen,
  parseDoubleInRange,
  parsePlainDecimal,
  shortestDouble,
} from './numbers.ts';

test('doubles print as the reference prints them', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [-0, '-0'],
    [1.5, '1.5'],
    [-3.25, '-3.25'],
    [4503599627370496, '4503599627370496'],
    [9007199254740992, '9007199254740992'],
    [1e15, '1000000000000000'],
    [1e17, '100000000000000000'],
    [1e19, '1e+19'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [0.000001, '0.000001'],
    [0.0000015, '1.5e-6'],
    [1e-7, '1e-7'],
    [123456.789, '123456.789'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [Number.NaN, 'nan'],
  ];
  for (const [d, text] of cases) expect(formatDouble(d)).toBe(text);
});

test('script arguments use the exponent form earlier', () => {
  expect(shortestDouble(1e7)).toBe('10000000');
  expect(shortestDouble(1e8)).toBe('1e+8');
  expect(shortestDouble(12e7)).toBe('120000000');
  expect(shortestDouble(-0.1)).toBe('-0.1');
});

test('plain decimals read exactly as the language reads them', () => {
  const plain = (t: string) => parsePlainDecimal(Buffer.from(t, 'latin1'), 0, t.length);
  for (const t of ['0', '7', '-12', '1.5', '-0.001', '.5', '3.', '123456789012345', '0.1', '-0'])
    expect(plain(t)).toBe(Number(t));
  for (let i = 0; i < 2000; i++) {
    const t = (((i * 7919.137) % 1000) - 500).toFixed(i % 12);
    expect(plain(t)).toBe(Number(t));
  }
  for (const t of ['', '-', '.', '-.', '1e5', ' 1', '1 ', '+1', '1.2.3', '--1', '1234567890123456'])
    expect(plain(t)).toBeNaN();
});

test('a double that does not fit is none', () => {
  expect(parseDoubleInRange('1e400')).toBeNaN();
  expect(parseDoubleInRange('-1e400')).toBeNaN();
  expect(parseDoubleInRange('1e-400')).toBeNaN();
  expect(parseDoubleInRange('0e10')).toBe(0);
  expect(parseDoubleInRange('0x0p1')).toBe(0);
  expect(parseDoubleInRange('-inf')).toBe(Number.NEGATIVE_INFINITY);
  expect(parseDoubleInRange('1e10')).toBe(1e10);
});

test('seventeen digits print as %.17g does', () => {
  const cases: [number, string][] = [
    [0.1, '0.10000000000000001'],
    [1, '1'],
    [-1.5, '-1.5'],
    [100, '100'],
    [1e16, '10000000000000000'],
    [1e17, '1e+17'],
    [1.5e300, '1.5000000000000001e+300'],
    [0.0001, '0.0001'],
    [0.00001, '1.0000000000000001e-05'],
    [3.0000000000000004, '3.0000000000000004'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ];
  for (const [d, text] of cases) expect(formatSeventeen(d)).toBe(text);
});
