import { expect, test } from 'bun:test';
import { readBunSummary } from './bun-summary.ts';

const summary = (lines: string[]) => `${lines.join('\n')}\nRan 5 tests across 2 files. [12.00ms]\n`;

test('counts passes and failures', () => {
  const output = summary(['(pass) a', '', ' 1,000 expect() calls', ' 12 pass', ' 3 fail']);
  expect(readBunSummary(output, 1)).toEqual({ passed: 12, failed: 3, skipped: [] });
});

test('names what was skipped', () => {
  const output = summary(['(skip) group > one', '(todo) two', ' 2 pass', ' 1 skip', ' 0 fail']);
  expect(readBunSummary(output, 0).skipped).toEqual(['group > one', 'two']);
});

test('a run that died before its summary is a failure, whatever its exit code', () => {
  expect(readBunSummary('(pass) a\n', 0)).toEqual({ passed: 0, failed: 1, skipped: [] });
});

test('a non-zero exit code is never a success', () => {
  expect(readBunSummary(summary([' 4 pass', ' 0 fail']), 1).failed).toBe(1);
});

test('reads through colours', () => {
  const output = summary(['\x1b[0m\x1b[32m 7 pass\x1b[0m', '\x1b[0m\x1b[31m 1 fail\x1b[0m']);
  expect(readBunSummary(output, 1)).toEqual({ passed: 7, failed: 1, skipped: [] });
});
