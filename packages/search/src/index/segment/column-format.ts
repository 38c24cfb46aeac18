/**
 * The values of one field by document, as sections `column/<field>/<section>`:
 *   values   the values in document order, ascending within a document:
 *            long     i32 (minus `base`) when the span fits, else f64 (exact to 2^53), else i64;
 *                     absent when all are equal
 *            double   f64
 *            keyword  u8, u16 or u32: numbers of terms in the sorted dictionary, each once a document
 *   starts   u32  multi-valued fields: where a document's values start; one more entry for the end.
 *            Without it there is one value (or an unused slot) a document.
 *   present  i32  bitmap of the documents that have a value; absent when all do
 *   order    u32  value numbers by ascending value (long and double); absent when every document has
 *            one value and they ascend with the documents
 *   valueDoc u32  document of a value (multi-valued long and double)
 *   minimum, maximum  f64  of every 1024 documents, +∞ and -∞ where none has a value
 *   terms, termOffsets  u8, u32  the dictionary of a keyword field
 */
export type ColumnKind = 'long' | 'double' | 'keyword';

export interface ColumnMeta {
  readonly kind: ColumnKind;
  /** Values in all documents. */
  readonly values: number;
  /** Documents with a value. */
  readonly docCount: number;
  readonly isMulti: boolean;
  /** Added to every stored i32; the value itself when all are equal. */
  readonly base: number;
  readonly isConstant: boolean;
  readonly isSorted: boolean;
}

export const ZONE_SHIFT = 10;

export const columnSection = (field: string, section: string) => `column/${field}/${section}`;
