const MAX_HALF = 65504;
/** Halves above it round to infinity. */
const OVERFLOW = 65520;

/** The nearest half-precision number, ties to even; infinite beyond the largest. */
export function roundToHalf(value: number): number {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size === 0) return value;
  if (size >= OVERFLOW) return value > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const unit = 2 ** (exponent - 10);
  return Math.sign(value) * Math.min(roundToEven(size / unit) * unit, MAX_HALF);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
