import { type Bitmap, hasBit, setBit } from './bitmap.ts';
import { type ColumnMeta, columnSection } from './column-format.ts';
import type { SectionFile } from './section-file.ts';

type Numbers = Int32Array | Float64Array | BigInt64Array;

/** What columns of every kind share: which values a document has. */
export class ColumnLayout {
  /** Undefined when a document has at most one value, in the slot of its own number. */
  readonly starts: Uint32Array | undefined;
  /** Undefined when every document has a value. */
  readonly present: Bitmap | undefined;

  constructor(
    file: SectionFile,
    readonly field: string,
    readonly meta: ColumnMeta,
    readonly documents: number,
  ) {
    const name = (section: string) => columnSection(field, section);
    this.starts = meta.isMulti ? file.get(name('starts'), 'u32') : undefined;
    this.present = file.has(name('present')) ? file.get(name('present'), 'i32') : undefined;
  }

  hasValue(doc: number): boolean {
    return this.present === undefined || hasBit(this.present, doc);
  }

  /** Number of the document's first value. */
  firstValue(doc: number): number {
    return this.starts === undefined ? doc : (this.starts[doc] as number);
  }

  /** Number behind the document's last value. */
  endValue(doc: number): number {
    if (this.starts !== undefined) return this.starts[doc + 1] as number;
    return this.hasValue(doc) ? doc + 1 : doc;
  }
}

/** A long or double column. */
export class NumericColumn extends ColumnLayout {
  /** Stored values; `base` is to be added. */
  readonly values: Numbers;
  readonly base: number;
  /** Value numbers by ascending value; undefined for an internal column. */
  get order(): Uint32Array | undefined {
    if (this.stored.order === undefined && this.meta.isSorted) {
      this.stored.order = Uint32Array.from({ length: this.meta.values }, (_, i) => i);
    }
    return this.stored.order;
  }
  readonly minimum: Float64Array | undefined;
  readonly maximum: Float64Array | undefined;
  private readonly valueDoc: Uint32Array | undefined;
  /** The section; where the values ascend with the documents there is none until it is asked for. */
  private readonly stored: { order: Uint32Array | undefined } = { order: undefined };

  constructor(file: SectionFile, field: string, meta: ColumnMeta, documents: number) {
    super(file, field, meta, documents);
    const name = (section: string) => columnSection(field, section);
    this.base = meta.base;
    this.values = meta.isConstant
      ? new Int32Array(Math.max(documents, meta.values))
      : (file.any(name('values')) as Numbers);
    if (!meta.isSorted) return;
    if (file.has(name('order'))) this.stored.order = file.get(name('order'), 'u32');
    this.minimum = file.get(name('minimum'), 'f64');
    this.maximum = file.get(name('maximum'), 'f64');
    this.valueDoc = meta.isMulti ? file.get(name('valueDoc'), 'u32') : undefined;
  }

  /** Value number `index` as a double; exact unless the column holds longs beyond 2^53. */
  number(index: number): number {
    return this.values instanceof BigInt64Array
      ? Number(this.values[index])
      : (this.values[index] as number) + this.base;
  }

  /** Value number `index` of a long column, exact. */
  bigint(index: number): bigint {
    return this.values instanceof BigInt64Array
      ? (this.values[index] as bigint)
      : BigInt((this.values[index] as number) + this.base);
  }

  docOf(index: number): number {
    return this.valueDoc === undefined ? index : (this.valueDoc[index] as number);
  }

  /** Entries [first, end) of `order` whose values lie in [low, high]. */
  range(low: number | bigint, high: number | bigint): [number, number] {
    const first = this.bound((value) => value >= low);
    return [
      first,
      Math.max(
        first,
        this.bound((value) => value > high),
      ),
    ];
  }

  /** Documents with a value in [low, high]. */
  rangeBits(low: number | bigint, high: number | bigint): Bitmap {
    const bits = new Int32Array((this.documents + 31) >>> 5);
    const [first, end] = this.range(low, high);
    const order = this.order as Uint32Array;
    for (let i = first; i < end; i += 1) setBit(bits, this.docOf(order[i] as number));
    return bits;
  }

  /** Number of documents with a value in [low, high]. */
  rangeCount(low: number | bigint, high: number | bigint): number {
    const [first, end] = this.range(low, high);
    if (!this.meta.isMulti) return end - first;
    const order = this.order as Uint32Array;
    const docs = new Set<number>();
    for (let i = first; i < end; i += 1) docs.add(this.docOf(order[i] as number));
    return docs.size;
  }

  /** The first entry of `order` whose value passes; the test turns true once and stays so. */
  private bound(passes: (value: number | bigint) => boolean): number {
    const order = this.order as Uint32Array;
    const isBig = this.values instanceof BigInt64Array;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const index = order[middle] as number;
      if (passes(isBig ? this.bigint(index) : this.number(index))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A keyword column: numbers of terms in a sorted dictionary. */
export class KeywordColumn extends ColumnLayout {
  readonly ordinals: Uint8Array | Uint16Array | Uint32Array;
  readonly terms: Uint8Array;
  readonly termOffsets: Uint32Array;

  constructor(file: SectionFile, field: string, meta: ColumnMeta, documents: number) {
    super(file, field, meta, documents);
    const name = (section: string) => columnSection(field, section);
    this.ordinals = file.any(name('values')) as Uint32Array;
    this.terms = file.get(name('terms'), 'u8');
    this.termOffsets = file.get(name('termOffsets'), 'u32');
  }

  get termCount(): number {
    return this.termOffsets.length - 1;
  }

  termBytes(ordinal: number): Uint8Array {
    return this.terms.subarray(this.termOffsets[ordinal], this.termOffsets[ordinal + 1]);
  }

  /** The first term ≥ key; the number of terms when there is none. */
  lowerBound(key: Uint8Array): number {
    let low = 0;
    let high = this.termCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.termBytes(middle), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The term's number, or -1. */
  find(key: Uint8Array): number {
    const ordinal = this.lowerBound(key);
    return ordinal < this.termCount && Buffer.compare(this.termBytes(ordinal), key) === 0
      ? ordinal
      : -1;
  }
}

export type Column = NumericColumn | KeywordColumn;
