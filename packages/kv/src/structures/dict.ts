/**
 * The index over records: a hash table of (hash, address) pairs in one typed array, no object per
 * entry. It serves the keyspace, large hashes, sets and sorted sets alike.
 *
 *   bucket = 16 words (one cache line):
 *     [0] entries used in this bucket   [1] overflow bucket number, 0 for none
 *     [2..8] hashes                     [9..15] record addresses
 *
 * Buckets of a chain are dense: only the last one may have room. Growing doubles and shrinking
 * halves the table; a few buckets move with each write (and more in `rehashFor`), so no single
 * command pays for it. Because a bucket's entries split between exactly two buckets of the doubled
 * table, a cursor that counts in reverse binary visits everything present during a whole scan.
 */
import { addressOf, collapsePages, HUGE_PAGE, releaseBuffer } from './libc.ts';
import type { Records } from './record.ts';
import { hashBytes } from './siphash.ts';

const WORDS = 16;
const PER_BUCKET = 7;
const MIN_BUCKETS = 2;
/** Entries per bucket at which the table doubles, and below which it halves. */
const GROW_AT = 5.5;
const SHRINK_AT = 0.7;
/** Entries per bucket at which the table doubles whatever that costs. */
const MUST_GROW_AT = 9;
/** Buckets that one step of visitInSteps goes through. */
const BUCKETS_PER_STEP = 64;
/** Buckets moved with each write; those of a shrinking table are nearly empty, and it must not lag. */
const GROW_STEP = 2;
const SHRINK_STEP = 8;
/** Buckets (of 64 bytes) from which a table is worth huge pages. */
const HUGE_PAGES_FROM = 1 << 17;
/** Buckets from which the memory of a table left behind is worth a call to the system. */
const RELEASE_FROM = 1 << 14;

class Table {
  readonly mask: number;
  readonly words: Uint32Array;
  overflow = new Uint32Array(0);
  overflowUsed = 1;
  overflowFree = 0;
  /** Bytes of `words` that were moved to huge pages. */
  collapsed = 0;

  constructor(readonly buckets: number) {
    this.mask = buckets - 1;
    this.words = new Uint32Array(buckets * WORDS);
  }

  /** Takes an empty overflow bucket; callers must re-read `overflow` afterwards. */
  takeOverflow(): number {
    let n = this.overflowFree;
    if (n !== 0) {
      this.overflowFree = this.overflow[n * WORDS + 1] as number;
      this.overflow[n * WORDS] = this.overflow[n * WORDS + 1] = 0;
      return n;
    }
    n = this.overflowUsed++;
    if ((n + 1) * WORDS > this.overflow.length) {
      const wider = new Uint32Array(Math.max(4 * WORDS, this.overflow.length * 2));
      wider.set(this.overflow);
      this.overflow = wider;
    }
    return n;
  }

  giveOverflow(n: number): void {
    this.overflow[n * WORDS + 1] = this.overflowFree;
    this.overflow[n * WORDS] = 0;
    this.overflowFree = n;
  }

  get bytes(): number {
    return this.words.byteLength + this.overflow.byteLength;
  }
}

export class Dict {
  size = 0;
  private table: Table = new Table(MIN_BUCKETS);
  private old: Table | null = null;
  /** Buckets of `old` below this number have moved. */
  private moved = 0;
  private paused = 0;
  /** Where the last successful find saw its entry, for `setFound`. */
  private foundIn: Uint32Array = this.table.words;
  private foundAt = 0;
  /** Table bytes already in the arena's account. */
  private counted = 0;

  constructor(
    private readonly records: Records,
    /** Set to false while tables must not shrink by themselves. */
    public mayResize = true,
  ) {
    this.account();
  }

  /** The address of the record with this key, or 0. */
  find(buf: Uint8Array, off: number, len: number): number {
    return this.findHashed(hashBytes(buf, off, len), buf, off, len);
  }

