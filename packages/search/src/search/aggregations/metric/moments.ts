import type { SearchView } from '../../../index/shard/documents.ts';
import type { Collector, Result } from '../aggregation.ts';
import { GrowingNumbers, ownersEnd } from '../collect/growing.ts';
import type { NumericSource } from '../values/numeric-source.ts';

/** What is known of the values of a bucket; sums with what rounding took from them. */
export interface Moments {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: CompensatedSum;
  readonly squares: CompensatedSum;
}

export interface CompensatedSum {
  readonly value: number;
  readonly lost: number;
}

/** Which of the moments an aggregation asks for. */
export interface Wanted {
  readonly min?: boolean;
  readonly max?: boolean;
  readonly sum?: boolean;
  readonly squares?: boolean;
}

const NO_SUM: CompensatedSum = { value: 0, lost: 0 };
export const NO_MOMENTS: Moments = {
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  sum: NO_SUM,
  squares: NO_SUM,
};

/** Kahan's summation: doubles added one by one as if there were more digits. */
class Sums {
  private readonly sums = new GrowingNumbers();
  private readonly lost = new GrowingNumbers();

  add(owners: Int32Array, values: Float64Array, n: number, end: number, isSquare: boolean): void {
    const sums = this.sums.reserve(end);
    const lost = this.lost.reserve(end);
    for (let i = 0; i < n; i += 1) {
      const owner = owners[i] as number;
      const value = values[i] as number;
      const old = sums[owner] as number;
      const corrected = (isSquare ? value * value : value) - (lost[owner] as number);
      const next = old + corrected;
      const missing = next - old - corrected;
      sums[owner] = next;
      lost[owner] = Number.isFinite(missing) ? missing : 0;
    }
  }

  at(owner: number): CompensatedSum {
    return { value: this.sums.at(owner), lost: this.lost.at(owner) };
  }
}

/** Count, sum, minimum and maximum by bucket, as far as they are wanted. */
export class MomentsCollector implements Collector {
  private readonly counts = new GrowingNumbers();
  private readonly mins = new GrowingNumbers(Number.POSITIVE_INFINITY);
  private readonly maxs = new GrowingNumbers(Number.NEGATIVE_INFINITY);
  private readonly sums = new Sums();
  private readonly squares = new Sums();

  constructor(
    private readonly source: NumericSource,
    private readonly wanted: Wanted,
    private readonly make: (moments: Moments) => Result,
  ) {}

  begin(view: SearchView): boolean {
    this.source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, wanted } = this;
    const count = source.read(docs, owners, n);
    const { values } = source;
    const end = ownersEnd(source.owners, count);
    const counts = this.counts.reserve(end);
    for (let i = 0; i < count; i += 1) {
      const owner = source.owners[i] as number;
      counts[owner] = (counts[owner] as number) + 1;
    }
    if (wanted.min) this.lower(source.owners, values, count, end);
    if (wanted.max) this.raise(source.owners, values, count, end);
    if (wanted.sum) this.sums.add(source.owners, values, count, end, false);
    if (wanted.squares) this.squares.add(source.owners, values, count, end, true);
  }

  result(owner: number): Result {
    return this.make({
      count: this.counts.at(owner),
      min: this.mins.at(owner),
      max: this.maxs.at(owner),
      sum: this.sums.at(owner),
      squares: this.squares.at(owner),
    });
  }

  private lower(owners: Int32Array, values: Float64Array, n: number, end: number): void {
    const mins = this.mins.reserve(end);
    for (let i = 0; i < n; i += 1) {
      const owner = owners[i] as number;
      const value = values[i] as number;
      if (value < (mins[owner] as number)) mins[owner] = value;
    }
  }

  private raise(owners: Int32Array, values: Float64Array, n: number, end: number): void {
    const maxs = this.maxs.reserve(end);
    for (let i = 0; i < n; i += 1) {
      const owner = owners[i] as number;
      const value = values[i] as number;
      if (value > (maxs[owner] as number)) maxs[owner] = value;
    }
  }
}

/** The moments of several sets of values together. */
export function addMoments(all: readonly Moments[]): Moments {
  if (all.length === 1) return all[0] as Moments;
  let { count, min, max } = NO_MOMENTS;
  for (const one of all) {
    count += one.count;
    min = Math.min(min, one.min);
    max = Math.max(max, one.max);
  }
  return {
    count,
    min,
    max,
    sum: addSums(all.map(({ sum }) => sum)),
    squares: addSums(all.map(({ squares }) => squares)),
  };
}

function addSums(sums: readonly CompensatedSum[]): CompensatedSum {
  let value = 0;
  let lost = 0;
  for (const one of sums) {
    for (const part of [one.value, -one.lost]) {
      const corrected = part - lost;
      const next = value + corrected;
      const missing = next - value - corrected;
      lost = Number.isFinite(missing) ? missing : 0;
      value = next;
    }
  }
  return { value, lost };
}
