/**
 * Packed forms that Redis before 7.0 wrote, read into plain texts (one character a byte).
 *
 *   ziplist   total bytes u32 | offset of the last entry u32 | entries u16 (65535: unknown)
 *             | entry ... | 0xFF                              all numbers little endian
 *   entry     length of the entry before (u8; 0xFE: u32 behind) | encoding | data
 *   encoding  00xxxxxx string of x bytes; 01xxxxxx x 14 bits; 10______ u32 big endian behind
 *             0xC0 i16, 0xD0 i32, 0xE0 i64, 0xF0 i24, 0xFE i8, 0xF1..0xFD the integers 0..12
 *
 *   zipmap    pairs u8 (254 and above: unknown) | pair ... | 0xFF
 *   pair      length | field | length | u8 free bytes | value | free bytes
 *   length    u8, or 0xFE and u32 little endian
 */
import { RdbCorrupt } from './rdb-reader.ts';

const ZIPLIST_HEADER = 10;
const END = 0xff;
const LONG = 0xfe;

/** Thrown inside for whatever is wrong; the readers say which form it was. */
class Invalid {}

function invalid(): never {
  throw new Invalid();
}

function checked<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (e) {
    if (e instanceof Invalid) throw new RdbCorrupt(`${what} integrity check failed.`);
    throw e;
  }
}

/** The elements of a ziplist; throws RdbCorrupt when it is not valid in every detail. */
export function readZiplist(b: Buffer, what = 'Ziplist'): string[] {
  return checked(what, () => ziplistTexts(b));
}

function ziplistTexts(b: Buffer): string[] {
  const size = b.length;
  const last = size - 1;
  if (size < ZIPLIST_HEADER + 1 || b.readUInt32LE(0) !== size || b[last] !== END) invalid();
  const texts: string[] = [];
  let p = ZIPLIST_HEADER;
  let before = 0;
  let tail = ZIPLIST_HEADER;
  while (p < last) {
    const start = p;
    const long = b[p] === LONG;
    if (p + (long ? 5 : 1) >= last) invalid();
    const previous = long ? b.readUInt32LE(p + 1) : (b[p] as number);
    if (previous !== before) invalid();
    p += long ? 5 : 1;
    const [text, next] = readZiplistData(b, p, last);
    texts.push(text);
    p = next;
    before = p - start;
    tail = start;
  }
  const count = b.readUInt16LE(8);
  if (p !== last || (texts.length > 0 && b.readUInt32LE(4) !== tail)) invalid();
  if (count !== 0xffff && count !== texts.length) invalid();
  return texts;
}

/** Bytes of the integers by their encoding. */
const INTEGER_BYTES: { readonly [encoding: number]: number } = {
  192: 2,
  208: 4,
  224: 8,
  240: 3,
  254: 1,
};

function readZiplistData(b: Buffer, p: number, end: number): [text: string, next: number] {
  const encoding = b[p] as number;
  let at = p + 1;
  if (encoding < 0xc0) {
    let n = encoding & 0x3f;
    if (encoding >= 0x80) {
      if (at + 4 > end) invalid();
      n = b.readUInt32BE(at);
      at += 4;
    } else if (encoding >= 0x40) {
      if (at + 1 > end) invalid();
      n = (n << 8) | (b[at++] as number);
    }
    if (n > end - at) invalid();
    return [b.latin1Slice(at, at + n), at + n];
  }
  if (encoding >= 0xf1 && encoding <= 0xfd) return [String((encoding & 15) - 1), at];
  const n = INTEGER_BYTES[encoding] ?? invalid();
  if (at + n > end) invalid();
  return [n === 8 ? String(b.readBigInt64LE(at)) : String(b.readIntLE(at, n)), at + n];
}

/** The pairs of a zipmap; throws RdbCorrupt. */
export function readZipmap(b: Buffer): [field: string, value: string][] {
  return checked('Zipmap', () => zipmapPairs(b));
}

function zipmapPairs(b: Buffer): [field: string, value: string][] {
  const last = b.length - 1;
  if (b.length < 2 || b[last] !== END) invalid();
  const pairs: [string, string][] = [];
  let p = 1;
  const length = (): number => {
    const first = b[p] as number;
    p++;
    if (first < LONG) return first;
    if (first === END || p + 4 > last) invalid();
    p += 4;
    return b.readUInt32LE(p - 4);
  };
  const text = (n: number): string => {
    if (n > last - p) invalid();
    p += n;
    return b.latin1Slice(p - n, p);
  };
  while (p < last) {
    const field = text(length());
    if (p >= last) invalid();
    const n = length();
    const free = b[p++] as number;
    const value = text(n);
    if (free > last - p) invalid();
    p += free;
    pairs.push([field, value]);
  }
  if (p !== last || pairs.length === 0) invalid();
  if ((b[0] as number) < LONG && b[0] !== pairs.length) invalid();
  return pairs;
}
