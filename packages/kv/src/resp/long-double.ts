/**
 * C's long double, as INCRBYFLOAT and HINCRBYFLOAT calculate with it: a whole number of as many bits
 * as the platform's format has (64 on x86-64, 113 on ARM), times a power of two. Rounding is to the
 * nearest, ties to even. Sums of doubles would print noise within the 17 decimals that are shown.
 */
const BITS = process.arch === 'x64' ? 64 : 113;
/** Exponents: the largest finite value is below 2^16384, the smallest above zero 2^(-16381-BITS). */
const MAX_EXPONENT = 16384;
const MIN_EXPONENT = -16381 - BITS;
/** Decimal exponents beyond this are out of range, whatever the digits (of which there are < 5120). */
const HUGE_EXPONENT = 20_000;
/** The reference reads no longer text as a number. */
const MAX_TEXT = 5 * 1024;
const DECIMALS = 17;

export interface LongDouble {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const ZERO: LongDouble = { mantissa: 0n, exponent: 0 };
export type Infinite = 'inf' | '-inf';

function bitLength(v: bigint): number {
  return v === 0n ? 0 : v.toString(2).length;
}

/** Rounds numerator / denominator * 2^exponent; null when it is too large. */
function rounded(numerator: bigint, denominator: bigint, exponent: number): LongDouble | null {
  if (numerator === 0n) return ZERO;
  const negative = numerator < 0n;
  let n = negative ? -numerator : numerator;
  let d = denominator;
  let e = exponent;
  // Scale so that the quotient has two bits more than needed, or as many as the exponent allows.
  const excess = bitLength(n) - bitLength(d) - BITS - 2;
  const shift = Math.max(excess, MIN_EXPONENT - 2 - e);
  if (shift < 0) n <<= BigInt(-shift);
  else d <<= BigInt(shift);
  e += shift;
  let q = n / d;
  // A sticky bit stands for everything below.
  q = (q << 1n) | (n % d === 0n ? 0n : 1n);
  e -= 1;
  const drop = Math.max(bitLength(q) - BITS, MIN_EXPONENT - e);
  if (drop > 0) {
    const half = 1n << BigInt(drop - 1);
    const rest = q & ((1n << BigInt(drop)) - 1n);
    q >>= BigInt(drop);
    e += drop;
    if (rest > half || (rest === half && (q & 1n) === 1n)) q += 1n;
  }
  if (q === 0n) return ZERO;
  if (bitLength(q) + e > MAX_EXPONENT) return null;
  return { mantissa: negative ? -q : q, exponent: e };
}

const DECIMAL = /^([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?$/;
const HEX = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)(?:[pP]([+-]?[0-9]+))?$/;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/** A number as strtold reads it; null when the text is none, is nan, or is out of range. */
export function parseLongDouble(text: string): LongDouble | Infinite | null {
  if (text.length === 0 || text.length >= MAX_TEXT) return null;
  const inf = INFINITE.exec(text);
  if (inf !== null) return inf[1] === '-' ? '-inf' : 'inf';
  const hex = HEX.exec(text);
  const parts = hex ?? DECIMAL.exec(text);
  if (parts === null) return null;
  const [, sign, whole, fraction, power] = parts as unknown as string[];
  const digits = `${whole}${fraction}`;
  if (digits === '') return null;
  const value = BigInt(hex !== null ? `0x${digits}` : digits);
  if (value === 0n) return ZERO;
  const signed = sign === '-' ? -value : value;
  const exponent = Number(power ?? 0);
  if (Math.abs(exponent) > HUGE_EXPONENT * 4) return null;
  let result: LongDouble | null;
  if (hex !== null) result = rounded(signed, 1n, exponent - 4 * (fraction as string).length);
  else {
    const scale = exponent - (fraction as string).length;
    if (Math.abs(scale) > HUGE_EXPONENT) return null;
    const ten = 10n ** BigInt(Math.abs(scale));
    result = scale >= 0 ? rounded(signed * ten, 1n, 0) : rounded(signed, ten, 0);
  }
  return result === ZERO ? null : result;
}

/** The sum, null when it is too large to be finite. */
export function addLongDouble(a: LongDouble, b: LongDouble): LongDouble | null {
  const e = Math.min(a.exponent, b.exponent);
  const sum = (a.mantissa << BigInt(a.exponent - e)) + (b.mantissa << BigInt(b.exponent - e));
  return rounded(sum, 1n, e);
}

/** Up to 17 decimals, without trailing zeros. */
export function formatLongDouble(v: LongDouble): string {
  const negative = v.mantissa < 0n;
  const scaled = (negative ? -v.mantissa : v.mantissa) * 10n ** BigInt(DECIMALS);
  let whole: bigint;
  if (v.exponent >= 0) whole = scaled << BigInt(v.exponent);
  else {
    const shift = BigInt(-v.exponent);
    const half = 1n << (shift - 1n);
    const rest = scaled & ((1n << shift) - 1n);
    whole = scaled >> shift;
    if (rest > half || (rest === half && (whole & 1n) === 1n)) whole += 1n;
  }
  const digits = whole.toString().padStart(DECIMALS + 1, '0');
  const point = digits.length - DECIMALS;
  const text = `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '');
  return negative && text !== '0' ? `-${text}` : text;
}
