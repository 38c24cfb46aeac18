/** adjacency_matrix: a bucket for every filter and for every two filters that match together. */
import { illegalArgument } from '../../../../errors/search-error.ts';
import { type Bitmap, intersect } from '../../../../index/segment/bitmap.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { isJsonObject, type JsonObject } from '../../../../json/values.ts';
import { matches } from '../../../../query/matches.ts';
import type { Query } from '../../../../query/query.ts';
import type { QueryBuilder } from '../../../context.ts';
import type { CollectContext, HasSubs, Level, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { type OptionKind, readOptions, text } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { FixedBucket, FixedBucketsResult, type FixedRules, reduceFixed } from '../keyed-result.ts';

const MAX_FILTERS = 100;

const FILTERS: OptionKind<readonly { key: string; query: QueryBuilder }[]> = {
  accepts: isJsonObject,
  read: (value, { scope }) =>
    [...(value as JsonObject)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => ({ key, query: scope.query(one) })),
};

class MatrixCollector extends BucketCollector {
  private bits: readonly Bitmap[] = [];
  private docs = new Int32Array(1024);
  private buckets = new Int32Array(1024);

  constructor(
    level: Level,
    private readonly context: CollectContext,
    private readonly queries: readonly Query[],
    private readonly pairs: readonly (readonly [number, number])[],
    private readonly make: (contents: readonly HasSubs[]) => Result,
  ) {
    super(level, context);
  }

  override begin(view: SearchView, base: number): boolean {
    const single = this.queries.map((query) => matches(this.context.shard.searcher, view, query));
    this.bits = this.pairs.map(([a, b]) => {
      const bits = (single[a] as Bitmap).slice();
      if (a !== b) intersect(bits, single[b] as Bitmap);
      return bits;
    });
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const width = this.pairs.length;
    if (this.docs.length < n * width) {
      this.docs = new Int32Array(n * width);
      this.buckets = new Int32Array(n * width);
    }
    let kept = 0;
    let end = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const first = (owners[i] as number) * width;
      for (let pair = 0; pair < width; pair += 1) {
        const word = (this.bits[pair] as Bitmap)[doc >> 5] as number;
        if (((word >>> (doc & 31)) & 1) === 0) continue;
        this.docs[kept] = doc;
        this.buckets[kept++] = first + pair;
      }
      end = Math.max(end, first + width);
    }
    this.pass(this.docs, this.buckets, kept, end);
  }

  result(owner: number): Result {
    const width = this.pairs.length;
    return this.make(this.pairs.map((_, i) => this.contents(owner * width + i)));
  }
}

export const parseAdjacencyMatrix: AggregationParser = (body, place, common) => {
  const options = readOptions(body, { filters: FILTERS, separator: text }, place);
  const { filters, separator = '&' } = options;
  if (filters === undefined || filters.length === 0) {
    throw illegalArgument('[filters] cannot be empty');
  }
  if (filters.length > MAX_FILTERS) {
    throw illegalArgument(
      `Number of filters is too large, must be less than or equal to: [${MAX_FILTERS}] but was [${filters.length}].`,
    );
  }
  const pairs = filters.flatMap((_, a) =>
    filters.slice(a).map((__, b): readonly [number, number] => [a, a + b]),
  );
  const keys = pairs.map(([a, b]) => {
    const name = (i: number) => (filters[i] as { key: string }).key;
    return a === b ? name(a) : `${name(a)}${separator}${name(b)}`;
  });
  const rules: FixedRules = { type: 'adjacency_matrix', isKeyed: false, showsKeys: true };
  const make = (contents: readonly HasSubs[]) =>
    new FixedBucketsResult(
      common,
      rules,
      contents.map(({ docCount, subs }, i) => new FixedBucket(keys[i] as string, docCount, subs)),
    );
  return {
    ...common,
    type: 'adjacency_matrix',
    collector: (context) =>
      new MatrixCollector(
        common.below,
        context,
        filters.map(({ query }) => context.shard.build(query)),
        pairs,
        make,
      ),
    reduce(results, reduction) {
      const all = reduceFixed(
        common,
        common.below,
        results as FixedBucketsResult[],
        () => make([]),
        reduction,
      );
      const list = all.list.filter(({ docCount }) => docCount > 0);
      list.sort((a, b) => (a.key < b.key ? -1 : 1));
      return new FixedBucketsResult(common, rules, list);
    },
  };
};
