import { type Bitmap, intersect } from '../index/segment/bitmap.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { AndScorer } from './and-scorer.ts';
import { BitmapFilter, type BlockFilter, RangeFilter } from './block-filter.ts';
import {
  ALL,
  boolIterator,
  filterBits,
  type Parts,
  partsOf,
  phraseOf,
  termCursors,
} from './iterate.ts';
import { countUnion, matches } from './matches.ts';
import { OrScorer } from './or-scorer.ts';
import { PhraseScorer } from './phrase-scorer.ts';
import type { PhraseQuery, Query, TermQuery } from './query.ts';
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

/** Kinds whose matches all score alike. */
type ConstantQuery = Exclude<Query, { kind: (typeof SCORING)[number] }>;

const SCORING = [
  'term',
  'synonym',
  'phrase',
  'spread_phrase',
  'bool',
  'dis_max',
  'boosting',
  'nested',
  'own',
  'match_none',
] as const;

function isConstant(query: Query): query is ConstantQuery {
  return !(SCORING as readonly string[]).includes(query.kind);
}

/** Documents that live and pass filters and must_not; undefined when all do. */
function acceptBits(
  searcher: Searcher,
  view: SearchView,
  parts: Pick<Parts, 'filters' | 'mustNot'>,
): Bitmap | undefined {
  let bits = filterBits(searcher, view, parts);
  for (const mask of [view.live, view.segment.roots]) {
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
