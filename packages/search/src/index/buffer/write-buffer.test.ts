import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { runToEnd } from '../run-to-end.ts';
import { countBits, hasBit } from '../segment/bitmap.ts';
import { encodeLength } from '../segment/length-norm.ts';
import { NO_MORE_DOCS, PostingsCursor } from '../segment/postings-cursor.ts';
import { KEYWORD_OPTIONS, TEXT_OPTIONS } from '../segment/postings-format.ts';
import { PRIMARY_TERM, SEQ_NO, Segment, VERSION } from '../segment/segment.ts';
import { WriteBuffer } from './write-buffer.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

interface Occurrence {
  doc: number;
  positions: number[];
  starts: number[];
}

/** A buffer of random documents and, kept apart from it, what its index must hold. */
function randomBuffer(documents: number, label: string) {
  const random = seededRandom(label);
  const buffer = new WriteBuffer();
  const terms = new Map<string, Occurrence[]>();
  const lengths = new Map<number, number>();
  const numbers = new Map<number, number[]>();
  const tags = new Map<number, string[]>();
  for (let doc = 0; doc < documents; doc += 1) {
    let position = 0;
    let length = 0;
    const size = random() < 0.1 ? 0 : 1 + Math.floor(random() * 30);
    for (let i = 0; i < size; i += 1) {
      // Squaring makes a few words frequent and most rare.
      const word = `w${Math.floor(random() ** 4 * 3000)}`;
      const advance = i === 0 ? 0 : Math.floor(random() * 1.2) + (random() < 0.02 ? 100 : 0);
      if (i === 0 || advance > 0) length += 1;
      position += advance;
      const encoded = bytes(word);
      buffer
        .tokens('body', { ...TEXT_OPTIONS, offsets: true })
        .token(encoded, 0, encoded.length, position, i * 7, i * 7 + encoded.length);
      const list = terms.get(word) ?? [];
      terms.set(word, list);
      let last = list.at(-1);
      if (last?.doc !== doc) list.push((last = { doc, positions: [], starts: [] }));
      last.positions.push(position);
      last.starts.push(i * 7);
    }
    if (size > 0) lengths.set(doc, length);
    const values = Array.from({ length: Math.floor(random() * 3) }, () =>
      Math.floor((random() - 0.5) * 1e6),
    );
    for (const value of values) buffer.long('num', value);
    numbers.set(
      doc,
      values.sort((a, b) => a - b),
    );
    const own = Array.from(
      { length: Math.floor(random() * 3) },
      () => `tag${Math.floor(random() * 400)}`,
    );
    for (const tag of own) buffer.keyword('tag', bytes(tag), 0, tag.length);
    tags.set(doc, [...new Set(own)].sort());
    buffer.double('price', random() * 100);
    buffer.long('same', 42);
    buffer.endDocument({
      id: bytes(`id-${doc}`),
      source: bytes(`{"n":${doc},"pad":"${'x'.repeat(Math.floor(random() * 200))}"}`),
      seqNo: doc,
      primaryTerm: 1,
      version: 1 + (doc % 3),
    });
  }
  return { buffer, terms, lengths, numbers, tags };
}

function opened(buffer: WriteBuffer): Segment {
  const segment = runToEnd(buffer.toSegment('s'));
  segment.file.verify();
  return new Segment('s', segment.file.bytes);
}

