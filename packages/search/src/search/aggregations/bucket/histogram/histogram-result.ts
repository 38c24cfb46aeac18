import { Double, type Writable } from '../../../../json/values.ts';
import {
  type Bucket,
  type JsonOptions,
  type Level,
  type Named,
  type Reduction,
  Result,
  resultsJson,
} from '../../aggregation.ts';
import { mergeContents, reduceLevel } from '../../reduce.ts';
import { RAW, type ValueFormat } from '../../values/value-format.ts';
import { bucketComparator, compareKeys, KEY_ASC, type Order } from '../order.ts';

export interface HistogramRules {
  readonly minDocCount: number;
  readonly order: Order;
  readonly isKeyed: boolean;
  readonly isDate: boolean;
}

/** What the shards agree on beside their buckets. */
export interface HistogramSpan {
  readonly format: ValueFormat;
  /** Buckets reach at least from here to there, if empty ones are shown. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly round: (value: number) => number;
  readonly next: (start: number) => number;
}

export class HistogramBucket implements Bucket {
  constructor(
    readonly key: number,
    readonly docCount: number,
    readonly subs: readonly Result[],
    readonly format: ValueFormat,
  ) {}

  get keyText(): string {
    return this.format.print(this.key);
  }

  withSubs(subs: readonly Result[]): HistogramBucket {
    return new HistogramBucket(this.key, this.docCount, subs, this.format);
  }
}

export class HistogramResult extends Result {
  constructor(
    of: Named,
    readonly list: readonly HistogramBucket[],
    /** Undefined where the field is not mapped. */
    readonly span: HistogramSpan | undefined,
    readonly rules: HistogramRules,
    readonly type = rules.isDate ? 'date_histogram' : 'histogram',
  ) {
    super(of);
  }

  override get buckets(): readonly Bucket[] {
    return this.list;
  }

  withBuckets(list: readonly Bucket[]): HistogramResult {
    const { of, span, rules, type } = this;
    return new HistogramResult(of, list as HistogramBucket[], span, rules, type);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    const { isKeyed } = this.rules;
    if (!isKeyed) return { buckets: this.list.map((bucket) => this.bucketJson(bucket, options)) };
    return {
      buckets: new Map(
        this.list.map((bucket) => [bucket.keyText, this.bucketJson(bucket, options)]),
      ),
    };
  }

  private bucketJson(bucket: HistogramBucket, options: JsonOptions): Writable {
    const { key, docCount, subs, format } = bucket;
    return {
      key_as_string: format.isRaw ? undefined : format.print(key),
      key: this.rules.isDate ? key : new Double(key),
      doc_count: docCount,
      ...resultsJson(subs, options),
    };
  }
}

export function reduceHistogram(
  of: Named,
  below: Level,
  results: readonly HistogramResult[],
  rules: HistogramRules,
  reduction: Reduction,
): HistogramResult {
  const span = results.find((result) => result.span !== undefined)?.span;
  const format = span?.format ?? RAW;
  const groups = new Map<number, HistogramBucket[]>();
  for (const { list } of results) {
    for (const bucket of list) {
      const group = groups.get(bucket.key);
      if (group === undefined) groups.set(bucket.key, [bucket]);
      else group.push(bucket);
    }
  }
  let list: HistogramBucket[] = [];
  for (const [key, group] of groups) {
    const docCount = group.reduce((sum, bucket) => sum + bucket.docCount, 0);
    if (docCount < rules.minDocCount) continue;
    const { subs } = mergeContents(below, group, reduction);
    list.push(new HistogramBucket(key, docCount, subs, format));
  }
  list.sort((a, b) => a.key - b.key);
  reduction.addBuckets(list.length);
  if (rules.minDocCount === 0 && span !== undefined) {
    list = filled(list, span, reduction, () => reduceLevel(below, [], reduction));
  }
  const [first] = rules.order;
  if (first !== undefined && !(first.by === '_key' && first.isAscending)) {
    list.sort(bucketComparator<HistogramBucket>([...rules.order, KEY_ASC], compareKeys));
  }
  return new HistogramResult(of, list, span, rules);
}

/** The same buckets with empty ones between them, and out to the bounds. */
function filled(
  list: readonly HistogramBucket[],
  { format, min, max, round, next }: HistogramSpan,
  reduction: Reduction,
  empty: () => Result[],
): HistogramBucket[] {
  const first = list[0]?.key;
  const last = list[list.length - 1]?.key;
  const from = min === undefined ? first : Math.min(round(min), first ?? Number.POSITIVE_INFINITY);
  const to = max === undefined ? last : Math.max(round(max), last ?? Number.NEGATIVE_INFINITY);
  if (from === undefined || to === undefined) return [...list];
  const all: HistogramBucket[] = [];
  const add = (key: number) => {
    reduction.addBuckets(1);
    all.push(new HistogramBucket(key, 0, empty(), format));
  };
  let at = from;
  for (const bucket of list) {
    // Doubles do not always land on a key exactly: what is nearly there is there.
    for (; at < bucket.key && !isNear(at, bucket.key); at = next(at)) add(at);
    all.push(bucket);
    at = next(bucket.key);
  }
  for (; at <= to; at = next(at)) add(at);
  return all;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(b) * 1e-12;
}
