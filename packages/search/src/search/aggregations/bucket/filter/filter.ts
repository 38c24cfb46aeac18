/** filter, missing and global: documents that pass, in one bucket. */
import type { Bitmap } from '../../../../index/segment/bitmap.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { matches } from '../../../../query/matches.ts';
import type { Query } from '../../../../query/query.ts';
import type { CollectContext, Level, Named, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { ownersEnd } from '../../collect/growing.ts';
import { readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { resolveValues } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { reduceSingle, SingleBucketResult } from '../single-bucket.ts';

/** Hands on the documents that a query matches; an owner's bucket has the owner's number. */
class FilterCollector extends BucketCollector {
  private bits: Bitmap = new Int32Array(0);
  private docs = new Int32Array(1024);
  private owners = new Int32Array(1024);

  constructor(
    level: Level,
    private readonly context: CollectContext,
    private readonly query: Query,
    private readonly make: (docCount: number, subs: readonly Result[]) => Result,
  ) {
    super(level, context);
  }

  override begin(view: SearchView, base: number): boolean {
    this.bits = matches(this.context.shard.searcher, view, this.query);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { bits } = this;
    if (this.docs.length < n) {
      this.docs = new Int32Array(n);
      this.owners = new Int32Array(n);
    }
    let kept = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      if ((((bits[doc >> 5] as number) >>> (doc & 31)) & 1) === 0) continue;
      this.docs[kept] = doc;
      this.owners[kept++] = owners[i] as number;
    }
    this.pass(this.docs, this.owners, kept, ownersEnd(this.owners, kept));
  }

  result(owner: number): Result {
    const { docCount, subs } = this.contents(owner);
    return this.make(docCount, subs);
  }
}

/** Hands on every document. */
class AllCollector extends BucketCollector {
  constructor(
    level: Level,
    context: CollectContext,
    private readonly make: (docCount: number, subs: readonly Result[]) => Result,
  ) {
    super(level, context);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    this.pass(docs, owners, n, ownersEnd(owners, n));
  }

  result(owner: number): Result {
    const { docCount, subs } = this.contents(owner);
    return this.make(docCount, subs);
  }
}

const single = (of: Named, type: string) => (docCount: number, subs: readonly Result[]) =>
  new SingleBucketResult(of, type, docCount, subs);

export const parseFilter: AggregationParser = (body, { scope }, common) => {
  const query = scope.query(body);
  return {
    ...common,
    type: 'filter',
    collector: (context) =>
      new FilterCollector(
        common.below,
        context,
        context.shard.build(query),
        single(common, 'filter'),
      ),
    reduce: (results, reduction) =>
      reduceSingle(common, 'filter', common.below, results, reduction),
  };
};

export const parseMissing: AggregationParser = (body, place, common) => {
  const options = readOptions(body, VALUES, place);
  const config = valuesConfig(options, place, body);
  return {
    ...common,
    type: 'missing',
    collector(context) {
      const values = resolveValues(config, context.shard, 'missing', [
        'keyword',
        'ip',
        'number',
        'boolean',
        'date',
        'range',
        'geo_point',
      ]);
      // What stands in for a missing value leaves none missing.
      const query: Query =
        config.missing !== undefined
          ? { kind: 'match_none' }
          : { kind: 'bool', mustNot: [{ kind: 'exists', field: values.column }] };
      return new FilterCollector(common.below, context, query, single(common, 'missing'));
    },
    reduce: (results, reduction) =>
      reduceSingle(common, 'missing', common.below, results, reduction),
  };
};

export const parseGlobal: AggregationParser = (body, place, common) => {
  readOptions(body, {}, place);
  return {
    ...common,
    type: 'global',
    isGlobal: true,
    collector: (context) => new AllCollector(common.below, context, single(common, 'global')),
    reduce: (results, reduction) =>
      reduceSingle(common, 'global', common.below, results, reduction),
  };
};
