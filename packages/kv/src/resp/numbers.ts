/** Number grammar of the protocol: what counts as an integer or a float, and how doubles print. */
import { decimalDigits } from './grisu.ts';

const INT64_MAX = 9223372036854775807n;
const INT64_MIN = -9223372036854775808n;

/**
 * buf[off, off+len) as a 64-bit integer, NaN when it is none: no sign '+', no leading zeros, no
 * blanks. Values beyond 2^53 come back rounded.
 */
export function parseInteger(buf: Uint8Array, off: number, len: number): number {
  let i = off;
  const end = off + len;
  if (len === 0 || len > 20) return Number.NaN;
  const negative = buf[i] === 45;
  if (negative) i++;
  const first = (buf[i] as number) - 48;
  if (i === end) return Number.NaN;
  if (first === 0) return end - i === 1 && !negative ? 0 : Number.NaN;
  if (!(first > 0 && first <= 9)) return Number.NaN;
  let v = first;
  for (i++; i < end; i++) {
    const d = (buf[i] as number) - 48;
    if (!(d >= 0 && d <= 9)) return Number.NaN;
    v = v * 10 + d;
  }
  if (v > Number.MAX_SAFE_INTEGER) {
    let big = 0n;
    for (let j = off + (negative ? 1 : 0); j < end; j++)
      big = big * 10n + BigInt((buf[j] as number) - 48);
    if (negative ? -big < INT64_MIN : big > INT64_MAX) return Number.NaN;
    // `v` was rounded at every digit and may be further away than the nearest double.
    v = Number(big);
  }
  return negative ? -v : v;
}

/** An exact 64-bit integer, or null. */
export function parseInt64(text: string): bigint | null {
  if (!/^(0|-?[1-9][0-9]{0,18})$/.test(text)) return null;
  const v = BigInt(text);
  return v < INT64_MIN || v > INT64_MAX ? null : v;
}

/** Powers of ten that a double holds exactly. */
const TEN = Array.from({ length: 16 }, (_, i) => 10 ** i);

/**
 * The fast way for what most clients send: an optional minus, at most 15 digits, at most one point.
 * Both digits and power of ten are exact doubles then, so one division rounds correctly. NaN for
 * everything else, which parseDouble may still understand.
 */
export function parsePlainDecimal(buf: Uint8Array, off: number, len: number): number {
  let i = off;
  const end = off + len;
  const negative = len > 1 && buf[i] === 45;
  if (negative) i++;
  if (len === 0 || len > 17 || end - i > 16) return Number.NaN;
  let v = 0;
  let digits = 0;
  let point = -1;
  for (; i < end; i++) {
    const d = (buf[i] as number) - 48;
    if (d >= 0 && d <= 9) {
      v = v * 10 + d;
      digits++;
    } else if (d === -2 && point < 0) point = digits;
    else return Number.NaN;
  }
  if (digits === 0 || digits > 15) return Number.NaN;
  if (point >= 0) v /= TEN[digits - point] as number;
  return negative ? -v : v;
}

const DECIMAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;
const HEX = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)([pP][+-]?[0-9]+)?$/;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/** A double as strtod reads it, NaN when the text is not one entirely (or is nan). */
export function parseDouble(text: string): number {
  if (DECIMAL.test(text)) {
    const v = Number(text);
    return v;
  }
  const inf = INFINITE.exec(text);
  if (inf) return inf[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const hex = HEX.exec(text);
  if (hex) {
    const whole = hex[2] as string;
    const fraction = hex[3] as string;
    if (whole === '' && fraction === '') return Number.NaN;
    const exponent = hex[4] === undefined ? 0 : Number(hex[4].slice(1));
    const mantissa = Number(`0x${whole}${fraction}`);
    const v = mantissa * 2 ** (exponent - 4 * fraction.length);
    return hex[1] === '-' ? -v : v;
  }
  return Number.NaN;
}

/** As parseDouble, NaN also when the text's value is too large or too small for a double. */
export function parseDoubleInRange(text: string): number {
  const v = parseDouble(text);
  if (v === 0) return /^[^eEpP]*[1-9]/.test(text.replace(/^[+-]?0x/i, '')) ? Number.NaN : v;
  return Number.isFinite(v) || INFINITE.test(text) ? v : Number.NaN;
}

/** 2^62: up to here the reference prints a whole double as an integer. */
const PLAIN_INTEGER_MAX = 2 ** 62;

/** A double as the reference prints scores and RESP3 doubles: the shortest text that reads back. */
export function formatDouble(d: number): string {
  if (Number.isNaN(d)) return 'nan';
  if (Number.isInteger(d) && Math.abs(d) <= PLAIN_INTEGER_MAX) {
    if (Object.is(d, -0)) return '-0';
    return Number.isSafeInteger(d) ? String(d) : BigInt(d).toString();
  }
  return shortestDouble(d);
}

/**
 * The shortest digits that read back, laid out as the reference's fpconv_dtoa does: plain unless
 * many zeros would follow or lead, then with an exponent that is not padded.
 */
export function shortestDouble(d: number): string {
  if (!Number.isFinite(d)) return Number.isNaN(d) ? 'nan' : d < 0 ? '-inf' : 'inf';
  if (d === 0) return Object.is(d, -0) ? '-0' : '0';
  const sign = d < 0 ? '-' : '';
  const [digits, scale] = decimalDigits(Math.abs(d));
  const exponent = scale + digits.length - 1;
  if (scale >= 0 && Math.abs(exponent) < digits.length + 7) {
    return sign + digits + '0'.repeat(scale);
  }
  if (scale < 0 && (scale > -7 || Math.abs(exponent) < 4)) {
    const whole = digits.length + scale;
    return whole <= 0
      ? `${sign}0.${'0'.repeat(-whole)}${digits}`
      : `${sign}${digits.slice(0, whole)}.${digits.slice(whole)}`;
  }
  const tail = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${tail}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

/**
 * A double as C's %.17g prints it: seventeen digits, trailing zeros dropped, an exponent of at least
 * two digits below 1e-4 and from 1e17 up. ZSCAN answers so.
 */
export function formatSeventeen(d: number): string {
  if (!Number.isFinite(d)) return Number.isNaN(d) ? 'nan' : d < 0 ? '-inf' : 'inf';
  if (d === 0) return Object.is(d, -0) ? '-0' : '0';
  const [mantissa, exponentText] = d.toExponential(16).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 17)
    return d
      .toFixed(16 - exponent)
      .replace(/(\.[0-9]*?)0+$/, '$1')
      .replace(/\.$/, '');
  const digits = mantissa.replace(/\.?0+$/, '');
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits}e${exponent < 0 ? '-' : '+'}${power}`;
}
