import type { SearchView } from '../../../../index/shard/documents.ts';
import type { CollectContext, Level, Result } from '../../aggregation.ts';
import { BucketCollector, DOC_COUNT } from '../../collect/bucket-collector.ts';
import { BucketNumbers } from '../../collect/bucket-numbers.ts';
import { enlarged } from '../../collect/growing.ts';
import { NumberTable } from '../../collect/number-table.ts';
import type { NumericSource } from '../../values/numeric-source.ts';
import type { TermSource } from '../../values/term-source.ts';

/** What becomes of the buckets of an owner. */
export interface TermBuckets {
  readonly buckets: Int32Array;
  readonly count: (bucket: number) => number;
  readonly contents: (bucket: number) => { docCount: number; subs: readonly Result[] };
  /** Compares the keys of two buckets. */
  readonly compareKeys: (a: number, b: number) => number;
  /** Which key a bucket has: of a term, or of a value. */
  readonly key: (bucket: number) => number;
}

export interface TermsSetup {
  readonly level: Level;
  readonly context: CollectContext;
  /** Whether terms of no document count as well. */
  readonly hasEmpty: boolean;
}

abstract class KeyedCollector extends BucketCollector {
  protected readonly numbers: BucketNumbers;
  protected buckets = new Int32Array(1024);

  constructor(protected readonly setup: TermsSetup) {
    super(setup.level, setup.context);
    this.numbers = new BucketNumbers(setup.context.account);
  }

  result(owner: number): Result {
    const { numbers } = this;
    if (this.setup.hasEmpty) for (const key of this.allKeys()) numbers.number(owner, key);
    return this.make({
      buckets: numbers.of(owner),
      count: (bucket) => this.counts.at(bucket),
      contents: (bucket) => this.contents(bucket),
      compareKeys: (a, b) => this.compareKeys(numbers.keys[a] as number, numbers.keys[b] as number),
      key: (bucket) => numbers.keys[bucket] as number,
    });
  }

  protected abstract make(found: TermBuckets): Result;
  protected abstract compareKeys(a: number, b: number): number;
  protected abstract allKeys(): Iterable<number>;
}

/** Counts the terms of a keyword field. */
export class KeywordTermsCollector extends KeyedCollector {
  private empties: number[] | undefined;

  constructor(
    setup: TermsSetup,
    private readonly source: TermSource,
    /** The field, where its inverted index has the counts; undefined where it has not. */
    private readonly counted: string | undefined,
    private readonly finishResult: (found: TermBuckets) => Result,
  ) {
    super(setup);
  }

  override begin(view: SearchView, base: number): boolean {
    super.begin(view, base);
    this.source.begin(view);
    return !this.takeFrequencies(view);
  }

  /** Without a query and deletions, the dictionary knows how many documents have each term. */
  private takeFrequencies({ segment, live }: SearchView): boolean {
    const column = this.source.currentColumn;
    if (this.counted === undefined || this.hasBelow || !this.setup.context.isAll) return false;
    if (live !== undefined || segment.roots !== undefined || column === undefined) return false;
    if (segment.numeric(DOC_COUNT) !== undefined) return false;
    const postings = segment.field(this.counted);
    if (postings === undefined || postings.meta.terms !== column.termCount) return false;
    for (let ordinal = 0; ordinal < column.termCount; ordinal += 1) {
      const term = this.source.termOf(column, ordinal);
      if (term < 0) continue;
      const bucket = this.numbers.number(0, term);
      const counts = this.counts.reserve(bucket + 1);
      counts[bucket] = (counts[bucket] as number) + (postings.df[ordinal] as number);
    }
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers } = this;
    const count = source.read(docs, owners, n);
    if (this.buckets.length < count) this.buckets = enlarged(this.buckets, count);
    const { buckets } = this;
    for (let i = 0; i < count; i += 1) {
      buckets[i] = numbers.number(source.owners[i] as number, source.terms[i] as number);
    }
    this.pass(source.docs, buckets, count, numbers.count);
  }

  protected make(found: TermBuckets): Result {
    return this.finishResult(found);
  }

  protected compareKeys(a: number, b: number): number {
    return this.source.compare(a, b);
  }

  protected allKeys(): Iterable<number> {
    this.empties ??= [...this.source.all(this.setup.context.shard.searcher.views)];
    return this.empties;
  }
}

/** Counts the values of a numeric field, each once a document. */
export class NumericTermsCollector extends KeyedCollector {
  readonly table = new NumberTable();
  private docs = new Int32Array(1024);
  private empties: number[] | undefined;

  constructor(
    setup: TermsSetup,
    private readonly source: NumericSource,
    private readonly accepts: ((value: number | bigint) => boolean) | undefined,
    private readonly finishResult: (found: TermBuckets, table: NumberTable) => Result,
  ) {
    super(setup);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers } = this;
    const count = source.read(docs, owners, n);
    if (this.buckets.length < count) {
      this.buckets = enlarged(this.buckets, count);
      this.docs = enlarged(this.docs, count);
    }
    const { buckets } = this;
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const doc = source.docs[i] as number;
      const key = this.keyOf(i);
      if (key < 0) continue;
      const bucket = numbers.number(source.owners[i] as number, key);
      // Values of a document ascend: an equal one is the one before.
      if (kept > 0 && this.docs[kept - 1] === doc && buckets[kept - 1] === bucket) continue;
      this.docs[kept] = doc;
      buckets[kept++] = bucket;
    }
    this.pass(this.docs, buckets, kept, numbers.count);
  }

  private keyOf(i: number): number {
    const { source, table, accepts } = this;
    if (source.isBig) {
      const value = source.exact(i);
      return accepts !== undefined && !accepts(value) ? -1 : table.bigNumber(value);
    }
    const value = source.values[i] as number;
    return accepts !== undefined && !accepts(value) ? -1 : table.number(value);
  }

  protected make(found: TermBuckets): Result {
    return this.finishResult(found, this.table);
  }

  protected compareKeys(a: number, b: number): number {
    const x = this.table.value(a);
    const y = this.table.value(b);
    return x === y ? 0 : x < y ? -1 : 1;
  }

  protected allKeys(): Iterable<number> {
    if (this.empties !== undefined) return this.empties;
    const keys = new Set<number>();
    const doc = new Int32Array(1);
    const owner = new Int32Array(1);
    for (const view of this.setup.context.shard.searcher.views) {
      this.source.begin(view);
      for (let at = 0; at < view.segment.documents; at += 1) {
        doc[0] = at;
        const n = this.source.read(doc, owner, 1);
        for (let i = 0; i < n; i += 1) {
          const key = this.keyOf(i);
          if (key >= 0) keys.add(key);
        }
      }
    }
    this.empties = [...keys];
    return this.empties;
  }
}
