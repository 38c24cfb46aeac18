import { expect, test } from 'bun:test';
import { decimalDigits, grisuDigits } from './grisu.ts';
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

test('where Grisu2 is not the closest or the shortest, neither are we', () => {
  const cases: [number, string][] = [
    [1692529654319519 + 0.25, '1692529654319519.3'],
    [86231397158049.875, '86231397158049.87'],
    [1790762759708449 + 0.75, '1790762759708449.7'],
    [45644844866703904, '45644844866703904'],
    [5e-324, '5e-324'],
    [2.2250738585072014e-308, '2.2250738585072014e-308'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
  ];
  for (const [d, text] of cases) expect(shortestDouble(d)).toBe(text);
});

test('every printed double reads back', () => {
  const d = new Float64Array(1);
  const words = new Uint32Array(d.buffer);
  let x = 12345;
  for (let i = 0; i < 20000; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    if (i % 2 === 0) words[i & 2 ? 1 : 0] = x;
    else d[0] = (x % 1_000_000) / 10 ** (x % 9);
    const value = d[0] as number;
    if (!Number.isFinite(value)) continue;
    expect(Number(shortestDouble(value))).toBe(value);
    const [digits, scale] = decimalDigits(Math.abs(value) || 1);
    const [long, longScale] = grisuDigits(Math.abs(value) || 1);
    expect(`${BigInt(digits)}e${scale}`).toBe(`${BigInt(long)}e${longScale}`);
  }
});
