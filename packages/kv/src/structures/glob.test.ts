import { expect, test } from 'bun:test';
import { globMatch } from './glob.ts';

/** pattern, text, matches: checked against the reference. */
const CASES: readonly (readonly [string, string, boolean])[] = [
  ['*', 'anything', true],
  ['*', '', false],
  ['', '', true],
  ['a*', 'a', true],
  ['a**', 'a', true],
  ['a*b', 'ab', true],
  ['a*b', 'acb', true],
  ['a*b', 'acbc', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['h?llo', 'hello', true],
  ['h?llo', 'hllo', false],
  ['h[ae]llo', 'hallo', true],
  ['h[ae]llo', 'hillo', false],
  ['h[^e]llo', 'hello', false],
  ['h[^e]llo', 'hallo', true],
  ['h[a-c]llo', 'hbllo', true],
  ['h[c-a]llo', 'hbllo', true],
  ['[\\]]', ']', true],
  ['[a-]', '-', false],
  ['[a-]', ']', true],
  ['[ab', 'b', true],
  ['[', 'a', false],
  ['[^', 'a', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['a\\', 'a\\', true],
  ['[\x80-\xff]', '\xe9', true],
  ['a*?', 'ab', true],
  ['a*?', 'a', false],
];

test('globs match as the reference does', () => {
  for (const [pattern, text, matches] of CASES) {
    expect([pattern, text, globMatch(pattern, text)]).toEqual([pattern, text, matches]);
  }
});

test('case is folded on request, not for escaped bytes of a class', () => {
  expect(globMatch('MAX*', 'maxmemory', true)).toBe(true);
  expect(globMatch('[A-C]x', 'bX', true)).toBe(true);
  expect(globMatch('[\\A]', 'a', true)).toBe(false);
  expect(globMatch('MAX*', 'maxmemory')).toBe(false);
});

test('a pattern of many stars takes polynomial steps', () => {
  const pattern = `${'a*'.repeat(2000)}b`;
  expect(globMatch(pattern, 'a'.repeat(5000))).toBe(false);
});
