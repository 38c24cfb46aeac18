import type { NumericColumn } from '../../../index/segment/column.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import type { CollectContext, Collector, HasSubs, Level, Result } from '../aggregation.ts';
import { GrowingNumbers } from './growing.ts';

/** A document may stand for several that were counted before it was made. */
export const DOC_COUNT = '_doc_count';

function weightOf(column: NumericColumn, doc: number): number {
  return column.hasValue(doc) ? column.number(column.firstValue(doc)) : 1;
}

/** A collector that puts documents into buckets and hands them on to the aggregations below. */
export abstract class BucketCollector implements Collector {
  protected readonly counts = new GrowingNumbers();
  private readonly below: readonly Collector[];
  private weights: NumericColumn | undefined;

  constructor(level: Level, context: CollectContext) {
    // Below a bucket, matches are never all documents.
    const inner = { ...context, isAll: false };
    this.below = level.aggregations.map((aggregation) => aggregation.collector(inner));
  }

  protected get hasBelow(): boolean {
    return this.below.length > 0;
  }

  begin(view: SearchView, base: number): boolean {
    this.weights = view.segment.numeric(DOC_COUNT);
    for (const collector of this.below) collector.begin(view, base);
    return true;
  }

  finish(): void {
    for (const collector of this.below) collector.finish?.();
  }

  abstract collect(docs: Int32Array, owners: Int32Array, n: number): void;
  abstract result(owner: number): Result;

  /** Counts documents in buckets below `end` and hands them on. */
  protected pass(docs: Int32Array, buckets: Int32Array, n: number, end: number): void {
    const counts = this.counts.reserve(end);
    const { weights } = this;
    for (let i = 0; i < n; i += 1) {
      const bucket = buckets[i] as number;
      const weight = weights === undefined ? 1 : weightOf(weights, docs[i] as number);
      counts[bucket] = (counts[bucket] as number) + weight;
    }
    if (n > 0) for (const collector of this.below) collector.collect(docs, buckets, n);
  }

  /** What a bucket holds. */
  protected contents(bucket: number): HasSubs {
    return {
      docCount: this.counts.at(bucket),
      subs: this.below.map((collector) => collector.result(bucket)),
    };
  }
}

/** Collects nothing: for a field that a shard does not have. */
export class EmptyCollector implements Collector {
  constructor(private readonly empty: () => Result) {}

  begin(): boolean {
    return false;
  }
  collect(): void {}
  result(): Result {
    return this.empty();
  }
}
