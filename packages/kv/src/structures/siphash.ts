/**
 * HalfSipHash-1-3: a keyed 32-bit hash for hash tables whose keys come from the network, so that
 * nobody without the seed can choose keys that collide. 32-bit words make it the SipHash of choice
 * in JavaScript. The seed is drawn once per process.
 */
import { randomBytes } from 'node:crypto';

let k0 = randomBytes(4).readInt32LE();
let k1 = randomBytes(4).readInt32LE();

/** Fixes the seed; for tests that need the same table layout on every run. */
export function seedHash(a: number, b: number): void {
  k0 = a | 0;
  k1 = b | 0;
}

/** The 32-bit hash of buf[off, off+len), as an unsigned number. */
export function hashBytes(buf: Uint8Array, off: number, len: number): number {
  let v0 = k0;
  let v1 = k1;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  let m = 0;
  let i = off;
  const end = off + (len & ~3);
  for (; i < end; i += 4) {
    m =
      (buf[i] as number) |
      ((buf[i + 1] as number) << 8) |
      ((buf[i + 2] as number) << 16) |
      ((buf[i + 3] as number) << 24);
    v3 ^= m;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= m;
  }
  m = len << 24;
  const tail = len & 3;
  if (tail > 0) m |= buf[i] as number;
  if (tail > 1) m |= (buf[i + 1] as number) << 8;
  if (tail > 2) m |= (buf[i + 2] as number) << 16;
  v3 ^= m;
  // One compression round, then three finalisation rounds; the tail block enters before the first.
  for (let round = 0; round < 4; round++) {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    if (round === 0) {
      v0 ^= m;
      v2 ^= 0xff;
    }
  }
  return (v1 ^ v3) >>> 0;
}
