import type { KeywordColumn } from '../../../index/segment/column.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { enlarged } from '../collect/growing.ts';

const LONG_MAX = 2n ** 63n - 1n;
const view64 = new DataView(new ArrayBuffer(8));

/** How the ends of a range type are kept: see mapping/types/range.ts. */
export type RangeEnds = 'long' | 'double';

/** The ranges of a field, block by block: one entry for every range of every document. */
export class RangeSource {
  docs = new Int32Array(1024);
  owners = new Int32Array(1024);
  lows = new Float64Array(1024);
  highs = new Float64Array(1024);
  private column: KeywordColumn | undefined;

  constructor(
    private readonly field: string,
    private readonly ends: RangeEnds,
  ) {}

  begin({ segment }: SearchView): void {
    this.column = segment.keyword(this.field);
  }

  read(docs: Int32Array, owners: Int32Array, n: number): number {
    const { column } = this;
    if (column === undefined) return 0;
    let count = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const end = column.endValue(doc);
      for (let at = column.firstValue(doc); at < end; at += 1) {
        this.reserve(count + 1);
        const bytes = column.termBytes(column.ordinals[at] as number);
        this.docs[count] = doc;
        this.owners[count] = owners[i] as number;
        this.lows[count] = this.decode(bytes, 0);
        this.highs[count++] = this.decode(bytes, 8);
      }
    }
    return count;
  }

  private decode(bytes: Uint8Array, at: number): number {
    let value = 0n;
    for (let i = 0; i < 8; i += 1) value = (value << 8n) | BigInt(bytes[at + i] as number);
    const signed = BigInt.asIntN(64, value - 2n ** 63n);
    if (this.ends === 'long') return Number(signed);
    view64.setBigInt64(0, signed < 0n ? signed ^ LONG_MAX : signed);
    return view64.getFloat64(0);
  }

  private reserve(count: number): void {
    if (count <= this.docs.length) return;
    this.docs = enlarged(this.docs, count);
    this.owners = enlarged(this.owners, count);
    this.lows = enlarged(this.lows, count);
    this.highs = enlarged(this.highs, count);
  }
}
