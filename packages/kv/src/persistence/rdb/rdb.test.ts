import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { Crc64 } from './crc64.ts';
import { lzfCompress, lzfDecompress } from './lzf.ts';
import { RdbCorrupt, RdbReader, RdbString } from './rdb-reader.ts';
import { RdbWriter } from './rdb-writer.ts';

function hex(crc: Crc64): string {
  const bytes = Buffer.alloc(8);
  crc.write(bytes, 0);
  return bytes.reverse().toString('hex');
}

test('the checksum is CRC-64 with the Jones polynomial', () => {
  const text = Buffer.from('123456789');
  expect(hex(new Crc64().update(text, 0, 9))).toBe('e9c6d914c4b8d9ca');
  const long = Buffer.from(
    'This is a test of the emergency broadcast system, in more than eight bytes.',
  );
  const pieces = new Crc64();
  for (let i = 0; i < long.length; i += 5) pieces.update(long, i, Math.min(long.length, i + 5));
  expect(hex(pieces)).toBe(hex(new Crc64().update(long, 0, long.length)));
});

/** Data of several kinds: noise, runs, repeated words. */
function sample(next: () => number): Buffer {
  const length = Math.floor(next() * 5000);
  const kind = Math.floor(next() * 3);
  const words = ['alpha', 'beta', 'gamma ', '\0\0\0\0'];
  let text = '';
  while (text.length < length) {
    if (kind === 0) text += String.fromCharCode(Math.floor(next() * 256));
    else if (kind === 1) text += 'x'.repeat(1 + Math.floor(next() * 600));
    else text += words[Math.floor(next() * words.length)];
  }
  return Buffer.from(text.slice(0, length), 'latin1');
}

test('what LZF compresses comes back, and never needs more room than allowed', () => {
  const next = seededRandom('lzf');
  for (let round = 0; round < rounds(200, 5000); round++) {
    const data = sample(next);
    const shifted = Buffer.concat([Buffer.from('abc'), data]);
    const out = Buffer.alloc(data.length + 100);
    const size = lzfCompress(shifted, 3, data.length, out, data.length - 4);
    expect(size).toBeLessThanOrEqual(Math.max(0, data.length - 4));
    if (size === 0) continue;
    const back = Buffer.alloc(data.length);
    expect(lzfDecompress(out, 0, size, back, data.length)).toBe(true);
    expect(back.equals(data)).toBe(true);
    // Damage is found out or gives other bytes; it never writes outside.
    const broken = Buffer.from(out.subarray(0, size));
    broken[Math.floor(next() * size)] = Math.floor(next() * 256);
    lzfDecompress(broken, 0, size, back, data.length);
    expect(lzfDecompress(out, 0, size - 1, back, data.length)).toBe(false);
  }
});

test('lengths take one, two, five or nine bytes', () => {
  for (const [n, bytes] of [
    [0, 1],
    [63, 1],
    [64, 2],
    [16383, 2],
    [16384, 5],
    [0xffffffff, 5],
    [2 ** 40, 9],
  ] as const) {
    const w = new RdbWriter(false);
    w.length(n);
    expect(w.pos).toBe(bytes);
    expect(new RdbReader(w.written()).length()).toBe(n);
  }
  const w = new RdbWriter(false);
  w.bigLength(2n ** 64n - 1n);
  expect(new RdbReader(w.written()).bigLength()).toBe(2n ** 64n - 1n);
  expect(() => new RdbReader(w.written()).length()).toThrow(RdbCorrupt);
});

test('strings come back whichever form they take', () => {
  const s = new RdbString();
  const next = seededRandom('rdb strings');
  const texts = ['', '0', '-1', '127', '-129', '32768', '2147483647', '2147483648', '007', '1.5'];
  for (let i = 0; i < 100; i++) texts.push(sample(next).latin1Slice());
  for (const compress of [true, false]) {
    const w = new RdbWriter(compress);
    for (const text of texts) w.text(text);
    const r = new RdbReader(Buffer.from(w.written()));
    for (const text of texts) {
      r.string(s);
      expect(s.text()).toBe(text);
    }
    expect(r.left).toBe(0);
  }
});

test('a reader never goes beyond the end, nor believes impossible lengths', () => {
  const s = new RdbString();
  const read =
    (...bytes: number[]) =>
    () =>
      new RdbReader(Buffer.from(bytes)).string(s);
  expect(read()).toThrow(RdbCorrupt);
  expect(read(5, 1, 2)).toThrow(RdbCorrupt);
  expect(read(0x80, 0xff, 0xff, 0xff, 0xff)).toThrow(RdbCorrupt);
  expect(read(0xc1, 1)).toThrow(RdbCorrupt);
  expect(read(0xc9)).toThrow(RdbCorrupt);
  // Two bytes of compressed data cannot stand for 256 MiB.
  expect(read(0xc3, 2, 0x80, 0x10, 0, 0, 0, 0, 65)).toThrow(RdbCorrupt);
  expect(() => new RdbReader(Buffer.from([0x80, 0, 1, 0, 0])).count()).toThrow(RdbCorrupt);
});
