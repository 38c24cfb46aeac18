import { describe, expect, test } from 'bun:test';
import { Arena } from './arena.ts';
import { addressOf } from './libc.ts';
import {
  LP_TEXT,
  lpBigInt,
  lpBytes,
  lpEnd,
  lpEquals,
  lpFind,
  lpFirst,
  lpInt,
  lpIntText,
  lpIsInt,
  lpLast,
  lpLength,
  lpNext,
  lpPrev,
  lpSeek,
  lpText,
  lpTextLength,
  lpValidate,
} from './listpack.ts';
import { ListpackEditor } from './listpack-editor.ts';

const arena = new Arena();
const ed = new ListpackEditor(arena);

function make(...items: string[]): number {
  let a = ed.create();
  for (const s of items) a = ed.appendText(a, s);
  return a;
}

function items(a: number): string[] {
  const b = ed.bytes(a);
  const out: string[] = [];
  for (let p = lpFirst(b, ed.offset(a)); p >= 0; p = lpNext(b, p)) out.push(lpText(b, p));
  return out;
}

function backwards(a: number): string[] {
  const b = ed.bytes(a);
  const lp = ed.offset(a);
  const out: string[] = [];
  for (let p = lpLast(b, lp); p >= 0; p = lpPrev(b, lp, p)) out.push(lpText(b, p));
  return out;
}

function raw(a: number): Buffer {
  const lp = ed.offset(a);
  return Buffer.from(ed.bytes(a).subarray(lp, lp + lpBytes(ed.bytes(a), lp)));
}

describe('listpack encodings', () => {
  const cases: [string, string][] = [
    ['0', '00 01'],
    ['127', '7f 01'],
    ['128', 'c0 80 02'],
    ['4095', 'cf ff 02'],
    ['-1', 'df ff 02'],
    ['-4096', 'd0 00 02'],
    ['4096', 'f1 00 10 03'],
    ['-32768', 'f1 00 80 03'],
    ['32768', 'f2 00 80 00 04'],
    ['-8388608', 'f2 00 00 80 04'],
    ['8388608', 'f3 00 00 80 00 05'],
    ['-2147483648', 'f3 00 00 00 80 05'],
    ['2147483648', 'f4 00 00 00 80 00 00 00 00 09'],
    ['9223372036854775807', 'f4 ff ff ff ff ff ff ff 7f 09'],
    ['-9223372036854775808', 'f4 00 00 00 00 00 00 00 80 09'],
    ['', '80 01'],
    ['abc', '83 61 62 63 04'],
  ];
  for (const [text, hex] of cases)
    test(`${JSON.stringify(text)} is ${hex}`, () => {
      const a = make(text);
      const bytes = raw(a);
      expect(bytes.subarray(6, -1).toString('hex')).toBe(hex.replaceAll(' ', ''));
      expect(items(a)).toEqual([text]);
      expect(lpValidate(bytes)).toBe(true);
    });

  test('text that only looks like an integer stays text', () => {
    for (const s of ['00', '-0', '+1', '01', '-', '9223372036854775808', '-9223372036854775809']) {
      const a = make(s);
      expect(lpIsInt(ed.bytes(a), lpFirst(ed.bytes(a), ed.offset(a)))).toBe(false);
      expect(items(a)).toEqual([s]);
    }
  });

  test('strings around every length and backlen boundary', () => {
    const lengths = [63, 64, 125, 126, 127, 4095, 4096, 16377, 16378, 16379, 16380, 100000];
    for (const n of lengths) {
      const s = 'x'.repeat(n);
      const a = make('head', s, 'tail');
      expect(items(a)).toEqual(['head', s, 'tail']);
      expect(backwards(a)).toEqual(['tail', s, 'head']);
      expect(lpValidate(raw(a))).toBe(true);
      ed.free(a);
    }
  });

  test('integers given as numbers equal those given as text', () => {
    for (const v of [0, -1, 127, 128, -4097, 65536, -8388609, 2 ** 31, -(2 ** 31) - 1, 2 ** 52]) {
      const a = ed.appendInt(ed.create(), v);
      expect(raw(a)).toEqual(raw(make(String(v))));
      expect(raw(ed.appendInt(ed.create(), BigInt(v)))).toEqual(raw(a));
      const p = lpFirst(ed.bytes(a), ed.offset(a));
      expect(lpInt(ed.bytes(a), p)).toBe(v);
      expect(lpBigInt(ed.bytes(a), p)).toBe(BigInt(v));
      expect(LP_TEXT.latin1Slice(0, lpIntText(ed.bytes(a), p))).toBe(String(v));
    }
  });
});

