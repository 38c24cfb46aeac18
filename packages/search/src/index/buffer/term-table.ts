import { hashBytes } from '../segment/id-index.ts';
import { sortPermutation } from '../segment/sort-permutation.ts';

const FIRST_SLOTS = 256;
/** From this many terms on, a radix sort is the faster one. */
const RADIX_FROM = 2000;

/** Distinct byte strings, numbered in order of arrival: an open-addressing table over one blob. */
export class TermTable {
  count = 0;
  bytes = new Uint8Array(1024);
  /** Where term t starts in `bytes`; entry `count` is the end. */
  offsets = new Uint32Array(64);
  private hashes = new Int32Array(64);
  private slots = new Int32Array(FIRST_SLOTS).fill(-1);

  /** Bytes held in memory. */
  get memory(): number {
    return this.bytes.length + this.offsets.byteLength * 2 + this.slots.byteLength;
  }

  /** The number of the term bytes[start, end), given one when it is new. */
  add(source: Uint8Array, start: number, end: number): number {
    const { slots, hashes, offsets, bytes } = this;
    const hash = hashBytes(source, start, end);
    const length = end - start;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const term = slots[slot] as number;
      if (term < 0) break;
      if (hashes[term] === hash) {
        const at = offsets[term] as number;
        if ((offsets[term + 1] as number) - at === length) {
          let i = 0;
          while (i < length && bytes[at + i] === source[start + i]) i += 1;
          if (i === length) return term;
        }
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.count;
    return this.append(source, start, end, hash);
  }

  /** Term numbers in the order of their bytes; yields now and then. */
  *sorted(): Generator<void, Uint32Array> {
    const { bytes, offsets, count } = this;
    // Six bytes fit a double exactly and decide most comparisons; the rest decides ties.
    const keys = new Float64Array(count);
    for (let term = 0; term < count; term += 1) {
      const start = offsets[term] as number;
      const end = offsets[term + 1] as number;
      let key = 0;
      for (let i = start; i < start + 6; i += 1)
        key = key * 256 + (i < end ? (bytes[i] as number) : 0);
      keys[term] = key;
    }
    const all = Uint32Array.from({ length: count }, (_, i) => i);
    if (count < RADIX_FROM) {
      return all.sort(
        (a, b) => (keys[a] as number) - (keys[b] as number) || compareBytes(bytes, offsets, a, b),
      );
    }
    const order = yield* sortPermutation(keys, all);
    for (let first = 0; first < count; ) {
      const key = keys[order[first] as number];
      let end = first + 1;
      while (end < count && keys[order[end] as number] === key) end += 1;
      if (end > first + 1) {
        order.subarray(first, end).sort((a, b) => compareBytes(bytes, offsets, a, b));
      }
      first = end;
    }
    return order;
  }

  private append(source: Uint8Array, start: number, end: number, hash: number): number {
    const term = this.count++;
    if (term + 2 > this.offsets.length) {
      this.offsets = doubled(this.offsets, Uint32Array);
      this.hashes = doubled(this.hashes, Int32Array);
    }
    const at = this.offsets[term] as number;
    const after = at + end - start;
    if (after > this.bytes.length) {
      const larger = new Uint8Array(after * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    for (let i = at, j = start; j < end; i += 1, j += 1) this.bytes[i] = source[j] as number;
    this.offsets[term + 1] = after;
    this.hashes[term] = hash;
    if (this.count * 2 > this.slots.length) this.rehash();
    return term;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let term = 0; term < this.count; term += 1) {
      let slot = (this.hashes[term] as number) & mask;
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      slots[slot] = term;
    }
    this.slots = slots;
  }
}

/** Of two terms with equal first six bytes; a shorter one comes first. */
function compareBytes(bytes: Uint8Array, offsets: Uint32Array, a: number, b: number): number {
  let i = offsets[a] as number;
  let j = offsets[b] as number;
  const iEnd = offsets[a + 1] as number;
  const jEnd = offsets[b + 1] as number;
  while (i < iEnd && j < jEnd) {
    const difference = (bytes[i++] as number) - (bytes[j++] as number);
    if (difference !== 0) return difference;
  }
  return iEnd - i - (jEnd - j);
}

/** A copy of twice the size. */
export function doubled<T extends Int32Array | Uint32Array | Float64Array | Uint8Array>(
  array: T,
  type: new (length: number) => T,
): T {
  const larger = new type(array.length * 2);
  larger.set(array);
  return larger;
}
