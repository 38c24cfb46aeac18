import { illegalArgument } from '../errors/search-error.ts';
import { PRIMARY_TERM, ROUTING, SEQ_NO, VERSION } from '../index/segment/segment.ts';
import { hitContext, keepsSource, keywordValues } from '../search/fetch/hit.ts';
import type { RankedHit } from '../search/reduce.ts';
import type { FoundHit } from './request.ts';

/** What a search found, read from the segment it is in. */
export function foundHit({ result, hit }: RankedHit): FoundHit {
  const context = hitContext(result, hit);
  const { id, doc: row } = context;
  const { segment } = context.view;
  const { index } = result.context;
  return {
    index,
    id,
    routing: keywordValues(segment, ROUTING, row)[0],
    version: segment.internal(VERSION, row),
    seqNo: segment.internal(SEQ_NO, row),
    primaryTerm: segment.internal(PRIMARY_TERM, row),
    source: () => {
      if (keepsSource(context)) return context.source;
      throw illegalArgument(`[${index}][${id}] didn't store _source`);
    },
  };
}
