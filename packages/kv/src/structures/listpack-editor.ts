/**
 * Edits listpacks that live in arena blocks. Every edit returns the listpack's address, which is a
 * new one when the block had to change its size class; the old address is dead then.
 *
 * Entries are named by their offset `p` in the segment's bytes (`bytes(a)`), as the functions of
 * listpack.ts give it; an edit makes all such offsets stale and leaves in `at` the one that matters
 * afterwards. Source bytes come as (buf, address of buf, off, len) and must not lie in the listpack
 * that is edited.
 */
import { Arena, OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import { addressOf, memcpy, memmove } from './libc.ts';
import {
  encodeBytes,
  encodeNumber,
  entryBytes,
  LP_COUNT_UNKNOWN,
  LP_EMPTY_BYTES,
  LP_HEADER_BYTES,
  lpBytes,
  lpEntryBytes,
  lpInit,
  lpLength,
  lpSeek,
  lpSetHeader,
  writeEncoded,
} from './listpack.ts';

/** No collection stays packed beyond this. */
export const LP_SAFE_BYTES = 1 << 30;
const NO_BYTES = new Uint8Array(0);
const EOF = 0xff;

export class ListpackEditor {
  /** Offset of the entry just added, or of the one after a deletion (the end mark if none). */
  at = 0;
  /** What `split` left of the listpack it cut. */
  rest = 0;

  constructor(readonly arena: Arena) {}

  /** The segment that holds the listpack; offsets count from its start. */
  bytes(a: number): Buffer {
    return this.arena.u8[a >>> SEG_SHIFT] as Buffer;
  }

  /** Offset of the listpack's first byte in its segment. */
  offset(a: number): number {
    return (a & OFFSET_MASK) << 3;
  }

  /** Memory address of the segment's first byte. */
  base(a: number): number {
    return this.arena.base[a >>> SEG_SHIFT] as number;
  }

  /** Total bytes of the listpack: its first word, which a block's alignment lets us read at once. */
  size(a: number): number {
    return (this.arena.u32[a >>> SEG_SHIFT] as Uint32Array)[(a & OFFSET_MASK) << 1] as number;
  }

  count(a: number): number {
    return lpLength(this.bytes(a), this.offset(a));
  }

  /** Bytes of the arena that the listpack occupies. */
  memory(a: number): number {
    return this.arena.sizeOf(a);
  }

  /** A new empty listpack, its block large enough for `bytes` in all. */
  create(bytes = LP_EMPTY_BYTES): number {
    const a = this.arena.alloc(bytes);
    lpInit(this.bytes(a), this.offset(a));
    return a;
  }

  /** Copies a valid listpack in from outside. */
  load(src: Uint8Array, off = 0): number {
    const size = lpBytes(src, off);
    const a = this.arena.alloc(checked(size));
    this.bytes(a).set(src.subarray(off, off + size), this.offset(a));
    return a;
  }

  copy(a: number): number {
    const size = this.size(a);
    const to = this.arena.alloc(size);
    memcpy(this.base(to) + this.offset(to), this.base(a) + this.offset(a), size);
    return to;
  }

  /** Moves the listpack to a block of so many bytes, which it must fit. */
  resize(a: number, bytes: number): number {
    const to = this.arena.alloc(bytes);
    memcpy(this.base(to) + this.offset(to), this.base(a) + this.offset(a), this.size(a));
    this.arena.free(a);
    return to;
  }

  free(a: number): void {
    this.arena.free(a);
  }

  append(a: number, buf: Uint8Array, address: number, off: number, len: number): number {
    const data = encodeBytes(buf, off, len);
    const entry = entryBytes(data);
    const seg = a >>> SEG_SHIFT;
    const w = this.arena.u32[seg] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    const old = w[i] as number;
    const end = (i << 2) + old - 1;
    let to = a;
    if (old + entry <= this.arena.sizeOf(a)) {
      const b = this.arena.u8[seg] as Buffer;
      w[i] = old + entry;
      addOne(b, (i << 2) + 4);
      b[end + entry] = EOF;
      this.at = end;
    } else to = this.splice(a, end, 0, entry, 1);
    writeEncoded(this.bytes(to), this.base(to), this.at, data, buf, address, off, len);
    return to;
  }

  prepend(a: number, buf: Uint8Array, address: number, off: number, len: number): number {
    const data = encodeBytes(buf, off, len);
    const entry = entryBytes(data);
    const seg = a >>> SEG_SHIFT;
    const w = this.arena.u32[seg] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    const old = w[i] as number;
    const p = (i << 2) + LP_HEADER_BYTES;
    let to = a;
    if (old + entry <= this.arena.sizeOf(a)) {
      const from = (this.arena.base[seg] as number) + p;
      memmove(from + entry, from, old - LP_HEADER_BYTES);
      w[i] = old + entry;
      addOne(this.arena.u8[seg] as Buffer, p - 2);
      this.at = p;
    } else to = this.splice(a, p, 0, entry, 1);
    writeEncoded(this.bytes(to), this.base(to), this.at, data, buf, address, off, len);
    return to;
  }

  /**
   * Moves the entries to the end of the block. Until `closeGap`, the listpack is good only for
   * `size`, `prependInGap` and `memory`. Returns the gap's bytes.
   */
  openGap(a: number): number {
    const size = this.size(a);
    const gap = this.arena.sizeOf(a) - size;
    const from = this.base(a) + this.offset(a) + LP_HEADER_BYTES;
    if (gap > 0) memmove(from + gap, from, size - LP_HEADER_BYTES);
    return gap;
  }

  /** Adds an entry at the end of the gap and returns what is left of it; -1 when it is too small. */
  prependInGap(
    a: number,
    gap: number,
    buf: Uint8Array,
    address: number,
    off: number,
    len: number,
  ): number {
    const data = encodeBytes(buf, off, len);
    const entry = entryBytes(data);
    const left = gap - entry;
    if (left < 0) return -1;
    const seg = a >>> SEG_SHIFT;
    const w = this.arena.u32[seg] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    const b = this.arena.u8[seg] as Buffer;
    const p = (i << 2) + LP_HEADER_BYTES;
    w[i] = (w[i] as number) + entry;
    addOne(b, p - 2);
    writeEncoded(b, this.arena.base[seg] as number, p + left, data, buf, address, off, len);
    return left;
  }

  closeGap(a: number, gap: number): void {
    const to = this.base(a) + this.offset(a) + LP_HEADER_BYTES;
    memmove(to, to + gap, this.size(a) - LP_HEADER_BYTES);
  }

  /** Inserts before the entry (or end mark) at p. */
  insert(a: number, p: number, buf: Uint8Array, address: number, off: number, len: number): number {
    const size = encodeBytes(buf, off, len);
    const to = this.splice(a, p, 0, entryBytes(size), 1);
    writeEncoded(this.bytes(to), this.base(to), this.at, size, buf, address, off, len);
    return to;
  }

  replace(
    a: number,
    p: number,
    buf: Uint8Array,
    address: number,
    off: number,
    len: number,
  ): number {
    const size = encodeBytes(buf, off, len);
    const to = this.splice(a, p, lpEntryBytes(this.bytes(a), p), entryBytes(size), 0);
    writeEncoded(this.bytes(to), this.base(to), this.at, size, buf, address, off, len);
    return to;
  }

  appendInt(a: number, v: number | bigint): number {
    return this.insertInt(a, this.end(a), v);
  }

  insertInt(a: number, p: number, v: number | bigint): number {
    const size = encodeNumber(v);
    const to = this.splice(a, p, 0, entryBytes(size), 1);
    writeEncoded(this.bytes(to), 0, this.at, size, NO_BYTES, 0, 0, 0);
    return to;
  }

  replaceInt(a: number, p: number, v: number | bigint): number {
    const size = encodeNumber(v);
    const to = this.splice(a, p, lpEntryBytes(this.bytes(a), p), entryBytes(size), 0);
    writeEncoded(this.bytes(to), 0, this.at, size, NO_BYTES, 0, 0, 0);
    return to;
  }

  /** Appends a binary string; for rare paths. */
  appendText(a: number, text: string): number {
    const buf = Buffer.from(text, 'latin1');
    return this.append(a, buf, addressOf(buf), 0, buf.length);
  }

  /** Inserts a copy of the entry at q of another listpack, encoded as it is there. */
  insertEntry(a: number, p: number, from: Uint8Array, fromAddress: number, q: number): number {
    const n = lpEntryBytes(from, q);
    const to = this.splice(a, p, 0, n, 1);
    memcpy(this.base(to) + this.at, fromAddress + q, n);
    return to;
  }

  /** Appends `count` whole entries that lie at a memory address. */
  appendEntries(a: number, fromAddress: number, bytes: number, count: number): number {
    const to = this.splice(a, this.end(a), 0, bytes, count);
    memcpy(this.base(to) + this.at, fromAddress, bytes);
    return to;
  }

  /** Deletes the entry at p. */
  delete(a: number, p: number): number {
    return this.splice(a, p, lpEntryBytes(this.bytes(a), p), 0, -1);
  }

  /** Deletes up to `count` entries from the one at p on. */
  deleteFrom(a: number, p: number, count: number): number {
    const b = this.bytes(a);
    let end = p;
    let n = 0;
    while (n < count && b[end] !== EOF) {
      end += lpEntryBytes(b, end);
      n++;
    }
    return n === 0 ? a : this.splice(a, p, end - p, 0, -n);
  }

  /** Deletes up to `count` entries from an index on (negative: from the end). */
  deleteRange(a: number, index: number, count: number): number {
    const p = lpSeek(this.bytes(a), this.offset(a), index);
    return p < 0 ? a : this.deleteFrom(a, p, count);
  }

  /** Appends all entries of `other`, which is freed. */
  merge(a: number, other: number): number {
    const from = this.bytes(other);
    const q = this.offset(other) + LP_HEADER_BYTES;
    const n = this.size(other) - LP_EMPTY_BYTES;
    const to = this.splice(a, this.end(a), 0, n, lpLength(from, q - LP_HEADER_BYTES));
    memcpy(this.base(to) + this.at, this.base(other) + q, n);
    this.arena.free(other);
    return to;
  }

  /**
   * Moves the entry at p and all after it into a new listpack, whose address is returned; the
   * shortened one's address is left in `rest`. `count` is how many entries stay.
   */
  split(a: number, p: number, count: number): number {
    const b = this.bytes(a);
    const lp = this.offset(a);
    const tail = this.end(a) - p;
    const moved = lpLength(b, lp) - count;
    const to = this.arena.alloc(tail + LP_EMPTY_BYTES);
    const at = this.offset(to);
    lpSetHeader(this.bytes(to), at, tail + LP_EMPTY_BYTES, moved);
    memcpy(this.base(to) + at + LP_HEADER_BYTES, this.base(a) + p, tail + 1);
    this.rest = this.splice(a, p, tail, 0, -moved);
    return to;
  }

  private end(a: number): number {
    return this.offset(a) + this.size(a) - 1;
  }

  /**
   * Replaces `drop` bytes at p by `add` bytes for the caller to write (at `this.at`) and corrects
   * the header. A block shrinks only when a quarter of it would be idle after a removal: an element
   * pushed and popped over and over does not move it each time, and room made by `create` stays.
   */
  private splice(a: number, p: number, drop: number, add: number, count: number): number {
    const b = this.bytes(a);
    const lp = this.offset(a);
    const base = this.base(a);
    const old = this.size(a);
    const size = old + add - drop;
    const head = p - lp;
    const tail = old - head - drop;
    const elements = (b[lp + 4] as number) | ((b[lp + 5] as number) << 8);
    const capacity = this.arena.sizeOf(a);
    let to = a;
    let at = p;
    let bytes = b;
    const sparse = add < drop && size * 4 < capacity * 3 && Arena.roundUp(size) < capacity;
    if (size > capacity || sparse) {
      to = this.arena.alloc(checked(size));
      bytes = this.bytes(to);
      at = this.offset(to) + head;
      const toBase = this.base(to);
      memcpy(toBase + at - head, base + lp, head);
      memcpy(toBase + at + add, base + p + drop, tail);
      this.arena.free(a);
    } else if (tail === 1) bytes[p + add] = EOF;
    else if (add !== drop) memmove(base + p + add, base + p + drop, tail);
    lpSetHeader(
      bytes,
      at - head,
      size,
      elements === LP_COUNT_UNKNOWN ? elements : elements + count,
    );
    this.at = at;
    return to;
  }
}

/** Counts one more element in the header's u16 at p; 65535 means "unknown" and stays. */
function addOne(b: Uint8Array, p: number): void {
  const low = b[p] as number;
  if (low !== 255) b[p] = low + 1;
  else if (b[p + 1] !== 255) {
    b[p] = 0;
    b[p + 1] = (b[p + 1] as number) + 1;
  }
}

function checked(size: number): number {
  if (size > LP_SAFE_BYTES) throw new RangeError('a listpack must stay below 1 GiB');
  return size;
}
