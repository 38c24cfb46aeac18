import { expect, test } from 'bun:test';
import { Arena, MAX_BLOCK, OFFSET_MASK, SEG_SHIFT } from './arena.ts';

/** Long blocks are marked at their ends and in places between only. */
const STRIDE = 4099;

function fill(arena: Arena, a: number, bytes: number, value: number): void {
  const at = (a & OFFSET_MASK) << 3;
  const b = arena.u8[a >>> SEG_SHIFT]!;
  for (let i = 0; i < bytes; i += STRIDE) b[at + i] = value;
  b[at + bytes - 1] = value;
}

function holds(arena: Arena, a: number, bytes: number, value: number): boolean {
  const at = (a & OFFSET_MASK) << 3;
  const b = arena.u8[a >>> SEG_SHIFT]!;
  for (let i = 0; i < bytes; i += STRIDE) if (b[at + i] !== value) return false;
  return b[at + bytes - 1] === value;
}

test('blocks beyond the largest class do not overlap and come back', () => {
  const arena = new Arena();
  const sizes = [MAX_BLOCK + 1, 3 << 20, 40 << 20, 500_000, 2 << 20, 63 << 20, 64 << 20, 70 << 20];
  const blocks = sizes.map((bytes, i) => {
    const a = arena.alloc(bytes);
    fill(arena, a, bytes, i + 1);
    return { a, bytes, value: i + 1 };
  });
  const small = arena.alloc(100);
  fill(arena, small, 100, 99);
  for (const { a, bytes, value } of blocks) {
    expect(arena.sizeOf(a)).toBeGreaterThanOrEqual(bytes);
    expect(arena.fits(a, bytes)).toBe(true);
    expect(arena.fits(a, 100)).toBe(false);
    expect(holds(arena, a, bytes, value)).toBe(true);
  }
  const segments = arena.u8.length;
  for (const { a } of blocks) arena.free(a);
  expect(arena.used).toBe(arena.sizeOf(small));
  for (const bytes of sizes) arena.free(arena.alloc(bytes));
  expect(arena.u8.length).toBe(segments);
  expect(holds(arena, small, 100, 99)).toBe(true);
});

test('random blocks of all sizes keep their bytes', () => {
  const arena = new Arena();
  let seed = 7;
  const random = (n: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const live: { a: number; bytes: number; value: number }[] = [];
  for (let step = 0; step < 2000; step++) {
    if (live.length > 60 || (live.length > 0 && random(3) === 0)) {
      const [b] = live.splice(random(live.length), 1);
      expect(holds(arena, b!.a, b!.bytes, b!.value)).toBe(true);
      arena.free(b!.a);
    } else {
      const bytes = 1 + random([64, 3000, 150_000, 400_000][random(4)]!);
      const a = arena.alloc(bytes);
      const value = 1 + random(255);
      fill(arena, a, bytes, value);
      live.push({ a, bytes, value });
    }
  }
  for (const { a } of live) arena.free(a);
  expect(arena.used).toBe(0);
});
