/**
 * Listpack: a list of byte strings and integers in one run of bytes, exactly as Redis 7 lays it out
 * (DUMP and RDB files carry these bytes as they are).
 *
 *   listpack   total bytes u32 LE | number of elements u16 LE (65535: unknown, count them)
 *              | entry ... | 0xFF
 *   entry      data | backlen
 *
 *   data       0xxxxxxx                          integer 0..127
 *              110xxxxx xxxxxxxx                 integer, 13 bits, two's complement, high bits first
 *              0xF1 / F2 / F3 / F4 then 2/3/4/8  integer of 16, 24, 32, 64 bits, little endian
 *              10xxxxxx then bytes               string of up to 63 bytes
 *              1110xxxx xxxxxxxx then bytes      string of up to 4095 bytes, high bits first
 *              0xF0, u32 LE, then bytes          longer string
 *   backlen    the length of data in groups of 7 bits, so written that it can be read from its end
 *              backwards: every byte but the first has its top bit set. The group count grows at
 *              128, 16383, 2097151 and 268435455 (sic: the reference compares with "less than").
 *
 * A string that is the canonical decimal form of a 64-bit integer is always stored as that integer.
 *
 * Functions here read: `b` is any byte array, `lp` the offset of a listpack's first byte in it, `p`
 * the offset of an entry; -1 stands for "no entry". None of them allocates. To edit a listpack that
 * lives in the arena, see listpack-editor.ts.
 */
import { int64From, int64FromText, int64High, int64Low, integerText } from './int64.ts';
import { memcpy } from './libc.ts';

export const LP_HEADER_BYTES = 6;
/** The size of a listpack without elements. */
export const LP_EMPTY_BYTES = 7;
export const LP_COUNT_UNKNOWN = 0xffff;
const EOF = 0xff;
const STR_32 = 0xf0;
const INT_16 = 0xf1;
const INT_24 = 0xf2;
const INT_32 = 0xf3;
const INT_64 = 0xf4;
const TWO_32 = 4294967296;
const COPY_LOOP_MAX = 16;
const DIGIT_9 = 57;

/** Length of an entry's data by its first byte, where that byte tells; 0 for the longer strings. */
const DATA_BYTES = new Uint8Array(256);
for (let i = 0; i < 256; i++) {
  if (i < 0x80) DATA_BYTES[i] = 1;
  else if (i < 0xc0) DATA_BYTES[i] = 1 + (i & 0x3f);
  else if (i < 0xe0) DATA_BYTES[i] = 2;
}
DATA_BYTES.set([3, 4, 5, 9], INT_16);

/** Total bytes of the listpack, header and end mark included. */
export function lpBytes(b: Uint8Array, lp: number): number {
  return u32(b, lp);
}

/** Number of elements; walks the listpack only when there are 65535 or more. */
export function lpLength(b: Uint8Array, lp: number): number {
  const n = (b[lp + 4] as number) | ((b[lp + 5] as number) << 8);
  if (n !== LP_COUNT_UNKNOWN) return n;
  let count = 0;
  for (let p = lpFirst(b, lp); p >= 0; p = lpNext(b, p)) count++;
  if (count < LP_COUNT_UNKNOWN) setCount(b, lp, count);
  return count;
}

/** Writes the header; a count of 65535 or more becomes "unknown". */
export function lpSetHeader(b: Uint8Array, lp: number, bytes: number, count: number): void {
  b[lp] = bytes;
  b[lp + 1] = bytes >>> 8;
  b[lp + 2] = bytes >>> 16;
  b[lp + 3] = bytes >>> 24;
  setCount(b, lp, count);
}

function setCount(b: Uint8Array, lp: number, count: number): void {
  const n = count < LP_COUNT_UNKNOWN ? count : LP_COUNT_UNKNOWN;
  b[lp + 4] = n;
  b[lp + 5] = n >>> 8;
}

/** Writes an empty listpack of LP_EMPTY_BYTES bytes. */
export function lpInit(b: Uint8Array, lp: number): void {
  lpSetHeader(b, lp, LP_EMPTY_BYTES, 0);
  b[lp + LP_HEADER_BYTES] = EOF;
}

export function lpFirst(b: Uint8Array, lp: number): number {
  const p = lp + LP_HEADER_BYTES;
  return b[p] === EOF ? -1 : p;
}

