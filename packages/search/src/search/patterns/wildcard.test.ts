import { expect, test } from 'bun:test';
import { wildcardPattern, wildcardTest } from './wildcard.ts';

test('patterns of queries', () => {
  for (const [pattern, text, matches, head] of [
    ['a*c', 'abc', true, 'a'],
    ['a*c', 'ac', true, 'a'],
    ['a?c', 'ac', false, 'a'],
    ['a?c', 'a🙂c', true, 'a'],
    ['*b*b', 'abxb', true, ''],
    ['a\\*', 'a*', true, 'a*'],
    ['a\\*', 'ab', false, 'a*'],
    ['', '', true, ''],
  ] as const) {
    const compiled = wildcardPattern(pattern);
    expect([compiled.test(text), compiled.head], `${pattern} ${text}`).toEqual([matches, head]);
  }
  expect(wildcardPattern('A*', true).test('abc')).toBe(true);
});

test('a pattern of many stars takes no time to fail', () => {
  const { test: matches } = wildcardPattern(`${'a*'.repeat(200)}b`);
  expect(matches('a'.repeat(20_000))).toBe(false);
});

test('names know only stars', () => {
  expect(wildcardTest('a?*')('a?b')).toBe(true);
  expect(wildcardTest('a.b')('axb')).toBe(false);
});
