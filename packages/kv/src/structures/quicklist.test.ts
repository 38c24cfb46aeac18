import { afterEach, describe, expect, test } from 'bun:test';
import { Arena, MAX_BLOCK } from './arena.ts';
import { addressOf } from './libc.ts';
import { lpLength, lpText, lpValidate } from './listpack.ts';
import { ListpackEditor } from './listpack-editor.ts';
import { exceedsFill, setPackedThreshold } from './node-limits.ts';
import { Quicklist } from './quicklist.ts';

const arena = new Arena();
const ed = new ListpackEditor(arena);

function bytes(s: string): [Buffer, number, number, number] {
  const b = Buffer.from(s, 'latin1');
  return [b, addressOf(b), 0, b.length];
}

function here(q: Quicklist): string {
  return q.p < 0 ? q.bytes.latin1Slice() : lpText(q.bytes, q.p);
}

function items(q: Quicklist): string[] {
  const out: string[] = [];
  for (let ok = q.toHead(); ok; ok = q.next()) out.push(here(q));
  return out;
}

function backwards(q: Quicklist): string[] {
  const out: string[] = [];
  for (let ok = q.toTail(); ok; ok = q.prev()) out.push(here(q));
  return out;
}

function random(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

afterEach(() => {
  setPackedThreshold(0);
});

describe('node limits', () => {
  test('nodes fill up to the byte class or the element count', () => {
    const byCount = new Quicklist(ed, 3);
    for (let i = 0; i < 10; i++) byCount.pushTail(...bytes(`v${i}`));
    expect(byCount.nodeCount).toBe(4);
    const byBytes = new Quicklist(ed, -1);
    for (let i = 0; i < 10; i++) byBytes.pushTail(...bytes('x'.repeat(1000)));
    expect(byBytes.nodeCount).toBe(3);
    expect(exceedsFill(-2, 8192, 1)).toBe(false);
    expect(exceedsFill(-2, 8193, 1)).toBe(true);
    expect(exceedsFill(-9, 65536, 1)).toBe(false);
    expect(exceedsFill(0, 10, 1)).toBe(false);
    expect(exceedsFill(0, 10, 2)).toBe(true);
    expect(exceedsFill(128, 8193, 2)).toBe(true);
    byCount.free();
    byBytes.free();
  });

  test('an element that fits no arena block lives outside and dumps as a listpack', () => {
    const q = new Quicklist(ed, -2);
    const huge = 'h'.repeat(MAX_BLOCK);
    q.pushTail(...bytes('a'));
    q.pushTail(...bytes(huge));
    q.pushTail(...bytes('b'));
    expect(items(q)).toEqual(['a', huge, 'b']);
    expect(q.nodeCount).toBe(3);
    expect(q.nodeIsPlain(1)).toBe(false);
    const lp = q.nodeBytes(1);
    expect(lpValidate(lp)).toBe(true);
    expect(lpLength(lp, 0)).toBe(1);
    const again = new Quicklist(ed, -2);
    again.appendListpack(lp);
    expect(items(again)).toEqual([huge]);
    expect(q.memory()).toBeGreaterThan(huge.length);
    const outside = arena.outside;
    q.free();
    expect(arena.outside).toBeLessThan(outside - huge.length);
    again.free();
  });

  test('a lower packed threshold makes plain nodes', () => {
    setPackedThreshold(10);
    const q = new Quicklist(ed, -2);
    for (const s of ['small', 'x'.repeat(10), 'tiny']) q.pushTail(...bytes(s));
    expect([0, 1, 2].map((n) => q.nodeIsPlain(n))).toEqual([false, true, false]);
    expect(q.nodeBytes(1).latin1Slice()).toBe('x'.repeat(10));
    q.seek(1);
    q.replaceHere(...bytes('short'));
    expect(items(q)).toEqual(['small', 'short', 'tiny']);
    expect(q.nodeCount).toBe(2);
    q.seek(1);
    q.replaceHere(...bytes('y'.repeat(20)));
    expect(items(q)).toEqual(['small', 'y'.repeat(20), 'tiny']);
    expect(setPackedThreshold(2 ** 32)).toBe(false);
    q.free();
  });
});

test('runs of pushes at the head, and whatever comes between them, agree with an array', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const rnd = random(seed);
    const used = arena.used;
    const q = new Quicklist(ed, [-2, -5, 40][seed % 3]!);
    const model: string[] = [];
    for (let step = 0; step < 60; step++) {
      for (let n = rnd(rnd(4) === 0 ? 900 : 5); n > 0; n--) {
        const s = rnd(30) === 0 ? 'w'.repeat(rnd(3000)) : 'v'.repeat(rnd(9)) + n;
        q.pushHead(...bytes(s));
        model.unshift(s);
      }
      const i = rnd(model.length);
      switch (rnd(6)) {
        case 0:
          q.pushTail(...bytes('tail'));
          model.push('tail');
          break;
        case 1:
          if (q.toHead()) q.removeHere(true);
          model.shift();
          break;
        case 2:
          expect(items(q)).toEqual(model);
          break;
        case 3:
          for (let n = 0; n < q.nodeCount; n++) expect(lpValidate(q.nodeBytes(n))).toBe(true);
          break;
        case 4:
          if (!q.seek(i)) break;
          q.insertHere(true, ...bytes('here'));
          model.splice(i + 1, 0, 'here');
          break;
        default:
          q.removeRange(i, 300);
          model.splice(i, 300);
      }
      expect(q.count).toBe(model.length);
    }
    expect(items(q)).toEqual(model);
    q.free();
    expect(arena.used).toBe(used);
  }
});

