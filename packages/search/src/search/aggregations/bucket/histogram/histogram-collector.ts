import type { SearchView } from '../../../../index/shard/documents.ts';
import type { CollectContext, HasSubs, Level, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { BucketNumbers } from '../../collect/bucket-numbers.ts';
import { enlarged } from '../../collect/growing.ts';
import { MAX_BUCKETS, tooManyBuckets } from '../../reduce.ts';
import type { NumericSource } from '../../values/numeric-source.ts';
import type { RangeSource } from '../../values/range-source.ts';
import type { IntervalKeys } from './interval-keys.ts';

export interface HardBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface FoundInterval extends HasSubs {
  readonly start: number;
}

abstract class IntervalCollector extends BucketCollector {
  protected readonly numbers: BucketNumbers;
  protected docs = new Int32Array(1024);
  protected buckets = new Int32Array(1024);

  constructor(
    level: Level,
    context: CollectContext,
    protected readonly keys: IntervalKeys,
    private readonly make: (found: FoundInterval[]) => Result,
  ) {
    super(level, context);
    this.numbers = new BucketNumbers(context.account);
  }

  result(owner: number): Result {
    const found = Array.from(this.numbers.of(owner), (bucket) => ({
      start: this.keys.start(this.numbers.keys[bucket] as number),
      ...this.contents(bucket),
    }));
    return this.make(found);
  }

  protected room(count: number): void {
    if (count <= this.docs.length) return;
    this.docs = enlarged(this.docs, count);
    this.buckets = enlarged(this.buckets, count);
  }
}

/** Counts values by interval; several values of a document in one interval count once. */
export class HistogramCollector extends IntervalCollector {
  constructor(
    level: Level,
    context: CollectContext,
    keys: IntervalKeys,
    make: (found: FoundInterval[]) => Result,
    private readonly source: NumericSource,
    private readonly bounds: HardBounds | undefined,
  ) {
    super(level, context, keys, make);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers, keys, bounds } = this;
    const count = source.read(docs, owners, n);
    this.room(count);
    const { values } = source;
    const outDocs = this.docs;
    const { buckets } = this;
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const doc = source.docs[i] as number;
      const key = keys.key(values[i] as number);
      if (bounds !== undefined && !isInside(bounds, keys.start(key))) continue;
      const bucket = numbers.number(source.owners[i] as number, key);
      if (kept > 0 && outDocs[kept - 1] === doc && buckets[kept - 1] === bucket) continue;
      outDocs[kept] = doc;
      buckets[kept++] = bucket;
    }
    this.pass(outDocs, buckets, kept, numbers.count);
  }
}

function isInside({ min, max }: HardBounds, start: number): boolean {
  return (min === undefined || start >= min) && (max === undefined || start <= max);
}

/** Counts ranges in every interval they touch. */
export class RangeHistogramCollector extends IntervalCollector {
  constructor(
    level: Level,
    context: CollectContext,
    keys: IntervalKeys,
    make: (found: FoundInterval[]) => Result,
    private readonly source: RangeSource,
    private readonly bounds: HardBounds | undefined,
    private readonly next: (start: number) => number,
  ) {
    super(level, context, keys, make);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers, keys, bounds } = this;
    const count = source.read(docs, owners, n);
    let kept = 0;
    let doc = -1;
    let behind = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i += 1) {
      if (source.docs[i] !== doc) behind = Number.NEGATIVE_INFINITY;
      doc = source.docs[i] as number;
      const low = Math.max(source.lows[i] as number, bounds?.min ?? Number.NEGATIVE_INFINITY);
      const high = Math.min(source.highs[i] as number, bounds?.max ?? Number.POSITIVE_INFINITY);
      if (low > high) continue;
      let start = keys.start(keys.key(low));
      // Ranges of a document ascend by their low ends and may overlap.
      if (start < behind) start = behind;
      const before = kept;
      for (; start <= high; start = this.next(start)) {
        // A range over more intervals than an answer may have would be counted for nothing.
        if (kept - before > MAX_BUCKETS) throw tooManyBuckets(kept - before, MAX_BUCKETS);
        this.room(kept + 1);
        this.docs[kept] = doc;
        this.buckets[kept++] = numbers.number(source.owners[i] as number, keys.key(start));
      }
      behind = start;
    }
    this.pass(this.docs, this.buckets, kept, numbers.count);
  }
}
