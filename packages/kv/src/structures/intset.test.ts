import { expect, test } from 'bun:test';
import { Arena } from './arena.ts';
import { int64From, int64FromText } from './int64.ts';
import {
  IntsetEditor,
  intsetBytes,
  intsetFind,
  intsetText,
  intsetValidate,
  intsetValue,
  intsetWidth,
} from './intset.ts';

function random(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

const text = Buffer.alloc(24);

test('integers of 64 bits are read from text and printed again', () => {
  for (const t of [
    '0',
    '-1',
    '9223372036854775807',
    '-9223372036854775808',
    '4294967296',
    '-32769',
  ]) {
    const b = Buffer.from(t);
    expect(int64FromText(b, 0, b.length)).toBe(true);
    const ed = new IntsetEditor(new Arena());
    const a = ed.add(ed.create(), -1);
    const n = intsetText(ed.bytes(a), ed.offset(a), 0, text);
    expect(text.latin1Slice(0, n)).toBe(t);
  }
  for (const t of [
    '',
    '-',
    '+1',
    '01',
    '-0',
    '9223372036854775808',
    '-9223372036854775809',
    '1 ',
  ]) {
    const b = Buffer.from(t);
    expect(int64FromText(b, 0, b.length)).toBe(false);
  }
});

test('the bytes are those of the reference', () => {
  const ed = new IntsetEditor(new Arena());
  let a = ed.create();
  const add = (v: number | bigint) => {
    int64From(v);
    const place = intsetFind(ed.bytes(a), ed.offset(a));
    if (place < 0) a = ed.add(a, place);
  };
  const bytes = () => {
    const at = ed.offset(a);
    return ed
      .bytes(a)
      .subarray(at, at + intsetBytes(ed.bytes(a), at))
      .toString('hex');
  };
  for (const v of [5, 1, 3, 3, -2]) add(v);
  expect(bytes()).toBe('0200000004000000feff010003000500');
  add(70000);
  expect(bytes()).toBe('0400000005000000feffffff01000000030000000500000070110100');
  add(-(2n ** 40n));
  expect(bytes()).toStartWith('080000000600000000000000' + '00ffffff' + 'feffffffffffffff');
});

test('random edits match a sorted array of bigints', () => {
  for (let seed = 1; seed <= 4; seed++) {
    const rnd = random(seed);
    const arena = new Arena();
    const ed = new IntsetEditor(arena);
    let a = ed.create();
    const model = new Set<bigint>();
    for (let step = 0; step < 2500; step++) {
      const scale = BigInt([1, 500, 100_000, 2 ** 40][step < 800 ? 0 : rnd(4)]!);
      const v = BigInt(rnd(400) - 200) * scale;
      int64From(v);
      const place = intsetFind(ed.bytes(a), ed.offset(a));
      expect(place >= 0).toBe(model.has(v));
      if (rnd(3) > 0) {
        if (place < 0) a = ed.add(a, place);
        model.add(v);
      } else {
        if (place >= 0) a = ed.remove(a, place);
        model.delete(v);
      }
      if (step % 50 === 0) {
        const b = ed.bytes(a);
        const at = ed.offset(a);
        const sorted = [...model].sort((x, y) => (x < y ? -1 : 1));
        expect(ed.length(a)).toBe(sorted.length);
        expect(sorted.map((_, i) => intsetValue(b, at, i))).toEqual(sorted);
        expect(intsetValidate(b, at, intsetBytes(b, at))).toBe(sorted.length > 0);
        expect([2, 4, 8]).toContain(intsetWidth(b, at));
      }
    }
    arena.free(a);
    expect(arena.used).toBe(0);
  }
});

test('bytes that are no intset are refused', () => {
  const good = Buffer.from('0200000002000000fefff0ff'.replace('f0ff', '0100'), 'hex');
  expect(intsetValidate(good)).toBe(true);
  for (const hex of [
    '02000000',
    '0200000000000000',
    '03000000010000000100ff',
    '0200000002000000feff',
    '020000000200000001000100',
    '0200000002000000010000ff',
  ])
    expect(intsetValidate(Buffer.from(hex, 'hex'))).toBe(false);
});
