import type { Column, KeywordColumn, NumericColumn } from '../segment/column.ts';
import type { ColumnMeta } from '../segment/column-format.ts';
import { type ColumnInput, writeColumn } from '../segment/column-writer.ts';
import type { SectionFileWriter } from '../segment/section-file.ts';
import type { MergeInput } from './merge-input.ts';
import { TermMerge } from './merge-terms.ts';

interface ColumnPart<T extends Column> {
  readonly column: T;
  readonly input: MergeInput;
}

/** Values or terms copied between two chances to do something else. */
const SLICE = 50_000;

/** Merges one column of all inputs; yields now and then. */
export function* mergeColumn(
  field: string,
  inputs: readonly MergeInput[],
  documents: number,
  sections: SectionFileWriter,
): Generator<void, ColumnMeta> {
  const parts = inputs
    .map((input) => ({ column: input.segment.column(field), input }))
    .filter((part): part is ColumnPart<Column> => part.column !== undefined);
  const { kind, isSorted } = (parts[0] as ColumnPart<Column>).column.meta;
  const { starts, total } = yield* valueStarts(parts, documents);
  const common = { field, kind, documents, starts, isSorted };
  if (kind === 'keyword') {
    const keywords = parts as ColumnPart<KeywordColumn>[];
    const { terms, ordinals } = yield* mergedTerms(keywords.map(({ column }) => column));
    const values = new Uint32Array(total);
    yield* eachValue(keywords, starts, (part, from, to) => {
      const { column } = keywords[part] as ColumnPart<KeywordColumn>;
      values[to] = (ordinals[part] as Uint32Array)[column.ordinals[from] as number] as number;
    });
    return yield* writeColumn({ ...common, values, terms }, sections);
  }
  const numerics = parts as ColumnPart<NumericColumn>[];
  if (numerics.some(({ column }) => column.values instanceof BigInt64Array)) {
    const values = new BigInt64Array(total);
    yield* eachValue(numerics, starts, (part, from, to) => {
      values[to] = (numerics[part] as ColumnPart<NumericColumn>).column.bigint(from);
    });
    return yield* writeColumn({ ...common, values }, sections);
  }
  const values = new Float64Array(total);
  yield* eachValue(numerics, starts, (part, from, to) => {
    values[to] = (numerics[part] as ColumnPart<NumericColumn>).column.number(from);
  });
  return yield* writeColumn({ ...common, values }, sections);
}

function* valueStarts(
  parts: readonly ColumnPart<Column>[],
  documents: number,
): Generator<void, { starts: Uint32Array; total: number }> {
  const starts = new Uint32Array(documents + 1);
  for (const { column, input } of parts) {
    yield;
    for (let doc = 0; doc < input.newDoc.length; doc += 1) {
      const to = input.newDoc[doc] as number;
      if (to >= 0) starts[to + 1] = column.endValue(doc) - column.firstValue(doc);
    }
  }
  for (let doc = 0; doc < documents; doc += 1) {
    starts[doc + 1] = (starts[doc + 1] as number) + (starts[doc] as number);
  }
  return { starts, total: starts[documents] as number };
}

/** Calls `copy` with every value of a kept document: its part, its old and its new number. */
function* eachValue(
  parts: readonly ColumnPart<Column>[],
  starts: Uint32Array,
  copy: (part: number, from: number, to: number) => void,
): Generator<void> {
  for (const [part, { column, input }] of parts.entries()) {
    for (let doc = 0; doc < input.newDoc.length; doc += 1) {
      if (doc % SLICE === 0) yield;
      const newDoc = input.newDoc[doc] as number;
      if (newDoc < 0) continue;
      let to = starts[newDoc] as number;
      const end = column.endValue(doc);
      for (let from = column.firstValue(doc); from < end; from += 1) copy(part, from, to++);
    }
  }
}

/** One dictionary for all, and for each input its terms' new numbers. */
function* mergedTerms(
  columns: readonly KeywordColumn[],
): Generator<void, { terms: NonNullable<ColumnInput['terms']>; ordinals: Uint32Array[] }> {
  const ordinals = columns.map((column) => new Uint32Array(column.termCount));
  const size = columns.reduce((sum, { terms }) => sum + terms.length, 0);
  const count = columns.reduce((sum, { termCount }) => sum + termCount, 0);
  const bytes = new Uint8Array(size);
  const offsets = new Uint32Array(count + 1);
  let n = 0;
  let at = 0;
  const merge = new TermMerge(columns);
  while (merge.next()) {
    const first = merge.matches[0] as number;
    const term = (columns[first] as KeywordColumn).termBytes(merge.terms[first] as number);
    bytes.set(term, at);
    at += term.length;
    for (let i = 0; i < merge.n; i += 1) {
      const k = merge.matches[i] as number;
      (ordinals[k] as Uint32Array)[merge.terms[k] as number] = n;
    }
    offsets[++n] = at;
    if (n % SLICE === 0) yield;
  }
  return { terms: { bytes: bytes.subarray(0, at), offsets: offsets.subarray(0, n + 1) }, ordinals };
}
