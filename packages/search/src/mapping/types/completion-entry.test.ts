import { expect, test } from 'bun:test';
import { parseContextMappings } from './completion-contexts.ts';
import { decodeEntry, encodeEntry, entryPrefix, entryWeight, textEnd } from './completion-entry.ts';
import { geohashOf, neighbours, precisionOf } from './geohash.ts';

test('an entry comes back as it went in', () => {
  for (const weight of [0, 1, 255, 256, 2 ** 31 - 1]) {
    const entry = { input: 'Nirvana\0 Üp', weight, contexts: { genre: ['rock', 'grunge'] } };
    const term = encodeEntry('nirvana\u001füp', entry);
    expect(decodeEntry(term)).toEqual(entry);
    expect(entryWeight(term, textEnd(term))).toBe(weight);
    expect(Buffer.from(term).indexOf(entryPrefix('nirvana'))).toBe(0);
  }
  const plain = { input: 'a', weight: 3, contexts: {} };
  expect(decodeEntry(encodeEntry('a', plain))).toEqual(plain);
});

test('cells of the earth', () => {
  expect(geohashOf({ lat: 57.64911, lon: 10.40744 }, 11)).toBe('u4pruydqqvj');
  const around = neighbours({ lat: 57.64911, lon: 10.40744 }, 5);
  expect(around).toHaveLength(9);
  expect(around).toContain('u4pru');
  expect(neighbours({ lat: 0, lon: 180 }, 3)).toHaveLength(9);
  expect(precisionOf('5km')).toBe(5);
  expect(precisionOf(4)).toBe(4);
  expect(() => precisionOf(13)).toThrow();
  expect(() => precisionOf('5 parsecs')).toThrow();
});

test('contexts of a mapping', () => {
  const parsed = parseContextMappings([
    new Map([
      ['name', 'color'],
      ['type', 'category'],
      ['path', 'c'],
    ]),
  ]);
  expect(parsed).toEqual([{ name: 'color', type: 'category', path: 'c', precision: 6 }]);
  expect(() => parseContextMappings([new Map([['name', 'x']])])).toThrow('missing [type]');
});
