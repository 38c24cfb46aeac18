import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { Engine, ErrorReply, type Reply } from '../testing/engine.ts';

function random(label: string): (n: number) => number {
  const next = seededRandom(label);
  return (n) => Math.floor(next() * n);
}

/** A bitmap as text of 0 and 1, always whole bytes. */
class Bits {
  text = '';

  grow(bits: number): void {
    this.text = this.text.padEnd(Math.ceil(bits / 8) * 8, '0');
  }

  set(i: number, bit: string): string {
    this.grow(i + 1);
    const old = this.text[i] as string;
    this.text = this.text.slice(0, i) + bit + this.text.slice(i + 1);
    return old;
  }

  /** The part that a range of BITCOUNT or BITPOS takes, and where it begins. */
  range(start: number, end: number, unit: number): [part: string, from: number] {
    const total = this.text.length / unit;
    if (start < 0 && end < 0 && start > end) return ['', 0];
    const from = start < 0 ? Math.max(0, total + start) : start;
    const to = Math.min(total - 1, end < 0 ? Math.max(0, total + end) : end);
    return [this.text.slice(from * unit, (to + 1) * unit), from * unit];
  }

  field(at: number, width: number, signed: boolean): bigint {
    const bits = this.text.padEnd(at + width, '0').slice(at, at + width);
    const value = BigInt(`0b${bits}`);
    return signed ? BigInt.asIntN(width, value) : value;
  }
}

test('bitmaps do what a row of bits does', () => {
  for (let round = 0; round < rounds(6, 100); round++) {
    const next = random(`bitmaps ${round}`);
    const engine = new Engine();
    const model = new Bits();
    for (let i = 0; i < 800; i++) {
      const at = next(next(2) === 0 ? 40 : 900);
      const start = next(200) - 100;
      const end = next(200) - 100;
      const inBits = next(2) === 0;
      const unit = inBits ? 1 : 8;
      const word = inBits ? 'BIT' : 'BYTE';
      const bit = String(next(2));
      switch (next(7)) {
        case 0:
        case 1:
          expect(engine.run('SETBIT', 'k', at, bit)).toBe(Number(model.set(at, bit)));
          break;
        case 2:
          expect(engine.run('GETBIT', 'k', at)).toBe(Number(model.text[at] ?? 0));
          break;
        case 3: {
          const [part] = model.range(start, end, unit);
          expect(engine.run('BITCOUNT', 'k', start, end, word)).toBe(part.split('1').length - 1);
          break;
        }
        case 4: {
          if (model.text === '') break;
          // Unlike BITCOUNT, BITPOS has no rule for ends that have changed places.
          if (start < 0 && end < 0 && start > end) break;
          const [part, from] = model.range(start, end, unit);
          const found = part.indexOf(bit);
          expect(engine.run('BITPOS', 'k', bit, start, end, word)).toBe(
            found < 0 ? -1 : from + found,
          );
          break;
        }
        default: {
          const width = 1 + next(63);
          const signed = next(2) === 0;
          const type = `${signed ? 'i' : 'u'}${width}`;
          const value = BigInt.asIntN(64, (BigInt(next(2 ** 31)) << 33n) | BigInt(next(2 ** 31)));
          const old = model.field(at, width, signed);
          // Replies beyond 2^53 are compared as bytes below.
          const reply = engine.run('BITFIELD', 'k', 'SET', type, at, String(value)) as Reply[];
          expect(reply[0]).toBe(Number(old));
          const bits = BigInt.asUintN(width, value).toString(2).padStart(width, '0');
          model.grow(at + width);
          model.text = model.text.slice(0, at) + bits + model.text.slice(at + width);
        }
      }
      const bytes = (engine.run('GET', 'k') as string | null) ?? '';
      let text = '';
      for (let j = 0; j < bytes.length; j++)
        text += bytes.charCodeAt(j).toString(2).padStart(8, '0');
      expect(text).toBe(model.text);
    }
  }
});

test('BITOP combines strings of different lengths', () => {
  const next = random('bitop');
  for (let round = 0; round < rounds(30, 500); round++) {
    const engine = new Engine();
    const sources = Array.from({ length: 1 + next(4) }, () =>
      Array.from({ length: next(60) }, () => next(256)),
    );
    const names = sources.map((bytes, i) => {
      engine.run('SET', `s${i}`, String.fromCharCode(...bytes));
      return `s${i}`;
    });
    const length = Math.max(...sources.map((s) => s.length));
    const at = (s: number[], i: number) => s[i] ?? 0;
    const fold = (f: (x: number, y: number) => number) =>
      Array.from({ length }, (_, i) => sources.map((s) => at(s, i)).reduce(f));
    const expected: { [op: string]: number[] } = {
      AND: fold((x, y) => x & y),
      OR: fold((x, y) => x | y),
      XOR: fold((x, y) => x ^ y),
    };
    for (const [op, bytes] of Object.entries(expected)) {
      expect(engine.run('BITOP', op, 'd', ...names)).toBe(length);
      expect(engine.run('GET', 'd')).toBe(length === 0 ? null : String.fromCharCode(...bytes));
    }
    const first = sources[0] as number[];
    expect(engine.run('BITOP', 'NOT', 'd', 's0')).toBe(first.length);
    if (first.length > 0)
      expect(engine.run('GET', 'd')).toBe(String.fromCharCode(...first.map((b) => ~b & 0xff)));
  }
});

test('BITFIELD wraps, saturates or fails on overflow', () => {
  const engine = new Engine();
  const incr = (mode: string, type: string, by: number) =>
    engine.run('BITFIELD', 'k', 'OVERFLOW', mode, 'INCRBY', type, '#1', by);
  engine.run('BITFIELD', 'k', 'SET', 'u8', '#1', '250');
  expect(incr('FAIL', 'u8', 10)).toEqual([null]);
  expect(incr('SAT', 'u8', 10)).toEqual([255]);
  expect(incr('WRAP', 'u8', 10)).toEqual([9]);
  expect(incr('SAT', 'u8', -100)).toEqual([0]);
  engine.run('BITFIELD', 'k', 'SET', 'i8', '#1', '-120');
  expect(incr('SAT', 'i8', -100)).toEqual([-128]);
  expect(incr('WRAP', 'i8', -1)).toEqual([127]);
  expect(engine.run('BITFIELD', 'k', 'GET', 'u64', '0')).toBeInstanceOf(ErrorReply);
  expect(engine.run('BITFIELD_RO', 'k', 'SET', 'u8', '0', '1')).toEqual(
    new ErrorReply('ERR BITFIELD_RO only supports the GET subcommand'),
  );
});
