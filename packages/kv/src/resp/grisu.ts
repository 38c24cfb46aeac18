/**
 * The decimal digits of a double as the reference finds them, with Grisu2 (Loitsch, "Printing
 * floating-point numbers quickly and accurately with integers", 2010). Its result always reads back
 * as the same double and is nearly always the shortest that does, but once in a thousand times it is
 * a digit longer or not the closest; to print the same text, the same steps are taken here.
 *
 * With 64-bit significands: scale the double and the ends of the interval that rounds to it by a
 * power of ten kept in a table, narrow the interval by one unit on each side for the error made, and
 * produce digits of its upper end until what is left lies inside.
 */

const MASK_32 = 0xffffffffn;
const MASK_64 = 0xffffffffffffffffn;
const HIDDEN_BIT = 1n << 52n;
const EXPONENT_BIAS = 1075;

/** Every eighth power of ten from 10^-348 up: significand with its top bit set, and exponent. */
const FIRST_POWER = -348;
const POWER_STEP = 8;
const POWERS = Array.from({ length: 87 }, (_, i) => powerOfTen(FIRST_POWER + i * POWER_STEP));
/** Where the binary exponent of the scaled value must lie, so that its whole part fits 32 bits. */
const EXPONENT_MIN = -60;
const EXPONENT_MAX = -32;
const LOG10_2 = 0.30102999566398114;

interface Scaled {
  readonly significand: bigint;
  readonly exponent: number;
}

/** 10^k rounded to a significand of 64 bits. */
function powerOfTen(k: number): Scaled {
  // Enough bits below the point that the quotient still has more than 64.
  const extra = 1400n;
  const wide = k >= 0 ? (10n ** BigInt(k)) << extra : (1n << (extra * 2n)) / 10n ** BigInt(-k);
  const length = wide.toString(2).length;
  const shift = BigInt(length - 64);
  const significand = (wide + (1n << (shift - 1n))) >> shift;
  return { significand, exponent: length - 64 - Number(k >= 0 ? extra : extra * 2n) };
}

/** The power that brings a value with this exponent into range, by its index in the table. */
function powerFor(exponent: number): number {
  const estimate = Math.trunc(-(exponent + POWERS.length) * LOG10_2);
  let i = Math.trunc((estimate - FIRST_POWER) / POWER_STEP);
  for (;;) {
    const scaled = exponent + (POWERS[i] as Scaled).exponent + 64;
    if (scaled < EXPONENT_MIN) i++;
    else if (scaled > EXPONENT_MAX) i--;
    else return i;
  }
}

/** The upper half of the 128-bit product; what falls away is rounded as four partial products do. */
function multiply(a: bigint, b: bigint): bigint {
  const [ah, al, bh, bl] = [a >> 32n, a & MASK_32, b >> 32n, b & MASK_32];
  const [high, middle1, middle2] = [ah * bh, ah * bl, al * bh];
  const carry = (middle1 & MASK_32) + (middle2 & MASK_32) + ((al * bl) >> 32n) + (1n << 31n);
  return high + (middle1 >> 32n) + (middle2 >> 32n) + (carry >> 32n);
}

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

const halves = new Uint32Array(double.buffer);
/** Powers of ten that a double holds exactly. */
const TEN = Array.from({ length: 23 }, (_, i) => 10 ** i);
/** 2^27 + 1 splits a double into two halves whose products are exact (Dekker). */
const SPLITTER = 2 ** 27 + 1;

/**
 * True when a decimal of at most 15 digits, digits / 10^places, lies well inside the interval that
 * rounds to d. It is the only one of its length there, and then Grisu2 finds it too.
 */
function isPlain(d: number, digits: number, places: number): boolean {
  const ten = TEN[places] as number;
  const product = d * ten;
  const dHigh = d * SPLITTER - (d * SPLITTER - d);
  const tHigh = ten * SPLITTER - (ten * SPLITTER - ten);
  const dLow = d - dHigh;
  const tLow = ten - tHigh;
  const error = dLow * tLow - (product - dHigh * tHigh - dLow * tHigh - dHigh * tLow);
  double[0] = d;
  const ulp = 2 ** (((halves[1] as number) >>> 20) - EXPONENT_BIAS);
  const away = Math.abs(digits - product - error);
  return away === 0 || (away < 0.49 * ulp * ten && !isPowerOfTwo());
}

