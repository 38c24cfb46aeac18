/** Sizes as configuration files write them: 1k is 1000 bytes, 1kb is 1024, and so on up to g. */

const UNITS: { readonly [unit: string]: bigint } = {
  '': 1n,
  b: 1n,
  k: 1000n,
  kb: 1024n,
  m: 1000n ** 2n,
  mb: 1024n ** 2n,
  g: 1000n ** 3n,
  gb: 1024n ** 3n,
};

const U64_MAX = 2n ** 64n - 1n;

/** Bytes as an unsigned 64-bit integer, null when the text is no size. Unit letters in any case. */
export function parseMemorySize(text: string): bigint | null {
  const match = /^([0-9]{0,127})([a-zA-Z]*)$/.exec(text);
  if (!match) return null;
  const multiplier = UNITS[(match[2] as string).toLowerCase()];
  if (multiplier === undefined) return null;
  const digits = match[1] as string;
  const count = digits === '' ? 0n : BigInt(digits);
  return BigInt.asUintN(64, (count > U64_MAX ? U64_MAX : count) * multiplier);
}

/** Bytes in the largest unit that divides them, as CONFIG REWRITE writes them. */
export function formatMemorySize(bytes: number): string {
  if (bytes !== 0) {
    if (bytes % 1024 ** 3 === 0) return `${bytes / 1024 ** 3}gb`;
    if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}mb`;
    if (bytes % 1024 === 0) return `${bytes / 1024}kb`;
  }
  return String(bytes);
}
