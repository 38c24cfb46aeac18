/**
 * What the mapping layer writes a document to. A document is a block of rows: its nested children
 * first, its own row (the root) last. For every row: fields in any order, then `endRow`, or for the
 * root nothing: the shard ends it. No object is made for a token or a value.
 */
import type { FieldOptions } from '../segment/postings-format.ts';

/** Takes the tokens of one field of the current row, from an analyzer. */
export interface TokenSink {
  /**
   * One token: its term is bytes[start, end), copied before the call returns. `position` never falls
   * within a row; the gap between the values of a field is the caller's. Offsets count UTF-16 units
   * of the row's whole field and are kept only by fields that ask for them.
   */
  token(
    bytes: Uint8Array,
    start: number,
    end: number,
    position: number,
    startOffset: number,
    endOffset: number,
  ): void;
}

export interface RowSink {
  /** The inverted field; options are fixed by the first use in a segment. */
  tokens(field: string, options: FieldOptions): TokenSink;
  /** A value of a long column: whole, a bigint where it is beyond 2^53. */
  long(field: string, value: number | bigint): void;
  double(field: string, value: number): void;
  /** A value of a keyword column: bytes[start, end). */
  keyword(field: string, bytes: Uint8Array, start: number, end: number): void;
  /** Ends a nested row; the next call starts the next row of the same document. */
  endRow(): void;
}
