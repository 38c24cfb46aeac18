import { countBits, intersect } from '../../../../index/segment/bitmap.ts';
import { matchBlocks } from '../../../../query/match-blocks.ts';
import { matches } from '../../../../query/matches.ts';
import type { Query } from '../../../../query/query.ts';
import { countMatches } from '../../../../query/search.ts';
import type { ShardContext } from '../../../context.ts';
import type { Result } from '../../aggregation.ts';
import { GrowingNumbers, ownersEnd } from '../../collect/growing.ts';
import type { TermSource } from '../../values/term-source.ts';
import type { Values } from '../../values/values.ts';
import {
  KeywordTermsCollector,
  NumericTermsCollector,
  type TermBuckets,
} from '../terms/term-collectors.ts';

/** Counts what owners hold, beside their terms. */
export class OwnerSizes {
  readonly sizes = new GrowingNumbers();

  add(owners: Int32Array, n: number): void {
    const sizes = this.sizes.reserve(ownersEnd(owners, n));
    for (let i = 0; i < n; i += 1) {
      const owner = owners[i] as number;
      sizes[owner] = (sizes[owner] as number) + 1;
    }
  }
}

/** How often terms are in all documents, or in those of a filter. */
export class Background {
  readonly size: number;
  private readonly counts: GrowingNumbers | undefined;

  constructor(
    shard: ShardContext,
    filter: Query | undefined,
    private readonly values: Values,
    source: TermSource | undefined,
  ) {
    const query: Query = filter ?? { kind: 'match_all' };
    const { searcher } = shard;
    let size = 0;
    for (const view of searcher.views) size += countMatches(searcher, view, query);
    this.size = size;
    if (filter === undefined || source === undefined) return;
    this.counts = new GrowingNumbers();
    let owners = new Int32Array(1024);
    for (const view of searcher.views) {
      source.begin(view);
      const blocks = matchBlocks(searcher, view, query);
      for (let n = blocks.next(); n > 0; n = blocks.next()) {
        if (n > owners.length) owners = new Int32Array(n);
        const count = source.read(blocks.docs, owners, n);
        for (let i = 0; i < count; i += 1) {
          const term = source.terms[i] as number;
          const counts = this.counts.reserve(term + 1);
          counts[term] = (counts[term] as number) + 1;
        }
      }
    }
  }

  /** Documents with the term. */
  ofTerm(shard: ShardContext, source: TermSource | undefined, bytes: Uint8Array): number {
    if (this.counts === undefined || source === undefined) {
      return shard.searcher.df(this.values.column, bytes);
    }
    return this.counts.at(source.numberOf(bytes));
  }

  /** Documents with the number. */
  ofNumber(shard: ShardContext, filter: Query | undefined, value: number | bigint): number {
    const query: Query = { kind: 'range', field: this.values.column, low: value, high: value };
    let count = 0;
    for (const view of shard.searcher.views) {
      const bits = matches(shard.searcher, view, query);
      if (filter !== undefined) intersect(bits, matches(shard.searcher, view, filter));
      count += countBits(bits);
    }
    return count;
  }
}

export class SignificantTermsCollector extends KeywordTermsCollector {
  private current = 0;

  constructor(
    setup: ConstructorParameters<typeof KeywordTermsCollector>[0],
    source: TermSource,
    private readonly sizes: OwnerSizes,
    make: (found: TermBuckets, owner: number) => Result,
  ) {
    super(setup, source, undefined, (found) => make(found, this.current));
  }

  override collect(docs: Int32Array, owners: Int32Array, n: number): void {
    this.sizes.add(owners, n);
    super.collect(docs, owners, n);
  }

  override result(owner: number): Result {
    this.current = owner;
    return super.result(owner);
  }
}

export class SignificantNumbersCollector extends NumericTermsCollector {
  private current = 0;

  constructor(
    setup: ConstructorParameters<typeof NumericTermsCollector>[0],
    source: ConstructorParameters<typeof NumericTermsCollector>[1],
    accepts: ConstructorParameters<typeof NumericTermsCollector>[2],
    private readonly sizes: OwnerSizes,
    make: (found: TermBuckets, owner: number, numberAt: (key: number) => number | bigint) => Result,
  ) {
    super(setup, source, accepts, (found, table) =>
      make(found, this.current, (key) => table.value(key)),
    );
  }

  override collect(docs: Int32Array, owners: Int32Array, n: number): void {
    this.sizes.add(owners, n);
    super.collect(docs, owners, n);
  }

  override result(owner: number): Result {
    this.current = owner;
    return super.result(owner);
  }
}
