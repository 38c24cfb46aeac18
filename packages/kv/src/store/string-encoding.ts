import { EMBSTR, EMBSTR_MAX, INT, RAW } from './value.ts';

/** The encoding a fresh string gets: int for canonical 64-bit integers, embstr when short, else raw. */
export function stringEncoding(buf: Uint8Array, off: number, len: number): number {
  if (len > EMBSTR_MAX) return RAW;
  if (len === 0 || len > 20) return EMBSTR;
  let i = off;
  const end = off + len;
  let first = buf[i] as number;
  if (first === 45) {
    if (len === 1) return EMBSTR;
    first = buf[++i] as number;
    if (first === 48) return EMBSTR;
  }
  if (first === 48) return len === 1 ? INT : EMBSTR;
  for (let j = i; j < end; j++) {
    const ch = buf[j] as number;
    if (ch < 48 || ch > 57) return EMBSTR;
  }
  const digits = end - i;
  if (digits < 19) return INT;
  if (digits > 19) return EMBSTR;
  // 19 digits: compare with 2^63-1 (or 2^63 below zero) as text.
  const limit = i === off ? '9223372036854775807' : '9223372036854775808';
  for (let j = 0; j < 19; j++) {
    const d = (buf[i + j] as number) - limit.charCodeAt(j);
    if (d !== 0) return d < 0 ? INT : EMBSTR;
  }
  return INT;
}
