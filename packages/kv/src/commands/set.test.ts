import { expect, test } from 'bun:test';
import { rounds } from '@tandem/testkit/random.ts';
import { encodingName } from '../store/value.ts';
import { Engine, type ErrorReply, type Reply } from '../testing/engine.ts';

function random(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

function encoding(engine: Engine, key: string): string {
  const db = engine.client.db;
  return encodingName(engine.server.store.records.tag(db.rawFind(key)));
}

const sorted = (reply: Iterable<Reply>) => [...(reply as Iterable<string>)].sort();

/** The commands that the server would write to its append-only file. */
function followed(engine: Engine): string[][] {
  const effects: string[][] = [];
  engine.server.propagation.followers.push({ effect: (_db, args) => effects.push(args.strs()) });
  return effects;
}

const KEYS = ['s1', 's2', 's3'];

class Model {
  readonly sets = new Map<string, Set<string>>();

  get(key: string): Set<string> {
    return this.sets.get(key) ?? new Set();
  }

  put(key: string, members: Iterable<string>): number {
    const set = new Set(members);
    if (set.size > 0) this.sets.set(key, set);
    else this.sets.delete(key);
    return set.size;
  }

  change(key: string, edit: (set: Set<string>) => void): void {
    const set = this.get(key);
    edit(set);
    this.put(key, set);
  }
}

function member(rnd: (n: number) => number, integersOnly: boolean): string {
  switch (integersOnly ? rnd(3) : rnd(7)) {
    case 0:
      return String(rnd(60) - 30);
    case 1:
      return String(BigInt(rnd(60) - 30) * 3_000_000_000_000_000n);
    case 2:
      return String((rnd(60) - 30) * 70_000);
    case 3:
      return 'long'.repeat(1 + rnd(40));
    case 4:
      return rnd(30) === 0 ? 'x'.repeat(140_000 + rnd(3)) : '';
    default:
      return `m${rnd(50)}`;
  }
}

const OPERATIONS = {
  INTER: (sets: Set<string>[]) => sets.reduce((x, y) => x.intersection(y)),
  UNION: (sets: Set<string>[]) => sets.reduce((x, y) => x.union(y)),
  DIFF: (sets: Set<string>[]) => sets.reduce((x, y) => x.difference(y)),
};

test('random set commands match sets of strings', () => {
  for (let seed = 1; seed <= rounds(3, 20); seed++) {
    const rnd = random(seed);
    const engine = new Engine();
    const model = new Model();
    const before = engine.server.store.usedBytes;
    let integersOnly = true;
    for (let step = 0; step < 1000; step++) {
      if (step % 250 === 0) {
        engine.run('CONFIG', 'SET', 'set-max-intset-entries', [4, 512, 20][rnd(3)]!);
        engine.run('CONFIG', 'SET', 'set-max-listpack-entries', [4, 128, 30][rnd(3)]!);
        engine.run('CONFIG', 'SET', 'set-max-listpack-value', [10, 64, 200_000][rnd(3)]!);
        integersOnly = rnd(2) === 0;
        for (const [key, set] of model.sets) engine.run('SREM', key, ...set);
        model.sets.clear();
        expect(engine.server.store.usedBytes).toBe(before);
      }
      const key = KEYS[rnd(3)]!;
      const other = KEYS[rnd(3)]!;
      const m = member(rnd, integersOnly);
      switch (rnd(11)) {
        case 0:
        case 1: {
          const words = Array.from({ length: 1 + rnd(6) }, () => member(rnd, integersOnly));
          const old = model.get(key).size;
          model.change(key, (set) => {
            for (const w of words) set.add(w);
          });
          expect(engine.run('SADD', key, ...words)).toBe(model.get(key).size - old);
          break;
        }
        case 2:
          expect(engine.run('SISMEMBER', key, m)).toBe(model.get(key).has(m) ? 1 : 0);
          expect(engine.run('SMISMEMBER', key, m, 'none')).toEqual([
            model.get(key).has(m) ? 1 : 0,
            0,
          ]);
          break;
        case 3:
          expect(engine.run('SREM', key, m)).toBe(model.get(key).has(m) ? 1 : 0);
          model.change(key, (set) => set.delete(m));
          break;
        case 4: {
          const had = model.get(key).has(m);
          expect(engine.run('SMOVE', key, other, m)).toBe(had ? 1 : 0);
          if (had) {
            model.change(key, (set) => set.delete(m));
            model.change(other, (set) => set.add(m));
          }
          break;
        }
        case 5: {
          const count = rnd(1 + model.get(key).size * 1.5);
          const popped = engine.run('SPOP', key, count) as string[];
          expect(popped.length).toBe(Math.min(count, model.get(key).size));
          model.change(key, (set) => {
            for (const p of popped) expect(set.delete(p)).toBe(true);
          });
          break;
        }
        case 6: {
          const popped = engine.run('SPOP', key) as string | null;
          expect(popped === null).toBe(model.get(key).size === 0);
          model.change(key, (set) => expect(set.delete(popped ?? '')).toBe(popped !== null));
          break;
        }
        case 7: {
          const drawn = engine.run('SRANDMEMBER', key, rnd(40)) as string[];
          expect(new Set(drawn).size).toBe(drawn.length);
          expect(new Set(drawn).isSubsetOf(model.get(key))).toBe(true);
          const repeated = engine.run('SRANDMEMBER', key, -10) as string[];
          expect(repeated.length).toBe(model.get(key).size === 0 ? 0 : 10);
          expect(new Set(repeated).isSubsetOf(model.get(key))).toBe(true);
          break;
        }
        case 8: {
          const seen = new Set<string>();
          let cursor = '0';
          do {
            const [next, found] = engine.run('SSCAN', key, cursor, 'COUNT', 5) as [
              string,
              string[],
            ];
            for (const f of found) seen.add(f);
            cursor = next;
          } while (cursor !== '0');
          expect(sorted(seen)).toEqual(sorted(model.get(key)));
          break;
        }
        default: {
          const op = (['INTER', 'UNION', 'DIFF'] as const)[rnd(3)]!;
          const keys = Array.from({ length: 1 + rnd(4) }, () => KEYS[rnd(3)]!);
          const result = OPERATIONS[op](keys.map((k) => model.get(k)));
          expect(sorted(engine.run(`S${op}`, ...keys) as string[])).toEqual(sorted(result));
          if (op === 'INTER')
            expect(engine.run('SINTERCARD', keys.length, ...keys, 'LIMIT', 3)).toBe(
              Math.min(3, result.size),
            );
          if (rnd(4) === 0) {
            expect(engine.run(`S${op}STORE`, key, ...keys)).toBe(result.size);
            model.put(key, result);
          }
        }
      }
      expect(engine.run('SCARD', key)).toBe(model.get(key).size);
      if (step % 20 === 0)
        expect(sorted(engine.run('SMEMBERS', key) as string[])).toEqual(sorted(model.get(key)));
    }
  }
});

test('a set changes its encoding at the limits of the reference', () => {
  const engine = new Engine();
  const add = (key: string, from: number, to: number, prefix = '') => {
    for (let i = from; i < to; i++) engine.run('SADD', key, prefix + i);
    return encoding(engine, key);
  };
  expect(add('ints', 0, 512)).toBe('intset');
  expect(add('ints', 512, 513)).toBe('hashtable');
  expect(add('words', 0, 128, 'w')).toBe('listpack');
  expect(add('words', 128, 129, 'w')).toBe('hashtable');
  expect(add('mixed', 0, 127)).toBe('intset');
  expect(add('mixed', 0, 1, 'w')).toBe('listpack');
  expect(add('many', 0, 128)).toBe('intset');
  expect(add('many', 0, 1, 'w')).toBe('hashtable');
  engine.run('SADD', 'long', 'x'.repeat(64));
  expect(encoding(engine, 'long')).toBe('listpack');
  engine.run('SADD', 'long', 'x'.repeat(65));
  expect(encoding(engine, 'long')).toBe('hashtable');
  engine.run('SADD', 'at once', ...Array.from({ length: 129 }, () => 'same'));
  expect(encoding(engine, 'at once')).toBe('hashtable');
  engine.run('SINTERSTORE', 'common', 'words', 'words');
  expect(encoding(engine, 'common')).toBe('hashtable');
  engine.run('SINTERSTORE', 'common', 'ints', 'ints', 'many');
  expect(encoding(engine, 'common')).toBe('intset');
});

test('a pop propagates as what it removed', () => {
  const engine = new Engine();
  engine.run('SADD', 's', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
  const effects = followed(engine);
  const one = engine.run('SPOP', 's');
  expect(effects.splice(0)).toEqual([['SREM', 's', one as string]]);
  const two = engine.run('SPOP', 's', 2) as string[];
  expect(effects.splice(0)).toEqual([['SREM', 's', ...two]]);
  const six = engine.run('SPOP', 's', 6) as string[];
  expect(effects.splice(0)).toEqual([['SREM', 's', ...six]]);
  engine.run('SPOP', 's', 100);
  expect(effects.splice(0)).toEqual([['DEL', 's']]);
  engine.run('SPOP', 's');
  expect(effects).toEqual([]);
});

test('draws and pops reach every member about equally often', () => {
  const engine = new Engine();
  for (const [name, size] of [
    ['1', 100],
    ['w', 100],
    ['w', 700],
  ] as const) {
    const key = `${name}${size}`;
    for (let i = 0; i < size; i++) engine.run('SADD', key, name + i);
    const drawn = new Map<string, number>();
    for (const m of engine.run('SRANDMEMBER', key, -size * 100) as string[])
      drawn.set(m, (drawn.get(m) ?? 0) + 1);
    expect(drawn.size).toBe(size);
    for (const n of drawn.values()) expect(Math.abs(n - 100)).toBeLessThan(75);
  }
  const first = new Map<string, number>();
  engine.run('SUNIONSTORE', 'few', 'w100');
  engine.run('SPOP', 'few', 80);
  for (let round = 0; round < 1000; round++) {
    engine.run('SUNIONSTORE', 'copy', 'few');
    const m = engine.run('SPOP', 'copy') as string;
    first.set(m, (first.get(m) ?? 0) + 1);
  }
  for (const n of first.values()) expect(n).toBeLessThan(110);
});

test('a set that is popped empty gives its memory back and stays quick', () => {
  const engine = new Engine();
  const before = engine.server.store.usedBytes;
  for (let i = 0; i < 8000; i += 10)
    engine.run('SADD', 's', ...Array.from({ length: 10 }, (_, k) => `member ${i + k}`));
  for (let i = 0; i < 8000; i++) engine.run('SPOP', 's');
  expect(engine.run('SCARD', 's')).toBe(0);
  expect(engine.server.store.usedBytes).toBe(before);
});

test('arguments that make no sense are refused', () => {
  const engine = new Engine();
  const error = (...words: string[]) => (engine.run(...words) as ErrorReply).text;
  engine.run('SET', 'str', 'x');
  engine.run('SADD', 's', 'x');
  expect(error('SADD', 'str', 'x')).toStartWith('WRONGTYPE');
  expect(error('SINTER', 'none', 'str')).toStartWith('WRONGTYPE');
  expect(error('SMOVE', 's', 'str', 'x')).toStartWith('WRONGTYPE');
  expect(error('SPOP', 's', '-1')).toBe('ERR value is out of range, must be positive');
  expect(error('SPOP', 's', '1', '2')).toBe('ERR syntax error');
  expect(error('SINTERCARD', '0', 's')).toBe('ERR numkeys should be greater than 0');
  expect(error('SINTERCARD', '2', 's')).toBe(
    "ERR Number of keys can't be greater than number of args",
  );
  expect(error('SINTERCARD', '1', 's', 'LIMIT', '-1')).toBe("ERR LIMIT can't be negative");
  expect(error('SINTERCARD', '1', 's', 'LIMIT')).toBe('ERR syntax error');
  expect(engine.run('SMOVE', 'none', 'str', 'x')).toBe(0);
});
