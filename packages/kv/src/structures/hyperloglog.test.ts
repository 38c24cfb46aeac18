import { expect, test } from 'bun:test';
import { REGISTERS } from './hll-sparse.ts';
import { CorruptHll, estimateRegisters, HyperLogLog } from './hyperloglog.ts';
import { hashHigh, hashLow, murmur64 } from './murmur64.ts';

const MASK = 2n ** 64n - 1n;

/** MurmurHash64A as its definition reads. */
function reference(bytes: Buffer, seed: bigint): bigint {
  const m = 0xc6a4a7935bd1e995n;
  let h = seed ^ ((BigInt(bytes.length) * m) & MASK);
  const whole = bytes.length & ~7;
  for (let i = 0; i < whole; i += 8) {
    let k = (bytes.readBigUInt64LE(i) * m) & MASK;
    k = ((k ^ (k >> 47n)) * m) & MASK;
    h = ((h ^ k) * m) & MASK;
  }
  if (whole < bytes.length) {
    for (let i = bytes.length - 1; i >= whole; i--)
      h ^= BigInt(bytes[i] as number) << BigInt(8 * (i - whole));
    h = (h * m) & MASK;
  }
  h = ((h ^ (h >> 47n)) * m) & MASK;
  return h ^ (h >> 47n);
}

test('the hash is MurmurHash64A', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 97 + length * 31) & 0xff));
    murmur64(bytes, 0, length, 0xadc83b19);
    const hash = (BigInt(hashHigh >>> 0) << 32n) | BigInt(hashLow >>> 0);
    expect(hash).toBe(reference(bytes, 0xadc83b19n));
  }
});

function add(hll: HyperLogLog, text: string, sparseMax = 3000): boolean {
  const bytes = Buffer.from(text);
  return hll.add(bytes, 0, bytes.length, sparseMax);
}

test('an empty one is sparse, 18 bytes long and counts nothing', () => {
  const hll = new HyperLogLog().clear();
  expect(hll.bytes.subarray(0, hll.length).toString('hex')).toBe(
    `48594c4c01000000${'00'.repeat(8)}7fff`,
  );
  expect(hll.estimate()).toBe(0);
  expect(HyperLogLog.isValid(hll.bytes, 0, hll.length)).toBe(true);
});

test('sparse and dense forms agree and stay close to the truth', () => {
  const sparse = new HyperLogLog().clear();
  const dense = new HyperLogLog().clear();
  dense.makeDense();
  for (let n = 1; n <= 20_000; n++) {
    expect(add(sparse, `element-${n}`)).toBe(add(dense, `element-${n}`));
    if (n % 500 !== 0 && n > 50) continue;
    expect(sparse.estimate()).toBe(dense.estimate());
    expect(Math.abs(sparse.estimate() - n)).toBeLessThanOrEqual(Math.ceil(n * 0.04));
  }
  expect(sparse.isDense).toBe(true);
  for (let i = 0; i < REGISTERS; i++) expect(sparse.register(i)).toBe(dense.register(i));
});

test('the sparse form gives way when its bytes are used up', () => {
  const hll = new HyperLogLog().clear();
  let n = 0;
  while (!hll.isDense) add(hll, `x${n++}`, 100);
  expect(n).toBeGreaterThan(10);
  expect(n).toBeLessThan(60);
});

test('merging takes the higher of two registers', () => {
  const one = new HyperLogLog().clear();
  const other = new HyperLogLog().clear();
  for (let i = 0; i < 300; i++) add(i % 2 === 0 ? one : other, `m${i}`);
  const all = new Uint8Array(REGISTERS);
  one.mergeInto(all);
  other.makeDense();
  other.mergeInto(all);
  expect(Math.abs(estimateRegisters(all) - 300)).toBeLessThanOrEqual(9);
});

test('runs that do not add up are found out', () => {
  const hll = new HyperLogLog().clear();
  hll.bytes[16] = 0x40;
  expect(() => hll.estimate()).toThrow();
  expect(() => hll.mergeInto(new Uint8Array(REGISTERS))).toThrow(CorruptHll as never);
  hll.clear();
  hll.bytes[4] = 2;
  expect(HyperLogLog.isValid(hll.bytes, 0, hll.length)).toBe(false);
});
