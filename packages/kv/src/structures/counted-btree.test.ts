import { describe, expect, test } from 'bun:test';
import { Arena } from './arena.ts';
import { TreeCursor } from './btree-cursor.ts';
import { COUNTS, LEAF_BYTES, NEXT, PREV, SEP_MEMBERS, wordOf } from './btree-nodes.ts';
import { CountedTree } from './counted-btree.ts';
import { addressOf } from './libc.ts';
import { Records, SLOT } from './record.ts';

interface Entry {
  score: number;
  name: string;
  record: number;
}

function byScoreThenBytes(a: Entry, b: Entry): number {
  return a.score - b.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function randomFrom(seed: number): () => number {
  let x = seed | 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

class Model {
  readonly arena = new Arena();
  readonly records = new Records(this.arena);
  readonly tree = new CountedTree(this.records);
  entries: Entry[] = [];

  make(score: number, name: string): Entry {
    const buf = Buffer.from(name, 'latin1');
    const record = this.records.create(SLOT, buf, 0, buf.length, 0);
    return { score, name, record };
  }

  add(score: number, name: string): void {
    const e = this.make(score, name);
    this.tree.insert(score, e.record);
    this.entries.push(e);
    this.entries.sort(byScoreThenBytes);
  }

  removeAt(i: number): void {
    const [e] = this.entries.splice(i, 1) as [Entry];
    expect(this.tree.remove(e.score, e.record)).toBe(true);
    this.arena.free(e.record);
  }

  forward(from = 0): string[] {
    const cursor = new TreeCursor();
    const out: string[] = [];
    if (this.tree.seek(cursor, from))
      do out.push(`${cursor.score}:${this.records.key(cursor.member)}`);
      while (cursor.next());
    return out;
  }

  backward(from = this.tree.size - 1): string[] {
    const cursor = new TreeCursor();
    const out: string[] = [];
    if (this.tree.seek(cursor, from))
      do out.push(`${cursor.score}:${this.records.key(cursor.member)}`);
      while (cursor.previous());
    return out;
  }

  verify(): void {
    check(this.tree);
    const expected = this.entries.map((e) => `${e.score}:${e.name}`);
    expect(this.forward()).toEqual(expected);
    expect(this.backward()).toEqual(expected.reverse());
  }
}

/** Throws when the structure is not what the head of btree-nodes.ts promises. */
function check(tree: CountedTree): void {
  let leaves = 0;
  let before = 0;
  const walk = (node: number, level: number): number => {
    const n = tree.countOf(node);
    const w = tree.words(node);
    const at = wordOf(node);
    if (level === 0) {
      if (w[at + PREV] !== before) throw new Error('leaf links broken');
      if (before !== 0 && tree.words(before)[wordOf(before) + NEXT] !== node)
        throw new Error('leaf links broken');
      before = node;
      leaves++;
      if (n === 0 && tree.height > 0) throw new Error('empty leaf');
      return n;
    }
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const below = walk(tree.child(node, i), level - 1);
      if (below !== w[at + COUNTS + i]) throw new Error('wrong count');
      sum += below;
      if (i === 0) continue;
      let first = tree.child(node, i);
      for (let l = level - 1; l > 0; l--) first = tree.child(first, 0);
      if (
        tree.sepScore(node, i) !== tree.scoreIn(first, 0) ||
        w[at + SEP_MEMBERS + i] !== tree.memberIn(first, 0)
      )
        throw new Error('separator is not the first entry');
    }
    if (n === 0) throw new Error('empty inner node');
    return sum;
  };
  if (walk(tree.root, tree.height) !== tree.size) throw new Error('wrong size');
  if (tree.words(before)[wordOf(before) + NEXT] !== 0) throw new Error('leaf links broken');
  if (leaves * LEAF_BYTES > tree.nodeBytes) throw new Error('bytes not counted');
}

describe('counted B+-tree', () => {
  test('orders equal scores by bytes, shorter first', () => {
    const m = new Model();
    for (const name of [
      'b',
      'a',
      'ab',
      '',
      '\xff',
      'B',
      `a${'x'.repeat(400)}`,
      `a${'x'.repeat(399)}y`,
    ])
      m.add(1, name);
    m.add(-1, 'z');
    m.add(Number.POSITIVE_INFINITY, 'i');
    m.add(Number.NEGATIVE_INFINITY, 'j');
    m.verify();
  });

  test('an empty tree answers', () => {
    const m = new Model();
    expect(m.forward()).toEqual([]);
    expect(m.tree.countBelow(3, true)).toBe(0);
    expect(m.tree.remove(1, m.make(1, 'x').record)).toBe(false);
    expect(m.tree.rank(1, m.make(1, 'y').record)).toBe(-1);
  });

  test('entries in order leave full leaves, from either side', () => {
    for (const step of [1, -1]) {
      const m = new Model();
      for (let i = 0; i < 6400; i++) m.tree.insert(i * step, m.make(i, `m${i}`).record);
      check(m.tree);
      expect(m.tree.nodeBytes).toBeLessThan(6400 * 13.1);
    }
  });

  test('popping from one end and emptying gives the memory back', () => {
    const m = new Model();
    const before = m.arena.used;
    for (let i = 0; i < 5000; i++) m.add((i * 7919) % 5003, `m${i}`);
    while (m.entries.length > 0) {
      m.removeAt(0);
      if (m.entries.length % 997 === 0) m.verify();
    }
    m.verify();
    expect(m.arena.used).toBe(before);
    m.add(1, 'again');
    m.verify();
    m.tree.free();
  });

  for (const [what, scores, nameLength] of [
    ['distinct scores', 1e9, 12],
    ['few scores', 5, 12],
    ['one score, long members', 1, 300],
  ] as const) {
    test(`random operations match a sorted array: ${what}`, () => {
      const random = randomFrom(scores + nameLength);
      const m = new Model();
      const usedAtStart = m.arena.used;
      const int = (n: number) => Math.floor(random() * n);
      let serial = 0;
      for (let round = 0; round < 60; round++) {
        const grow = round % 3 !== 2;
        for (let k = 0; k < 150; k++) {
          const dice = random();
          const n = m.entries.length;
          if (n === 0 || dice < (grow ? 0.85 : 0.1))
            m.add(int(scores) - scores / 2, `${int(1e9)}-${serial++}`.padStart(nameLength, 'p'));
          else if (dice < 0.9) m.removeAt(int(n));
          else if (dice < 0.97) {
            const e = m.entries[int(n)]!;
            const to = random() < 0.5 ? e.score + 1 : int(scores) - scores / 2;
            m.tree.update(e.score, e.record, to);
            e.score = to;
            m.entries.sort(byScoreThenBytes);
          } else if (dice < (grow ? 0.972 : 1)) {
            const from = int(n);
            const count = int(Math.min(n - from, 200) + 1);
            const gone: number[] = [];
            m.tree.removeRange(from, count, (a) => gone.push(a));
            const cut = m.entries.splice(from, count);
            expect(gone).toEqual(cut.map((e) => e.record));
            for (const e of cut) m.arena.free(e.record);
          }
        }
        m.verify();
        for (let k = 0; k < 20 && m.entries.length > 0; k++) {
          const i = int(m.entries.length);
          const e = m.entries[i]!;
          expect(m.tree.rank(e.score, e.record)).toBe(i);
          expect(m.forward(i)[0]).toBe(`${e.score}:${e.name}`);
          expect(m.tree.countBelow(e.score, false)).toBe(
            m.entries.filter((x) => x.score < e.score).length,
          );
          expect(m.tree.countBelow(e.score, true)).toBe(
            m.entries.filter((x) => x.score <= e.score).length,
          );
        }
      }
      for (const e of m.entries) m.arena.free(e.record);
      m.tree.free();
      expect(m.arena.used).toBe(usedAtStart - LEAF_BYTES);
    });
  }

  test('counts members before given bytes when all scores are equal', () => {
    const random = randomFrom(77);
    const m = new Model();
    for (let i = 0; i < 3000; i++) m.add(0, `${Math.floor(random() * 1e6)}_${i}`);
    for (let i = 0; i < 200; i++) {
      const name = i % 2 ? m.entries[i * 3]!.name : `${Math.floor(random() * 1e6)}`;
      const bytes = Buffer.allocUnsafeSlow(32);
      bytes.latin1Write(name, 0);
      for (const inclusive of [false, true])
        expect(m.tree.countBelowMember(addressOf(bytes), name.length, inclusive)).toBe(
          m.entries.filter((e) => (inclusive ? e.name <= name : e.name < name)).length,
        );
    }
  });
});
