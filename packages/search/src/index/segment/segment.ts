/**
 * A segment is one container (section-file.ts) with these arrays:
 *   postings/<field>/…  the inverted index of a field (postings-format.ts)
 *   column/<field>/…    the values of a field by document (column-format.ts); `_seq_no`,
 *                       `_primary_term`, `_version` and `_routing` are columns as well
 *   stored/_source/…    the documents as they were sent (stored-fields.ts)
 *   ids/…               from `_id` to document (id-index.ts)
 *   roots               i32  bitmap of the rows that are documents of their own; absent when all are.
 *                       Nested rows come directly before their document
 * and the `meta` below. A segment never changes: deletions are in files of their own
 * (shard-segment.ts), and which segments count is in the manifest (manifest.ts).
 */
import { type Bitmap, countBits } from './bitmap.ts';
import { type Column, KeywordColumn, NumericColumn } from './column.ts';
import type { ColumnMeta } from './column-format.ts';
import { FieldPostings } from './field-postings.ts';
import { IdIndex } from './id-index.ts';
import type { FieldMeta } from './postings-format.ts';
import { SectionFile } from './section-file.ts';
import { StoredFields } from './stored-fields.ts';

/** The `meta` of a segment's container. */
export interface SegmentMeta {
  /** Rows: roots and their nested children, children first. */
  readonly documents: number;
  readonly roots: number;
  readonly fields: Record<string, FieldMeta>;
  readonly columns: Record<string, ColumnMeta>;
}

/** Internal columns, on roots. */
export const SEQ_NO = '_seq_no';
export const PRIMARY_TERM = '_primary_term';
export const VERSION = '_version';
export const ROUTING = '_routing';
export const SOURCE = '_source';

/**
 * One immutable part of a shard, over a mapped file or shared memory. Nothing is read when it is
 * opened; a field's views are made when it is first asked for.
 */
export class Segment {
  readonly file: SectionFile;
  readonly meta: SegmentMeta;
  readonly ids: IdIndex;
  /** Rows that are documents of their own; undefined when all are. */
  readonly roots: Bitmap | undefined;
  readonly source: StoredFields;
  private readonly postings = new Map<string, FieldPostings>();
  private readonly columns = new Map<string, Column>();

  /** Throws a CorruptIndexError when the bytes are not a whole segment. */
  constructor(
    readonly name: string,
    bytes: Uint8Array,
  ) {
    this.file = new SectionFile(name, bytes);
    this.meta = this.file.meta as SegmentMeta;
    this.ids = new IdIndex(this.file);
    this.source = new StoredFields(this.file, SOURCE);
    this.roots = this.file.has('roots') ? this.file.get('roots', 'i32') : undefined;
  }

  get documents(): number {
    return this.meta.documents;
  }

  get bytes(): number {
    return this.file.bytes.length;
  }

  /** The field's inverted index; undefined when no document of the segment has terms in it. */
  field(name: string): FieldPostings | undefined {
    const known = this.postings.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(this.meta.fields, name)) return undefined;
    const meta = this.meta.fields[name] as FieldMeta;
    const opened = new FieldPostings(this.file, name, meta, this.documents);
    this.postings.set(name, opened);
    return opened;
  }

  /** The field's column; undefined when no document of the segment has a value in it. */
  column(name: string): Column | undefined {
    const known = this.columns.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(this.meta.columns, name)) return undefined;
    const meta = this.meta.columns[name] as ColumnMeta;
    const kind = meta.kind === 'keyword' ? KeywordColumn : NumericColumn;
    const opened = new kind(this.file, name, meta, this.documents);
    this.columns.set(name, opened);
    return opened;
  }

  numeric(name: string): NumericColumn | undefined {
    const column = this.column(name);
    return column instanceof NumericColumn ? column : undefined;
  }

  keyword(name: string): KeywordColumn | undefined {
    const column = this.column(name);
    return column instanceof KeywordColumn ? column : undefined;
  }

  /** A number of an internal column. */
  internal(name: string, doc: number): number {
    return this.numeric(name)?.number(doc) ?? 0;
  }

  /** Documents (not nested rows) among `live`; all when undefined. */
  liveRoots(live: Bitmap | undefined): number {
    if (live === undefined) return this.meta.roots;
    const { roots } = this;
    return roots === undefined
      ? countBits(live)
      : countBits(live.map((w, i) => w & (roots[i] as number)));
  }
}
