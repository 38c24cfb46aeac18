import type { NumericColumn } from '../../../index/segment/column.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { enlarged } from '../collect/growing.ts';

/** How a column's numbers become the values of a field. */
export interface NumericReading {
  readonly field: string;
  /** Nanoseconds are given as milliseconds. */
  readonly scale?: 'nanos';
  /** Added to every value: what unsigned longs are shifted by. */
  readonly shift?: bigint;
  /** What documents without a value count as. */
  readonly missing?: number | undefined;
}

const FIRST = 1024;
const NANOS = 1e6;

/** The values of a numeric field, block by block: one entry for every value of every document. */
export class NumericSource {
  /** Documents, owners and values of the current block, `n` of each, documents ascending. */
  docs = new Int32Array(FIRST);
  owners = new Int32Array(FIRST);
  values = new Float64Array(FIRST);
  n = 0;
  private column: NumericColumn | undefined;
  /** Where each value stands in the column; kept for longs that only there are exact. */
  private places = new Int32Array(0);

  constructor(private readonly reading: NumericReading) {}

  begin({ segment }: SearchView): void {
    this.column = segment.numeric(this.reading.field);
  }

  /** The least and the greatest value in the shard; undefined when there is none. */
  span(views: readonly SearchView[]): [number, number] | undefined {
    const { field, scale, shift, missing } = this.reading;
    let least = missing ?? Number.POSITIVE_INFINITY;
    let most = missing ?? Number.NEGATIVE_INFINITY;
    for (const { segment } of views) {
      const column = segment.numeric(field);
      if (column?.order === undefined || column.order.length === 0) continue;
      const { order } = column;
      const at = (i: number) => {
        const value = column.number(order[i] as number) + Number(shift ?? 0n);
        return scale === 'nanos' ? value / NANOS : value;
      };
      least = Math.min(least, at(0));
      most = Math.max(most, at(order.length - 1));
    }
    return least <= most ? [least, most] : undefined;
  }

  /** Whether values may be longs beyond what doubles hold: `exact` has them. */
  get isBig(): boolean {
    return this.column?.values instanceof BigInt64Array && this.reading.scale === undefined;
  }

  /** Value i of the block as a long. */
  exact(i: number): bigint {
    const place = this.places[i] as number;
    const { shift = 0n } = this.reading;
    if (place < 0) return BigInt(this.values[i] as number);
    return (this.column as NumericColumn).bigint(place) + shift;
  }

  /** Reads a block; returns how many values there are. */
  read(docs: Int32Array, owners: Int32Array, n: number): number {
    const { column } = this;
    if (column === undefined) return this.readMissing(docs, owners, n);
    const { starts, present, values, base } = column;
    const isPlain = starts === undefined && present === undefined;
    if (isPlain && !(values instanceof BigInt64Array)) {
      this.reserve(n);
      const out = this.values;
      for (let i = 0; i < n; i += 1) out[i] = (values[docs[i] as number] as number) + base;
      this.docs.set(docs.subarray(0, n));
      this.owners.set(owners.subarray(0, n));
      this.n = n;
    } else this.readAll(column, docs, owners, n);
    return this.finished();
  }

  private readAll(column: NumericColumn, docs: Int32Array, owners: Int32Array, n: number): void {
    const { missing } = this.reading;
    const keepsPlaces = this.isBig;
    let count = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const first = column.firstValue(doc);
      const end = column.endValue(doc);
      this.reserve(count + Math.max(1, end - first));
      if (keepsPlaces && this.places.length < this.docs.length) {
        this.places = enlarged(this.places, this.docs.length);
      }
      if (first === end) {
        if (missing === undefined) continue;
        this.put(count, doc, owners[i] as number, this.unscaled(missing));
        if (keepsPlaces) this.places[count] = -1;
        count += 1;
        continue;
      }
      for (let at = first; at < end; at += 1) {
        this.put(count, doc, owners[i] as number, column.number(at));
        if (keepsPlaces) this.places[count] = at;
        count += 1;
      }
    }
    this.n = count;
  }

  private readMissing(docs: Int32Array, owners: Int32Array, n: number): number {
    const { missing } = this.reading;
    if (missing === undefined) return (this.n = 0);
    this.reserve(n);
    this.docs.set(docs.subarray(0, n));
    this.owners.set(owners.subarray(0, n));
    this.values.fill(missing, 0, n);
    return (this.n = n);
  }

  /** What `finished` makes `missing` of. */
  private unscaled(missing: number): number {
    const { scale, shift = 0n } = this.reading;
    return (scale === 'nanos' ? missing * NANOS : missing) - Number(shift);
  }

  private finished(): number {
    const { scale, shift } = this.reading;
    const { values, n } = this;
    if (scale === 'nanos') for (let i = 0; i < n; i += 1) values[i] = (values[i] as number) / NANOS;
    if (shift !== undefined) {
      const by = Number(shift);
      for (let i = 0; i < n; i += 1) values[i] = (values[i] as number) + by;
    }
    return n;
  }

  private put(at: number, doc: number, owner: number, value: number): void {
    this.docs[at] = doc;
    this.owners[at] = owner;
    this.values[at] = value;
  }

  private reserve(count: number): void {
    if (count <= this.docs.length) return;
    this.docs = enlarged(this.docs, count);
    this.owners = enlarged(this.owners, count);
    this.values = enlarged(this.values, count);
  }
}