  findHashed(hash: number, buf: Uint8Array, off: number, len: number): number {
    const old = this.old;
    if (old !== null && (hash & old.mask) >>> 0 >= this.moved) {
      const a = this.findIn(old, hash, buf, off, len);
      if (a !== 0) return a;
    }
    return this.findIn(this.table, hash, buf, off, len);
  }

  private findIn(t: Table, hash: number, buf: Uint8Array, off: number, len: number): number {
    let words = t.words;
    let p = (hash & t.mask) << 4;
    for (;;) {
      const n = words[p] as number;
      for (let i = p + 2; i < p + 2 + n; i++) {
        if (words[i] === hash) {
          const a = words[i + PER_BUCKET] as number;
          if (this.records.keyEquals(a, buf, off, len)) {
            this.foundIn = words;
            this.foundAt = i;
            return a;
          }
        }
      }
      const next = words[p + 1] as number;
      if (next === 0) return 0;
      words = t.overflow;
      p = next << 4;
    }
  }

  /** Points the entry that the last find returned at a record that was moved. */
  setFound(a: number): void {
    this.foundIn[this.foundAt + PER_BUCKET] = a;
  }

  /** Points the entry of `from` at `to`; the key's bytes must still be readable at `to`. */
  relocate(hash: number, from: number, to: number): void {
    const { old } = this;
    // A bucket of the old table that was moved still holds copies: they are not the entries.
    const unmoved = old !== null && (hash & old.mask) >>> 0 >= this.moved;
    if (!(unmoved && repoint(old, hash, from, to))) repoint(this.table, hash, from, to);
  }

  /** Adds a record whose key is known to be absent. */
  insert(hash: number, a: number): void {
    this.step();
    if (this.old === null && this.size >= this.table.buckets * GROW_AT && this.mayGrow())
      this.resize(this.table.buckets * 2);
    this.link(this.table, hash, a);
    this.size++;
  }

  /** Short of memory a table waits for more entries before it grows. */
  private mayGrow(): boolean {
    const { buckets } = this.table;
    if (this.size >= buckets * MUST_GROW_AT) return true;
    return this.records.arena.allowsTable(buckets * 2 * WORDS * 4);
  }

  private link(t: Table, hash: number, a: number): void {
    let words = t.words;
    let p = (hash & t.mask) << 4;
    for (;;) {
      const n = words[p] as number;
      if (n < PER_BUCKET) {
        words[p + 2 + n] = hash;
        words[p + 2 + PER_BUCKET + n] = a;
        words[p] = n + 1;
        return;
      }
      let next = words[p + 1] as number;
      if (next === 0) {
        const inOverflow = words === t.overflow;
        next = t.takeOverflow();
        if (inOverflow) words = t.overflow;
        words[p + 1] = next;
      }
      words = t.overflow;
      p = next << 4;
    }
  }

  /** Takes the entry of a key out and returns its record's address (not freed), or 0. */
  remove(buf: Uint8Array, off: number, len: number): number {
    const hash = hashBytes(buf, off, len);
    const a = this.findHashed(hash, buf, off, len);
    if (a !== 0) this.removeEntry(hash, a);
    return a;
  }

  /** Takes out the entry of this record. */
  removeEntry(hash: number, a: number): void {
    this.step();
    const old = this.old;
    if (
      !(old !== null && (hash & old.mask) >>> 0 >= this.moved && this.unlink(old, hash, a)) &&
      !this.unlink(this.table, hash, a)
    )
      return;
    this.size--;
    if (
      this.mayResize &&
      this.old === null &&
      this.table.buckets > MIN_BUCKETS &&
      this.size < this.table.buckets * SHRINK_AT &&
      this.paused === 0
    )
      this.resize(this.table.buckets / 2);
  }

