import type { Bitmap } from '../../../index/segment/bitmap.ts';
import type { FieldPostings } from '../../../index/segment/field-postings.ts';
import { PostingsCursor } from '../../../index/segment/postings-cursor.ts';
import type { Segment } from '../../../index/segment/segment.ts';

/** Terms by document, as numbers in a sorted dictionary: what a keyword column is. */
export interface OrdinalColumn {
  readonly ordinals: Uint8Array | Uint16Array | Uint32Array;
  readonly starts: Uint32Array | undefined;
  readonly present: Bitmap | undefined;
  readonly termCount: number;
  firstValue(doc: number): number;
  endValue(doc: number): number;
  termBytes(ordinal: number): Uint8Array;
  find(term: Uint8Array): number;
}

/** The inverted index of a field turned round: for text whose mapping allows it. */
class UninvertedColumn implements OrdinalColumn {
  readonly ordinals: Uint32Array;
  readonly starts: Uint32Array;
  readonly present = undefined;
  readonly termCount: number;

  constructor(
    private readonly postings: FieldPostings,
    documents: number,
  ) {
    const { terms } = postings.meta;
    this.termCount = terms;
    const starts = new Uint32Array(documents + 1);
    eachPosting(postings, (_, doc) => {
      starts[doc + 1] = (starts[doc + 1] as number) + 1;
    });
    for (let doc = 0; doc < documents; doc += 1) {
      starts[doc + 1] = (starts[doc + 1] as number) + (starts[doc] as number);
    }
    this.starts = starts;
    this.ordinals = new Uint32Array(starts[documents] as number);
    const next = starts.slice();
    // Terms come in order, so that every document's do.
    eachPosting(postings, (term, doc) => {
      const at = next[doc] as number;
      this.ordinals[at] = term;
      next[doc] = at + 1;
    });
  }

  firstValue(doc: number): number {
    return this.starts[doc] as number;
  }

  endValue(doc: number): number {
    return this.starts[doc + 1] as number;
  }

  termBytes(ordinal: number): Uint8Array {
    return this.postings.termBytes(ordinal);
  }

  find(term: Uint8Array): number {
    return this.postings.find(term);
  }
}

function eachPosting(postings: FieldPostings, each: (term: number, doc: number) => void): void {
  if (postings.meta.terms === 0) return;
  const cursor = new PostingsCursor(postings, 0);
  for (let term = 0; term < postings.meta.terms; term += 1) {
    cursor.reset(postings, term);
    for (let block = cursor.firstBlock; block < cursor.endBlock; block += 1) {
      cursor.load(block);
      for (let i = 0; i < cursor.n; i += 1) each(term, cursor.docs[i] as number);
    }
  }
}

const uninverted = new WeakMap<Segment, Map<string, OrdinalColumn>>();

/** A text field's terms by document; made once for a segment, and gone with it. */
export function uninvert(segment: Segment, field: string): OrdinalColumn | undefined {
  const postings = segment.field(field);
  if (postings === undefined) return undefined;
  const known = uninverted.get(segment) ?? new Map<string, OrdinalColumn>();
  uninverted.set(segment, known);
  const column = known.get(field) ?? new UninvertedColumn(postings, segment.documents);
  known.set(field, column);
  return column;
}

/** Bytes that uninverted fields of a segment take, by field. */
export function uninvertedBytes(segment: Segment): [string, number][] {
  return [...(uninverted.get(segment) ?? [])].map(([field, { ordinals, starts }]) => [
    field,
    ordinals.byteLength + (starts?.byteLength ?? 0),
  ]);
}
