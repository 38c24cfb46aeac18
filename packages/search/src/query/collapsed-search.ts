import type { SearchView } from '../index/shard/documents.ts';
import type { Query } from './query.ts';
import {
  eachMatch,
  type ScoredHit,
  type ScoredOptions,
  type ScoredResult,
} from './scored-search.ts';
import type { Searcher } from './searcher.ts';
import {
  compareValues,
  type SortField,
  type SortReader,
  type SortValue,
  sortReader,
} from './sort-key.ts';

export interface CollapsedHit extends ScoredHit {
  readonly group: SortValue;
}

export interface CollapsedOptions extends ScoredOptions {
  /** The field whose values make the groups; documents without one are a group. */
  readonly group: SortField;
}

/** Groups beyond those that can rank are forgotten at this multiple of what is asked for. */
const ROOM = 4;
const MIN_ROOM = 1024;

/**
 * The best hit of every group, in order. A group that was forgotten because others were better
 * comes back when it has a better hit, which then is its best.
 */
export function* collapsedSearch(
  searcher: Searcher,
  query: Query,
  options: CollapsedOptions,
): Generator<void, ScoredResult & { readonly hits: readonly CollapsedHit[] }> {
  const { k, sort, group, after, minScore = Number.NEGATIVE_INFINITY } = options;
  const best = new Map<SortValue, CollapsedHit>();
  const room = Math.max(MIN_ROOM, k * ROOM);
  let total = 0;
  let maxScore: number | undefined;
  let current = 0;
  let readersOf: SearchView | undefined;
  let readers: SortReader[] = [];
  let groupOf: SortReader = () => null;
  const compare = (a: readonly SortValue[], b: readonly SortValue[]) => {
    for (const [i, field] of sort.entries()) {
      const difference = compareValues(a[i] ?? null, b[i] ?? null, field);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const ranked = () =>
    [...best.values()].sort((a, b) => compare(a.values, b.values) || a.doc - b.doc).slice(0, k);
  yield* eachMatch(searcher, query, (view, base, doc, score) => {
    if (score < minScore) return true;
    total += 1;
    if (maxScore === undefined || score > maxScore) maxScore = score;
    if (readersOf !== view) {
      readersOf = view;
      groupOf = sortReader(view.segment, group);
      readers = sort.map((field) =>
        field.field === '_score' ? () => current : sortReader(view.segment, field, base),
      );
    }
    current = score;
    const values = readers.map((read) => read(doc));
    if (after !== undefined && compare(values, after) <= 0) return true;
    const key = groupOf(doc);
    const known = best.get(key);
    if (known !== undefined && compare(known.values, values) <= 0) return true;
    best.set(key, { doc: base + doc, score, values, group: key });
    if (best.size > room) {
      const kept = ranked();
      best.clear();
      for (const hit of kept) best.set(hit.group, hit);
    }
    return true;
  });
  return { hits: ranked(), total, maxScore, isTerminated: false };
}
