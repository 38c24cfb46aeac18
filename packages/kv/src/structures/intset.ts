/**
 * Intset: a sorted array of different integers, exactly as Redis lays it out (DUMP and RDB files
 * carry these bytes as they are). All numbers are little endian.
 *
 *   u32 width of each element in bytes: 2, 4 or 8 | u32 number of elements | elements, ascending
 *
 * The width is that of the widest integer ever added; it never shrinks.
 *
 * Reading functions take any byte array `b` and the offset `at` of the intset in it. The integer that
 * is looked for or added is the one in int64High and int64Low (int64.ts). Edits are for intsets in
 * arena blocks and return the address, which may be a new one.
 */
import { Arena, OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import { int64BigInt, int64High, int64Low, int64Text } from './int64.ts';
import { memcpy, memmove } from './libc.ts';

export const INTSET_HEADER_BYTES = 8;

/** Bytes that the integer in int64High and int64Low needs. */
function widthNeeded(): number {
  if (int64High !== int64Low >> 31) return 8;
  return int64Low >= -32768 && int64Low <= 32767 ? 2 : 4;
}

export function intsetWidth(b: Uint8Array, at: number): number {
  return b[at] as number;
}

export function intsetLength(b: Uint8Array, at: number): number {
  return word(b, at + 4) >>> 0;
}

/** Bytes of the whole intset. */
export function intsetBytes(b: Uint8Array, at: number): number {
  return INTSET_HEADER_BYTES + intsetLength(b, at) * intsetWidth(b, at);
}

function word(b: Uint8Array, p: number): number {
  return (
    (b[p] as number) |
    ((b[p + 1] as number) << 8) |
    ((b[p + 2] as number) << 16) |
    ((b[p + 3] as number) << 24)
  );
}

/** The low word of the element at p, and its high word. */
function lowAt(b: Uint8Array, p: number, width: number): number {
  return width === 2 ? (((b[p] as number) | ((b[p + 1] as number) << 8)) << 16) >> 16 : word(b, p);
}

function highAt(b: Uint8Array, p: number, width: number): number {
  return width === 8 ? word(b, p + 4) : lowAt(b, p, width) >> 31;
}

/** Writes the decimal text of an element into buf[0...] and returns its length. */
export function intsetText(b: Uint8Array, at: number, index: number, buf: Buffer): number {
  const width = intsetWidth(b, at);
  const p = at + INTSET_HEADER_BYTES + index * width;
  return int64Text(highAt(b, p, width), lowAt(b, p, width), buf);
}

export function intsetValue(b: Uint8Array, at: number, index: number): bigint {
  const width = intsetWidth(b, at);
  const p = at + INTSET_HEADER_BYTES + index * width;
  return int64BigInt(highAt(b, p, width), lowAt(b, p, width));
}

/** Below, equal to or above 0 as the element at p is less than, is or exceeds the integer sought. */
function compare(b: Uint8Array, p: number, width: number): number {
  const low = lowAt(b, p, width);
  if (width !== 8) return low - int64Low;
  const high = word(b, p + 4);
  return high !== int64High ? high - int64High : (low >>> 0) - (int64Low >>> 0);
}

/** The integer's index; when it is not there, -1 minus the index at which it belongs. */
export function intsetFind(b: Uint8Array, at: number): number {
  const width = intsetWidth(b, at);
  const n = intsetLength(b, at);
  // An integer too wide for the intset lies outside the range of all elements.
  if (widthNeeded() > width) return int64High < 0 ? -1 : -1 - n;
  const first = at + INTSET_HEADER_BYTES;
  let low = 0;
  let high = n - 1;
  if (n > 0 && compare(b, first + high * width, width) < 0) return -1 - n;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compare(b, first + middle * width, width);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

/** Checks bytes from outside: header, size, order. An empty intset is not valid. */
export function intsetValidate(b: Uint8Array, at = 0, size: number = b.length - at): boolean {
  if (size < INTSET_HEADER_BYTES) return false;
  const width = word(b, at);
  if (width !== 2 && width !== 4 && width !== 8) return false;
  const n = intsetLength(b, at);
  if (n === 0 || INTSET_HEADER_BYTES + n * width !== size) return false;
  for (let i = 1; i < n; i++) if (intsetValue(b, at, i - 1) >= intsetValue(b, at, i)) return false;
  return true;
}

function writeElement(b: Uint8Array, p: number, width: number, high: number, low: number): void {
  b[p] = low;
  b[p + 1] = low >>> 8;
  if (width === 2) return;
  b[p + 2] = low >>> 16;
  b[p + 3] = low >>> 24;
  if (width === 4) return;
  for (let i = 0; i < 4; i++) b[p + 4 + i] = high >>> (8 * i);
}

function writeHeader(b: Uint8Array, at: number, width: number, length: number): void {
  for (let i = 0; i < 4; i++) {
    b[at + i] = width >>> (8 * i);
    b[at + 4 + i] = length >>> (8 * i);
  }
}

export class IntsetEditor {
  constructor(readonly arena: Arena) {}

  bytes(a: number): Buffer {
    return this.arena.u8[a >>> SEG_SHIFT] as Buffer;
  }

  offset(a: number): number {
    return (a & OFFSET_MASK) << 3;
  }

  length(a: number): number {
    return intsetLength(this.bytes(a), this.offset(a));
  }

  create(): number {
    const a = this.arena.alloc(INTSET_HEADER_BYTES);
    writeHeader(this.bytes(a), this.offset(a), 2, 0);
    return a;
  }

  /** Adds the integer that intsetFind did not find; `place` is what it returned. */
  add(a: number, place: number): number {
    const index = -1 - place;
    const b = this.bytes(a);
    const at = this.offset(a);
    const width = intsetWidth(b, at);
    const n = intsetLength(b, at);
    const needed = widthNeeded();
    if (needed > width) return this.widen(a, needed, n);
    const to = this.resize(a, INTSET_HEADER_BYTES + n * width, width);
    const bytes = this.bytes(to);
    const start = this.offset(to);
    const p = start + INTSET_HEADER_BYTES + index * width;
    if (index < n) {
      const address = this.arena.base[to >>> SEG_SHIFT] as number;
      memmove(address + p + width, address + p, (n - index) * width);
    }
    writeElement(bytes, p, width, int64High, int64Low);
    writeHeader(bytes, start, width, n + 1);
    return to;
  }

  /** Adds an integer wider than all others: it is the least or the greatest. */
  private widen(a: number, width: number, n: number): number {
    const b = this.bytes(a);
    const at = this.offset(a);
    const old = intsetWidth(b, at);
    const to = this.arena.alloc(INTSET_HEADER_BYTES + (n + 1) * width);
    const bytes = this.bytes(to);
    const start = this.offset(to);
    const first = start + INTSET_HEADER_BYTES;
    const front = int64High < 0;
    for (let i = 0; i < n; i++) {
      const p = at + INTSET_HEADER_BYTES + i * old;
      const q = first + (front ? i + 1 : i) * width;
      writeElement(bytes, q, width, highAt(b, p, old), lowAt(b, p, old));
    }
    writeElement(bytes, first + (front ? 0 : n) * width, width, int64High, int64Low);
    writeHeader(bytes, start, width, n + 1);
    this.arena.free(a);
    return to;
  }

  /** Removes the element at an index. */
  remove(a: number, index: number): number {
    const b = this.bytes(a);
    const at = this.offset(a);
    const width = intsetWidth(b, at);
    const n = intsetLength(b, at);
    const p = at + INTSET_HEADER_BYTES + index * width;
    const address = this.arena.base[a >>> SEG_SHIFT] as number;
    memmove(address + p, address + p + width, (n - index - 1) * width);
    writeHeader(b, at, width, n - 1);
    return this.resize(a, INTSET_HEADER_BYTES + n * width, -width);
  }

  /** Gives the block room for its bytes plus `more`; it shrinks when a quarter would be idle. */
  private resize(a: number, bytes: number, more: number): number {
    const size = bytes + more;
    const capacity = this.arena.sizeOf(a);
    if (size <= capacity && (size * 4 >= capacity * 3 || Arena.roundUp(size) >= capacity)) return a;
    const to = this.arena.alloc(size);
    const from = (this.arena.base[a >>> SEG_SHIFT] as number) + this.offset(a);
    memcpy(
      (this.arena.base[to >>> SEG_SHIFT] as number) + this.offset(to),
      from,
      Math.min(bytes, size),
    );
    this.arena.free(a);
    return to;
  }
}
