/**
 * Strings as rows of bits: bit 0 is the highest bit of the first byte. Counting, searching and
 * combining work on 32-bit words where the bytes are aligned for that.
 */

const BYTE_COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => count32(byte));

function count32(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The words that lie wholly in bytes [from, to), and how many bytes stand before them. */
function alignedWords(bytes: Uint8Array, from: number, to: number): [Uint32Array, number] {
  const head = -(bytes.byteOffset + from) & 3;
  if (to - from < head + 4) return [new Uint32Array(0), to - from];
  const start = bytes.byteOffset + from + head;
  return [new Uint32Array(bytes.buffer, start, (to - from - head) >>> 2), head];
}

/** Bits set in bytes [from, to). */
export function countBits(bytes: Uint8Array, from: number, to: number): number {
  const [words, head] = alignedWords(bytes, from, to);
  let n = 0;
  for (let i = from; i < from + head; i++) n += BYTE_COUNTS[bytes[i] as number] as number;
  for (let i = 0; i < words.length; i++) n += count32(words[i] as number);
  for (let i = from + head + words.length * 4; i < to; i++)
    n += BYTE_COUNTS[bytes[i] as number] as number;
  return n;
}

/** Bits set among bits [from, to) of the bytes that begin at `off`. */
export function countBitRange(bytes: Uint8Array, off: number, from: number, to: number): number {
  if (from >= to) return 0;
  const first = off + Math.floor(from / 8);
  const last = off + Math.floor((to - 1) / 8);
  const before = (bytes[first] as number) & ~(0xff >>> (from & 7));
  const after = (bytes[last] as number) & (0xff >>> (((to - 1) & 7) + 1));
  return countBits(bytes, first, last + 1) - count32(before) - count32(after);
}

/** The first bit with this value among bits [from, to), or -1. */
export function findBit(
  bytes: Uint8Array,
  off: number,
  from: number,
  to: number,
  bit: 0 | 1,
): number {
  if (from >= to) return -1;
  const flip = bit === 1 ? 0 : 0xff;
  const last = off + Math.floor((to - 1) / 8);
  let at = off + Math.floor(from / 8);
  let byte = ((bytes[at] as number) ^ flip) & (0xff >>> (from & 7));
  while (byte === 0) {
    if (++at > last) return -1;
    at += skipEqual(bytes, at, last + 1, flip);
    if (at > last) return -1;
    byte = (bytes[at] as number) ^ flip;
  }
  const found = (at - off) * 8 + Math.clz32(byte) - 24;
  return found < to ? found : -1;
}

/** How many of the bytes [from, to) equal `value` (0 or 255), in whole words, from the start. */
function skipEqual(bytes: Uint8Array, from: number, to: number, value: number): number {
  if (to - from < 16) return 0;
  const [words, head] = alignedWords(bytes, from, to);
  for (let i = from; i < from + head; i++) if (bytes[i] !== value) return i - from;
  const wanted = value === 0 ? 0 : 0xffffffff;
  let i = 0;
  while (i < words.length && words[i] === wanted) i++;
  return head + i * 4;
}

export type BitOperation = 'AND' | 'OR' | 'XOR' | 'NOT';

/** A slice of a buffer. */
export type ByteSlice = readonly [buffer: Buffer, off: number, len: number];

/** Combines strings bit by bit; shorter ones count as followed by zeros. NOT takes the first only. */
export function combineBits(operation: BitOperation, sources: readonly ByteSlice[]): Buffer {
  const length = Math.max(0, ...sources.map(([, , len]) => len));
  const words = (length + 3) >>> 2;
  const result = new Uint32Array(words);
  const resultBytes = Buffer.from(result.buffer);
  const operand = new Uint32Array(words);
  const operandBytes = Buffer.from(operand.buffer);
  sources.forEach(([bytes, off, len], n) => {
    if (n === 0) {
      bytes.copy(resultBytes, 0, off, off + len);
      return;
    }
    bytes.copy(operandBytes, 0, off, off + len);
    operandBytes.fill(0, len);
    combineWords(operation, result, operand);
  });
  if (operation === 'NOT') for (let i = 0; i < words; i++) result[i] = ~(result[i] as number);
  return resultBytes.subarray(0, length);
}

function combineWords(operation: BitOperation, into: Uint32Array, other: Uint32Array): void {
  const n = into.length;
  if (operation === 'AND')
    for (let i = 0; i < n; i++) into[i] = (into[i] as number) & (other[i] as number);
  else if (operation === 'OR')
    for (let i = 0; i < n; i++) into[i] = (into[i] as number) | (other[i] as number);
  else for (let i = 0; i < n; i++) into[i] = (into[i] as number) ^ (other[i] as number);
}

/** The unsigned integer in `width` bits from `bit` on; bits beyond the bytes are zero. */
export function readField([bytes, off, len]: ByteSlice, bit: number, width: number): bigint {
  const first = Math.floor(bit / 8);
  const last = Math.floor((bit + width - 1) / 8);
  let value = 0n;
  for (let i = first; i <= last; i++)
    value = (value << 8n) | BigInt(i < len ? (bytes[off + i] as number) : 0);
  return BigInt.asUintN(width, value >> BigInt(7 - ((bit + width - 1) & 7)));
}

/** Writes the low `width` bits of a value from `bit` on; the bytes must be there. */
export function writeField(slice: ByteSlice, bit: number, width: number, value: bigint): void {
  const [bytes, off] = slice;
  const first = Math.floor(bit / 8);
  const last = Math.floor((bit + width - 1) / 8);
  const shift = BigInt(7 - ((bit + width - 1) & 7));
  let mask = ((1n << BigInt(width)) - 1n) << shift;
  let set = BigInt.asUintN(width, value) << shift;
  for (let i = last; i >= first; i--) {
    const keep = (bytes[off + i] as number) & ~Number(mask & 0xffn);
    bytes[off + i] = keep | Number(set & 0xffn);
    mask >>= 8n;
    set >>= 8n;
  }
}
