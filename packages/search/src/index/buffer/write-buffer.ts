import { type Bitmap, bitmapWords, clearBit, hasBit, setBit } from '../segment/bitmap.ts';
import type { ColumnKind, ColumnMeta } from '../segment/column-format.ts';
import { IdTable } from '../segment/id-index.ts';
import type { FieldMeta, FieldOptions } from '../segment/postings-format.ts';
import { type ByteSink, SectionFileWriter, SharedMemorySink } from '../segment/section-file.ts';
import {
  PRIMARY_TERM,
  ROUTING,
  SEQ_NO,
  Segment,
  type SegmentMeta,
  SOURCE,
  VERSION,
} from '../segment/segment.ts';
import { StoredFieldsWriter } from '../segment/stored-fields.ts';
import { ColumnBuffer } from './column-buffer.ts';
import { FieldBuffer } from './field-buffer.ts';
import type { RowSink, TokenSink } from './row-sink.ts';
import { doubled } from './term-table.ts';

/** What the shard knows of a document beside its fields. */
export interface DocumentHead {
  readonly id: Uint8Array;
  readonly source: Uint8Array;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly routing?: string | undefined;
}

const NO_BYTES = new Uint8Array(0);

/** Documents that are not in a segment yet. The owner watches `memory` and replaces a full buffer. */
export class WriteBuffer implements RowSink {
  /** Rows so far; the current one has this number. */
  documents = 0;
  roots = 0;
  /** Rows not deleted. */
  live: Bitmap = new Int32Array(8);
  deleted = 0;
  readonly ids = new IdTable();
  private hasNested = false;
  private rootBits: Bitmap = new Int32Array(8);
  private readonly source = new StoredFieldsWriter(SOURCE);
  private readonly fields = new Map<string, FieldBuffer>();
  private readonly columns = new Map<string, ColumnBuffer>();
  private readonly touched: FieldBuffer[] = [];
  private seqNos = new Float64Array(64);
  private versions = new Float64Array(64);
  private primaryTerms = new Float64Array(64);
  private readonly routing = new Map<number, string>();

  /** About how many bytes it holds. */
  get memory(): number {
    let total = this.source.memory + this.ids.memory + this.seqNos.length * 24;
    for (const field of this.fields.values()) total += field.memory;
    for (const column of this.columns.values()) total += column.memory;
    return total;
  }

  tokens(name: string, options: FieldOptions): TokenSink {
    let field = this.fields.get(name);
    if (field === undefined) {
      field = new FieldBuffer(name, options);
      this.fields.set(name, field);
    }
    if (!this.touched.includes(field)) this.touched.push(field);
    return field;
  }

  long(field: string, value: number | bigint): void {
    this.column(field, 'long').addNumber(this.documents, value);
  }

  double(field: string, value: number): void {
    this.column(field, 'double').addNumber(this.documents, value);
  }

  keyword(field: string, bytes: Uint8Array, start: number, end: number): void {
    this.column(field, 'keyword').addTerm(this.documents, bytes, start, end);
  }

  endRow(): void {
    this.hasNested = true;
    this.addRow(NO_BYTES, NO_BYTES);
  }

  /** Ends the root's row, and with it the document; returns its number. */
  endDocument(head: DocumentHead): number {
    const row = this.documents;
    if (row >= this.seqNos.length) this.growHeads(row);
    this.seqNos[row] = head.seqNo;
    this.versions[row] = head.version;
    this.primaryTerms[row] = head.primaryTerm;
    if (head.routing !== undefined) this.routing.set(row, head.routing);
    this.addRow(head.id, head.source);
    setBit(this.rootBits, row);
    this.roots += 1;
    return row;
  }

  /** Deletes a document with its nested rows. */
  delete(root: number): void {
    let first = root;
    while (first > 0 && !this.isRoot(first - 1) && this.isLive(first - 1)) first -= 1;
    this.deleteRows(first, root);
  }

  isLive(row: number): boolean {
    return hasBit(this.live, row);
  }

  /** A copy of which rows live now; undefined when all do. */
  liveCopy(): Bitmap | undefined {
    return this.deleted === 0 ? undefined : this.live.slice(0, bitmapWords(this.documents));
  }