test('every posting, frequency, position and offset comes back, by block, by document and by probe', () => {
  const { buffer, terms, lengths } = randomBuffer(9000, 'postings');
  const segment = opened(buffer);
  const field = segment.field('body')!;
  expect(field.meta.terms).toBe(terms.size);
  expect(field.meta.docCount).toBe(lengths.size);
  const sorted = [...terms.keys()].sort();
  const positions = new Int32Array(100);
  const starts = new Int32Array(100);
  const ends = new Int32Array(100);
  let dense = 0;
  for (const [number, word] of sorted.entries()) {
    const wanted = terms.get(word)!;
    expect(field.find(bytes(word))).toBe(number);
    expect(text(field.termBytes(number))).toBe(word);
    expect(field.df[number]).toBe(wanted.length);
    const cursor = new PostingsCursor(field, number);
    const probe = new PostingsCursor(field, number);
    for (const { doc, positions: places, starts: from } of wanted) {
      if (cursor.next() !== doc) expect(cursor.doc).toBe(doc);
      if (cursor.freq() !== places.length) expect(cursor.freq()).toBe(places.length);
      expect([...positions.subarray(0, cursor.positions(positions))]).toEqual(places);
      expect([...starts.subarray(0, cursor.offsets(starts, ends))]).toEqual(from);
      expect(ends[0]).toBe(word.length);
      if (probe.bitmap < 0) continue;
      dense += 1;
      expect(probe.hasDense(doc)).toBe(true);
      expect(probe.denseFreq(doc)).toBe(places.length);
      for (const takesWholeBlocks of [false, true]) {
        probe.takesWholeBlocks = takesWholeBlocks;
        probe.locateDense(doc);
        expect([...probe.found.subarray(probe.from, probe.end)]).toEqual(places);
      }
    }
    expect(cursor.next()).toBe(NO_MORE_DOCS);
  }
  expect(dense).toBeGreaterThan(1000);
  for (let doc = 0; doc < 9000; doc += 1) {
    expect(field.norms![doc]).toBe(encodeLength(lengths.get(doc) ?? 0));
  }
});

test('advance reaches what next reaches', () => {
  const { buffer, terms } = randomBuffer(6000, 'advance');
  const field = opened(buffer).field('body')!;
  const random = seededRandom('advance targets');
  for (const word of [...terms.keys()].slice(0, 150)) {
    const docs = terms.get(word)!.map(({ doc }) => doc);
    const cursor = new PostingsCursor(field, field.find(bytes(word)));
    let target = 0;
    while (target < 6000) {
      const wanted = docs.find((doc) => doc >= target) ?? NO_MORE_DOCS;
      expect(cursor.advance(target)).toBe(wanted);
      target = Math.max(target, wanted) + 1 + Math.floor(random() * 300);
    }
  }
});

test('the dictionary finds bounds and prefixes', () => {
  const { buffer, terms } = randomBuffer(2000, 'dictionary');
  const field = opened(buffer).field('body')!;
  const sorted = [...terms.keys()].sort();
  for (const key of ['', 'a', 'w', 'w1', 'w12', 'w1234', 'w2999x', 'x', 'w\u{10ffff}']) {
    const lower = sorted.findIndex((word) => word >= key);
    expect(field.lowerBound(bytes(key))).toBe(lower < 0 ? sorted.length : lower);
    const [first, end] = field.prefixRange(bytes(key));
    expect(sorted.slice(first, end)).toEqual(sorted.filter((word) => word.startsWith(key)));
  }
  expect(field.find(bytes('absent'))).toBe(-1);
});

test('columns give values back, sorted, and answer ranges', () => {
  const { buffer, numbers, tags } = randomBuffer(3000, 'columns');
  const segment = opened(buffer);
  const num = segment.numeric('num')!;
  const tag = segment.keyword('tag')!;
  for (let doc = 0; doc < 3000; doc += 1) {
    const values: number[] = [];
    for (let i = num.firstValue(doc); i < num.endValue(doc); i += 1) values.push(num.number(i));
    expect(values).toEqual(numbers.get(doc)!);
    expect(num.hasValue(doc)).toBe(values.length > 0);
    const own: string[] = [];
    for (let i = tag.firstValue(doc); i < tag.endValue(doc); i += 1) {
      own.push(text(tag.termBytes(tag.ordinals[i]!)));
    }
    expect(own).toEqual(tags.get(doc)!);
  }
  for (const [low, high] of [
    [-100, 100],
    [0, 400_000],
    [5, 4],
    [-1e9, 1e9],
  ] as const) {
    const bits = num.rangeBits(low, high);
    let count = 0;
    for (const [doc, values] of numbers) {
      const isIn = values.some((value) => value >= low && value <= high);
      if (isIn) count += 1;
      expect(hasBit(bits, doc)).toBe(isIn);
    }
    expect(num.rangeCount(low, high)).toBe(count);
  }
  const price = segment.numeric('price')!;
  const order = [...price.order!].map((index) => price.number(index));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(segment.numeric('same')!.number(17)).toBe(42);
  expect(segment.file.byteLength('column/same/values')).toBe(0);
});

