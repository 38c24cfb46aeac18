import { describe, expect, test } from 'bun:test';
import type { Part } from './clauses.ts';
import { parseSimple } from './simple-syntax.ts';
import { parseQueryString } from './syntax.ts';

const SIGNS = { must: '+', should: '', must_not: '-' } as const;

/** A parsed string in one line. */
function shown(parts: readonly Part[]): string {
  return parts
    .map(({ clause, field, boost, occur }) => {
      const head = `${SIGNS[occur]}${field === undefined ? '' : `${field}:`}`;
      const tail = boost === 1 ? '' : `^${boost}`;
      switch (clause.kind) {
        case 'words':
          return `${head}<${clause.words.map(({ text }) => text).join(' ')}>${tail}`;
        case 'phrase':
          return `${head}"${clause.text}"${clause.slop === undefined ? '' : `~${clause.slop}`}${tail}`;
        case 'group':
          return `${head}(${shown(clause.clauses)})${tail}`;
        case 'range':
          return `${head}${clause.includeFrom ? '[' : '{'}${clause.from ?? '*'} ${clause.to ?? '*'}${clause.includeTo ? ']' : '}'}`;
        case 'fuzzy':
          return `${head}${clause.text}~${clause.edits ?? ''}${tail}`;
        case 'all':
          return `${head}*:*`;
        case 'exists':
          return `${head}exists(${clause.field})`;
        default:
          return `${head}${clause.kind}(${clause.text})${tail}`;
      }
    })
    .join(' ');
}

describe('query strings', () => {
  for (const [text, wanted] of [
    ['quick brown', '<quick brown>'],
    ['a AND b OR c', '+<a> +<b> <c>'],
    ['a && !b', '+<a> -<b>'],
    ['+a -b c', '+<a> -<b> <c>'],
    ['title:(a b^2) "x y"~3^4', 'title:(title:<a> title:<b>^2) "x y"~3^4'],
    ['n:[1 TO 5} n:>=3 n:<"7 8"', 'n:[1 5} n:[3 *] n:{* 7 8}'],
    ['qu?ck bro* /jo[hn]/ roam~1', 'wildcard(qu?ck) prefix(bro) regexp(jo[hn]) roam~1'],
    ['a\\:b \\(c\\)', '<a:b (c)>'],
    ['*:* _exists_:name', '*:* _exists_:exists(name)'],
    ['e-mail a+b', '<e-mail a+b>'],
    ['NOT a ANDROID', '-<a> <ANDROID>'],
    ['title:a b c', 'title:<a> <b c>'],
    ['a b AND c d', '<a> +<b> +<c> <d>'],
  ] as const) {
    test(text, () => {
      expect(shown(parseQueryString(text, false))).toBe(wanted);
    });
  }

  test('what makes no sense is refused', () => {
    for (const text of ['(a', 'a:', '"a', '[1 TO', 'a^', 'a\\', ')', 'AND'.padStart(200, '(')]) {
      expect(() => parseQueryString(text, false), text).toThrow('Cannot parse');
    }
  });
});

test('simple query strings are never wrong', () => {
  const all = new Set(['ALL'] as const);
  const json = (text: string) => JSON.stringify(parseSimple(text, false, all));
  expect(parseSimple('a + b | c', false, all)).toEqual({
    kind: 'any',
    nodes: [
      {
        kind: 'all',
        nodes: [
          { kind: 'word', text: 'a' },
          { kind: 'word', text: 'b' },
        ],
      },
      { kind: 'word', text: 'c' },
    ],
  });
  expect(parseSimple('-"a b"~2 pre* wrod~1', true, all)).toEqual({
    kind: 'all',
    nodes: [
      { kind: 'not', node: { kind: 'phrase', text: 'a b', slop: 2 } },
      { kind: 'prefix', text: 'pre' },
      { kind: 'fuzzy', text: 'wrod', edits: 1 },
    ],
  });
  for (const text of ['((((', '"', '~', '+|-', ')a(', '\\', '-', '*', '']) json(text);
});
