const MASK = 0xffffffffffffffffn;
const C1 = 0x87c37b91114253d5n;
const C2 = 0x4cf5ad432745937fn;

const rotl = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & MASK;

function mix(value: bigint): bigint {
  let k = value;
  k ^= k >> 33n;
  k = (k * 0xff51afd7ed558ccdn) & MASK;
  k ^= k >> 33n;
  k = (k * 0xc4ceb9fe1a85ec53n) & MASK;
  return k ^ (k >> 33n);
}

function readLong(bytes: Uint8Array, at: number): bigint {
  let value = 0n;
  for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i] as number);
  return value;
}

/** MurmurHash3, x64, 128 bits, as two unsigned longs. */
export function murmur3x64(bytes: Uint8Array, seed: number): { low: bigint; high: bigint } {
  let h1 = BigInt(seed >>> 0);
  let h2 = h1;
  const blocks = bytes.length >> 4;
  for (let i = 0; i < blocks; i++) {
    let k1 = readLong(bytes, i * 16);
    let k2 = readLong(bytes, i * 16 + 8);
    k1 = (rotl((k1 * C1) & MASK, 31n) * C2) & MASK;
    h1 = ((rotl(h1 ^ k1, 27n) + h2) * 5n + 0x52dce729n) & MASK;
    k2 = (rotl((k2 * C2) & MASK, 33n) * C1) & MASK;
    h2 = ((rotl(h2 ^ k2, 31n) + h1) * 5n + 0x38495ab5n) & MASK;
  }
  const tail = new Uint8Array(16);
  tail.set(bytes.subarray(blocks * 16));
  const rest = bytes.length & 15;
  if (rest > 8) h2 ^= (rotl((readLong(tail, 8) * C2) & MASK, 33n) * C1) & MASK;
  if (rest > 0) h1 ^= (rotl((readLong(tail, 0) * C1) & MASK, 31n) * C2) & MASK;
  h1 ^= BigInt(bytes.length);
  h2 ^= BigInt(bytes.length);
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  h1 = mix(h1);
  h2 = mix(h2);
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  return { low: h1, high: h2 };
}