describe('listpack reading', () => {
  test('seek from both ends and out of range', () => {
    const a = make('a', '1', 'b', '2', 'c');
    const at = (i: number) => {
      const p = lpSeek(ed.bytes(a), ed.offset(a), i);
      return p < 0 ? null : lpText(ed.bytes(a), p);
    };
    expect([0, 1, 2, 3, 4, 5].map(at)).toEqual(['a', '1', 'b', '2', 'c', null]);
    expect([-1, -2, -3, -4, -5, -6].map(at)).toEqual(['c', '2', 'b', '1', 'a', null]);
  });

  test('find compares integers by value and passes over skipped entries', () => {
    const a = make('f', '7', '7', 'f', '9007199254740993', 'x');
    const b = ed.bytes(a);
    const find = (s: string, skip: number) => {
      const n = Buffer.from(s);
      const p = lpFind(b, lpFirst(b, ed.offset(a)), n, 0, n.length, skip);
      return p < 0 ? -1 : p - ed.offset(a) - 6;
    };
    expect(find('7', 0)).toBe(3);
    expect(find('7', 1)).toBe(5);
    expect(find('f', 1)).toBe(0);
    expect(find('x', 1)).toBe(-1);
    expect(find('9007199254740993', 1)).toBe(10);
    expect(find('9007199254740992', 1)).toBe(-1);
  });

  test('65535 elements and more are counted by walking', () => {
    let a = ed.create();
    for (let i = 0; i < 65000; i++) a = ed.appendInt(a, 1);
    expect(ed.count(a)).toBe(65000);
    // That many do not fit an arena block; the header alone decides how the count is found.
    ed.bytes(a).fill(0xff, ed.offset(a) + 4, ed.offset(a) + 6);
    expect(lpLength(ed.bytes(a), ed.offset(a))).toBe(65000);
    expect(raw(a).readUInt16LE(4)).toBe(65000);
    ed.free(a);
  });
});

describe('listpack validation', () => {
  test('every single-byte change of a valid listpack is rejected or still walks safely', () => {
    const good = raw(make('a', '300', 'x'.repeat(200), '-5', '99999999999', ''));
    expect(lpValidate(good)).toBe(true);
    for (let i = 0; i < good.length; i++)
      for (const flip of [1, 0x80, 0xff, 0x0f]) {
        const bad = Buffer.from(good);
        bad[i] = bad[i]! ^ flip;
        if (!lpValidate(bad)) continue;
        let n = 0;
        for (let p = lpFirst(bad, 0); p >= 0; p = lpNext(bad, p)) {
          expect(p + lpTextLength(bad, p)).toBeLessThan(bad.length + 20);
          n++;
        }
        expect(lpLength(bad, 0)).toBe(n);
      }
  });

  test('truncated, empty and wrongly counted listpacks are rejected', () => {
    const good = raw(make('a', 'b'));
    for (let n = 0; n < good.length; n++) expect(lpValidate(good.subarray(0, n))).toBe(false);
    const miscounted = Buffer.from(good);
    miscounted[4] = 3;
    expect(lpValidate(miscounted)).toBe(false);
    expect(lpValidate(raw(make()))).toBe(true);
  });
});

function random(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

test('random edits agree with an array', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const rnd = random(seed);
    const used = arena.used;
    const value = () => {
      switch (rnd(5)) {
        case 0:
          return String(rnd(300) - 100);
        case 1:
          return String(BigInt.asIntN(64, BigInt(rnd(2 ** 31)) * BigInt(rnd(2 ** 31)) * 7n));
        case 2:
          return 'é\x00ÿ'.repeat(rnd(40));
        case 3:
          return 'y'.repeat(rnd(500));
        default:
          return `k${rnd(50)}`;
      }
    };
    let a = ed.create();
    const model: string[] = [];
    for (let step = 0; step < 300; step++) {
      const s = value();
      const src = Buffer.from(s, 'latin1');
      const address = addressOf(src);
      const i = rnd(model.length + 1);
      const seek = (k: number) => {
        const p = lpSeek(ed.bytes(a), ed.offset(a), k);
        return p < 0 ? lpEnd(ed.bytes(a), ed.offset(a)) : p;
      };
      switch (rnd(8)) {
        case 0:
        case 1:
          a = ed.append(a, src, address, 0, src.length);
          model.push(s);
          break;
        case 2:
          a = ed.prepend(a, src, address, 0, src.length);
          model.unshift(s);
          break;
        case 3:
          a = ed.insert(a, seek(i), src, address, 0, src.length);
          model.splice(i, 0, s);
          expect(lpText(ed.bytes(a), ed.at)).toBe(s);
          break;
        case 4:
          if (i === model.length) break;
          a = ed.replace(a, seek(i), src, address, 0, src.length);
          model[i] = s;
          expect(lpEquals(ed.bytes(a), ed.at, src, 0, src.length)).toBe(true);
          break;
        case 5:
          if (i === model.length) break;
          a = ed.delete(a, seek(i));
          model.splice(i, 1);
          break;
        case 6: {
          const n = rnd(4);
          if (i === model.length) break;
          a = ed.deleteRange(a, i - model.length, n);
          model.splice(i, n);
          break;
        }
        default:
          if (i === model.length) break;
          if (rnd(2)) {
            const tail = ed.split(a, seek(i), i);
            a = ed.merge(ed.rest, tail);
          } else {
            const copy = ed.copy(a);
            a = ed.insertEntry(a, seek(0), ed.bytes(copy), ed.base(copy), ed.offset(copy) + 6);
            if (model.length) model.unshift(model[0]!);
            ed.free(copy);
          }
      }
      expect(items(a)).toEqual(model);
      expect(ed.count(a)).toBe(model.length);
    }
    expect(backwards(a)).toEqual(model.toReversed());
    expect(lpValidate(raw(a))).toBe(true);
    ed.free(a);
    expect(arena.used).toBe(used);
  }
});