export function lpLast(b: Uint8Array, lp: number): number {
  return lpPrev(b, lp, lpEnd(b, lp));
}

/** Offset of the end mark: where an appended entry goes. */
export function lpEnd(b: Uint8Array, lp: number): number {
  return lp + u32(b, lp) - 1;
}

export function lpNext(b: Uint8Array, p: number): number {
  const q = p + lpEntryBytes(b, p);
  return b[q] === EOF ? -1 : q;
}

/** The entry before p, which may be the end mark. */
export function lpPrev(b: Uint8Array, lp: number, p: number): number {
  if (p === lp + LP_HEADER_BYTES) return -1;
  const last = b[p - 1] as number;
  if (last < 128) return p - 1 - last;
  let size = last & 127;
  let scale = 128;
  let q = p - 1;
  for (;;) {
    const byte = b[--q] as number;
    size += (byte & 127) * scale;
    if (byte < 128) return q - size;
    scale *= 128;
  }
}

/** The entry at an index, counted from the end when negative; -1 when out of range. */
export function lpSeek(b: Uint8Array, lp: number, index: number): number {
  const count = (b[lp + 4] as number) | ((b[lp + 5] as number) << 8);
  let i = index;
  if (count !== LP_COUNT_UNKNOWN) {
    if (i < 0) i += count;
    if (i < 0 || i >= count) return -1;
    if (i > count >>> 1) i -= count;
  }
  let p: number;
  if (i >= 0) {
    p = lpFirst(b, lp);
    for (; i > 0 && p >= 0; i--) p = lpNext(b, p);
  } else {
    p = lpLast(b, lp);
    for (; i < -1 && p >= 0; i++) p = lpPrev(b, lp, p);
  }
  return p;
}

/** Bytes of the whole entry: data and backlen. */
export function lpEntryBytes(b: Uint8Array, p: number): number {
  const n = DATA_BYTES[b[p] as number] as number;
  if (n !== 0) return n + 1;
  const size = longDataBytes(b, p);
  return size + backlenBytes(size);
}

function longDataBytes(b: Uint8Array, p: number): number {
  const first = b[p] as number;
  if (first < STR_32) return 2 + (((first & 15) << 8) | (b[p + 1] as number));
  return first === STR_32 ? 5 + u32(b, p + 1) : 1;
}

/** Bytes that the backlen of an entry with this much data takes. */
function backlenBytes(size: number): number {
  if (size < 128) return 1;
  if (size < 16383) return 2;
  if (size < 2097151) return 3;
  return size < 268435455 ? 4 : 5;
}

export function lpIsInt(b: Uint8Array, p: number): boolean {
  const first = b[p] as number;
  return first < 0x80 || (first >= 0xc0 && first < 0xe0) || (first >= INT_16 && first <= INT_64);
}

/** Length of a string element, -1 for an integer. */
export function lpStringLength(b: Uint8Array, p: number): number {
  const first = b[p] as number;
  if (first < 0x80) return -1;
  if (first < 0xc0) return first & 0x3f;
  if (first < 0xe0) return -1;
  if (first < STR_32) return ((first & 15) << 8) | (b[p + 1] as number);
  return first === STR_32 ? u32(b, p + 1) : -1;
}

/** Where the bytes of a string element begin. */
export function lpStringOffset(b: Uint8Array, p: number): number {
  const first = b[p] as number;
  return first < 0xc0 ? p + 1 : first < STR_32 ? p + 2 : p + 5;
}

/** The value of an integer element, rounded to a double beyond 2^53. */
export function lpInt(b: Uint8Array, p: number): number {
  const first = b[p] as number;
  if (first < 0x80) return first;
  if (first < 0xe0) return ((((first & 0x1f) << 8) | (b[p + 1] as number)) << 19) >> 19;
  const low = (b[p + 1] as number) | ((b[p + 2] as number) << 8);
  if (first === INT_16) return (low << 16) >> 16;
  if (first === INT_24) return ((low | ((b[p + 3] as number) << 16)) << 8) >> 8;
  if (first === INT_32) return u32(b, p + 1) | 0;
  return (u32(b, p + 5) | 0) * TWO_32 + u32(b, p + 1);
}

