import { SearchError } from '../../../../errors/search-error.ts';
import { Double, type Writable } from '../../../../json/values.ts';
import {
  type Bucket,
  type HasSubs,
  type JsonOptions,
  type Level,
  type Named,
  type Reduction,
  Result,
  resultsJson,
} from '../../aggregation.ts';
import { mergeContents } from '../../reduce.ts';
import type { ValueFormat } from '../../values/value-format.ts';
import {
  bucketComparator,
  compareKeys,
  isCountDesc,
  isKeyOrder,
  needsSubs,
  type Order,
} from '../order.ts';

/** `sterms` of strings, `lterms` of longs, `dterms` of doubles; `umterms` where nothing is mapped. */
export type TermsType = 'sterms' | 'lterms' | 'ulterms' | 'dterms' | 'umterms';

export interface TermsRules {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly order: Order;
  readonly showError: boolean;
}

export class TermsBucket implements Bucket {
  constructor(
    readonly key: number | bigint | string,
    readonly docCount: number,
    readonly subs: readonly Result[],
    readonly format: ValueFormat,
    /** By how much `docCount` may be too low. */
    readonly error = 0,
  ) {}

  get keyText(): string {
    return typeof this.key === 'string' ? this.key : this.format.print(this.key);
  }

  withSubs(subs: readonly Result[]): TermsBucket {
    return new TermsBucket(this.key, this.docCount, subs, this.format, this.error);
  }
}

/** The terms of a shard, or of all of them. */
export class TermsResult extends Result {
  constructor(
    of: Named,
    readonly type: TermsType,
    readonly list: readonly TermsBucket[],
    /** Documents of terms that are not in the list. */
    readonly otherDocCount: number,
    readonly docCountError: number,
    readonly rules: TermsRules,
  ) {
    super(of);
  }

  override get buckets(): readonly Bucket[] {
    return this.list;
  }

  withBuckets(list: readonly Bucket[]): TermsResult {
    const { of, type, otherDocCount, docCountError, rules } = this;
    return new TermsResult(of, type, list as TermsBucket[], otherDocCount, docCountError, rules);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    return {
      doc_count_error_upper_bound: this.docCountError,
      sum_other_doc_count: this.otherDocCount,
      buckets: this.list.map((bucket) => this.bucketJson(bucket, options)),
    };
  }

  private bucketJson(bucket: TermsBucket, options: JsonOptions): Writable {
    const { key, docCount, subs, format, error } = bucket;
    const isText = typeof key === 'string';
    return {
      key: this.type === 'dterms' ? new Double(Number(key)) : key,
      key_as_string: isText || format.isRaw ? undefined : format.print(key),
      doc_count: docCount,
      doc_count_error_upper_bound: this.rules.showError ? error : undefined,
      ...resultsJson(subs, options),
    };
  }
}

/** Buckets of one term, one of each shard that lists it. */
interface TermGroup {
  readonly buckets: TermsBucket[];
  /** What the shards that list the term add to `sumError`. */
  error: number;
}

/** Terms of several shards as one list. */
export function reduceTerms(
  of: Named,
  below: Level,
  results: readonly TermsResult[],
  rules: TermsRules,
  reduction: Reduction,
): TermsResult {
  const mapped = results.filter(({ type }) => type !== 'umterms');
  if (mapped.length === 0) return new TermsResult(of, 'umterms', [], 0, 0, rules);
  const type = commonType(mapped);
  const groups = new Map<number | bigint | string, TermGroup>();
  let otherDocCount = 0;
  let sumError = 0;
  for (const result of mapped) {
    const error = listError(result, rules);
    sumError = error < 0 || sumError < 0 ? -1 : sumError + error;
    otherDocCount += result.otherDocCount;
    for (const bucket of result.list) {
      const key = type === 'dterms' ? Number(bucket.key) : bucket.key;
      const group = groups.get(key) ?? { buckets: [], error: 0 };
      group.buckets.push(bucket);
      group.error += Math.max(0, error);
      groups.set(key, group);
    }
  }
  const merged = (
    key: number | bigint | string,
    { buckets, error }: TermGroup,
    subs: readonly Result[],
  ) => {
    const docCount = buckets.reduce((sum, bucket) => sum + bucket.docCount, 0);
    // Shards that did not list the term may each have as many of it as of their last one.
    const missed = sumError < 0 ? -1 : sumError - error;
    return new TermsBucket(key, docCount, subs, (buckets[0] as TermsBucket).format, missed);
  };
  const subsOf = (group: TermGroup) => mergeContents(below, group.buckets, reduction).subs;
  const isEarly = needsSubs(rules.order);
  const sorted = Array.from(groups, ([key, group]) =>
    merged(key, group, isEarly ? subsOf(group) : []),
  )
    .filter(({ docCount }) => docCount >= rules.minDocCount)
    .sort(bucketComparator<TermsBucket>(rules.order, compareKeys));
  for (const bucket of sorted.slice(rules.size)) otherDocCount += bucket.docCount;
  let list = sorted.slice(0, rules.size);
  // What is below a bucket is only reduced for those that stay.
  if (!isEarly)
    list = list.map((bucket) => bucket.withSubs(subsOf(groups.get(bucket.key) as TermGroup)));
  reduction.addBuckets(list.length);
  const docCountError = sumError < 0 ? -1 : results.length === 1 ? 0 : sumError;
  return new TermsResult(of, type, list, otherDocCount, docCountError, rules);
}

/** How many documents of a term a shard may have without listing it. */
function listError({ list }: TermsResult, { shardSize, order }: TermsRules): number {
  if (list.length === 0 || list.length < shardSize || isKeyOrder(order)) return 0;
  return isCountDesc(order) ? (list[list.length - 1] as HasSubs).docCount : -1;
}

/** Longs and doubles of different indices meet as doubles. */
function commonType(results: readonly TermsResult[]): TermsType {
  const types = new Set(results.map(({ type }) => type));
  if (types.size === 1) return (results[0] as TermsResult).type;
  if (types.has('sterms')) {
    throw new SearchError(
      'aggregation_execution_exception',
      'Merging/Reducing the aggregations failed when computing the aggregation, because the field you gave in the aggregation query existed as two different types in two different indices',
    );
  }
  return 'dterms';
}
