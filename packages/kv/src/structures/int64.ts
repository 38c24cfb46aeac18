/**
 * 64-bit integers without objects: two 32-bit words in two's complement. Functions here leave their
 * result in `int64High` (signed) and `int64Low` (signed too; add 2^32 for its unsigned value), good
 * until the next one is called.
 */
const TWO_32 = 4294967296;

export let int64High = 0;
export let int64Low = 0;

/**
 * Reads the canonical decimal of a 64-bit integer; false (and no result) when the bytes are anything
 * else: a plus sign, leading zeros, blanks, out of range.
 */
export function int64FromText(buf: Uint8Array, off: number, len: number): boolean {
  if (len === 0 || len > 20) return false;
  let i = off;
  let c = buf[i] as number;
  const negative = c === 45;
  if (negative) {
    if (len === 1) return false;
    c = buf[++i] as number;
  } else if (c === 48) {
    int64High = int64Low = 0;
    return len === 1;
  }
  if (c < 49 || c > 57) return false;
  let low = c - 48;
  let high = 0;
  const end = off + len;
  for (i++; i < end; i++) {
    c = (buf[i] as number) - 48;
    if (c < 0 || c > 9) return false;
    low = low * 10 + c;
    high *= 10;
    if (low >= TWO_32) {
      const carry = Math.floor(low / TWO_32);
      low -= carry * TWO_32;
      high += carry;
    }
    if (high > 0x80000000) return false;
  }
  if (high === 0x80000000 && !(negative && low === 0)) return false;
  int64Low = low | 0;
  int64High = high | 0;
  if (negative) {
    int64Low = -int64Low | 0;
    int64High = int64Low === 0 ? -int64High | 0 : ~int64High;
  }
  return true;
}

/** Numbers beyond 2^53 must come as bigint. */
export function int64From(v: number | bigint): void {
  if (typeof v === 'bigint') {
    int64Low = Number(BigInt.asIntN(32, v));
    int64High = Number(BigInt.asIntN(32, v >> 32n));
  } else {
    const high = Math.floor(v / TWO_32);
    int64High = high | 0;
    int64Low = (v - high * TWO_32) | 0;
  }
}

/** The integer of two words as a number, rounded beyond 2^53. */
export function int64Number(high: number, low: number): number {
  return high * TWO_32 + (low >>> 0);
}

export function int64BigInt(high: number, low: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

/** Writes the decimal text of an integer to buf[0...] and returns its length, at most 20. */
export function int64Text(high: number, low: number, buf: Buffer): number {
  const v = int64Number(high, low);
  return Number.isSafeInteger(v)
    ? integerText(v, buf)
    : buf.latin1Write(String(int64BigInt(high, low)), 0);
}

/** As int64Text, for a safe integer. */
export function integerText(v: number, buf: Buffer): number {
  const negative = v < 0;
  let rest = negative ? -v : v;
  let digits = 1;
  for (let t = rest; t >= 10; t = Math.floor(t / 10)) digits++;
  if (negative) {
    buf[0] = 45;
    digits++;
  }
  for (let i = digits; i > (negative ? 1 : 0); ) {
    const q = Math.floor(rest / 10);
    buf[--i] = rest - q * 10 + 48;
    rest = q;
  }
  return digits;
}
