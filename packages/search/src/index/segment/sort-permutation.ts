const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/**
 * Indexes of `values` in ascending order of value, equal ones in ascending order of index: a radix
 * sort on 16-bit digits of order-preserving 64-bit keys, which skips digits that never differ. Yields
 * after every pass.
 */
export function* sortPermutation(
  values: Float64Array | BigInt64Array,
  indexes: Uint32Array,
): Generator<void, Uint32Array> {
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  if (values instanceof Float64Array) floatKeys(values, low, high);
  else integerKeys(values, low, high);
  let order = indexes;
  let spare = new Uint32Array(order.length);
  const counts = new Uint32Array(DIGITS);
  for (const [keys, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    yield;
    const sorted = radixPass(order, spare, keys, shift, counts);
    if (sorted === order) continue;
    spare = order as Uint32Array<ArrayBuffer>;
    order = sorted;
  }
  return order;
}

/** One stable pass; returns `order` itself when the digit is the same everywhere. */
function radixPass(
  order: Uint32Array,
  out: Uint32Array,
  keys: Uint32Array,
  shift: number,
  counts: Uint32Array,
): Uint32Array {
  counts.fill(0);
  for (let i = 0; i < order.length; i += 1) {
    const digit = ((keys[order[i] as number] as number) >>> shift) & (DIGITS - 1);
    counts[digit] = (counts[digit] as number) + 1;
  }
  let sum = 0;
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const count = counts[digit] as number;
    if (count === order.length) return order;
    counts[digit] = sum;
    sum += count;
  }
  for (let i = 0; i < order.length; i += 1) {
    const index = order[i] as number;
    const digit = ((keys[index] as number) >>> shift) & (DIGITS - 1);
    const at = counts[digit] as number;
    out[at] = index;
    counts[digit] = at + 1;
  }
  return out;
}

/** IEEE bits order like integers once negative ones are inverted and positive ones lifted. */
function floatKeys(values: Float64Array, low: Uint32Array, high: Uint32Array): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let i = 0; i < values.length; i += 1) {
    const top = words[2 * i + 1] as number;
    const bottom = words[2 * i] as number;
    const isNegative = top >>> 31 === 1;
    high[i] = isNegative ? ~top : top ^ 0x80000000;
    low[i] = isNegative ? ~bottom : bottom;
  }
}

function integerKeys(values: BigInt64Array, low: Uint32Array, high: Uint32Array): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let i = 0; i < values.length; i += 1) {
    high[i] = (words[2 * i + 1] as number) ^ 0x80000000;
    low[i] = words[2 * i] as number;
  }
}
