import type { SearchView } from '../../../../index/shard/documents.ts';
import type { CollectContext, HasSubs, Level, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { enlarged } from '../../collect/growing.ts';
import type { TermSource } from '../../values/term-source.ts';

/** Numbers of documents, block by block: of a field, or calculated from one. */
export interface NumberEntries {
  readonly docs: Int32Array;
  readonly owners: Int32Array;
  readonly values: Float64Array;
  begin(view: SearchView): void;
  read(docs: Int32Array, owners: Int32Array, n: number): number;
}

/** A bucket for every range of every owner, side by side: owner × ranges + range. */
abstract class RangesCollector extends BucketCollector {
  private docs = new Int32Array(1024);
  private buckets = new Int32Array(1024);
  /** The document last put into a bucket, so that a second value does not count again. */
  private lastDoc = new Int32Array(64).fill(-1);
  private kept = 0;
  private end = 0;

  constructor(
    level: Level,
    context: CollectContext,
    protected readonly width: number,
    private readonly make: (contents: readonly HasSubs[]) => Result,
  ) {
    super(level, context);
  }

  override begin(view: SearchView, base: number): boolean {
    this.lastDoc.fill(-1);
    return super.begin(view, base);
  }

  protected put(doc: number, owner: number, range: number): void {
    const bucket = owner * this.width + range;
    if (bucket >= this.lastDoc.length) {
      const known = this.lastDoc.length;
      this.lastDoc = enlarged(this.lastDoc, bucket + 1).fill(-1, known);
    }
    if (this.lastDoc[bucket] === doc) return;
    this.lastDoc[bucket] = doc;
    if (this.kept === this.docs.length) {
      this.docs = enlarged(this.docs, 0);
      this.buckets = enlarged(this.buckets, 0);
    }
    this.docs[this.kept] = doc;
    this.buckets[this.kept++] = bucket;
    if (bucket >= this.end) this.end = bucket + 1;
  }

  protected flush(): void {
    this.pass(this.docs, this.buckets, this.kept, this.end);
    this.kept = 0;
  }

  result(owner: number): Result {
    const { width } = this;
    return this.make(Array.from({ length: width }, (_, i) => this.contents(owner * width + i)));
  }
}

/** Ranges of numbers: from (included) to `to` (not). */
export class NumericRangesCollector extends RangesCollector {
  constructor(
    level: Level,
    context: CollectContext,
    private readonly froms: Float64Array,
    private readonly tos: Float64Array,
    make: (contents: readonly HasSubs[]) => Result,
    private readonly source: NumberEntries,
  ) {
    super(level, context, froms.length, make);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, froms, tos } = this;
    const count = source.read(docs, owners, n);
    for (let i = 0; i < count; i += 1) {
      const value = source.values[i] as number;
      for (let range = 0; range < froms.length; range += 1) {
        if (value < (froms[range] as number) || value >= (tos[range] as number)) continue;
        this.put(source.docs[i] as number, source.owners[i] as number, range);
      }
    }
    this.flush();
  }
}

/** Ranges of terms, by their bytes. */
export class TermRangesCollector extends RangesCollector {
  /** Ranges by term, as they are met. */
  private readonly rangesOf = new Map<number, readonly number[]>();

  constructor(
    level: Level,
    context: CollectContext,
    private readonly tests: readonly ((term: Uint8Array) => boolean)[],
    make: (contents: readonly HasSubs[]) => Result,
    private readonly source: TermSource,
  ) {
    super(level, context, tests.length, make);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source } = this;
    const count = source.read(docs, owners, n);
    for (let i = 0; i < count; i += 1) {
      for (const range of this.ranges(source.terms[i] as number)) {
        this.put(source.docs[i] as number, source.owners[i] as number, range);
      }
    }
    this.flush();
  }

  private ranges(term: number): readonly number[] {
    const known = this.rangesOf.get(term);
    if (known !== undefined) return known;
    const bytes = this.source.bytes(term);
    const found: number[] = [];
    for (const [range, test] of this.tests.entries()) if (test(bytes)) found.push(range);
    this.rangesOf.set(term, found);
    return found;
  }
}
