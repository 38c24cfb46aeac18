import type { SearchView } from '../../../../index/shard/documents.ts';
import { NumberTable } from '../../collect/number-table.ts';
import type { Values } from '../../values/values.ts';
import type { KeyValue, ShardSource } from './source.ts';

/** The keys of one source, document by document of a block. */
export interface KeyReader {
  begin(view: SearchView): void;
  load(docs: Int32Array, owners: Int32Array, n: number): void;
  /** Keys of the next document of the block, into `keys`; returns how many. */
  read(doc: number, keys: number[]): number;
  value(key: number): KeyValue;
  /** The order of two keys, neither of them for no value. */
  compare(a: number, b: number): number;
}

/** The key of documents without a value. */
export const NO_VALUE = 0;

/** Entries that a source has read for a block. */
interface Entries {
  readonly docs: Int32Array;
  begin(view: SearchView): void;
  read(docs: Int32Array, owners: Int32Array, n: number): number;
}

abstract class EntryReader implements KeyReader {
  private n = 0;
  private at = 0;
  private last = -1;

  constructor(
    private readonly entries: Entries,
    private readonly hasMissing: boolean,
  ) {}

  begin(view: SearchView): void {
    this.entries.begin(view);
  }

  load(docs: Int32Array, owners: Int32Array, n: number): void {
    this.n = this.entries.read(docs, owners, n);
    this.at = 0;
    this.last = -1;
  }

  read(doc: number, keys: number[]): number {
    const { docs } = this.entries;
    // A document may come again, for another bucket above.
    if (this.last === doc) while (this.at > 0 && docs[this.at - 1] === doc) this.at -= 1;
    this.last = doc;
    while (this.at < this.n && (docs[this.at] as number) < doc) this.at += 1;
    let kept = 0;
    for (; this.at < this.n && docs[this.at] === doc; this.at += 1) {
      const key = this.key(this.at) + 1;
      // Values of a document ascend, rounded ones too.
      if (kept === 0 || (keys[kept - 1] as number) !== key) keys[kept++] = key;
    }
    if (kept > 0 || !this.hasMissing) return kept;
    keys[0] = NO_VALUE;
    return 1;
  }

  protected abstract key(i: number): number;
  abstract value(key: number): KeyValue;
  abstract compare(a: number, b: number): number;
}

class TermReader extends EntryReader {
  constructor(
    private readonly values: Values,
    hasMissing: boolean,
    private readonly terms = values.terms(),
  ) {
    super(terms, hasMissing);
  }

  protected key(i: number): number {
    return this.terms.terms[i] as number;
  }

  value(key: number): KeyValue {
    return key === NO_VALUE ? null : this.values.termText(this.terms.bytes(key - 1));
  }

  compare(a: number, b: number): number {
    return this.terms.compare(a - 1, b - 1);
  }
}

class NumberReader extends EntryReader {
  private readonly table = new NumberTable();

  constructor(
    values: Values,
    private readonly round: (value: number) => number,
    hasMissing: boolean,
    private readonly numbers = values.numbers(),
  ) {
    super(numbers, hasMissing);
  }

  protected key(i: number): number {
    const { numbers, table } = this;
    if (numbers.isBig) return table.bigNumber(numbers.exact(i));
    return table.number(this.round(numbers.values[i] as number));
  }

  value(key: number): KeyValue {
    return key === NO_VALUE ? null : this.table.value(key - 1);
  }

  compare(a: number, b: number): number {
    const x = this.table.value(a - 1);
    const y = this.table.value(b - 1);
    return x === y ? 0 : x < y ? -1 : 1;
  }
}

/** A field that the shard does not have. */
class NoReader implements KeyReader {
  constructor(private readonly hasMissing: boolean) {}

  begin(): void {}
  load(): void {}
  read(_doc: number, keys: number[]): number {
    keys[0] = NO_VALUE;
    return this.hasMissing ? 1 : 0;
  }
  value(): KeyValue {
    return null;
  }
  compare(): number {
    return 0;
  }
}

export function readerOf({ values, round }: ShardSource, hasMissing: boolean): KeyReader {
  if (values.isUnmapped) return new NoReader(hasMissing);
  if (round === undefined) return new TermReader(values, hasMissing);
  return new NumberReader(values, round, hasMissing);
}
