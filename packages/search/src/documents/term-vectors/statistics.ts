/** How often terms are in a shard, deleted documents included until a merge drops them. */
import { NO_MORE_DOCS, PostingsCursor } from '../../index/segment/postings-cursor.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import type { FieldTotals } from './request.ts';

export function fieldTotals(views: readonly SearchView[], field: string): FieldTotals {
  let docCount = 0;
  let sumDocFreq = 0;
  let sumTotalTermFreq = 0;
  let isKnown = false;
  for (const { segment } of views) {
    const meta = segment.field(field)?.meta;
    if (meta === undefined) continue;
    isKnown = true;
    docCount += meta.docCount;
    sumDocFreq += meta.sumDocFreq;
    sumTotalTermFreq += meta.hasFreqs ? meta.sumTotalTermFreq : meta.sumDocFreq;
  }
  return isKnown
    ? { docCount, sumDocFreq, sumTotalTermFreq }
    : { docCount: -1, sumDocFreq: -1, sumTotalTermFreq: -1 };
}

export function docFreq(views: readonly SearchView[], field: string, term: Uint8Array): number {
  let sum = 0;
  for (const { segment } of views) {
    const postings = segment.field(field);
    const number = postings?.find(term) ?? -1;
    if (postings !== undefined && number >= 0) sum += postings.df[number] as number;
  }
  return sum;
}

/** Yields now and then: a common term has many postings. */
export function* totalTermFreq(
  views: readonly SearchView[],
  field: string,
  term: Uint8Array,
): Generator<void, number> {
  let sum = 0;
  for (const { segment } of views) {
    const postings = segment.field(field);
    const number = postings?.find(term) ?? -1;
    if (postings === undefined || number < 0) continue;
    if (!postings.meta.hasFreqs) {
      sum += postings.df[number] as number;
      continue;
    }
    const cursor = new PostingsCursor(postings, number);
    let steps = 0;
    while (cursor.next() !== NO_MORE_DOCS) {
      sum += cursor.freq();
      steps += 1;
      if ((steps & 4095) === 0) yield;
    }
  }
  return sum;
}
