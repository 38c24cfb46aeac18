import type { Bitmap } from '../index/segment/bitmap.ts';

/** Drops documents from a decoded block: one call a block, one tight loop inside. */
export interface BlockFilter {
  /** Keeps docs[0, n) that pass, moved to the front with their frequencies; returns how many. */
  keep(docs: Int32Array, freqs: Int32Array, n: number): number;
}

export class BitmapFilter implements BlockFilter {
  constructor(private readonly bits: Bitmap) {}

  keep(docs: Int32Array, freqs: Int32Array, n: number): number {
    const { bits } = this;
    let kept = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      if ((((bits[doc >> 5] as number) >>> (doc & 31)) & 1) === 0) continue;
      docs[kept] = doc;
      freqs[kept++] = freqs[i] as number;
    }
    return kept;
  }
}

/** Values of a single-valued column in [low, high], in stored units. */
export class RangeFilter implements BlockFilter {
  constructor(
    private readonly values: Int32Array | Float64Array,
    private readonly present: Bitmap | undefined,
    private readonly low: number,
    private readonly high: number,
  ) {}

  keep(docs: Int32Array, freqs: Int32Array, n: number): number {
    const { values, low, high, present } = this;
    let kept = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const value = values[doc] as number;
      if (value < low || value > high) continue;
      if (present !== undefined && (((present[doc >> 5] as number) >>> (doc & 31)) & 1) === 0) {
        continue;
      }
      docs[kept] = doc;
      freqs[kept++] = freqs[i] as number;
    }
    return kept;
  }
}
