import { type Bitmap, countBits, intersect, subtract } from '../index/segment/bitmap.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { AndScorer } from './and-scorer.ts';
import { BitmapFilter, type BlockFilter, RangeFilter } from './block-filter.ts';
import {
  BitmapIterator,
  ConjunctionIterator,
  DisjunctionIterator,
  type DocIterator,
  PhraseIterator,
  RequiredOptionalIterator,
  TermIterator,
} from './doc-iterator.ts';
import { countUnion, matches, requiredShould } from './matches.ts';
import { OrScorer } from './or-scorer.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { PhraseScorer } from './phrase-scorer.ts';
import type { BoolQuery, PhraseQuery, Query, TermQuery } from './query.ts';
import type { Scorer } from './scorer.ts';
import type { Searcher } from './searcher.ts';
import { BitmapScorer, IteratorScorer } from './simple-scorers.ts';
import type { TermCursor } from './term-cursor.ts';
import { TermScorer } from './term-scorer.ts';

/** How the query is ranked in one segment. */
export interface Plan {
  readonly scorer: Scorer;
  /** How to count matches, to be called before `scorer` runs; undefined when that counts itself. */
  readonly count?: () => number;
}

/** A boolean query in parts: what scores, and what only decides. */
interface Parts {
  readonly must: readonly Query[];
  readonly should: readonly Query[];
  readonly wanted: number;
  readonly filters: readonly Query[];
  readonly mustNot: readonly Query[];
  readonly boost: number;
}

/**
 * Chooses the scorer: single terms, ORs and ANDs of terms and phrases have their own; filters,
 * deletions and must_not become one bitmap; everything else walks iterators. Undefined when nothing
 * in the segment can match.
 */
export function compile(searcher: Searcher, view: SearchView, query: Query): Plan | undefined {
  const parts = partsOf(query);
  const { must, should, wanted, boost } = parts;
  const scoring = [...must, ...should];
  const [first] = scoring;
  if (scoring.length === 1 && (must.length === 1 || wanted === 1)) {
    if (first?.kind === 'term') return termPlan(searcher, view, first, parts);
    if (first?.kind === 'phrase') return phrasePlan(searcher, view, first, parts);
  }
  const accept = acceptBits(searcher, view, parts);
  if (scoring.length === 0) {
    return {
      scorer: new BitmapScorer(accept ?? matches(searcher, view, ALL), 0),
    };
  }
  const isTerms = scoring.every(({ kind }) => kind === 'term');
  if (isTerms && must.length === 0 && wanted === 1) {
    const cursors = termCursors(searcher, view, should as readonly TermQuery[], boost);
    if (cursors.length === 0) return undefined;
    const { documents } = view.segment;
    const count = () => countUnion(cursors, documents, accept);
    return { scorer: new OrScorer(cursors, documents, accept), count };
  }
  if (isTerms && should.length === 0) {
    const cursors = termCursors(searcher, view, must as readonly TermQuery[], boost);
    if (cursors.length < must.length) return undefined;
    return { scorer: new AndScorer(cursors, accept) };
  }
  if (scoring.length === 1 && first !== undefined && isConstant(first)) {
    const bits = matches(searcher, view, first);
    if (accept !== undefined) intersect(bits, accept);
    const score = Math.fround(boost * (first.boost ?? 1));
    return { scorer: new BitmapScorer(bits, score) };
  }
  const iterator = boolIterator(searcher, view, parts);
  if (iterator === undefined) return undefined;
  return { scorer: new IteratorScorer(iterator, accept) };
}

const ALL: Query = { kind: 'match_all' };

type ConstantQuery = Exclude<Query, TermQuery | PhraseQuery | BoolQuery | { kind: 'match_none' }>;

function isConstant(query: Query): query is ConstantQuery {
  return !['term', 'phrase', 'bool', 'match_none'].includes(query.kind);
}

function partsOf(query: Query): Parts {
  if (query.kind !== 'bool') {
    return { must: [query], should: [], wanted: 0, filters: [], mustNot: [], boost: 1 };
  }
  const { must = [], should = [], filter = [], mustNot = [], boost = 1 } = query;
  const wanted = requiredShould(query);
  return { must, should, wanted, filters: filter, mustNot, boost };
}

/** Documents that live and pass filters and must_not; undefined when all do. */
function acceptBits(
  searcher: Searcher,
  view: SearchView,
  { filters, mustNot }: Pick<Parts, 'filters' | 'mustNot'>,
): Bitmap | undefined {
  const { live, segment } = view;
  let bits: Bitmap | undefined;
  for (const filter of filters) {
    const own = matches(searcher, view, filter);
    if (bits === undefined) bits = own;
    else intersect(bits, own);
  }
  if (mustNot.length > 0) {
    bits ??= matches(searcher, view, ALL);
    for (const clause of mustNot) subtract(bits, matches(searcher, view, clause));
  }
  for (const mask of [live, segment.roots]) {
    if (mask === undefined) continue;
    if (bits === undefined) bits = mask.slice();
    else intersect(bits, mask);
  }
  return bits;
}

