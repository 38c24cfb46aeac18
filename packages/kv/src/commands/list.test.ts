import { expect, test } from 'bun:test';
import { setPackedThreshold } from '../structures/node-limits.ts';
import { Engine, ErrorReply, type Reply } from '../testing/engine.ts';

function random(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

const KEYS = ['k1', 'k2', 'k3'];

/** The simplest possible lists, with the replies they owe. */
class Model {
  readonly lists = new Map<string, string[]>();

  get(key: string): string[] {
    return this.lists.get(key) ?? [];
  }

  private put(key: string, list: string[]): void {
    if (list.length > 0) this.lists.set(key, list);
    else this.lists.delete(key);
  }

  push(key: string, head: boolean, values: string[]): Reply {
    const list = this.get(key);
    for (const v of values) head ? list.unshift(v) : list.push(v);
    this.put(key, list);
    return list.length;
  }

  pop(key: string, head: boolean, count: number): string[] {
    const list = this.get(key);
    const out: string[] = [];
    while (out.length < count && list.length > 0)
      out.push((head ? list.shift() : list.pop()) as string);
    this.put(key, list);
    return out;
  }

  move(from: string, to: string, fromHead: boolean, toHead: boolean): Reply {
    const [v] = this.pop(from, fromHead, 1);
    if (v === undefined) return null;
    this.push(to, toHead, [v]);
    return v;
  }

  range(key: string, start: number, stop: number): string[] {
    const list = this.get(key);
    const n = list.length;
    const from = Math.max(0, start < 0 ? start + n : start);
    return list.slice(from, Math.max(0, (stop < 0 ? stop + n : stop) + 1));
  }

  trim(key: string, start: number, stop: number): Reply {
    const kept = this.range(key, start, stop);
    if (this.lists.has(key)) this.put(key, kept);
    return 'OK';
  }

  set(key: string, index: number, value: string): Reply {
    const list = this.lists.get(key);
    if (list === undefined) return new ErrorReply('ERR no such key');
    const i = index < 0 ? index + list.length : index;
    if (i < 0 || i >= list.length) return new ErrorReply('ERR index out of range');
    list[i] = value;
    return 'OK';
  }

  insert(key: string, after: boolean, pivot: string, value: string): Reply {
    const list = this.lists.get(key);
    if (list === undefined) return 0;
    const i = list.indexOf(pivot);
    if (i < 0) return -1;
    list.splice(after ? i + 1 : i, 0, value);
    return list.length;
  }

  remove(key: string, count: number, value: string): Reply {
    let list = this.get(key);
    let left = count === 0 ? Number.POSITIVE_INFINITY : Math.abs(count);
    let removed = 0;
    const keep = (v: string) => {
      if (v !== value || left === 0) return true;
      left--;
      removed++;
      return false;
    };
    list = count < 0 ? list.toReversed().filter(keep).toReversed() : list.filter(keep);
    this.put(key, list);
    return removed;
  }

  positions(key: string, value: string, rank: number, count: number, maxlen: number): number[] {
    const list = this.get(key);
    const order = list.map((_, i) => (rank > 0 ? i : list.length - 1 - i));
    return order
      .slice(0, maxlen === 0 ? order.length : maxlen)
      .filter((i) => list[i] === value)
      .slice(Math.abs(rank) - 1)
      .slice(0, count === 0 ? order.length : count);
  }
}

function runSequence(seed: number, steps: number, engine: Engine): void {
  const rnd = random(seed);
  const model = new Model();
  const key = () => KEYS[rnd(KEYS.length)]!;
  const value = () => {
    const k = rnd(10);
    if (k < 4) return `v${rnd(30)}`;
    if (k < 7) return String(rnd(400) - 200);
    if (k < 9) return String.fromCharCode(97 + rnd(5)).repeat(rnd(300));
    return 'L'.repeat(rnd(5000));
  };
  const index = () => rnd(60) - 30;
  const side = () => rnd(2) === 0;
  const name = (head: boolean) => (head ? 'LEFT' : 'RIGHT');
  const check = (expected: Reply, ...words: (string | number)[]) => {
    expect(engine.run(...words)).toEqual(expected);
  };
  for (let step = 0; step < steps; step++) {
    const k = key();
    const v = value();
    switch (rnd(14)) {
      case 0:
      case 1:
      case 2: {
        const head = side();
        const values = Array.from({ length: 1 + rnd(rnd(20) === 0 ? 200 : 5) }, value);
        check(model.push(k, head, values), head ? 'LPUSH' : 'RPUSH', k, ...values);
        break;
      }
      case 3: {
        const head = side();
        check(model.pop(k, head, 1)[0] ?? null, head ? 'LPOP' : 'rpop', k);
        break;
      }
      case 4: {
        const head = side();
        const n = rnd(8);
        const exists = model.lists.has(k);
        check(exists ? model.pop(k, head, n) : null, head ? 'LPOP' : 'RPOP', k, n);
        break;
      }
      case 5: {
        const i = index();
        check(model.set(k, i, v), 'LSET', k, i, v);
        break;
      }
      case 6: {
        const after = side();
        const pivot = rnd(3) === 0 ? v : (model.get(k)[rnd(40)] ?? v);
        check(model.insert(k, after, pivot, v), 'LINSERT', k, after ? 'AFTER' : 'before', pivot, v);
        break;
      }
      case 7: {
        const n = rnd(7) - 3;
        const victim = model.get(k)[rnd(40)] ?? v;
        check(model.remove(k, n, victim), 'LREM', k, n, victim);
        break;
      }
      case 8: {
        if (rnd(4) > 0) break;
        const [start, stop] = [index(), index()];
        check(model.trim(k, start, stop), 'LTRIM', k, start, stop);
        break;
      }
      case 9: {
        const [start, stop] = [index(), index()];
        check(model.range(k, start, stop), 'LRANGE', k, start, stop);
        break;
      }
      case 10: {
        const [from, to] = [side(), side()];
        const target = key();
        check(model.move(k, target, from, to), 'LMOVE', k, target, name(from), name(to));
        break;
      }
      case 11: {
        const other = key();
        const head = side();
        const n = 1 + rnd(5);
        const first = [k, other].find((x) => model.lists.has(x));
        const reply = first === undefined ? null : [first, model.pop(first, head, n)];
        check(reply, 'LMPOP', 2, k, other, name(head), 'COUNT', n);
        break;
      }
      case 12: {
        const rank = (1 + rnd(3)) * (side() ? 1 : -1);
        const count = rnd(4);
        const maxlen = rnd(2) * rnd(30);
        const x = model.get(k)[rnd(40)] ?? v;
        const found = model.positions(k, x, rank, count, maxlen);
        check(found, 'LPOS', k, x, 'RANK', rank, 'COUNT', count, 'MAXLEN', maxlen);
        const one = model.positions(k, x, rank, 1, maxlen)[0] ?? null;
        check(one, 'LPOS', k, x, 'MAXLEN', maxlen, 'RANK', rank);
        break;
      }
      default: {
        const i = index();
        check(model.get(k).at(i) ?? null, 'LINDEX', k, i);
        check(model.get(k).length, 'LLEN', k);
      }
    }
    if (step % 40 === 0) for (const each of KEYS) check(model.get(each), 'LRANGE', each, 0, -1);
  }
}

for (const [fill, plainFrom] of [
  ['-2', 0],
  ['-1', 0],
  ['5', 0],
  ['128', 0],
  ['1', 0],
  ['-2', 50],
  ['3', 4],
] as const)
  test(`random commands agree with arrays: fill ${fill}, plain from ${plainFrom}`, () => {
    const engine = new Engine();
    const { arena } = engine.server.store;
    engine.run('CONFIG', 'SET', 'list-max-listpack-size', fill);
    setPackedThreshold(plainFrom);
    const { used, outside } = arena;
    for (let seed = 1; seed <= 4; seed++) {
      runSequence(seed * 7919, 1500, engine);
      for (const key of KEYS) engine.run('LTRIM', key, 1, 0);
      expect(arena.used).toBe(used);
      expect(arena.outside).toBe(outside);
    }
    setPackedThreshold(0);
  });
