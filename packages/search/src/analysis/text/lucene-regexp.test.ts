import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { LuceneRegExp } from './lucene-regexp.ts';

const matches = (expression: string, text: string) => new LuceneRegExp(expression).matches(text);

test('intervals hold the numbers between their bounds', () => {
  for (const [from, to] of [
    ['7', '1203'],
    ['03', '27'],
    ['0', '0'],
    ['95', '105'],
  ] as const) {
    const compiled = new LuceneRegExp(`<${from}-${to}>`);
    for (let n = 0; n < 1300; n += 1) {
      const text = from.length === to.length ? String(n).padStart(from.length, '0') : String(n);
      expect([text, compiled.matches(text)]).toEqual([text, n >= Number(from) && n <= Number(to)]);
    }
  }
  expect(matches('<1-99>', '007')).toBe(true);
  expect(matches('<01-99>', '7')).toBe(false);
});

test('what would backtrack for ever does not', () => {
  expect(matches('(a+)+b', 'a'.repeat(1000))).toBe(false);
  expect(matches('(.*a){12}.*', 'a'.repeat(500))).toBe(true);
  expect(matches('(a|b|ab)*c', 'ab'.repeat(500))).toBe(false);
  expect(matches('<1-999999999>', '123456')).toBe(true);
  expect(matches('((a{1,100}){1,100}){1,100}', 'aaaaa')).toBe(true);
  expect(matches('(){1,999999999}', '')).toBe(true);
});

test('what has too many states is refused', () => {
  for (const expression of ['a{1,999999999}', '(a?){500000}']) {
    expect(() => new LuceneRegExp(expression)).toThrow('Determinizing automaton');
  }
  const random = seededRandom('states');
  const text = Array.from({ length: 3000 }, () => (random() < 0.5 ? 'a' : 'b')).join('');
  expect(() => matches('(a|b)*a(a|b){400}c', text)).toThrow('Determinizing automaton');
});
