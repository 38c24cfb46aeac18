import { SearchError } from '../../errors/search-error.ts';
import type { HasSubs, Level, Reduction, Result } from './aggregation.ts';

export const MAX_BUCKETS = 65_536;

/** Counts the buckets of an answer and ends it at the limit. */
export class BucketLimit implements Reduction {
  private count = 0;

  constructor(
    readonly now: number,
    private readonly limit = MAX_BUCKETS,
  ) {}

  addBuckets(count: number): void {
    this.count += count;
    if (this.count <= this.limit) return;
    throw tooManyBuckets(this.count, this.limit);
  }
}

export function tooManyBuckets(count: number, limit: number): SearchError {
  return new SearchError(
    'too_many_buckets_exception',
    `Trying to create too many buckets. Must be less than or equal to: [${limit}] but was [${count}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
    { fields: { max_buckets: limit } },
  );
}

/** The results of one level across shards (or across equal buckets): one for each aggregation. */
export function reduceLevel(
  level: Level,
  lists: readonly (readonly Result[])[],
  reduction: Reduction,
): Result[] {
  return level.aggregations.map((aggregation, i) =>
    aggregation.reduce(
      // A shard without the field has nothing below its buckets.
      lists.map((list) => list[i]).filter((result) => result !== undefined),
      reduction,
    ),
  );
}

/** Buckets that are one: counts added, results below reduced. */
export function mergeContents(
  level: Level,
  buckets: readonly HasSubs[],
  reduction: Reduction,
): { docCount: number; subs: readonly Result[] } {
  let docCount = 0;
  for (const bucket of buckets) docCount += bucket.docCount;
  return {
    docCount,
    subs: reduceLevel(
      level,
      buckets.map(({ subs }) => subs),
      reduction,
    ),
  };
}
