import { SearchError } from '../../../../errors/search-error.ts';
import type { Sketch } from './sketch.ts';

/** Counts of values rounded to a number of digits: a high dynamic range histogram. */
export class HighDynamicRange implements Sketch {
  private readonly counts = new Map<number, number>();
  /** Steps in the range from one power of two to the next. */
  private readonly half: number;
  private least = Number.POSITIVE_INFINITY;
  count = 0;

  constructor(digits: number) {
    this.half = 2 ** Math.ceil(Math.log2(2 * 10 ** digits)) / 2;
  }

  add(value: number): void {
    if (value < 0) {
      throw new SearchError(
        'array_index_out_of_bounds_exception',
        'Histogram recorded value cannot be negative.',
        { status: 400 },
      );
    }
    if (value > 0) this.least = Math.min(this.least, value);
    const low = this.low(value);
    this.counts.set(low, (this.counts.get(low) ?? 0) + 1);
    this.count += 1;
  }

  merge(other: Sketch): void {
    const { counts, least } = other as HighDynamicRange;
    this.least = Math.min(this.least, least);
    for (const [low, count] of counts) this.counts.set(low, (this.counts.get(low) ?? 0) + count);
    this.count += other.count;
  }

  percentile(percent: number): number | undefined {
    if (this.count === 0) return undefined;
    let left = Math.max(1, Math.floor((percent / 100) * this.count + 0.5));
    for (const low of this.sorted()) {
      left -= this.counts.get(low) as number;
      if (left <= 0) return this.high(low);
    }
    return undefined;
  }

  rank(value: number): number | undefined {
    if (this.count === 0) return undefined;
    let below = 0;
    const wanted = this.low(value);
    for (const [low, count] of this.counts) if (low <= wanted) below += count;
    return (100 * below) / this.count;
  }

  private sorted(): number[] {
    return [...this.counts.keys()].sort((a, b) => a - b);
  }

  /** The step in which a value is. */
  private step(value: number): number {
    return 2 ** Math.floor(Math.log2(value)) / this.half;
  }

  private low(value: number): number {
    if (value === 0) return 0;
    const step = this.step(value);
    return Math.floor(value / step) * step;
  }

  /** The largest value that counts as the same; steps are whole numbers of the smallest. */
  private high(low: number): number {
    if (low === 0) return 0;
    return low + this.step(low) - this.step(this.least);
  }
}
