import { type Bitmap, hasBit } from '../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../index/segment/postings-cursor.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { iteratorOf } from './iterate.ts';
import type { Query } from './query.ts';
import type { Searcher } from './searcher.ts';
import { type SortReader, sortReader } from './sort-key.ts';
import { SortedHits, type SortedOptions } from './sorted-search.ts';

/** Told of every match, ascending; false ends the search. */
export type EachMatch = (view: SearchView, base: number, doc: number, score: number) => boolean;

const SLICE_MATCHES = 4096;

/** Every live match with its score: for orders and bounds that no ranking scorer serves. */
export function* eachMatch(
  searcher: Searcher,
  query: Query,
  each: EachMatch,
): Generator<void, void> {
  let since = 0;
  for (const [i, view] of searcher.views.entries()) {
    const iterator = iteratorOf(searcher, view, query, 1);
    if (iterator === undefined) continue;
    const { live, segment } = view;
    const masks = [live, segment.roots].filter((mask): mask is Bitmap => mask !== undefined);
    const base = searcher.bases[i] as number;
    for (let doc = iterator.advance(0); doc !== NO_MORE_DOCS; doc = iterator.advance(doc + 1)) {
      if (masks.some((mask) => !hasBit(mask, doc))) continue;
      if (!each(view, base, doc, Math.fround(iterator.score()))) return;
      since += 1;
      if (since % SLICE_MATCHES === 0) yield;
    }
    yield;
  }
}

export interface ScoredOptions extends SortedOptions {
  readonly minScore?: number;
  /** Ends the search after so many matches. */
  readonly terminateAfter?: number;
}

export interface ScoredResult {
  readonly hits: readonly ScoredHit[];
  readonly total: number;
  readonly maxScore: number | undefined;
  readonly isTerminated: boolean;
}

export interface ScoredHit {
  readonly doc: number;
  readonly score: number;
  readonly values: readonly (number | bigint | string | null)[];
}

/** Hits in any order that scores may be part of; every match is scored. */
export function* scoredSearch(
  searcher: Searcher,
  query: Query,
  options: ScoredOptions,
): Generator<void, ScoredResult> {
  const { minScore = Number.NEGATIVE_INFINITY, terminateAfter = 0, sort } = options;
  const hits = new SortedHits(options);
  const scores = new Map<number, number>();
  let current = 0;
  let total = 0;
  let maxScore: number | undefined;
  let isTerminated = false;
  let readersOf: SearchView | undefined;
  let readers: SortReader[] = [];
  yield* eachMatch(searcher, query, (view, base, doc, score) => {
    if (score < minScore) return true;
    if (terminateAfter > 0 && total >= terminateAfter) {
      isTerminated = true;
      return false;
    }
    total += 1;
    if (maxScore === undefined || score > maxScore) maxScore = score;
    if (readersOf !== view) {
      readersOf = view;
      readers = sort.map((field) =>
        field.field === '_score' ? () => current : sortReader(view.segment, field, base),
      );
    }
    current = score;
    if (hits.offer(base + doc, doc, readers)) scores.set(base + doc, score);
    return true;
  });
  const list = hits.list.map(({ doc, values }) => ({
    doc,
    values,
    score: scores.get(doc) as number,
  }));
  return { hits: list, total, maxScore, isTerminated };
}