  private unlink(t: Table, hash: number, a: number): boolean {
    let words = t.words;
    let p = (hash & t.mask) << 4;
    let hit: Uint32Array | null = null;
    let hitAt = 0;
    let before: Uint32Array | null = null;
    let beforeAt = 0;
    for (;;) {
      const n = words[p] as number;
      if (hit === null)
        for (let i = p + 2; i < p + 2 + n; i++)
          if (words[i + PER_BUCKET] === a && words[i] === hash) {
            hit = words;
            hitAt = i;
            break;
          }
      const next = words[p + 1] as number;
      if (next === 0) {
        if (hit === null) return false;
        // The chain's last entry fills the hole; an overflow bucket emptied by that is given back.
        const last = p + 1 + n;
        hit[hitAt] = words[last] as number;
        hit[hitAt + PER_BUCKET] = words[last + PER_BUCKET] as number;
        words[p] = n - 1;
        if (n === 1 && before !== null) {
          t.giveOverflow(before[beforeAt + 1] as number);
          before[beforeAt + 1] = 0;
        }
        return true;
      }
      before = words;
      beforeAt = p;
      words = t.overflow;
      p = next << 4;
    }
  }

  private resize(buckets: number): void {
    this.old = this.table;
    this.moved = 0;
    this.table = new Table(buckets);
    if (this.size === 0) this.old = null;
    this.account();
  }

  private step(): void {
    if (this.old === null || this.paused > 0) return;
    const buckets = this.old.buckets > this.table.buckets ? SHRINK_STEP : GROW_STEP;
    for (let i = 0; i < buckets && this.old !== null; i++) this.moveBucket();
  }

  private moveBucket(): void {
    const old = this.old as Table;
    let words = old.words;
    let p = this.moved << 4;
    for (;;) {
      const n = words[p] as number;
      for (let i = p + 2; i < p + 2 + n; i++)
        this.link(this.table, words[i] as number, words[i + PER_BUCKET] as number);
      const next = words[p + 1] as number;
      if (next === 0) break;
      words = old.overflow;
      p = next << 4;
    }
    if (++this.moved === old.buckets) {
      if (old.buckets >= RELEASE_FROM) releaseBuffer(old.words);
      this.old = null;
      this.account();
    }
  }

  /**
   * Moves the next part of a large table to a huge page, as Arena.collapseOne does for records;
   * false when there is none.
   */
  collapseOne(): boolean {
    const { table } = this;
    if (this.old !== null || table.buckets < HUGE_PAGES_FROM) return false;
    const address = addressOf(table.words);
    const from = Math.ceil(address / HUGE_PAGE) * HUGE_PAGE + table.collapsed;
    if (from + HUGE_PAGE > address + table.words.byteLength) return false;
    table.collapsed += HUGE_PAGE;
    collapsePages(from, HUGE_PAGE);
    return true;
  }

  get rehashing(): boolean {
    return this.old !== null;
  }

  /** Moves up to `buckets` buckets; true when more are left. */
  rehashSome(buckets: number): boolean {
    if (this.paused > 0) return false;
    for (let i = 0; i < buckets && this.old !== null; i++) this.moveBucket();
    return this.old !== null;
  }

  /** Grows at once to hold `entries`, before a bulk load. */
  reserve(entries: number): void {
    let buckets = this.table.buckets;
    while (buckets * GROW_AT < entries) buckets *= 2;
    if (buckets > this.table.buckets && this.old === null) {
      this.resize(buckets);
      while (this.old !== null) this.moveBucket();
    }
  }

  /** Starts a shrink to fit if the table is sparse (after mass deletion with mayResize off). */
  shrinkIfSparse(): boolean {
    if (this.old !== null || this.paused > 0) return false;
    let buckets = this.table.buckets;
    while (buckets > MIN_BUCKETS && this.size < buckets * SHRINK_AT) buckets /= 2;
    if (buckets === this.table.buckets) return false;
    this.resize(buckets);
    return true;
  }

  /** Calls `visit` for every record; entries must not be added or removed meanwhile. */
  forEach(visit: (a: number) => void): void {
    this.paused++;
    try {
      if (this.old !== null) walk(this.old, this.moved, visit);
      walk(this.table, 0, visit);
    } finally {
      this.paused--;
    }
  }