/** The exact value of an integer element. */
export function lpBigInt(b: Uint8Array, p: number): bigint {
  if (b[p] !== INT_64) return BigInt(lpInt(b, p));
  return (BigInt(u32(b, p + 5) | 0) << 32n) | BigInt(u32(b, p + 1));
}

/** Scratch for the text of an integer element; see lpIntText. */
export const LP_TEXT = Buffer.allocUnsafeSlow(24);

/** Writes the decimal text of an integer element into LP_TEXT and returns its length. */
export function lpIntText(b: Uint8Array, p: number): number {
  const v = lpInt(b, p);
  if (!Number.isSafeInteger(v)) return LP_TEXT.latin1Write(String(lpBigInt(b, p)), 0);
  return integerText(v, LP_TEXT);
}

/** Any element as a binary string (one character a byte). */
export function lpText(b: Buffer, p: number): string {
  const n = lpStringLength(b, p);
  if (n < 0) return String(b[p] === INT_64 ? lpBigInt(b, p) : lpInt(b, p));
  const at = lpStringOffset(b, p);
  return b.latin1Slice(at, at + n);
}

/** Length of any element as a byte string. */
export function lpTextLength(b: Uint8Array, p: number): number {
  const n = lpStringLength(b, p);
  return n < 0 ? lpIntText(b, p) : n;
}

/** True when the element equals buf[off, off+len). */
export function lpEquals(
  b: Uint8Array,
  p: number,
  buf: Uint8Array,
  off: number,
  len: number,
): boolean {
  const n = lpStringLength(b, p);
  if (n < 0) return int64FromText(buf, off, len) && intEquals(b, p);
  if (n !== len) return false;
  const at = lpStringOffset(b, p);
  for (let i = 0; i < n; i++) if (b[at + i] !== buf[off + i]) return false;
  return true;
}

/**
 * The first entry from p on (p included; -1 finds nothing) that equals buf[off, off+len), passing
 * over `skip` entries after each one compared: 1 looks at a hash's fields only. -1 when none does.
 */
export function lpFind(
  b: Uint8Array,
  from: number,
  buf: Uint8Array,
  off: number,
  len: number,
  skip = 0,
): number {
  if (from < 0) return -1;
  const isInt = int64FromText(buf, off, len);
  let p = from;
  for (;;) {
    const n = lpStringLength(b, p);
    if (n < 0) {
      if (isInt && intEquals(b, p)) return p;
    } else if (n === len) {
      // From the end: fields and members tend to begin alike.
      const at = lpStringOffset(b, p);
      let i = n - 1;
      while (i >= 0 && b[at + i] === buf[off + i]) i--;
      if (i < 0) return p;
    }
    for (let k = 0; k <= skip; k++) {
      p += lpEntryBytes(b, p);
      if (b[p] === EOF) return -1;
    }
  }
}

// True when the element last looked at by encodeBytes or encodeNumber is an integer, which is then in
// int64High and int64Low. Module state, so that encoding allocates nothing.
let encInt = false;

/** Compares an integer element with the integer in int64High and int64Low. */
function intEquals(b: Uint8Array, p: number): boolean {
  if (b[p] === INT_64) return (u32(b, p + 1) | 0) === int64Low && (u32(b, p + 5) | 0) === int64High;
  return int64High === int64Low >> 31 && lpInt(b, p) === int64Low;
}

function intDataBytes(): number {
  if (int64High !== int64Low >> 31) return 9;
  const v = int64Low;
  if (v >= 0 && v < 128) return 1;
  if (v >= -4096 && v < 4096) return 2;
  if (v >= -32768 && v < 32768) return 3;
  return v >= -8388608 && v < 8388608 ? 4 : 5;
}

/**
 * Decides how buf[off, off+len) is encoded and returns the bytes of its data (without backlen);
 * writeEncoded must follow before any other element is looked at.
 */
export function encodeBytes(buf: Uint8Array, off: number, len: number): number {
  // Most strings give themselves away by their first byte.
  encInt = (buf[off] as number) <= DIGIT_9 && int64FromText(buf, off, len);
  if (encInt) return intDataBytes();
  return len < 64 ? len + 1 : len < 4096 ? len + 2 : len + 5;
}

/** As encodeBytes, for an integer. Numbers beyond 2^53 must come as bigint. */
export function encodeNumber(v: number | bigint): number {
  encInt = true;
  int64From(v);
  return intDataBytes();
}

