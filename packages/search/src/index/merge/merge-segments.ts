import { type Bitmap, bitmapWords, hasBit, setBit } from '../segment/bitmap.ts';
import type { ColumnMeta } from '../segment/column-format.ts';
import { IdTable } from '../segment/id-index.ts';
import type { FieldMeta } from '../segment/postings-format.ts';
import type { TemporaryFiles } from '../segment/section-builder.ts';
import { type ByteSink, SectionFileWriter } from '../segment/section-file.ts';
import { type Segment, type SegmentMeta, SOURCE } from '../segment/segment.ts';
import { StoredFieldsWriter } from '../segment/stored-fields.ts';
import { mergeColumn } from './merge-columns.ts';
import { MergeInput } from './merge-input.ts';
import { mergePostings } from './merge-postings.ts';

export interface MergeSource {
  readonly segment: Segment;
  /** Rows to keep; all when undefined. */
  readonly live: Bitmap | undefined;
}

const SLICE_IDS = 10_000;

/**
 * Writes one segment from several, dropping deleted rows; the order of documents stays. Yields now
 * and then; returns what became of the inputs' documents. Keyword columns keep terms whose last
 * document was dropped until none of the inputs has them.
 */
export function* mergeSegments(
  sources: readonly MergeSource[],
  sink: ByteSink,
  temporary?: TemporaryFiles,
): Generator<void, readonly MergeInput[]> {
  const inputs: MergeInput[] = [];
  let documents = 0;
  for (const { segment, live } of sources) {
    const input = new MergeInput(segment, live, documents);
    inputs.push(input);
    documents += input.kept;
  }
  const sections = new SectionFileWriter(sink);
  const fields: Record<string, FieldMeta> = {};
  for (const field of names(sources, ({ fields }) => fields)) {
    fields[field] = yield* mergePostings(field, inputs, documents, sections, temporary);
    yield;
  }
  const columns: Record<string, ColumnMeta> = {};
  for (const field of names(sources, ({ columns }) => columns)) {
    columns[field] = yield* mergeColumn(field, inputs, documents, sections);
    yield;
  }
  yield* mergeStored(inputs, sections, temporary);
  yield* mergeIds(inputs, documents, sections);
  const roots = mergeRoots(inputs, documents, sections);
  const meta: SegmentMeta = { documents, roots, fields, columns };
  sections.finish(meta);
  return inputs;
}

function names(
  sources: readonly MergeSource[],
  of: (meta: SegmentMeta) => Record<string, unknown>,
): Set<string> {
  return new Set(sources.flatMap(({ segment }) => Object.keys(of(segment.meta))));
}

function* mergeStored(
  inputs: readonly MergeInput[],
  sections: SectionFileWriter,
  temporary: TemporaryFiles | undefined,
): Generator<void> {
  const writer = new StoredFieldsWriter(SOURCE, temporary);
  for (const { segment, newDoc, kept } of inputs) {
    for (const block of segment.source.blocks()) {
      yield;
      if (kept === segment.documents) {
        writer.copyBlock(block);
        continue;
      }
      for (let doc = block.firstDoc; doc < block.endDoc; doc += 1) {
        if ((newDoc[doc] as number) >= 0) writer.add(segment.source.read(doc));
      }
    }
  }
  yield* writer.finish(sections);
}

function* mergeIds(
  inputs: readonly MergeInput[],
  documents: number,
  sections: SectionFileWriter,
): Generator<void> {
  const ids = new IdTable(documents);
  for (const { segment, newDoc } of inputs) {
    for (let doc = 0; doc < newDoc.length; doc += 1) {
      if (doc % SLICE_IDS === 0) yield;
      if ((newDoc[doc] as number) >= 0) ids.add(segment.ids.idOf(doc));
    }
  }
  ids.write(sections);
}

function mergeRoots(
  inputs: readonly MergeInput[],
  documents: number,
  sections: SectionFileWriter,
): number {
  if (inputs.every(({ segment }) => segment.roots === undefined)) return documents;
  const roots = new Int32Array(bitmapWords(documents));
  let count = 0;
  for (const { segment, newDoc } of inputs) {
    for (let doc = 0; doc < newDoc.length; doc += 1) {
      const to = newDoc[doc] as number;
      if (to < 0 || (segment.roots !== undefined && !hasBit(segment.roots, doc))) continue;
      setBit(roots, to);
      count += 1;
    }
  }
  sections.add('roots', 'i32', roots);
  return count;
}
