import { expect, test } from 'bun:test';
import { createRegistry } from '../analysis/builtin.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { FieldMapping } from './index-mapping.ts';

const FIELDS = `{"properties":{
  "plain":{"type":"text"},
  "own":{"type":"text","analyzer":"whitespace"},
  "split":{"type":"text","analyzer":"whitespace","search_analyzer":"simple"},
  "quoted":{"type":"text","analyzer":"whitespace","search_analyzer":"simple","search_quote_analyzer":"keyword"},
  "tag":{"type":"keyword"},
  "low":{"type":"keyword","normalizer":"lowercase"},
  "words":{"type":"keyword","normalizer":"lowercase","split_queries_on_whitespace":true},
  "typed":{"type":"search_as_you_type","max_shingle_size":2},
  "number":{"type":"long"},
  "also":{"type":"alias","path":"own"}
}}`;

function names(settings: Record<string, string> = {}) {
  const mapping = FieldMapping.parse(
    parseJson(FIELDS) as JsonObject,
    new Map(Object.entries(settings)),
    createRegistry(),
  );
  return (path: string) => {
    const found = mapping.analyzers(path);
    return found && [found.index.name, found.search.name, found.searchQuote.name].join(' ');
  };
}

test('a field names its analyzers, or has those of its index', () => {
  const of = names();
  expect(of('plain')).toBe('standard standard standard');
  expect(of('own')).toBe('whitespace whitespace whitespace');
  expect(of('also')).toBe('whitespace whitespace whitespace');
  expect(of('split')).toBe('whitespace simple simple');
  expect(of('quoted')).toBe('whitespace simple keyword');
  expect(of('tag')).toBe('keyword keyword keyword');
  expect(of('low')).toBe('lowercase lowercase lowercase');
  expect([of('number'), of('none'), of('typed._3gram')]).toEqual([undefined, undefined, undefined]);
});

test('defaults of the index hold for fields that name none', () => {
  const of = names({
    'index.analysis.analyzer.default.type': 'simple',
    'index.analysis.analyzer.default_search.type': 'stop',
  });
  expect(of('plain')).toBe('default default_search default_search');
  expect(of('own')).toBe('whitespace whitespace whitespace');
});

test('parts of fields, and keywords that split their queries', () => {
  const mapping = FieldMapping.parse(parseJson(FIELDS) as JsonObject, new Map(), createRegistry());
  const terms = (path: string, kind: 'index' | 'search') =>
    mapping.analyzers(path)?.[kind].terms('A b C');
  expect(terms('words', 'index')).toEqual(['a b c']);
  expect(terms('words', 'search')).toEqual(['a', 'b', 'c']);
  expect(terms('typed._2gram', 'search')).toEqual(['a b', 'b c']);
  expect(terms('typed._index_prefix', 'search')).toEqual(['a b', 'b c']);
  expect(terms('typed._index_prefix', 'index')).toEqual([
    ...['a', 'a ', 'a b'],
    ...['b', 'b ', 'b c'],
    'c',
  ]);
  expect(mapping.analyzers('typed._2gram')).toBe(mapping.analyzers('typed._2gram') as never);
});
