import { expect, test } from 'bun:test';
import { DecimalFormat } from './decimal-format.ts';

test('numbers are printed as java.text.DecimalFormat prints them', () => {
  for (const [pattern, value, text] of [
    ['Value is ##0.0', 50, 'Value is 50.0'],
    ['#,##0.00', 1234567.891, '1,234,567.89'],
    ['0.0%', 0.1234, '12.3%'],
    ['000', 7, '007'],
    ['#.##', 0.5, '.5'],
    ['#', 0, '0'],
    ['0.#', 2.5, '2.5'],
    ['0', 2.5, '2'],
    ['0', 3.5, '4'],
    ['0.00', -1.005, '-1.00'],
    ['0.###E0', 12345, '1.234E4'],
    ['#0;(#0)', -12, '(12)'],
    ["'#'#", 12, '#12'],
    ['$0', 1e21, '$1000000000000000000000'],
  ] as const) {
    expect(new DecimalFormat(pattern).print(value), `${pattern} ${value}`).toBe(text);
  }
});

test('and read back', () => {
  expect(new DecimalFormat('#,##0.00').parse('1,234.50')).toBe(1234.5);
  expect(new DecimalFormat('Value is ##0.0').parse('Value is 3.0')).toBe(3);
  expect(new DecimalFormat('0').parse('x')).toBeUndefined();
});
