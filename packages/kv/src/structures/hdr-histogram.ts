/**
 * A histogram of positive integers with two significant digits, as HdrHistogram lays it out: values
 * below 256 have a counter each; above, every doubling of the range has 128 counters, each twice as
 * wide as in the range before. Bounds and percentiles agree with the C library to the last digit.
 *
 *   value   1 .. 255 | 256 .. 511 | 512 .. 1023 | ...
 *   width      1     |     2      |      4      | ...
 */

const HALF = 128;
const HALF_BITS = 7;
const MASK = 255;

/** The lowest value counted at an index. */
function lowest(index: number): number {
  const bucket = (index >> HALF_BITS) - 1;
  return bucket < 0 ? index : ((index & (HALF - 1)) + HALF) * 2 ** bucket;
}

/** How many values share an index. */
function width(index: number): number {
  return 2 ** Math.max(0, (index >> HALF_BITS) - 1);
}

/** The index of a value below 2^31. */
function indexOf(value: number): number {
  const bucket = 24 - Math.clz32(value | MASK);
  return ((bucket + 1) << HALF_BITS) + ((value >> bucket) - HALF);
}

export class HdrHistogram {
  /** Doubles: 32 bits would overflow within hours on a busy server. */
  private readonly counts: Float64Array;
  private readonly max: number;
  total = 0;

  /** Counts values up to max (below 2^31); larger ones count as max. */
  constructor(max: number) {
    this.max = max;
    // Whole ranges, as the library has them: the last step of `cumulative` ends where they end.
    this.counts = new Float64Array((26 - Math.clz32(max | MASK)) << HALF_BITS);
  }

  record(value: number): void {
    const v = value < 1 ? 1 : value > this.max ? this.max : value | 0;
    const at = indexOf(v);
    this.counts[at] = (this.counts[at] as number) + 1;
    this.total++;
  }

  /** The highest value that counts the same as the one at this percentile (0 to 100). */
  percentile(p: number): number {
    const wanted = Math.max(1, Math.trunc((Math.min(p, 100) / 100) * this.total + 0.5));
    let seen = 0;
    for (let i = 0; i < this.counts.length; i++) {
      seen += this.counts[i] as number;
      if (seen >= wanted) return p === 0 ? lowest(i) : lowest(i) + width(i) - 1;
    }
    return 0;
  }

  /**
   * Calls back with (highest value of the step, values up to there) for steps whose bounds double
   * from `first` on, leaving out those that add nothing.
   */
  cumulative(first: number, step: (upTo: number, count: number) => void): void {
    let seen = 0;
    let reported = 0;
    let level = first;
    for (let i = 0; i < this.counts.length && reported < this.total; i++) {
      seen += this.counts[i] as number;
      const low = lowest(i);
      const last = i === this.counts.length - 1;
      if (low < level && !last) continue;
      while (low >= level) level *= 2;
      if (seen > reported) step(low + width(i) - 1, seen);
      reported = seen;
    }
  }
}
