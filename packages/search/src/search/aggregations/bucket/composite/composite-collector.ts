import type { SearchView } from '../../../../index/shard/documents.ts';
import type { CollectContext, HasSubs, Level, Result } from '../../aggregation.ts';
import { BucketCollector } from '../../collect/bucket-collector.ts';
import { BucketNumbers } from '../../collect/bucket-numbers.ts';
import { enlarged } from '../../collect/growing.ts';
import { NumberTable } from '../../collect/number-table.ts';
import type { KeyValue, ShardSource } from './source.ts';

export interface FoundKey extends HasSubs {
  readonly key: readonly KeyValue[];
}

/** Entries of a source in a block: for each, which entry of the block before it belongs to. */
interface Reader {
  begin(view: SearchView): void;
  /** Keys of one document, into `keys`; returns how many. */
  read(doc: number, keys: number[]): number;
  value(key: number): KeyValue;
}

const NO_VALUE = 0;

function readerOf(source: ShardSource, hasMissing: boolean): Reader {
  const { values, round } = source;
  const doc = new Int32Array(1);
  const owner = new Int32Array(1);
  // Key 0 is for documents without a value.
  const none = (keys: number[]) => {
    if (!hasMissing) return 0;
    keys[0] = NO_VALUE;
    return 1;
  };
  if (values.isUnmapped) {
    return { begin: () => {}, read: (_, keys) => none(keys), value: () => null };
  }
  if (round === undefined) {
    const terms = values.terms();
    return {
      begin: (view) => terms.begin(view),
      read(at, keys) {
        doc[0] = at;
        const n = terms.read(doc, owner, 1);
        for (let i = 0; i < n; i += 1) keys[i] = (terms.terms[i] as number) + 1;
        return n === 0 ? none(keys) : n;
      },
      value: (key) => (key === NO_VALUE ? null : values.termText(terms.bytes(key - 1))),
    };
  }
  const numbers = values.numbers();
  const table = new NumberTable();
  return {
    begin: (view) => numbers.begin(view),
    read(at, keys) {
      doc[0] = at;
      const n = numbers.read(doc, owner, 1);
      let kept = 0;
      for (let i = 0; i < n; i += 1) {
        const key =
          (numbers.isBig
            ? table.bigNumber(numbers.exact(i))
            : table.number(round(numbers.values[i] as number))) + 1;
        // Rounded values of a document ascend.
        if (kept === 0 || keys[kept - 1] !== key) keys[kept++] = key;
      }
      return kept === 0 ? none(keys) : kept;
    },
    value: (key) => (key === NO_VALUE ? null : table.value(key - 1)),
  };
}

/** Numbers the combinations of keys: each source's key under the combination before it. */
export class CompositeCollector extends BucketCollector {
  private readonly readers: readonly Reader[];
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
    sources: readonly ShardSource[],
    missing: readonly boolean[],
    private readonly isBehind: ((key: readonly KeyValue[]) => boolean) | undefined,
    private readonly make: (found: FoundKey[]) => Result,
  ) {
    super(level, context);
    this.readers = sources.map((source, i) => readerOf(source, missing[i] as boolean));
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
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      if (this.readKeys(doc)) this.combine(doc, owners[i] as number, 0);
    }
    this.pass(this.docs, this.buckets, this.kept, this.last.count);
  }

  result(owner: number): Result {
    const found: FoundKey[] = [];
    const { last } = this;
    for (let bucket = 0; bucket < last.count; bucket += 1) {
      const { key, owner: root } = this.keyOf(bucket);
      if (root !== owner || this.isWanted[bucket] === 2) continue;
      found.push({ key, ...this.contents(bucket) });
    }
    return this.make(found);
  }

  private get last(): BucketNumbers {
    return this.levels[this.levels.length - 1] as BucketNumbers;
  }

  private readKeys(doc: number): boolean {
    for (let s = 0; s < this.readers.length; s += 1) {
      const count = (this.readers[s] as Reader).read(doc, this.keys[s] as number[]);
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
      this.isWanted[bucket] = this.isBehind(this.keyOf(bucket).key) ? 1 : 2;
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

  private keyOf(bucket: number): { key: KeyValue[]; owner: number } {
    const key: KeyValue[] = [];
    let at = bucket;
    for (let s = this.levels.length - 1; s >= 0; s -= 1) {
      const numbers = this.levels[s] as BucketNumbers;
      key.unshift((this.readers[s] as Reader).value(numbers.keys[at] as number));
      at = numbers.owners[at] as number;
    }
    return { key, owner: at };
  }
}