  /**
   * Calls `visit` for every record, some with each step of the iterator; entries must not be added or
   * removed until it is done.
   */
  *visitInSteps(visit: (a: number) => void): Generator<void> {
    const tables = this.old === null ? [this.table] : [this.old, this.table];
    for (const t of tables)
      for (let b = t === this.old ? this.moved : 0; b < t.buckets; b++) {
        walkBucket(t, b, visit);
        if (b % BUCKETS_PER_STEP === 0) yield;
      }
  }

  /** The addresses of all records, safe to use while entries are removed one by one. */
  addresses(): Uint32Array {
    const all = new Uint32Array(this.size);
    let n = 0;
    this.forEach((a) => {
      all[n++] = a;
    });
    return all;
  }

  /**
   * One step of a scan: visits the bucket(s) of the cursor and returns the next cursor, 0 at the
   * end. Cursors count in reverse binary over the smaller table's buckets.
   */
  scan(cursor: number, visit: (a: number) => void): number {
    if (this.size === 0) return 0;
    this.paused++;
    let v = cursor >>> 0;
    if (this.old === null) {
      walkBucket(this.table, v & this.table.mask, visit);
      v = nextCursor(v, this.table.mask);
    } else {
      let small: Table = this.old;
      let large: Table = this.table;
      if (small.buckets > large.buckets) [small, large] = [large, small];
      this.visitUnmoved(small, v & small.mask, visit);
      do {
        this.visitUnmoved(large, v & large.mask, visit);
        v = nextCursor(v, large.mask);
      } while (v & (small.mask ^ large.mask));
    }
    this.paused--;
    return v >>> 0;
  }

  private visitUnmoved(t: Table, bucket: number, visit: (a: number) => void): void {
    if (t === this.old && bucket < this.moved) return;
    walkBucket(t, bucket, visit);
  }

  /** A record chosen uniformly, or 0 when empty. */
  random(next: () => number = Math.random): number {
    if (this.size === 0) return 0;
    const old = this.old;
    const oldLeft = old === null ? 0 : old.buckets - this.moved;
    const all = oldLeft + this.table.buckets;
    for (;;) {
      const r = Math.floor(next() * all);
      const t = r < oldLeft ? (old as Table) : this.table;
      const bucket = r < oldLeft ? this.moved + r : r - oldLeft;
      const n = chainLength(t, bucket);
      // Accepting in proportion to the chain's length makes every entry equally likely; chains
      // beyond two buckets are so rare at this load that they may count as two.
      const pick = Math.floor(next() * Math.max(2 * PER_BUCKET, n));
      if (pick < n) return entryAt(t, bucket, pick);
    }
  }

  /** Collects up to `count` records from neighbouring buckets after a random one: cheap, not uniform. */
  sample(count: number, into: Uint32Array, next: () => number = Math.random): number {
    let n = 0;
    const wanted = Math.min(count, this.size);
    const tables = this.old === null ? [this.table] : [this.old, this.table];
    let tries = wanted * 10;
    while (n < wanted && tries > 0) {
      const t = tables[Math.floor(next() * tables.length)] as Table;
      let b = Math.floor(next() * t.buckets);
      for (let k = 0; k < 3 && n < wanted; k++, tries--) {
        if (!(t === this.old && b < this.moved))
          walkBucket(t, b, (a) => {
            if (n < wanted) into[n++] = a;
          });
        b = (b + 1) & t.mask;
      }
    }
    return n;
  }

  /** Forgets all entries without freeing their records. */
  clear(): void {
    this.old = null;
    this.table = new Table(MIN_BUCKETS);
    this.size = 0;
    this.account();
  }

  /** Moves all entries into a dict of their own and leaves this one empty, in constant time. */
  detach(): Dict {
    const all = new Dict(this.records, false);
    [all.table, this.table] = [this.table, all.table];
    [all.old, this.old] = [this.old, null];
    all.moved = this.moved;
    all.size = this.size;
    this.size = 0;
    [all.counted, this.counted] = [this.counted, all.counted];
    return all;
  }

