import { expect, test } from 'bun:test';
import { rounds } from '@tandem/testkit/random.ts';
import { encodingName } from '../store/value.ts';
import { Engine, ErrorReply, type Reply } from '../testing/engine.ts';

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

function pairs(reply: Reply): [string, string][] {
  const flat = reply as string[];
  return flat.flatMap((x, i) => (i % 2 === 0 ? [[x, flat[i + 1] as string]] : []));
}

const entries = (of: Iterable<[string, string]>) => [...of].map(([f, v]) => `${f}\0${v}`).sort();
const sorted = (reply: Reply) => [...(reply as string[])].sort();

/** Fields and values of all encodings a listpack has, and one too long for an arena slab. */
function text(rnd: (n: number) => number): string {
  switch (rnd(8)) {
    case 0:
      return String(rnd(200) - 100);
    case 1:
      return String(rnd(2 ** 31) * (rnd(2) === 0 ? 4_000_000 : -1));
    case 2:
      return 'long'.repeat(10 + rnd(40));
    case 3:
      return rnd(300) === 0 ? 'x'.repeat(140_000 + rnd(3)) : '';
    default:
      return `f${rnd(30)}`;
  }
}

test('random hash commands match a map', () => {
  for (let seed = 1; seed <= rounds(3, 20); seed++) {
    const rnd = random(seed);
    const engine = new Engine();
    const model = new Map<string, string>();
    const before = engine.server.store.usedBytes;
    for (let step = 0; step < 700; step++) {
      if (step % 175 === 0) {
        engine.run('CONFIG', 'SET', 'hash-max-listpack-entries', [4, 512, 40][rnd(3)]!);
        engine.run('CONFIG', 'SET', 'hash-max-listpack-value', [10, 64, 200_000][rnd(3)]!);
        for (const f of model.keys()) engine.run('HDEL', 'h', f);
        model.clear();
        expect(engine.server.store.usedBytes).toBe(before);
      }
      const f = text(rnd);
      switch (rnd(9)) {
        case 0:
        case 1: {
          const words: string[] = [];
          let added = 0;
          for (let i = rnd(4); i >= 0; i--) {
            const [field, value] = [text(rnd), text(rnd)];
            words.push(field, value);
            if (!model.has(field)) added++;
            model.set(field, value);
          }
          expect(engine.run('HSET', 'h', ...words)).toBe(added);
          break;
        }
        case 2:
          expect(engine.run('HGET', 'h', f)).toBe(model.get(f) ?? null);
          expect(engine.run('HEXISTS', 'h', f)).toBe(model.has(f) ? 1 : 0);
          expect(engine.run('HSTRLEN', 'h', f)).toBe(model.get(f)?.length ?? 0);
          break;
        case 3: {
          const g = text(rnd);
          const n = Number(model.delete(f)) + Number(model.delete(g));
          expect(engine.run('HDEL', 'h', f, g)).toBe(n);
          break;
        }
        case 4: {
          const v = text(rnd);
          expect(engine.run('HSETNX', 'h', f, v)).toBe(model.has(f) ? 0 : 1);
          if (!model.has(f)) model.set(f, v);
          break;
        }
        case 5: {
          const old = model.get(f) ?? '0';
          const reply = engine.run('HINCRBY', 'h', f, 7);
          if (/^(0|-?[1-9][0-9]*)$/.test(old)) {
            expect(reply).toBe(Number(BigInt(old) + 7n));
            model.set(f, String(BigInt(old) + 7n));
          } else expect(reply).toEqual(new ErrorReply('ERR hash value is not an integer'));
          break;
        }
        case 6: {
          const drawn = pairs(engine.run('HRANDFIELD', 'h', rnd(20), 'WITHVALUES'));
          for (const [field, value] of drawn) expect(model.get(field)).toBe(value);
          expect(new Set(drawn.map(([field]) => field)).size).toBe(drawn.length);
          break;
        }
        case 7: {
          const seen = new Map<string, string>();
          let cursor = '0';
          do {
            const [next, found] = engine.run('HSCAN', 'h', cursor, 'COUNT', 5) as [string, Reply];
            for (const [field, value] of pairs(found)) seen.set(field, value);
            cursor = next;
          } while (cursor !== '0');
          expect(entries(seen)).toEqual(entries(model));
          break;
        }
        default:
          expect(entries(pairs(engine.run('HGETALL', 'h')))).toEqual(entries(model));
          expect(sorted(engine.run('HKEYS', 'h'))).toEqual([...model.keys()].sort());
          expect(sorted(engine.run('HVALS', 'h'))).toEqual([...model.values()].sort());
      }
      expect(engine.run('HLEN', 'h')).toBe(model.size);
    }
  }
});

