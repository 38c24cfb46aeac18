/**
 * The one-byte code of a field's length that BM25 works with. Scores can equal the reference's only
 * with its loss of precision: lengths below 40 are exact, longer ones keep four significant bits.
 */
const EXACT = 24;

export function encodeLength(length: number): number {
  if (length < EXACT) return length;
  const rest = length - EXACT;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return EXACT + rest;
  const shift = bits - 4;
  return EXACT + (((shift + 1) << 3) | ((rest >>> shift) & 7));
}

export function decodeLength(code: number): number {
  if (code < EXACT) return code;
  const rest = code - EXACT;
  const exponent = rest >>> 3;
  return EXACT + (exponent === 0 ? rest & 7 : ((rest & 7) | 8) * 2 ** (exponent - 1));
}

/** `decodedLengths[code]`; as 32-bit floats, which is how they enter the score. */
export const decodedLengths = Float32Array.from({ length: 256 }, (_, code) => decodeLength(code));