  /** Gives the tables back to the memory accounts; the dict is dead afterwards. */
  dispose(): void {
    this.clear();
    this.records.arena.outside -= this.counted;
    this.counted = 0;
  }

  /** Brings the arena's account of outside memory up to date with the tables' size. */
  private account(): void {
    const bytes = this.bytes;
    this.records.arena.outside += bytes - this.counted;
    this.counted = bytes;
  }

  /** Bytes of the tables themselves. */
  get bytes(): number {
    return this.table.bytes + (this.old === null ? 0 : this.old.bytes);
  }

  /** What DEBUG HTSTATS tells of each table, the one being left first. */
  tableStats(): TableStats[] {
    const current = statsOf(this.table, 0);
    return this.old === null ? [current] : [statsOf(this.old, this.moved), current];
  }

  /** Buckets of each table, for DEBUG HTSTATS and rehash reports: [current, old or 0]. */
  get bucketCounts(): [number, number] {
    return this.old === null ? [this.table.buckets, 0] : [this.old.buckets, this.table.buckets];
  }
}

export interface TableStats {
  readonly buckets: number;
  readonly entries: number;
  /** How many buckets have so many entries, by number of entries. */
  readonly lengths: ReadonlyMap<number, number>;
}

function statsOf(t: Table, from: number): TableStats {
  const lengths = new Map<number, number>();
  let entries = 0;
  for (let b = 0; b < t.buckets; b++) {
    let n = 0;
    if (b >= from) walkBucket(t, b, () => n++);
    entries += n;
    lengths.set(n, (lengths.get(n) ?? 0) + 1);
  }
  return { buckets: t.buckets, entries, lengths };
}

function repoint(t: Table, hash: number, from: number, to: number): boolean {
  let words = t.words;
  let p = (hash & t.mask) << 4;
  for (;;) {
    const n = words[p] as number;
    for (let i = p + 2; i < p + 2 + n; i++) {
      if (words[i] === hash && words[i + PER_BUCKET] === from) {
        words[i + PER_BUCKET] = to;
        return true;
      }
    }
    const next = words[p + 1] as number;
    if (next === 0) return false;
    words = t.overflow;
    p = next << 4;
  }
}

function walk(t: Table, from: number, visit: (a: number) => void): void {
  for (let b = from; b < t.buckets; b++) walkBucket(t, b, visit);
}

function walkBucket(t: Table, bucket: number, visit: (a: number) => void): void {
  let words = t.words;
  let p = bucket << 4;
  for (;;) {
    const n = words[p] as number;
    for (let i = p + 2 + PER_BUCKET; i < p + 2 + PER_BUCKET + n; i++) visit(words[i] as number);
    const next = words[p + 1] as number;
    if (next === 0) return;
    words = t.overflow;
    p = next << 4;
  }
}

function chainLength(t: Table, bucket: number): number {
  let n = t.words[bucket << 4] as number;
  let next = t.words[(bucket << 4) + 1] as number;
  while (next !== 0) {
    n += t.overflow[next << 4] as number;
    next = t.overflow[(next << 4) + 1] as number;
  }
  return n;
}

function entryAt(t: Table, bucket: number, index: number): number {
  let words = t.words;
  let p = bucket << 4;
  let i = index;
  while (i >= PER_BUCKET) {
    p = (words[p + 1] as number) << 4;
    words = t.overflow;
    i -= PER_BUCKET;
  }
  return words[p + 2 + PER_BUCKET + i] as number;
}

function reverseBits(x: number): number {
  let v = x;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return ((v >>> 16) | (v << 16)) >>> 0;
}

/** Increments the masked cursor from its high bit down. */
function nextCursor(v: number, mask: number): number {
  return reverseBits((reverseBits((v | ~mask) >>> 0) + 1) >>> 0);
}
