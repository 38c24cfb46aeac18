import { matchBlocks } from './match-blocks.ts';
import type { Query } from './query.ts';
import type { Searcher } from './searcher.ts';
import type { SortField, SortValue } from './sort-key.ts';
import type { SortedHit, SortedOptions, SortedResult } from './sorted-search.ts';

/** Whether hits come in the order of documents and nothing else. */
export function isByDoc(sort: readonly SortField[]): boolean {
  const [first] = sort;
  return sort.length === 1 && first?.field === '_doc' && first.order === 'asc';
}

/** The first k documents behind the last page; all others are only counted. */
export function* inDocOrder(
  searcher: Searcher,
  query: Query,
  { k, sort, after }: SortedOptions,
): Generator<void, SortedResult> {
  const offset = sort[0]?.offset ?? 0;
  const last = after === undefined ? -1 : Number(after[0] as SortValue) - offset;
  const hits: SortedHit[] = [];
  let total = 0;
  for (const [i, view] of searcher.views.entries()) {
    const base = searcher.bases[i] as number;
    const blocks = matchBlocks(searcher, view, query);
    for (let n = blocks.next(); n > 0; n = blocks.next()) {
      total += n;
      yield;
      if (hits.length >= k || base + (blocks.docs[n - 1] as number) <= last) continue;
      for (let j = 0; j < n && hits.length < k; j += 1) {
        const doc = base + (blocks.docs[j] as number);
        if (doc > last) hits.push({ doc, values: [doc + offset] });
      }
    }
  }
  return { hits, total };
}