test('a hash leaves the listpack at its limits and never returns', () => {
  const engine = new Engine();
  for (let i = 0; i < 512; i++) engine.run('HSET', 'many', `f${i}`, i);
  expect(encoding(engine, 'many')).toBe('listpack');
  engine.run('HSET', 'many', 'one more', 1);
  expect(encoding(engine, 'many')).toBe('hashtable');
  engine.run('HDEL', 'many', 'one more');
  expect(encoding(engine, 'many')).toBe('hashtable');

  engine.run('HSET', 'long', 'f', 'x'.repeat(64));
  expect(encoding(engine, 'long')).toBe('listpack');
  engine.run('HSET', 'long', 'f', 'x'.repeat(65));
  expect(encoding(engine, 'long')).toBe('hashtable');

  engine.run('CONFIG', 'SET', 'hash-max-listpack-entries', 2);
  engine.run('HSET', 'same', 'a', 1, 'a', 2, 'a', 3);
  expect(encoding(engine, 'same')).toBe('hashtable');
  expect(engine.run('HGETALL', 'same')).toEqual(['a', '3']);
});

test('a large hash accounts for its memory and gives it back', () => {
  const engine = new Engine();
  const { store } = engine.server;
  engine.run('HSET', 'other', 'f', 'v');
  const before = store.usedBytes;
  for (let i = 0; i < 5000; i++) engine.run('HSET', 'h', `field ${i}`, 'v'.repeat(i % 300));
  const large = engine.client.db.object(engine.client.db.rawFind('h'));
  const held = store.usedBytes - before;
  expect(Math.abs(large.memory() - held)).toBeLessThan(held * 0.02);
  const copy = large.copy();
  expect(copy.memory()).toBeGreaterThan(held * 0.8);
  copy.free();
  for (let i = 0; i < 5000; i++) engine.run('HDEL', 'h', `field ${i}`);
  expect(engine.run('HLEN', 'h')).toBe(0);
  expect(store.usedBytes).toBe(before);
});

test('draws with repeats reach every field about equally often', () => {
  const engine = new Engine();
  for (const size of [50, 700]) {
    for (let i = 0; i < size; i++) engine.run('HSET', `h${size}`, `f${i}`, i);
    const count = new Map<string, number>();
    for (const f of engine.run('HRANDFIELD', `h${size}`, -size * 200) as string[])
      count.set(f, (count.get(f) ?? 0) + 1);
    expect(count.size).toBe(size);
    for (const n of count.values()) expect(Math.abs(n - 200)).toBeLessThan(100);
  }
});

test('arguments that make no sense are refused', () => {
  const engine = new Engine();
  const error = (...words: string[]) => (engine.run(...words) as ErrorReply).text;
  engine.run('SET', 's', 'x');
  engine.run('HSET', 'h', 'f', 'x');
  expect(error('HSET', 'h', 'a')).toBe("ERR wrong number of arguments for 'hset' command");
  expect(error('HMSET', 'h', 'a', 'b', 'c')).toBe(
    "ERR wrong number of arguments for 'hmset' command",
  );
  expect(error('HGET', 's', 'f')).toStartWith('WRONGTYPE');
  expect(error('HINCRBY', 'h', 'f', '1')).toBe('ERR hash value is not an integer');
  expect(error('HINCRBYFLOAT', 'h', 'f', '1')).toBe('ERR hash value is not a float');
  expect(error('HINCRBYFLOAT', 'h', 'g', 'inf')).toBe('ERR value is NaN or Infinity');
  expect(error('HINCRBYFLOAT', 'none', 'g', 'x')).toBe('ERR value is not a valid float');
  expect(error('HINCRBY', 'none', 'g', 'x')).toBe('ERR value is not an integer or out of range');
  expect(engine.run('HLEN', 'none')).toBe(0);
  engine.run('HSET', 'h', 'big', '9223372036854775807');
  expect(error('HINCRBY', 'h', 'big', '1')).toBe('ERR increment or decrement would overflow');
  expect(error('HRANDFIELD', 'h', '-9223372036854775808')).toStartWith('ERR value is out of range');
  expect(error('HSCAN', 'h', 'x')).toBe('ERR invalid cursor');
  expect(error('HSCAN', 'h', '0', 'COUNT', '0')).toBe('ERR syntax error');
});
