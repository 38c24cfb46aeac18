import type { ColumnKind, ColumnMeta } from '../segment/column-format.ts';
import { writeColumn } from '../segment/column-writer.ts';
import type { SectionFileWriter } from '../segment/section-file.ts';
import { doubled, TermTable } from './term-table.ts';

/** The values of one column in the order they came: a row, a value. */
export class ColumnBuffer {
  private rows = new Int32Array(64);
  private numbers: Float64Array<ArrayBuffer> = new Float64Array(64);
  /** Takes the place of `numbers` from the first long beyond 2^53 on. */
  private bigints: BigInt64Array | undefined;
  private readonly terms = new TermTable();
  private count = 0;

  constructor(
    readonly field: string,
    readonly kind: ColumnKind,
    readonly isSorted = true,
  ) {}

  get memory(): number {
    return this.rows.length * 12 + this.terms.memory;
  }

  addNumber(row: number, value: number | bigint): void {
    const at = this.next(row);
    if (typeof value === 'bigint' && this.bigints === undefined) {
      if (BigInt.asIntN(54, value) === value) {
        this.numbers[at] = Number(value);
        return;
      }
      this.bigints = new BigInt64Array(this.rows.length);
      for (let i = 0; i < at; i += 1) this.bigints[i] = BigInt(this.numbers[i] as number);
    }
    if (this.bigints === undefined) this.numbers[at] = value as number;
    else this.bigints[at] = BigInt(value);
  }

  addTerm(row: number, bytes: Uint8Array, start: number, end: number): void {
    const at = this.next(row);
    this.numbers[at] = this.terms.add(bytes, start, end);
  }

  *write(documents: number, sections: SectionFileWriter): Generator<void, ColumnMeta> {
    const { field, kind, isSorted } = this;
    if (kind !== 'keyword') {
      const { starts, values } = sortedValues(this.rows, this.allNumbers(), documents, false);
      return yield* writeColumn({ field, kind, documents, starts, values, isSorted }, sections);
    }
    const order = yield* this.terms.sorted();
    const ranks = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank] as number] = rank;
    const ordinals = new Uint32Array(this.count);
    for (let i = 0; i < this.count; i += 1) {
      ordinals[i] = ranks[this.numbers[i] as number] as number;
    }
    const { starts, values } = sortedValues(this.rows, ordinals, documents, true);
    const terms = this.sortedTerms(order);
    return yield* writeColumn(
      { field, kind, documents, starts, values, terms, isSorted },
      sections,
    );
  }

  private allNumbers(): Float64Array | BigInt64Array {
    return (this.bigints ?? this.numbers).subarray(0, this.count);
  }

  private sortedTerms(order: Uint32Array): { bytes: Uint8Array; offsets: Uint32Array } {
    const { bytes, offsets } = this.terms;
    const sortedBytes = new Uint8Array(offsets[this.terms.count] as number);
    const sortedOffsets = new Uint32Array(order.length + 1);
    let at = 0;
    for (let rank = 0; rank < order.length; rank += 1) {
      const term = order[rank] as number;
      const piece = bytes.subarray(offsets[term], offsets[term + 1]);
      sortedBytes.set(piece, at);
      at += piece.length;
      sortedOffsets[rank + 1] = at;
    }
    return { bytes: sortedBytes, offsets: sortedOffsets };
  }

  private next(row: number): number {
    if (this.count === this.rows.length) {
      this.rows = doubled(this.rows, Int32Array);
      this.numbers = doubled(this.numbers, Float64Array);
      if (this.bigints !== undefined) {
        const larger = new BigInt64Array(this.rows.length);
        larger.set(this.bigints);
        this.bigints = larger;
      }
    }
    this.rows[this.count] = row;
    return this.count++;
  }
}

/**
 * Puts the values of each row in ascending order, as the format wants them, each once when
 * `isSet`; rows come in ascending order already.
 */
export function sortedValues<T extends Float64Array | BigInt64Array | Uint32Array>(
  rows: Int32Array,
  values: T,
  documents: number,
  isSet: boolean,
): { starts: Uint32Array; values: T } {
  const starts = new Uint32Array(documents + 1);
  const count = values.length;
  let out = 0;
  let i = 0;
  for (let row = 0; row < documents; row += 1) {
    starts[row] = out;
    const first = i;
    while (i < count && rows[i] === row) i += 1;
    if (i - first > 1) values.subarray(first, i).sort();
    for (let j = first; j < i; j += 1) {
      if (isSet && j > first && values[j] === values[j - 1]) continue;
      values[out++] = values[j] as number & bigint;
    }
  }
  starts[documents] = out;
  return { starts, values: values.subarray(0, out) as T };
}
