import type { SearchView } from '../../../../index/shard/documents.ts';
import type { CollectContext, HasSubs, Level, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { BucketNumbers } from '../../collect/bucket-numbers.ts';
import { enlarged } from '../../collect/growing.ts';
import { topBuckets } from '../terms/top-buckets.ts';
import { type KeyReader, NO_VALUE, readerOf } from './key-readers.ts';
import { type CompositeSource, isFirst, type KeyValue, type ShardSource } from './source.ts';

export interface FoundKey extends HasSubs {
  readonly key: readonly KeyValue[];
}

/** Numbers the combinations of keys: each source's key under the combination before it. */
export class CompositeCollector extends BucketCollector {
  private readonly readers: readonly KeyReader[];
  private readonly levels: readonly BucketNumbers[];
  private readonly keys: number[][];
  private readonly keyCounts: number[];
  private docs = new Int32Array(1024);
  private buckets = new Int32Array(1024);
  private kept = 0;
  /** By bucket: 1 when its key is behind `after`, 2 when not, 0 when not yet compared. */
  private isWanted = new Uint8Array(1024);

  constructor(
    level: Level,
    context: CollectContext,
    inShard: readonly ShardSource[],
    private readonly sources: readonly CompositeSource[],
    private readonly size: number,
    private readonly isBehind: ((key: readonly KeyValue[]) => boolean) | undefined,
    private readonly make: (found: FoundKey[]) => Result,
  ) {
    super(level, context);
    this.readers = inShard.map((source, i) =>
      readerOf(source, (sources[i] as CompositeSource).hasMissing),
    );
    this.levels = sources.map(() => new BucketNumbers(context.account));
    this.keys = sources.map(() => []);
    this.keyCounts = sources.map(() => 0);
  }

  override begin(view: SearchView, base: number): boolean {
    for (const reader of this.readers) reader.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    this.kept = 0;
    for (const reader of this.readers) reader.load(docs, owners, n);
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      if (this.readKeys(doc)) this.combine(doc, owners[i] as number, 0);
    }
    this.pass(this.docs, this.buckets, this.kept, this.last.count);
  }

  result(owner: number): Result {
    const { last, isWanted } = this;
    const isAsked = (bucket: number) => isWanted[bucket] !== 2 && this.ownerOf(bucket) === owner;
    const buckets = Int32Array.from({ length: last.count }, (_, bucket) => bucket).filter(isAsked);
    const best = topBuckets(buckets, this.size, (a, b) => this.compare(a, b));
    return this.make(best.map((bucket) => ({ key: this.keyOf(bucket), ...this.contents(bucket) })));
  }

  /** The order of two buckets, from the first source to the last. */
  private compare(a: number, b: number, s = this.levels.length - 1): number {
    if (s < 0 || a === b) return 0;
    const { owners, keys } = this.levels[s] as BucketNumbers;
    const above = this.compare(owners[a] as number, owners[b] as number, s - 1);
    if (above !== 0) return above;
    const x = keys[a] as number;
    const y = keys[b] as number;
    if (x === y) return 0;
    const source = this.sources[s] as CompositeSource;
    if (x === NO_VALUE || y === NO_VALUE) return (x === NO_VALUE) === isFirst(source) ? -1 : 1;
    const difference = (this.readers[s] as KeyReader).compare(x, y);
    return source.isAscending ? difference : -difference;
  }

  private get last(): BucketNumbers {
    return this.levels[this.levels.length - 1] as BucketNumbers;
  }

  private readKeys(doc: number): boolean {
    for (let s = 0; s < this.readers.length; s += 1) {
      const count = (this.readers[s] as KeyReader).read(doc, this.keys[s] as number[]);
      if (count === 0) return false;
      this.keyCounts[s] = count;
    }
    return true;
  }

  private combine(doc: number, above: number, s: number): void {
    const keys = this.keys[s] as number[];
    const numbers = this.levels[s] as BucketNumbers;
    for (let i = 0; i < (this.keyCounts[s] as number); i += 1) {
      const number = numbers.number(above, keys[i] as number);
      if (s + 1 < this.levels.length) this.combine(doc, number, s + 1);
      else if (this.accepts(number)) this.put(doc, number);
    }
  }

  private accepts(bucket: number): boolean {
    if (this.isBehind === undefined) return true;
    if (bucket >= this.isWanted.length) {
      const larger = new Uint8Array(Math.max(bucket + 1, this.isWanted.length * 2));
      larger.set(this.isWanted);
      this.isWanted = larger;
    }
    if (this.isWanted[bucket] === 0) {
      this.isWanted[bucket] = this.isBehind(this.keyOf(bucket)) ? 1 : 2;
    }
    return this.isWanted[bucket] === 1;
  }

  private put(doc: number, bucket: number): void {
    if (this.kept === this.docs.length) {
      this.docs = enlarged(this.docs, 0);
      this.buckets = enlarged(this.buckets, 0);
    }
    this.docs[this.kept] = doc;
    this.buckets[this.kept++] = bucket;
  }

  private keyOf(bucket: number): KeyValue[] {
    const key: KeyValue[] = [];
    let at = bucket;
    for (let s = this.levels.length - 1; s >= 0; s -= 1) {
      const numbers = this.levels[s] as BucketNumbers;
      key.unshift((this.readers[s] as KeyReader).value(numbers.keys[at] as number));
      at = numbers.owners[at] as number;
    }
    return key;
  }

  private ownerOf(bucket: number): number {
    let at = bucket;
    for (let s = this.levels.length - 1; s >= 0; s -= 1) {
      at = (this.levels[s] as BucketNumbers).owners[at] as number;
    }
    return at;
  }
}