test('random edits agree with an array', () => {
  const fills = [-2, -1, -5, 1, 2, 5, 32];
  for (let seed = 1; seed <= 28; seed++) {
    const rnd = random(seed);
    const used = arena.used;
    const outside = arena.outside;
    const q = new Quicklist(ed, fills[seed % fills.length]!);
    if (seed % 4 === 0) setPackedThreshold(200);
    const model: string[] = [];
    const value = () => {
      const k = rnd(12);
      if (k < 4) return `v${rnd(1000)}`;
      if (k < 7) return String(rnd(100000) - 50000);
      if (k < 11) return 'z'.repeat(rnd(700));
      return rnd(20) === 0 ? 'H'.repeat(MAX_BLOCK - 5 + rnd(20)) : 'w'.repeat(rnd(9000));
    };
    for (let step = 0; step < 1200; step++) {
      const s = value();
      const i = rnd(model.length);
      switch (rnd(10)) {
        case 0:
        case 1:
          q.pushHead(...bytes(s));
          model.unshift(s);
          break;
        case 2:
        case 3:
        case 4:
          q.pushTail(...bytes(s));
          model.push(s);
          break;
        case 5:
        case 6: {
          if (!q.seek(i - model.length)) break;
          expect(here(q)).toBe(model[i]!);
          const after = rnd(2) === 1;
          q.insertHere(after, ...bytes(s));
          model.splice(after ? i + 1 : i, 0, s);
          break;
        }
        case 7:
          if (!q.seek(i)) break;
          q.replaceHere(...bytes(s));
          model[i] = s;
          break;
        case 8: {
          if (!q.seek(i)) break;
          const forward = rnd(2) === 1;
          const more = q.removeHere(forward);
          model.splice(i, 1);
          const expected = forward ? model[i] : model[i - 1];
          expect(more).toBe(expected !== undefined);
          if (more) expect(here(q)).toBe(expected!);
          break;
        }
        default: {
          const n = rnd(rnd(10) === 0 ? 400 : 6);
          q.removeRange(i, n);
          model.splice(i, n);
        }
      }
      expect(q.count).toBe(model.length);
      if (step % 50 === 0) expect(items(q)).toEqual(model);
    }
    expect(items(q)).toEqual(model);
    expect(backwards(q)).toEqual(model.toReversed());
    for (let n = 0; n < q.nodeCount; n++)
      expect(q.nodeIsPlain(n) || lpValidate(q.nodeBytes(n))).toBe(true);
    const copy = q.copy();
    q.free();
    expect(items(copy)).toEqual(model);
    copy.free();
    setPackedThreshold(0);
    expect(arena.used).toBe(used);
    expect(arena.outside).toBe(outside);
  }
});
