/** Which interval a value is in, as a small whole number: what buckets are numbered by. */
import { NumberTable } from '../../collect/number-table.ts';
import type { Rounding } from './rounding.ts';

export interface IntervalKeys {
  key(value: number): number;
  /** Where the interval starts. */
  start(key: number): number;
}

/** More boundaries than this are not worth finding beforehand. */
const MAX_BOUNDARIES = 100_000;

/** Equal intervals: one division. */
export class FixedKeys implements IntervalKeys {
  private readonly first: number;

  constructor(
    private readonly interval: number,
    private readonly offset: number,
    least: number,
  ) {
    this.first = Math.floor((least - offset) / interval);
  }

  key(value: number): number {
    return Math.floor((value - this.offset) / this.interval) - this.first;
  }

  start(key: number): number {
    return (key + this.first) * this.interval + this.offset;
  }
}

/** Intervals of the calendar between two moments: binary search among their starts. */
class BoundaryKeys implements IntervalKeys {
  private last = 0;

  constructor(private readonly starts: Float64Array) {}

  key(value: number): number {
    const { starts, last } = this;
    // Documents that follow each other are often of the same time.
    if (
      value >= (starts[last] as number) &&
      value < (starts[last + 1] ?? Number.POSITIVE_INFINITY)
    ) {
      return last;
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] as number) <= value) low = middle;
      else high = middle - 1;
    }
    this.last = low;
    return low;
  }

  start(key: number): number {
    return this.starts[key] as number;
  }
}

/** Starts that are numbered as they are met: for spans too wide to prepare. */
export class MetKeys implements IntervalKeys {
  private readonly table = new NumberTable();

  constructor(private readonly round: (value: number) => number) {}

  key(value: number): number {
    return this.table.number(this.round(value));
  }

  start(key: number): number {
    return Number(this.table.value(key));
  }
}

/** The quickest keys for moments between `least` and `most`. */
export function roundingKeys(
  rounding: Rounding,
  span: readonly [least: number, most: number] | undefined,
): IntervalKeys {
  const round = (value: number) => rounding.round(Math.floor(value));
  if (span === undefined) return new MetKeys(round);
  const [least, most] = span;
  const { fixed } = rounding;
  if (fixed !== undefined) {
    const start = round(least);
    if ((most - start) / fixed < 2 ** 30) return new FixedKeys(fixed, start, start);
    return new MetKeys(round);
  }
  const starts: number[] = [];
  for (let at = round(least); at <= most; at = rounding.next(at)) {
    starts.push(at);
    if (starts.length > MAX_BOUNDARIES) return new MetKeys(round);
  }
  // Moments beyond the calendar have no start.
  return starts.length === 0 ? new MetKeys(round) : new BoundaryKeys(Float64Array.from(starts));
}

export function intervalKeys(
  interval: number,
  offset: number,
  span: readonly [least: number, most: number] | undefined,
): IntervalKeys {
  const round = (value: number) => Math.floor((value - offset) / interval) * interval + offset;
  if (span === undefined || !((span[1] - span[0]) / interval < 2 ** 30)) return new MetKeys(round);
  return new FixedKeys(interval, offset, span[0]);
}
