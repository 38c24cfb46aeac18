import type { Segment } from '../../../index/segment/segment.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { enlarged } from '../collect/growing.ts';
import { type OrdinalColumn, uninvert } from './ordinal-column.ts';

/** Which terms of a field count, and what stands in for none. */
export interface TermReading {
  readonly field: string;
  /** Only terms that start so, without this start: one key of a flattened field. */
  readonly prefix?: Uint8Array | undefined;
  readonly missing?: Uint8Array | undefined;
  /** A field of text, whose terms are in no column. */
  readonly isText?: boolean | undefined;
  /** Every document has this one term. */
  readonly constant?: Uint8Array | undefined;
  /** Terms that do not pass are left out. */
  readonly accepts?: ((term: Uint8Array) => boolean) | undefined;
}

const UNKNOWN = -1;
const LEFT_OUT = -2;
const FIRST = 1024;

/**
 * The terms of a keyword field, block by block, numbered through the whole shard: those of the
 * largest segment by their place in its dictionary, others as they are met. A term is looked up
 * once in a segment, never once a document.
 */
export class TermSource {
  /** Documents, owners and term numbers of the current block, `n` of each. */
  docs = new Int32Array(FIRST);
  owners = new Int32Array(FIRST);
  terms = new Int32Array(FIRST);
  n = 0;
  private readonly largest: OrdinalColumn | undefined;
  private readonly added = new Map<string, number>();
  private readonly addedTerms: Uint8Array[] = [];
  private column: OrdinalColumn | undefined;
  /** Term number by ordinal of the current segment. */
  private table = new Int32Array(0);
  private missing = LEFT_OUT;
  /** Where the current segment's terms stand in the largest one's dictionary; -1 for nowhere. */
  private places: Int32Array | undefined;
  private searches = 0;

  constructor(
    private readonly reading: TermReading,
    views: readonly SearchView[],
  ) {
    for (const { segment } of views) {
      const column = this.columnOf(segment);
      if (column !== undefined && column.termCount > (this.largest?.termCount ?? 0)) {
        this.largest = column;
      }
    }
    const only = reading.constant ?? reading.missing;
    if (only !== undefined && (reading.accepts?.(only) ?? true)) this.missing = this.numberOf(only);
  }

  begin({ segment }: SearchView): void {
    this.column = this.reading.constant === undefined ? this.columnOf(segment) : undefined;
    const terms = this.column?.termCount ?? 0;
    if (this.table.length < terms) this.table = new Int32Array(terms);
    this.table.fill(UNKNOWN, 0, terms);
    this.places = undefined;
    this.searches = 0;
  }

