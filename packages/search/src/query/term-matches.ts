/** Documents that have terms of a set: in the inverted index or, without one, in the column. */
import { type Bitmap, setBit } from '../index/segment/bitmap.ts';
import type { KeywordColumn } from '../index/segment/column.ts';
import type { FieldPostings } from '../index/segment/field-postings.ts';
import { PostingsCursor } from '../index/segment/postings-cursor.ts';
import type { SearchView } from '../index/shard/documents.ts';
import type { Query } from './query.ts';

type TermSetQuery = Extract<
  Query,
  { kind: 'term' | 'terms' | 'synonym' | 'prefix' | 'term_range' | 'term_pattern' }
>;

/** What dictionaries of postings and of columns have in common. */
interface Dictionary {
  readonly size: number;
  lowerBound(key: Uint8Array): number;
  find(key: Uint8Array): number;
  termBytes(term: number): Uint8Array;
}

/** Sets the bits of documents that have one of the terms; `bits` is returned. */
export function termMatches({ segment }: SearchView, query: TermSetQuery, bits: Bitmap): Bitmap {
  const postings = segment.field(query.field);
  if (postings !== undefined) {
    for (const [first, end] of intervals(dictionaryOf(postings), query)) {
      uniteInterval(bits, postings, first, end);
    }
    return bits;
  }
  const column = segment.keyword(query.field);
  if (column !== undefined) uniteColumn(bits, column, query);
  return bits;
}

function dictionaryOf(from: FieldPostings | KeywordColumn): Dictionary {
  return {
    size: 'meta' in from && 'df' in from ? from.meta.terms : (from as KeywordColumn).termCount,
    lowerBound: (key) => from.lowerBound(key),
    find: (key) => from.find(key),
    termBytes: (term) => from.termBytes(term),
  };
}

/** The terms of a query as intervals [first, end) of the dictionary. */
function* intervals(terms: Dictionary, query: TermSetQuery): Generator<[number, number]> {
  switch (query.kind) {
    case 'term':
    case 'terms':
    case 'synonym':
      for (const key of query.kind === 'term' ? [query.term] : query.terms) {
        const term = terms.find(key);
        if (term >= 0) yield [term, term + 1];
      }
      return;
    case 'term_range':
      yield [
        query.from === undefined ? 0 : terms.lowerBound(query.from),
        query.to === undefined ? terms.size : terms.lowerBound(query.to),
      ];
      return;
    case 'prefix':
      yield prefixInterval(terms, query.prefix);
      return;
    case 'term_pattern': {
      const [first, end] = prefixInterval(terms, query.prefix);
      for (let term = first; term < end; term += 1) {
        if (query.accepts(terms.termBytes(term))) yield [term, term + 1];
      }
    }
  }
}

/** The terms that start with `prefix`, as [first, one after the last]. */
export function prefixInterval(
  terms: Pick<Dictionary, 'size' | 'lowerBound'>,
  prefix: Uint8Array,
): [number, number] {
  const next = prefix.slice();
  let length = next.length;
  // The successor of a prefix: its last byte that can grow, grown, and nothing behind it.
  while (length > 0 && next[length - 1] === 255) length -= 1;
  if (length === 0) return [terms.lowerBound(prefix), terms.size];
  next[length - 1] = (next[length - 1] as number) + 1;
  return [terms.lowerBound(prefix), terms.lowerBound(next.subarray(0, length))];
}

/** Fields without an inverted index: which ordinals are wanted, then one pass over the values. */
function uniteColumn(bits: Bitmap, column: KeywordColumn, query: TermSetQuery): void {
  const wanted = new Uint8Array(column.termCount);
  let any = false;
  for (const [first, end] of intervals(dictionaryOf(column), query)) {
    wanted.fill(1, first, end);
    any ||= end > first;
  }
  if (!any) return;
  const { ordinals, documents } = column;
  for (let doc = 0; doc < documents; doc += 1) {
    const end = column.endValue(doc);
    for (let i = column.firstValue(doc); i < end; i += 1) {
      if (wanted[ordinals[i] as number] === 1) setBit(bits, doc);
    }
  }
}

export function uniteInterval(
  bits: Bitmap,
  postings: FieldPostings,
  first: number,
  end: number,
): void {
  let cursor: PostingsCursor | undefined;
  for (let term = first; term < end; term += 1) {
    if (postings.df[term] === 1) {
      setBit(bits, postings.lastDoc[postings.firstBlock[term] as number] as number);
      continue;
    }
    if (cursor === undefined) cursor = new PostingsCursor(postings, term);
    else cursor.reset(postings, term);
    unitePostings(bits, cursor);
  }
}

/** Adds a term's documents: by words for a dense one, by block for others. */
export function unitePostings(bits: Bitmap, cursor: PostingsCursor): void {
  const { bitmaps, bitmapWords: words } = cursor.postings;
  if (cursor.bitmap >= 0) {
    const from = cursor.bitmap;
    for (let i = 0; i < words; i += 1)
      bits[i] = (bits[i] as number) | (bitmaps[from + i] as number);
    return;
  }
  for (let block = cursor.firstBlock; block < cursor.endBlock; block += 1) {
    cursor.load(block);
    const { docs, n } = cursor;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      bits[doc >> 5] = (bits[doc >> 5] as number) | (1 << (doc & 31));
    }
  }
}