/** Of the number in `double`; the interval around a power of two is narrower on one side. */
function isPowerOfTwo(): boolean {
  return halves[0] === 0 && ((halves[1] as number) & 0xfffff) === 0;
}

/** Digits of a positive finite double, and the power of ten of the last one. */
export function decimalDigits(d: number): [digits: string, scale: number] {
  const [mantissa, exponent] = d.toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const scale = Number(exponent) - digits.length + 1;
  if (
    digits.length <= 15 &&
    scale <= 0 &&
    scale > -TEN.length &&
    isPlain(d, Number(digits), -scale)
  )
    return [digits, scale];
  return grisuDigits(d);
}

/** As decimalDigits, the long way. */
export function grisuDigits(d: number): [digits: string, scale: number] {
  double[0] = d;
  const raw = bits[0] as bigint;
  const biased = Number(raw >> 52n);
  let fraction = raw & (HIDDEN_BIT - 1n);
  let exponent = 1 - EXPONENT_BIAS;
  if (biased !== 0) {
    fraction += HIDDEN_BIT;
    exponent = biased - EXPONENT_BIAS;
  }
  // Half way to both neighbours; the one below a power of two is only half as far away.
  const lowerShift = fraction === HIDDEN_BIT ? 2 : 1;
  const up = 64 - ((fraction << 1n) + 1n).toString(2).length;
  const upExponent = exponent - 1 - up;
  let upper = ((fraction << 1n) + 1n) << BigInt(up);
  let lower = ((fraction << BigInt(lowerShift)) - 1n) << BigInt(exponent - lowerShift - upExponent);
  const index = powerFor(upExponent);
  const power = POWERS[index] as Scaled;
  const value = multiply(fraction << BigInt(64 - fraction.toString(2).length), power.significand);
  upper = multiply(upper, power.significand) - 1n;
  lower = multiply(lower, power.significand) + 1n;
  const [digits, zeros] = generate(value, lower, upper, -(upExponent + power.exponent + 64));
  return [digits, zeros - (FIRST_POWER + index * POWER_STEP)];
}

/** Digits of `upper` down to where the rest lies within the interval; `point` bits are fraction. */
function generate(
  value: bigint,
  lower: bigint,
  upper: bigint,
  point: number,
): [digits: string, zeros: number] {
  const shift = BigInt(point);
  const one = 1n << shift;
  let gap = upper - value;
  let width = upper - lower;
  let whole = upper >> shift;
  let fraction = upper & (one - 1n);
  const digits: number[] = [];
  for (let zeros = 9, unit = 1_000_000_000n; zeros >= 0; zeros--, unit /= 10n) {
    const digit = whole / unit;
    whole -= digit * unit;
    if (digit !== 0n || digits.length > 0) digits.push(Number(digit));
    const rest = (whole << shift) + fraction;
    if (rest <= width) return [closest(digits, gap, width, rest, unit << shift), zeros];
  }
  for (let zeros = -1; ; zeros--) {
    fraction *= 10n;
    width *= 10n;
    gap = (gap * 10n) & MASK_64;
    const digit = fraction >> shift;
    fraction &= one - 1n;
    if (digit !== 0n || digits.length > 0) digits.push(Number(digit));
    if (fraction < width) return [closest(digits, gap, width, fraction, one), zeros];
  }
}

/** Counts the last digit down while that brings the number nearer to the value. */
function closest(digits: number[], gap: bigint, width: bigint, rest: bigint, unit: bigint): string {
  let left = rest;
  let last = digits.pop() as number;
  while (
    left < gap &&
    width - left >= unit &&
    (left + unit < gap || gap - left > left + unit - gap)
  ) {
    last--;
    left += unit;
  }
  return digits.join('') + String(last);
}
