import type { Writable } from '../../../json/values.ts';
import {
  type Bucket,
  type JsonOptions,
  type Level,
  type Named,
  type Reduction,
  Result,
  resultsJson,
} from '../aggregation.ts';
import { mergeContents } from '../reduce.ts';

/** A bucket of a fixed list: a filter, a range. `fields` stand between its key and its count. */
export class FixedBucket implements Bucket {
  constructor(
    readonly key: string,
    readonly docCount: number,
    readonly subs: readonly Result[],
    readonly fields: Readonly<Record<string, Writable | undefined>> = {},
  ) {}

  get keyText(): string {
    return this.key;
  }

  withSubs(subs: readonly Result[]): FixedBucket {
    return new FixedBucket(this.key, this.docCount, subs, this.fields);
  }
}

/** How a list of buckets is printed. */
export interface FixedRules {
  readonly type: string;
  /** As an object by key, where it is not a list. */
  readonly isKeyed: boolean;
  /** Whether buckets of a list name their keys. */
  readonly showsKeys: boolean;
}

export class FixedBucketsResult extends Result {
  constructor(
    of: Named,
    readonly rules: FixedRules,
    readonly list: readonly FixedBucket[],
    /** Of a shard that lacks the field: it cannot print the ends as those that have it do. */
    readonly isUnmapped = false,
  ) {
    super(of);
  }

  get type(): string {
    return this.rules.type;
  }

  override get buckets(): readonly Bucket[] {
    return this.list;
  }

  withBuckets(list: readonly Bucket[]): FixedBucketsResult {
    return new FixedBucketsResult(this.of, this.rules, list as FixedBucket[]);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    const { isKeyed, showsKeys } = this.rules;
    const body = ({ fields, docCount, subs }: FixedBucket) => ({
      ...fields,
      doc_count: docCount,
      ...resultsJson(subs, options),
    });
    if (isKeyed) return { buckets: new Map(this.list.map((bucket) => [bucket.key, body(bucket)])) };
    return {
      buckets: this.list.map((bucket) => ({
        ...(showsKeys ? { key: bucket.key } : {}),
        ...body(bucket),
      })),
    };
  }
}

/** Buckets of the same places of the list, merged. */
export function reduceFixed(
  of: Named,
  below: Level,
  results: readonly FixedBucketsResult[],
  empty: () => FixedBucketsResult,
  reduction: Reduction,
): FixedBucketsResult {
  const filled = results.filter(({ list }) => list.length > 0);
  const first = filled.find(({ isUnmapped }) => !isUnmapped) ?? filled[0];
  if (first === undefined) return results[0] ?? empty();
  const list = first.list.map((bucket, i) => {
    const same = results.map((result) => result.list[i]).filter((one) => one !== undefined);
    const { docCount, subs } = mergeContents(below, same, reduction);
    return new FixedBucket(bucket.key, docCount, subs, bucket.fields);
  });
  reduction.addBuckets(list.length);
  return new FixedBucketsResult(of, first.rules, list);
}
