import { illegalArgument } from '../../../../errors/search-error.ts';
import type { Bitmap } from '../../../../index/segment/bitmap.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { isJsonObject, type Json } from '../../../../json/values.ts';
import { matches } from '../../../../query/matches.ts';
import type { Query } from '../../../../query/query.ts';
import type { QueryBuilder } from '../../../context.ts';
import type { CollectContext, Level, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { flag, type OptionKind, readOptions, text } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { FixedBucket, FixedBucketsResult, type FixedRules, reduceFixed } from '../keyed-result.ts';

interface NamedFilter {
  readonly key: string;
  readonly query: QueryBuilder;
}

const FILTERS: OptionKind<{ isKeyed: boolean; filters: readonly NamedFilter[] }> = {
  accepts: (value) => Array.isArray(value) || isJsonObject(value),
  read: (value, { scope }) => {
    const isKeyed = isJsonObject(value);
    const entries: [string, Json][] = isKeyed
      ? [...value].sort(([a], [b]) => (a < b ? -1 : 1))
      : (value as Json[]).map((one, i) => [String(i), one]);
    if (entries.length === 0) throw illegalArgument('[filters] cannot be empty');
    return { isKeyed, filters: entries.map(([key, one]) => ({ key, query: scope.query(one) })) };
  },
};

/** A bucket for every filter of every owner, side by side: owner × filters + filter. */
class FiltersCollector extends BucketCollector {
  private bits: readonly Bitmap[] = [];
  private docs = new Int32Array(1024);
  private buckets = new Int32Array(1024);

  constructor(
    level: Level,
    private readonly context: CollectContext,
    private readonly queries: readonly Query[],
    private readonly hasOther: boolean,
    private readonly make: (
      contents: readonly { docCount: number; subs: readonly Result[] }[],
    ) => Result,
  ) {
    super(level, context);
  }

  private get width(): number {
    return this.queries.length + (this.hasOther ? 1 : 0);
  }

  override begin(view: SearchView, base: number): boolean {
    this.bits = this.queries.map((query) => matches(this.context.shard.searcher, view, query));
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { width, bits, hasOther } = this;
    if (this.docs.length < n * width) {
      this.docs = new Int32Array(n * width);
      this.buckets = new Int32Array(n * width);
    }
    let kept = 0;
    let end = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const first = (owners[i] as number) * width;
      const before = kept;
      for (let filter = 0; filter < bits.length; filter += 1) {
        const word = (bits[filter] as Bitmap)[doc >> 5] as number;
        if (((word >>> (doc & 31)) & 1) === 0) continue;
        this.docs[kept] = doc;
        this.buckets[kept++] = first + filter;
      }
      if (hasOther && kept === before) {
        this.docs[kept] = doc;
        this.buckets[kept++] = first + bits.length;
      }
      if (first + width > end) end = first + width;
    }
    this.pass(this.docs, this.buckets, kept, end);
  }

  result(owner: number): Result {
    const { width } = this;
    return this.make(Array.from({ length: width }, (_, i) => this.contents(owner * width + i)));
  }
}

export const parseFilters: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { filters: FILTERS, other_bucket: flag, other_bucket_key: text, keyed: flag },
    place,
  );
  if (options.filters === undefined) throw illegalArgument('[filters] cannot be empty');
  const { filters, isKeyed } = options.filters;
  const hasOther = options.other_bucket ?? options.other_bucket_key !== undefined;
  const keys = filters.map(({ key }) => key);
  if (hasOther) keys.push(options.other_bucket_key ?? '_other_');
  const showsKeys = isKeyed && options.keyed === false;
  const rules: FixedRules = { type: 'filters', isKeyed: isKeyed && !showsKeys, showsKeys };
  const make = (contents: readonly { docCount: number; subs: readonly Result[] }[]) =>
    new FixedBucketsResult(
      common,
      rules,
      contents.map(({ docCount, subs }, i) => new FixedBucket(keys[i] as string, docCount, subs)),
    );
  return {
    ...common,
    type: 'filters',
    collector: (context) =>
      new FiltersCollector(
        common.below,
        context,
        filters.map(({ query }) => context.shard.build(query)),
        hasOther,
        make,
      ),
    reduce: (results, reduction) =>
      reduceFixed(common, common.below, results as FixedBucketsResult[], () => make([]), reduction),
  };
};