function termPlan(
  searcher: Searcher,
  view: SearchView,
  query: TermQuery,
  parts: Parts,
): Plan | undefined {
  const [cursor] = termCursors(searcher, view, [query], parts.boost);
  if (cursor === undefined) return undefined;
  const blockFilters: BlockFilter[] = [];
  const rest: Query[] = [];
  for (const filter of parts.filters) {
    const own = columnFilter(searcher, view, filter, cursor);
    if (own === undefined) rest.push(filter);
    else blockFilters.push(own);
  }
  const bits = acceptBits(searcher, view, { filters: rest, mustNot: parts.mustNot });
  if (bits !== undefined) blockFilters.unshift(new BitmapFilter(bits));
  return { scorer: new TermScorer(cursor, blockFilters) };
}

/** Tests a range on the column itself where that is cheaper than making its bitmap. */
function columnFilter(
  searcher: Searcher,
  view: SearchView,
  filter: Query,
  cursor: TermCursor,
): BlockFilter | undefined {
  if (filter.kind !== 'range') return undefined;
  const { field, low, high } = filter;
  if (typeof low === 'bigint' || typeof high === 'bigint') return undefined;
  const column = view.segment.numeric(field);
  if (column?.order === undefined || column.meta.isMulti) return undefined;
  const { values, base, present } = column;
  if (values instanceof BigInt64Array) return undefined;
  if (searcher.filters.get(view.segment, `${field}:${low}:${high}`) !== undefined) return undefined;
  const [first, end] = column.range(low, high);
  if (end - first < cursor.df) return undefined;
  return new RangeFilter(values, present, low - base, high - base);
}

function termCursors(
  searcher: Searcher,
  view: SearchView,
  queries: readonly TermQuery[],
  boost: number,
): TermCursor[] {
  const cursors: TermCursor[] = [];
  for (const { field, term, boost: own = 1 } of queries) {
    const scores = searcher.scores(field, [term], own * boost);
    const cursor = scores && searcher.cursor(view, field, term, scores);
    if (cursor !== undefined) cursors.push(cursor);
  }
  return cursors;
}

function phrasePlan(
  searcher: Searcher,
  view: SearchView,
  query: PhraseQuery,
  parts: Parts,
): Plan | undefined {
  const phrase = phraseOf(searcher, view, query, parts.boost);
  if (phrase === undefined) return undefined;
  const accept = acceptBits(searcher, view, parts);
  return { scorer: new PhraseScorer(phrase.matcher, phrase.scores, accept) };
}

function phraseOf(searcher: Searcher, view: SearchView, query: PhraseQuery, boost: number) {
  const { field, terms, boost: own = 1 } = query;
  const all = terms.map(({ term }) => term);
  const scores = searcher.scores(field, all, own * boost);
  if (scores === undefined || !view.segment.field(field)?.meta.hasPositions) return undefined;
  const words: { cursor: TermCursor; position: number }[] = [];
  for (const { term, position } of terms) {
    const single = searcher.scores(field, [term], own * boost);
    const cursor = single && searcher.cursor(view, field, term, single);
    if (cursor === undefined) return undefined;
    words.push({ cursor, position });
  }
  return { matcher: new PhraseMatcher(words), scores };
}

/** The query as an iterator; undefined when nothing can match. Deletions are the caller's. */
function iteratorOf(
  searcher: Searcher,
  view: SearchView,
  query: Query,
  boost: number,
): DocIterator | undefined {
  if (query.kind === 'term') {
    const [cursor] = termCursors(searcher, view, [query], boost);
    return cursor && new TermIterator(cursor);
  }
  if (query.kind === 'phrase') {
    const phrase = phraseOf(searcher, view, query, boost);
    return phrase && new PhraseIterator(phrase.matcher, phrase.scores);
  }
  if (query.kind === 'bool') {
    const parts = partsOf(query);
    const own = boolIterator(searcher, view, { ...parts, boost: parts.boost * boost });
    const accept = acceptBits(searcher, view, parts);
    if (accept === undefined || own === undefined) return own;
    return new ConjunctionIterator([own, new BitmapIterator(accept, 0)]);
  }
  if (query.kind === 'match_none') return undefined;
  const bits = matches(searcher, view, query);
  return countBits(bits) === 0
    ? undefined
    : new BitmapIterator(bits, Math.fround(boost * (query.boost ?? 1)));
}

/** The scoring clauses of a boolean query, without its filters. */
function boolIterator(searcher: Searcher, view: SearchView, parts: Parts): DocIterator | undefined {
  const { must, should, wanted, boost } = parts;
  const of = (clause: Query) => iteratorOf(searcher, view, clause, boost);
  const required = must.map(of);
  if (required.some((iterator) => iterator === undefined)) return undefined;
  const all = required.filter((iterator) => iterator !== undefined);
  const optional = should.map(of).filter((iterator) => iterator !== undefined);
  if (optional.length < wanted) return undefined;
  if (wanted > 0) all.push(new DisjunctionIterator(optional, wanted));
  if (all.length === 0) all.push(new BitmapIterator(matches(searcher, view, ALL), 0));
  const main = all.length === 1 ? (all[0] as DocIterator) : new ConjunctionIterator(all);
  if (wanted > 0 || optional.length === 0) return main;
  return new RequiredOptionalIterator(main, new DisjunctionIterator(optional, 1));
}
