import { bitmapWords, countBits, setBit } from '../segment/bitmap.ts';
import type { FieldPostings } from '../segment/field-postings.ts';
import { PostingsCursor } from '../segment/postings-cursor.ts';
import type { FieldMeta, FieldOptions } from '../segment/postings-format.ts';
import { PostingsWriter } from '../segment/postings-writer.ts';
import type { TemporaryFiles } from '../segment/section-builder.ts';
import type { SectionFileWriter } from '../segment/section-file.ts';
import type { MergeInput } from './merge-input.ts';
import { TermMerge } from './merge-terms.ts';

/** Postings copied between two chances to do something else. */
const SLICE_POSTINGS = 20_000;

interface FieldInput {
  readonly postings: FieldPostings;
  readonly newDoc: Int32Array;
}

/** Merges one field of all inputs; yields now and then. */
export function* mergePostings(
  field: string,
  inputs: readonly MergeInput[],
  documents: number,
  sections: SectionFileWriter,
  temporary: TemporaryFiles | undefined,
): Generator<void, FieldMeta> {
  const parts = inputs
    .map(({ segment, newDoc }) => ({ postings: segment.field(field), newDoc }))
    .filter((part): part is FieldInput => part.postings !== undefined);
  const metas = parts.map(({ postings }) => postings.meta);
  const options = commonOptions(metas);
  const norms = options.norms ? mergedNorms(parts, documents) : undefined;
  const input = { field, documents, options, norms, averageLength: averageLength(metas) };
  const writer = new PostingsWriter(input, temporary);
  const present = new Int32Array(bitmapWords(documents));
  const merge = new TermMerge(parts.map(({ postings }) => postings));
  // Made with the first term: a field may have none, when all its documents are deleted.
  let cursor: PostingsCursor | undefined;
  let sliceLeft = SLICE_POSTINGS;
  while (merge.next()) {
    let dfBound = 0;
    for (let i = 0; i < merge.n; i += 1) {
      const k = merge.matches[i] as number;
      dfBound += (parts[k] as FieldInput).postings.df[merge.terms[k] as number] as number;
    }
    const first = merge.matches[0] as number;
    const { terms, termOffsets } = (parts[first] as FieldInput).postings;
    const term = merge.terms[first] as number;
    writer.startTerm(terms, termOffsets[term] as number, termOffsets[term + 1] as number, dfBound);
    for (let i = 0; i < merge.n; i += 1) {
      const k = merge.matches[i] as number;
      const { postings, newDoc } = parts[k] as FieldInput;
      const number = merge.terms[k] as number;
      if (cursor === undefined) cursor = new PostingsCursor(postings, number);
      else cursor.reset(postings, number);
      copyTerm(cursor, newDoc, writer, options, present);
      // A term in every document is a long way by itself.
      sliceLeft -= cursor.df;
      if (sliceLeft > 0) continue;
      sliceLeft = SLICE_POSTINGS;
      yield;
    }
    writer.endTerm();
  }
  return yield* writer.finish(sections, countBits(present));
}

function copyTerm(
  cursor: PostingsCursor,
  newDoc: Int32Array,
  writer: PostingsWriter,
  options: FieldOptions,
  present: Int32Array,
): void {
  const { docs, freqs } = cursor;
  const { tokens } = writer;
  for (let block = cursor.firstBlock; block < cursor.endBlock; block += 1) {
    cursor.load(block);
    cursor.loadFreqs();
    for (let i = 0; i < cursor.n; i += 1) {
      const doc = newDoc[docs[i] as number] as number;
      if (doc < 0) continue;
      const freq = freqs[i] as number;
      if (options.positions) {
        tokens.reserve(freq);
        cursor.index = i;
        cursor.positions(tokens.position, tokens.n);
        if (options.offsets) cursor.offsets(tokens.start, tokens.length, tokens.n);
        tokens.n += freq;
      }
      setBit(present, doc);
      writer.docs[writer.n] = doc;
      writer.freqs[writer.n] = freq;
      writer.n += 1;
      if (writer.n === writer.docs.length) writer.flushBlock();
    }
  }
}

/** What every input has: a field that lost its positions on the way has none for all. */
function commonOptions(metas: readonly FieldMeta[]): FieldOptions {
  const { k1, b } = (metas.at(-1) as FieldMeta).impact;
  return {
    freqs: metas.every(({ hasFreqs }) => hasFreqs),
    positions: metas.every(({ hasPositions }) => hasPositions),
    offsets: metas.every(({ hasOffsets }) => hasOffsets),
    norms: metas.every(({ hasNorms }) => hasNorms),
    k1,
    b,
  };
}

function mergedNorms(parts: readonly FieldInput[], documents: number): Uint8Array {
  const norms = new Uint8Array(documents);
  for (const { postings, newDoc } of parts) {
    const own = postings.norms as Uint8Array;
    for (let doc = 0; doc < own.length; doc += 1) {
      const to = newDoc[doc] as number;
      if (to >= 0) norms[to] = own[doc] as number;
    }
  }
  return norms;
}

function averageLength(metas: readonly FieldMeta[]): number {
  let tokens = 0;
  let documents = 0;
  for (const meta of metas) {
    tokens += meta.sumTotalTermFreq;
    documents += meta.docCount;
  }
  return documents === 0 ? 1 : tokens / documents;
}
