/**
 * MurmurHash64A over bytes, in two 32-bit halves: HyperLogLogs written by any server hash alike, so
 * the function and its seed are part of their format.
 */
const M_HIGH = 0xc6a4a793 | 0;
const M_LOW = 0x5bd1e995;
/** r = 47 moves a value into its lower half by 15 bits more. */
const SHIFT = 15;

/** The halves of the last hash. */
export let hashHigh = 0;
export let hashLow = 0;

let high = 0;
let low = 0;

/** Multiplies (high, low) by the constant M, modulo 2^64. */
function multiply(): void {
  const a0 = low & 0xffff;
  const a1 = low >>> 16;
  const b0 = M_LOW & 0xffff;
  const b1 = M_LOW >>> 16;
  const p00 = a0 * b0;
  const p01 = a0 * b1;
  const p10 = a1 * b0;
  const middle = (p00 >>> 16) + (p01 & 0xffff) + (p10 & 0xffff);
  const carry = a1 * b1 + (p01 >>> 16) + (p10 >>> 16) + (middle >>> 16);
  high = (carry + Math.imul(high, M_LOW) + Math.imul(low, M_HIGH)) | 0;
  low = (p00 & 0xffff) | (middle << 16);
}

/** (high, low) ^= (high, low) >>> 47 */
function fold(): void {
  low ^= high >>> SHIFT;
}

/** Hashes bytes[off, off+len) into hashHigh and hashLow. */
export function murmur64(bytes: Uint8Array, off: number, len: number, seed: number): void {
  high = 0;
  low = len;
  multiply();
  let h = high;
  let l = low ^ seed;
  const end = off + (len & ~7);
  for (let i = off; i < end; i += 8) {
    low = word(bytes, i);
    high = word(bytes, i + 4);
    multiply();
    fold();
    multiply();
    high ^= h;
    low ^= l;
    multiply();
    h = high;
    l = low;
  }
  const rest = len & 7;
  if (rest > 0) {
    for (let i = rest - 1; i >= 0; i--) {
      const byte = bytes[end + i] as number;
      if (i >= 4) h ^= byte << ((i - 4) * 8);
      else l ^= byte << (i * 8);
    }
    high = h;
    low = l;
    multiply();
  } else {
    high = h;
    low = l;
  }
  fold();
  multiply();
  fold();
  hashHigh = high;
  hashLow = low;
}

function word(bytes: Uint8Array, i: number): number {
  return (
    (bytes[i] as number) |
    ((bytes[i + 1] as number) << 8) |
    ((bytes[i + 2] as number) << 16) |
    ((bytes[i + 3] as number) << 24)
  );
}
