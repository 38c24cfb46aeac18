import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import {
  BLOCK_SIZE,
  bitWidth,
  packBlock,
  RUN,
  readPacked,
  runUnpackers,
  unpackers,
} from './bit-packing.ts';
import { countBits, fullBitmap, hasBit, nextBit, setBit } from './bitmap.ts';
import { decodeLength, encodeLength } from './length-norm.ts';

test('every bit width packs and unpacks 128 numbers, all at once and one by one', () => {
  const random = seededRandom('bit-packing');
  const out = new Int32Array(BLOCK_SIZE);
  for (let width = 1; width < 32; width += 1) {
    const values = Int32Array.from({ length: BLOCK_SIZE }, () => random() * 2 ** width);
    const words = new Int32Array(4 * width + 8);
    packBlock(values, width, words, 3);
    unpackers[width]!(words, 3, out);
    expect(out).toEqual(values);
    for (let i = 0; i < BLOCK_SIZE; i += 1) {
      expect(readPacked(words, 3, width, i)).toBe(values[i]!);
    }
    expect(words.subarray(0, 3)).toEqual(new Int32Array(3));
    expect(words.subarray(3 + 4 * width).every((word) => word === 0)).toBe(true);
  }
});

test('every bit width unpacks runs that lie back to back', () => {
  const random = seededRandom('runs');
  for (let width = 0; width < 32; width += 1) {
    const values = Array.from({ length: RUN }, () => Math.floor(random() * 2 ** width));
    const words = new Int32Array(width + 1);
    for (const [i, value] of values.entries()) {
      for (let bit = 0; bit < width; bit += 1) {
        const at = i * width + bit;
        if (Math.floor(value / 2 ** bit) % 2 === 1) words[at >> 5]! |= 1 << (at & 31);
      }
    }
    const out = new Int32Array(RUN + 3);
    runUnpackers[width]!(words, 0, out, 3);
    expect([...out.subarray(3)]).toEqual(values);
  }
});

test('bit widths', () => {
  expect([0, 1, 2, 3, 4, 255, 256, 2 ** 31 - 1].map(bitWidth)).toEqual([0, 1, 2, 2, 3, 8, 9, 31]);
});

test('lengths are exact below 40 and keep their order above', () => {
  for (let length = 0; length < 40; length += 1) {
    expect(decodeLength(encodeLength(length))).toBe(length);
  }
  // Codes of the reference: a length falls to the next lower one that has a code.
  expect(decodeLength(encodeLength(41))).toBe(40);
  expect(decodeLength(encodeLength(1000))).toBe(984);
  expect(encodeLength(2 ** 31 - 1)).toBe(255);
  let last = 0;
  for (let length = 0; length < 5000; length += 1) {
    const code = encodeLength(length);
    expect(code).toBeGreaterThanOrEqual(last);
    expect(decodeLength(code)).toBeLessThanOrEqual(length);
    last = code;
  }
});

test('bitmaps find, count and walk their bits', () => {
  const bits = new Int32Array(4);
  for (const index of [0, 31, 32, 77, 127]) setBit(bits, index);
  expect(countBits(bits)).toBe(5);
  expect(hasBit(bits, 77)).toBe(true);
  expect(hasBit(bits, 78)).toBe(false);
  const seen: number[] = [];
  for (let at = nextBit(bits, 0); at >= 0; at = nextBit(bits, at + 1)) seen.push(at);
  expect(seen).toEqual([0, 31, 32, 77, 127]);
  expect(countBits(fullBitmap(45))).toBe(45);
  expect(nextBit(fullBitmap(45), 45)).toBe(-1);
});
