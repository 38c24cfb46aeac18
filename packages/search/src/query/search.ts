import { countBits, intersect } from '../index/segment/bitmap.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { compile } from './compile.ts';
import { matches } from './matches.ts';
import type { Query } from './query.ts';
import type { Searcher } from './searcher.ts';
import { type AfterHit, TopDocs } from './top-docs.ts';

/** Documents between two chances to let others have their turn. */
const SLICE_DOCUMENTS = 65_536;

export interface SearchOptions {
  /** How many of the best hits are wanted. */
  readonly k: number;
  readonly after?: AfterHit;
  /** Matches are counted up to here: exactly by default, 0 for not at all. */
  readonly countUpTo?: number;
}

export interface SearchResult {
  readonly hits: readonly { readonly doc: number; readonly score: number }[];
  readonly total: number;
  /** Whether `total` is a lower bound: counting stopped. */
  readonly isLowerBound: boolean;
}

/** The best hits of a shard, by score; yields between parts of the work and can be dropped there. */
export function* search(
  searcher: Searcher,
  query: Query,
  { k, after, countUpTo = Number.POSITIVE_INFINITY }: SearchOptions,
): Generator<void, SearchResult> {
  const top = new TopDocs(k, after);
  let total = 0;
  let isLowerBound = false;
  for (const [i, view] of searcher.views.entries()) {
    const plan = compile(searcher, view, query);
    if (plan === undefined) continue;
    const { scorer, count } = plan;
    const { documents } = view.segment;
    top.base = searcher.bases[i] as number;
    if (count !== undefined && total <= countUpTo) total += count();
    for (let end = 0; end < documents; ) {
      end = Math.min(documents, end + SLICE_DOCUMENTS);
      scorer.counting = count === undefined && total + scorer.total <= countUpTo;
      scorer.score(top, end);
      yield;
    }
    if (count !== undefined) continue;
    total += scorer.total;
    if (!scorer.counting) isLowerBound = true;
  }
  if (total > countUpTo) isLowerBound = true;
  return { hits: top.hits(), total: Math.min(total, countUpTo), isLowerBound };
}

/** Live matches in one segment. */
export function countMatches(searcher: Searcher, view: SearchView, query: Query): number {
  const { live, segment } = view;
  if (query.kind === 'match_all') return segment.liveRoots(live);
  const bits = matches(searcher, view, query);
  if (live !== undefined) intersect(bits, live);
  if (segment.roots !== undefined) intersect(bits, segment.roots);
  return countBits(bits);
}

/** How many live documents match; yields between segments. */
export function* countAll(searcher: Searcher, query: Query): Generator<void, number> {
  let total = 0;
  for (const view of searcher.views) {
    total += countMatches(searcher, view, query);
    yield;
  }
  return total;
}