  /** Ends and deletes the rows that a failed write left since `first`. */
  abandon(first: number): void {
    // Columns may hold values of the open row: it has to be used up.
    this.addRow(NO_BYTES, NO_BYTES);
    this.deleteRows(first, this.documents - 1);
  }

  seqNo(doc: number): number {
    return this.seqNos[doc] as number;
  }

  version(doc: number): number {
    return this.versions[doc] as number;
  }

  primaryTerm(doc: number): number {
    return this.primaryTerms[doc] as number;
  }

  routingOf(doc: number): string | undefined {
    return this.routing.get(doc);
  }

  sourceOf(doc: number): Uint8Array {
    return this.source.read(doc);
  }

  /** Whether a row is a document of its own. */
  isRoot(row: number): boolean {
    return hasBit(this.rootBits, row);
  }

  /** Makes a segment in memory; see `write`. */
  *toSegment(name: string): Generator<void, Segment> {
    const sink = new SharedMemorySink();
    yield* this.write(sink);
    return new Segment(name, sink.bytes());
  }

  /**
   * Writes a segment of everything in the buffer, deleted rows included; nothing may be added
   * meanwhile. Yields now and then.
   */
  *write(sink: ByteSink): Generator<void> {
    const sections = new SectionFileWriter(sink);
    const fields: Record<string, FieldMeta> = {};
    const columns: Record<string, ColumnMeta> = {};
    for (const [field, buffer] of this.fields) {
      fields[field] = yield* buffer.write(this.documents, sections);
      yield;
    }
    for (const buffer of [...this.columns.values(), ...this.internalColumns()]) {
      columns[buffer.field] = yield* buffer.write(this.documents, sections);
      yield;
    }
    yield* this.source.finish(sections);
    this.ids.write(sections);
    if (this.hasNested) {
      sections.add('roots', 'i32', this.rootBits.slice(0, bitmapWords(this.documents)));
    }
    const meta: SegmentMeta = { documents: this.documents, roots: this.roots, fields, columns };
    sections.finish(meta);
  }

  private deleteRows(first: number, last: number): void {
    for (let row = first; row <= last; row += 1) clearBit(this.live, row);
    this.deleted += last - first + 1;
  }

  private column(field: string, kind: ColumnKind): ColumnBuffer {
    let column = this.columns.get(field);
    if (column === undefined) {
      column = new ColumnBuffer(field, kind);
      this.columns.set(field, column);
    }
    return column;
  }

  private addRow(id: Uint8Array, source: Uint8Array): void {
    const row = this.documents;
    if (row >= this.live.length * 32) {
      this.live = doubled(this.live, Int32Array);
      this.rootBits = doubled(this.rootBits, Int32Array);
    }
    setBit(this.live, row);
    for (const field of this.touched) field.endRow(row);
    this.touched.length = 0;
    this.ids.add(id);
    this.source.add(source);
    this.documents = row + 1;
  }

  private growHeads(row: number): void {
    while (row >= this.seqNos.length) {
      this.seqNos = doubled(this.seqNos, Float64Array);
      this.versions = doubled(this.versions, Float64Array);
      this.primaryTerms = doubled(this.primaryTerms, Float64Array);
    }
  }

  private *internalColumns(): Generator<ColumnBuffer> {
    const heads = {
      [SEQ_NO]: this.seqNos,
      [VERSION]: this.versions,
      [PRIMARY_TERM]: this.primaryTerms,
    };
    for (const [field, values] of Object.entries(heads)) {
      const column = new ColumnBuffer(field, 'long', field === SEQ_NO);
      for (let row = 0; row < this.documents; row += 1) {
        if (this.isRoot(row)) column.addNumber(row, values[row] as number);
      }
      yield column;
    }
    if (this.routing.size === 0) return;
    const routing = new ColumnBuffer(ROUTING, 'keyword');
    for (const [row, value] of this.routing) {
      const bytes = new TextEncoder().encode(value);
      routing.addTerm(row, bytes, 0, bytes.length);
    }
    yield routing;
  }
}
