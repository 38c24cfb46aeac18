/** Sets of documents as 32-bit words in an Int32Array: bit d & 31 of word d >> 5. */
export type Bitmap = Int32Array;

export function bitmapWords(documents: number): number {
  return (documents + 31) >>> 5;
}

export function hasBit(bits: Bitmap, index: number): boolean {
  return (((bits[index >> 5] as number) >>> (index & 31)) & 1) !== 0;
}

export function setBit(bits: Bitmap, index: number): void {
  const word = index >> 5;
  bits[word] = (bits[word] as number) | (1 << (index & 31));
}

export function clearBit(bits: Bitmap, index: number): void {
  const word = index >> 5;
  bits[word] = (bits[word] as number) & ~(1 << (index & 31));
}

/** All of `documents` bits set, none beyond. */
export function fullBitmap(documents: number): Bitmap {
  const bits = new Int32Array(bitmapWords(documents)).fill(-1);
  const over = documents & 31;
  if (over !== 0) bits[bits.length - 1] = (1 << over) - 1;
  return bits;
}

/** Set bits of one word. */
export function popCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(bits: Bitmap): number {
  let count = 0;
  for (let i = 0; i < bits.length; i += 1) {
    const word = bits[i] as number;
    if (word !== 0) count += popCount(word);
  }
  return count;
}

/** Keeps in `into` only what is also in `other`. */
export function intersect(into: Bitmap, other: Bitmap): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] as number) & (other[i] as number);
}

export function unite(into: Bitmap, other: Bitmap): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] as number) | (other[i] as number);
}

export function subtract(into: Bitmap, other: Bitmap): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] as number) & ~(other[i] as number);
}

/** The first set bit at or after `from`, or -1. */
export function nextBit(bits: Bitmap, from: number): number {
  let word = from >> 5;
  if (word >= bits.length) return -1;
  let value = (bits[word] as number) & (-1 << (from & 31));
  while (value === 0) {
    word += 1;
    if (word >= bits.length) return -1;
    value = bits[word] as number;
  }
  return (word << 5) | (31 - Math.clz32(value & -value));
}