  read(docs: Int32Array, owners: Int32Array, n: number): number {
    const { column, missing } = this;
    let count = 0;
    this.reserve(n);
    if (column === undefined) {
      if (missing < 0) return (this.n = 0);
      this.docs.set(docs.subarray(0, n));
      this.owners.set(owners.subarray(0, n));
      this.terms.fill(missing, 0, n);
      return (this.n = n);
    }
    const { ordinals, starts, present } = column;
    if (starts === undefined && present === undefined) {
      for (let i = 0; i < n; i += 1) {
        const doc = docs[i] as number;
        const term = this.termOf(column, ordinals[doc] as number);
        if (term < 0) continue;
        this.docs[count] = doc;
        this.owners[count] = owners[i] as number;
        this.terms[count++] = term;
      }
      return (this.n = count);
    }
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const first = column.firstValue(doc);
      const end = column.endValue(doc);
      this.reserve(count + Math.max(1, end - first));
      const before = count;
      let hasValue = false;
      for (let at = first; at < end; at += 1) {
        const term = this.termOf(column, ordinals[at] as number);
        if (term === LEFT_OUT && this.reading.prefix === undefined) hasValue = true;
        if (term >= 0) this.terms[count++] = term;
      }
      if (count === before && !hasValue && missing >= 0) this.terms[count++] = missing;
      this.docs.fill(doc, before, count);
      this.owners.fill(owners[i] as number, before, count);
    }
    return (this.n = count);
  }

  /** The bytes of a term. */
  bytes(term: number): Uint8Array {
    const known = this.largest?.termCount ?? 0;
    if (term >= known) return this.addedTerms[term - known] as Uint8Array;
    return (this.largest as OrdinalColumn)
      .termBytes(term)
      .subarray(this.reading.prefix?.length ?? 0);
  }

  /** Compares two terms by their bytes; those of the largest segment are in order already. */
  compare(a: number, b: number): number {
    const known = this.largest?.termCount ?? 0;
    return a < known && b < known ? a - b : Buffer.compare(this.bytes(a), this.bytes(b));
  }

  /** Numbers of all terms that count, those of no match included. */
  *all(views: readonly SearchView[]): Generator<number> {
    for (const view of views) {
      this.begin(view);
      const { column } = this;
      for (let ordinal = 0; ordinal < (column?.termCount ?? 0); ordinal += 1) {
        const term = this.termOf(column as OrdinalColumn, ordinal);
        if (term >= 0) yield term;
      }
    }
  }

  /** The number of a term of the current segment; negative when it is left out. */
  termOf(column: OrdinalColumn, ordinal: number): number {
    const known = this.table[ordinal] as number;
    if (known !== UNKNOWN) return known;
    const term = this.lookUp(column, ordinal);
    this.table[ordinal] = term;
    return term;
  }

  get currentColumn(): OrdinalColumn | undefined {
    return this.column;
  }

  private columnOf(segment: Segment): OrdinalColumn | undefined {
    const { field, isText } = this.reading;
    return isText === true ? uninvert(segment, field) : segment.keyword(field);
  }

  private lookUp(column: OrdinalColumn, ordinal: number): number {
    const { prefix, accepts } = this.reading;
    const bytes = column.termBytes(ordinal);
    if (prefix !== undefined && !startsWith(bytes, prefix)) return LEFT_OUT;
    const term = prefix === undefined ? bytes : bytes.subarray(prefix.length);
    if (accepts !== undefined && !accepts(term)) return LEFT_OUT;
    if (column === this.largest) return ordinal;
    const place = this.place(column, ordinal, bytes);
    return place >= 0 ? place : this.addedNumber(term);
  }

  /** A few terms are searched for; from many on, both dictionaries are walked together. */
  private place(column: OrdinalColumn, ordinal: number, bytes: Uint8Array): number {
    if (this.largest === undefined) return -1;
    if (this.places === undefined) {
      this.searches += 1;
      if (this.searches * 8 < column.termCount) return this.largest.find(bytes);
      this.places = walkTogether(column, this.largest);
    }
    return this.places[ordinal] as number;
  }

  /** The number of a term, given when it is new. */
  numberOf(term: Uint8Array): number {
    const { prefix } = this.reading;
    const whole = prefix === undefined ? term : Buffer.concat([prefix, term]);
    const ordinal = this.largest?.find(whole) ?? -1;
    return ordinal >= 0 ? ordinal : this.addedNumber(term);
  }

  private addedNumber(term: Uint8Array): number {
    const key = Buffer.from(term).toString('latin1');
    const known = this.added.get(key);
    if (known !== undefined) return known;
    const number = (this.largest?.termCount ?? 0) + this.addedTerms.length;
    this.added.set(key, number);
    this.addedTerms.push(term.slice());
    return number;
  }

  private reserve(count: number): void {
    if (count <= this.docs.length) return;
    this.docs = enlarged(this.docs, count);
    this.owners = enlarged(this.owners, count);
    this.terms = enlarged(this.terms, count);
  }
}

/** For every term of a dictionary its place in another, or -1. */
function walkTogether(column: OrdinalColumn, other: OrdinalColumn): Int32Array {
  const places = new Int32Array(column.termCount).fill(-1);
  let at = 0;
  for (let ordinal = 0; ordinal < column.termCount; ordinal += 1) {
    const term = column.termBytes(ordinal);
    for (; at < other.termCount; at += 1) {
      const order = Buffer.compare(other.termBytes(at), term);
      if (order === 0) places[ordinal] = at;
      if (order >= 0) break;
    }
  }
  return places;
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  for (let i = 0; i < prefix.length; i += 1) if (bytes[i] !== prefix[i]) return false;
  return true;
}