/** Bytes of the entry whose data has this size. */
export function entryBytes(dataBytes: number): number {
  return dataBytes + backlenBytes(dataBytes);
}

/** Bytes that buf[off, off+len) will take as an entry of any listpack. */
export function lpBytesFor(buf: Uint8Array, off: number, len: number): number {
  return entryBytes(encodeBytes(buf, off, len));
}

/**
 * Writes the entry that encodeBytes or encodeNumber (which returned `size`) has decided on.
 * `base` and `address` are the memory addresses of b and buf.
 */
export function writeEncoded(
  b: Uint8Array,
  base: number,
  at: number,
  size: number,
  buf: Uint8Array,
  address: number,
  off: number,
  len: number,
): void {
  let p = at;
  if (encInt) p = writeInt(b, p, size);
  else {
    if (len < 64) b[p++] = 0x80 | len;
    else if (len < 4096) {
      b[p++] = 0xe0 | (len >>> 8);
      b[p++] = len;
    } else {
      b[p++] = STR_32;
      writeLittle(b, p, len, 4);
      p += 4;
    }
    if (len < COPY_LOOP_MAX) for (let i = 0; i < len; i++) b[p + i] = buf[off + i] as number;
    else memcpy(base + p, address + off, len);
    p += len;
  }
  if (size < 128) b[p] = size;
  else writeBacklen(b, p, size);
}

function writeInt(b: Uint8Array, p: number, size: number): number {
  if (size === 1) b[p] = int64Low;
  else if (size === 2) {
    b[p] = 0xc0 | ((int64Low >>> 8) & 0x1f);
    b[p + 1] = int64Low;
  } else {
    b[p] = size === 9 ? INT_64 : INT_16 + size - 3;
    writeLittle(b, p + 1, int64Low, size === 9 ? 4 : size - 1);
    if (size === 9) writeLittle(b, p + 5, int64High, 4);
  }
  return p + size;
}

function writeBacklen(b: Uint8Array, p: number, size: number): void {
  const n = backlenBytes(size);
  let rest = size;
  for (let i = n - 1; i >= 0; i--) {
    const q = Math.floor(rest / 128);
    b[p + i] = (rest - q * 128) | (i === 0 ? 0 : 128);
    rest = q;
  }
}

/**
 * Checks every byte that the functions above rely on: header, each entry's encoding, length and
 * backlen, the end mark, the element count. Only then are bytes from outside safe to read.
 */
export function lpValidate(b: Uint8Array, lp = 0, size: number = b.length - lp): boolean {
  if (size < LP_EMPTY_BYTES || lpBytes(b, lp) !== size) return false;
  const end = lp + size - 1;
  if (b[end] !== EOF) return false;
  let count = 0;
  let p = lp + LP_HEADER_BYTES;
  while (p < end) {
    const first = b[p] as number;
    if (first > INT_64) return false;
    const lengthBytes = first === STR_32 ? 5 : first >= 0xe0 && first < STR_32 ? 2 : 1;
    if (p + lengthBytes > end) return false;
    const data = DATA_BYTES[first] || longDataBytes(b, p);
    const back = backlenBytes(data);
    if (p + data + back > end || !backlenIs(b, p + data, back, data)) return false;
    p += data + back;
    count++;
  }
  if (p !== end) return false;
  const stated = (b[lp + 4] as number) | ((b[lp + 5] as number) << 8);
  return stated === LP_COUNT_UNKNOWN || stated === count;
}

function backlenIs(b: Uint8Array, p: number, n: number, size: number): boolean {
  let value = 0;
  for (let i = 0; i < n; i++) {
    const byte = b[p + i] as number;
    if (byte >= 128 !== i > 0) return false;
    value = value * 128 + (byte & 127);
  }
  return value === size;
}

function u32(b: Uint8Array, p: number): number {
  return (
    ((b[p] as number) |
      ((b[p + 1] as number) << 8) |
      ((b[p + 2] as number) << 16) |
      ((b[p + 3] as number) << 24)) >>>
    0
  );
}

function writeLittle(b: Uint8Array, p: number, v: number, bytes: number): void {
  for (let i = 0; i < bytes; i++) b[p + i] = v >>> (8 * i);
}