test('longs beyond 2^53 stay exact', () => {
  const buffer = new WriteBuffer();
  const values = [5n, -9223372036854775808n, 9223372036854775807n, 9007199254740993n, 0n];
  for (const [i, value] of values.entries()) {
    buffer.long('n', value);
    const head = { source: bytes('{}'), seqNo: i, primaryTerm: 1, version: 1 };
    buffer.endDocument({ id: bytes(String(i)), ...head });
  }
  const column = opened(buffer).numeric('n')!;
  expect(values.map((_, i) => column.bigint(i))).toEqual(values);
  expect([...column.order!].map((i) => column.bigint(i))).toEqual(
    [...values].sort((a, b) => (a < b ? -1 : 1)),
  );
  expect(column.rangeCount(9007199254740993n, 9007199254740993n)).toBe(1);
  expect(column.rangeCount(9007199254740992n, 9007199254740992n)).toBe(0);
});

test('ids, stored source and internal columns', () => {
  const { buffer } = randomBuffer(4000, 'stored');
  expect(text(buffer.sourceOf(0))).toStartWith('{"n":0,');
  expect(text(buffer.sourceOf(3999))).toStartWith('{"n":3999,');
  const segment = opened(buffer);
  for (let doc = 0; doc < 4000; doc += 7) {
    expect(segment.ids.find(bytes(`id-${doc}`))).toBe(doc);
    expect(text(segment.ids.idOf(doc))).toBe(`id-${doc}`);
    expect(text(segment.source.read(doc))).toStartWith(`{"n":${doc},`);
    expect(segment.internal(SEQ_NO, doc)).toBe(doc);
    expect(segment.internal(VERSION, doc)).toBe(1 + (doc % 3));
    expect(segment.internal(PRIMARY_TERM, doc)).toBe(1);
  }
  expect(segment.ids.find(bytes('id-4000'))).toBe(-1);
});

test('a document with nested rows is a block that ends with its root', () => {
  const buffer = new WriteBuffer();
  for (let i = 0; i < 3; i += 1) {
    for (const name of ['a', 'b']) {
      buffer.tokens('child.name', KEYWORD_OPTIONS).token(bytes(name), 0, 1, 0, 0, 1);
      buffer.endRow();
    }
    buffer.long('n', i);
    const head = { source: bytes('{}'), seqNo: i, primaryTerm: 1, version: 1, routing: 'r' };
    expect(buffer.endDocument({ id: bytes(String(i)), ...head })).toBe(i * 3 + 2);
  }
  const segment = opened(buffer);
  expect(segment.documents).toBe(9);
  expect(segment.meta.roots).toBe(3);
  expect(countBits(segment.roots!)).toBe(3);
  expect(segment.ids.find(bytes('1'))).toBe(5);
  expect(segment.numeric('n')!.hasValue(4)).toBe(false);
  expect(segment.numeric('n')!.number(5)).toBe(1);
  expect(segment.internal(SEQ_NO, 8)).toBe(2);
  expect(text(segment.keyword('_routing')!.termBytes(0))).toBe('r');
});

test('the later of two documents with one id is found', () => {
  const buffer = new WriteBuffer();
  for (let i = 0; i < 200; i += 1) {
    const head = { source: bytes('{}'), seqNo: i, primaryTerm: 1, version: 1 };
    buffer.endDocument({ id: bytes(`id${i % 50}`), ...head });
  }
  expect(buffer.ids.find(bytes('id7'))).toBe(157);
  expect(opened(buffer).ids.find(bytes('id7'))).toBe(157);
});

test('a damaged segment is refused', () => {
  const segment = opened(randomBuffer(50, 'damage').buffer);
  const whole = segment.file.bytes;
  const damaged = (at: number) => {
    const copy = whole.slice();
    copy[at] = copy[at]! ^ 1;
    return copy;
  };
  expect(() => new Segment('s', whole.slice(0, -1))).toThrow('no trailer');
  expect(() => new Segment('s', new Uint8Array(3))).toThrow('shorter than its trailer');
  expect(() => new Segment('s', damaged(whole.length - 40))).toThrow('checksum of the directory');
  expect(() => new Segment('s', damaged(10)).file.verify()).toThrow('checksum of postings/body');
});
