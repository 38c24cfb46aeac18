import { runToEnd } from '@tandem/search/index/run-to-end.ts';
import type { Query } from '@tandem/search/query/query.ts';
import { search } from '@tandem/search/query/search.ts';
import type { Searcher } from '@tandem/search/query/searcher.ts';
import type { SortField } from '@tandem/search/query/sort-key.ts';
import { sortedSearch } from '@tandem/search/query/sorted-search.ts';

const encoder = new TextEncoder();
const term = (field: string, word: string): Query => ({
  kind: 'term',
  field,
  term: encoder.encode(word),
});

/** The query of a line of queries.tsv; undefined for types that are not searches for hits. */
export function queryOf(type: string, argument: string): Query | undefined {
  const words = argument.split(' ');
  const [first = '', second = '', third = ''] = words;
  if (type === 'match_all') return { kind: 'match_all' };
  if (type.startsWith('agg')) return undefined;
  if (type === 'sort_num_all') return { kind: 'match_all' };
  const terms = words.map((word) => term('body', word));
  if (type.startsWith('or')) return { kind: 'bool', should: terms };
  if (type.startsWith('and')) return { kind: 'bool', must: terms };
  if (type.startsWith('phrase')) {
    const placed = words.map((word, position) => ({ term: encoder.encode(word), position }));
    return { kind: 'phrase', field: 'body', terms: placed };
  }
  if (type.startsWith('prefix')) {
    return { kind: 'prefix', field: 'body', prefix: encoder.encode(argument) };
  }
  if (type === 'range_only') return range(first, second);
  const must = [term('body', first)];
  if (type.endsWith('_range')) return { kind: 'bool', must, filter: [range(second, third)] };
  if (type.endsWith('_tag')) return { kind: 'bool', must, filter: [term('tag', second)] };
  return term('body', first);
}

const range = (low: string, high: string): Query => ({
  kind: 'range',
  field: 'num',
  low: Number(low),
  high: Number(high),
});

/** The reference engine's BM25 has this factor, Lucene's own, on the other side, has not. */
const SCORE_FACTOR = 2.2;
const BY_NUM: readonly SortField[] = [{ field: 'num', order: 'desc' }];

/** A result by score, or by field and then without scores. */
interface Found {
  readonly total: number;
  readonly hits: readonly { readonly doc: number; readonly score?: number }[];
}

const COUNTED_TO = 10_000;
/** However slow a query is: the best of two says nothing. */
const LEAST_TIMES = 6;
const isThresholded = (type: string) => /^(?:term|or|and|phrase|match_all)/.test(type);

/** Times every query type as the Lucene side does; prints one row for each type and way to count. */
export function runQueries(
  searcher: Searcher,
  types: ReadonlyMap<string, readonly string[]>,
  seconds: number,
  print: (row: object) => void,
): void {
  for (const isWarmUp of [true, false]) {
    for (const [type, lines] of types) {
      const queries = lines
        .map((line) => queryOf(type, line))
        .filter((query) => query !== undefined);
      if (queries.length < lines.length) continue;
      for (const exact of isThresholded(type) ? [true, false] : [true]) {
        const options = exact ? { k: 10 } : { k: 10, countUpTo: COUNTED_TO };
        const once = (query: Query) =>
          type.startsWith('sort')
            ? runToEnd(sortedSearch(searcher, query, { k: 10, sort: BY_NUM }))
            : runToEnd(search(searcher, query, options));
        const row = time(queries, once, seconds * (isWarmUp ? 0.75 : 1));
        if (!isWarmUp) print({ kind: 'query', type, exact, ...row });
      }
    }
  }
}

function time(queries: readonly Query[], once: (query: Query) => Found, seconds: number) {
  const isConstant = ['match_all', 'prefix', 'range'].includes((queries[0] as Query).kind);
  const times: number[][] = queries.map(() => []);
  let hits = 0;
  let topsum = 0;
  const started = performance.now();
  for (
    let i = 0;
    i < queries.length * LEAST_TIMES || performance.now() - started < seconds * 1000;
    i += 1
  ) {
    const at = i % queries.length;
    const before = performance.now();
    const result = once(queries[at] as Query);
    (times[at] as number[]).push(performance.now() - before);
    if (i >= queries.length) continue;
    hits += result.total;
    topsum += result.hits[0]?.score ?? 0;
  }
  const mean = (share: number) => {
    const picked = times.map(
      (own) => own.sort((a, b) => a - b)[Math.floor(own.length * share)] ?? 0,
    );
    return (
      Math.round((picked.reduce((sum, value) => sum + value, 0) / picked.length) * 10_000) / 10
    );
  };
  return {
    best_us: mean(0.1),
    avg_us: mean(0.5),
    hits,
    topsum: Math.round((topsum / (isConstant ? 1 : SCORE_FACTOR)) * 1000) / 1000,
  };
}
