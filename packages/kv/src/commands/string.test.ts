import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { Engine, ErrorReply, type Reply } from '../testing/engine.ts';

function random(label: string): (n: number) => number {
  const next = seededRandom(label);
  return (n) => Math.floor(next() * n);
}

const NOT_INTEGER = new ErrorReply('ERR value is not an integer or out of range');
const OVERFLOW = new ErrorReply('ERR increment or decrement would overflow');
const MAX = 2n ** 63n - 1n;

/** Strings as a Map, with the replies they owe. */
class Model {
  readonly values = new Map<string, string>();

  get(k: string): string {
    return this.values.get(k) ?? '';
  }

  set(k: string, v: string): Reply {
    this.values.set(k, v);
    return 'OK';
  }

  append(k: string, v: string): Reply {
    this.values.set(k, this.get(k) + v);
    return this.get(k).length;
  }

  setRange(k: string, offset: number, v: string): Reply {
    if (v === '') return this.get(k).length;
    const old = this.get(k).padEnd(offset, '\0');
    this.values.set(k, old.slice(0, offset) + v + old.slice(offset + v.length));
    return this.get(k).length;
  }

  getRange(k: string, start: number, end: number): Reply {
    const v = this.get(k);
    if (start < 0 && end < 0 && start > end) return '';
    const from = start < 0 ? Math.max(0, v.length + start) : start;
    const to = end < 0 ? Math.max(0, v.length + end) : end;
    return v.slice(from, to + 1);
  }

  increment(k: string, by: bigint): Reply {
    const text = this.values.get(k) ?? '0';
    if (!/^(0|-?[1-9][0-9]{0,18})$/.test(text)) return NOT_INTEGER;
    const old = BigInt(text);
    if (old > MAX || old < -MAX - 1n) return NOT_INTEGER;
    const sum = old + by;
    if (sum > MAX || sum < -MAX - 1n) return OVERFLOW;
    this.values.set(k, String(sum));
    return Number(sum);
  }

  take(k: string): Reply {
    const v = this.values.get(k) ?? null;
    this.values.delete(k);
    return v;
  }
}

test('strings do what a model of them does, whatever the order of commands', () => {
  const KEYS = ['a', 'b', 'c'];
  const NUMBERS = ['0', '7', '-1', '99', '9223372036854775807', '-9223372036854775808', '1e3', ''];
  for (let round = 0; round < rounds(4, 100); round++) {
    const next = random(`strings ${round}`);
    const engine = new Engine();
    const model = new Model();
    const key = () => KEYS[next(KEYS.length)] as string;
    const text = () => {
      const kind = next(4);
      if (kind === 0) return NUMBERS[next(NUMBERS.length)] as string;
      if (kind === 1) return 'x'.repeat(next(300_000));
      return String.fromCharCode(...Array.from({ length: next(60) }, () => next(256)));
    };
    for (let i = 0; i < 1500; i++) {
      const k = key();
      const v = text();
      const n = next(80) - 40;
      const steps: (() => [Reply, Reply])[] = [
        () => [engine.run('SET', k, v), model.set(k, v)],
        () => [engine.run('GET', k), model.values.get(k) ?? null],
        () => [engine.run('APPEND', k, v), model.append(k, v)],
        () => [engine.run('STRLEN', k), model.get(k).length],
        () => [engine.run('SETRANGE', k, Math.abs(n), v), model.setRange(k, Math.abs(n), v)],
        () => [engine.run('GETRANGE', k, n, n + 20), model.getRange(k, n, n + 20)],
        () => [engine.run('INCRBY', k, n), model.increment(k, BigInt(n))],
        () => [engine.run('DECR', k), model.increment(k, -1n)],
        () => [engine.run('GETDEL', k), model.take(k)],
        () => [engine.run('MGET', 'a', k), ['a', k].map((x) => model.values.get(x) ?? null)],
        () => {
          const old = model.values.get(k) ?? null;
          model.set(k, v);
          return [engine.run('GETSET', k, v), old];
        },
      ];
      const [reply, owed] = (steps[next(steps.length)] as () => [Reply, Reply])();
      expect(reply).toEqual(owed);
    }
    for (const k of KEYS) expect(engine.run('GET', k)).toBe(model.values.get(k) ?? null);
    engine.run('FLUSHALL');
    expect(engine.server.store.objects.count).toBe(0);
  }
});

test('OBJECT ENCODING tells int, embstr and raw as the reference does', () => {
  const engine = new Engine();
  const encoding = (...set: string[]) => {
    engine.run('DEL', 'k');
    engine.run(set[0] as string, 'k', ...set.slice(1));
    return engine.run('OBJECT', 'ENCODING', 'k');
  };
  expect(encoding('SET', '123')).toBe('int');
  expect(encoding('SET', '-9223372036854775808')).toBe('int');
  expect(encoding('SET', '9223372036854775808')).toBe('embstr');
  expect(encoding('SET', '0123')).toBe('embstr');
  expect(encoding('SET', 'x'.repeat(44))).toBe('embstr');
  expect(encoding('SET', 'x'.repeat(45))).toBe('raw');
  expect(encoding('APPEND', '12')).toBe('int');
  expect(encoding('SETRANGE', '0', '12')).toBe('raw');
  expect(encoding('INCRBYFLOAT', '3')).toBe('embstr');
  engine.run('SET', 'k', '1');
  engine.run('APPEND', 'k', '2');
  expect(engine.run('OBJECT', 'ENCODING', 'k')).toBe('raw');
  engine.run('INCR', 'k');
  expect(engine.run('OBJECT', 'ENCODING', 'k')).toBe('int');
});

test('counting is exact on both sides of 2^53', () => {
  const engine = new Engine();
  engine.run('SET', 'k', '9007199254740986');
  for (let i = 0; i < 12; i++) engine.run('INCR', 'k');
  expect(engine.run('GET', 'k')).toBe('9007199254740998');
  engine.run('DECRBY', 'k', '13');
  expect(engine.run('GET', 'k')).toBe('9007199254740985');
  engine.run('SET', 'k', '9223372036854775806');
  engine.run('INCR', 'k');
  expect(engine.run('GET', 'k')).toBe('9223372036854775807');
  expect(engine.run('INCR', 'k')).toEqual(OVERFLOW);
  expect(engine.run('DECRBY', 'n', '-9223372036854775808')).toEqual(
    new ErrorReply('ERR decrement would overflow'),
  );
});

test('SET honours its options and refuses those that contradict', () => {
  const engine = new Engine();
  expect(engine.run('SET', 'k', 'a', 'XX')).toBe(null);
  expect(engine.run('SET', 'k', 'a', 'NX', 'GET')).toBe(null);
  expect(engine.run('SET', 'k', 'b', 'NX', 'GET')).toBe('a');
  expect(engine.run('SET', 'k', 'b', 'EX', '100')).toBe('OK');
  expect(engine.run('SET', 'k', 'c', 'KEEPTTL', 'GET')).toBe('b');
  expect(engine.run('TTL', 'k')).toBe(100);
  engine.run('SET', 'k', 'd');
  expect(engine.run('TTL', 'k')).toBe(-1);
  for (const options of [
    ['NX', 'XX'],
    ['EX', '1', 'PX', '1'],
    ['KEEPTTL', 'EX', '1'],
    ['EX'],
    ['PERSIST'],
  ])
    expect(engine.run('SET', 'k', 'x', ...options)).toEqual(new ErrorReply('ERR syntax error'));
  expect(engine.run('SET', 'k', 'x', 'PX', '0')).toEqual(
    new ErrorReply("ERR invalid expire time in 'set' command"),
  );
});

test('LCS finds the longest common subsequence and where it matched', () => {
  const engine = new Engine();
  engine.run('MSET', 'x', 'ohmytext', 'y', 'mynewtext');
  expect(engine.run('LCS', 'x', 'y')).toBe('mytext');
  expect(engine.run('LCS', 'x', 'y', 'LEN')).toBe(6);
  expect(engine.run('LCS', 'x', 'y', 'IDX', 'WITHMATCHLEN', 'MINMATCHLEN', '3')).toEqual([
    'matches',
    [[[4, 7], [5, 8], 4]],
    'len',
    6,
  ]);
});

test('followers see times as absolute and results instead of calculations', () => {
  const engine = new Engine();
  const seen: string[] = [];
  engine.server.propagation.followers.push({
    effect: (_db, args) => seen.push(args.strs().join(' ')),
  });
  const effect = (...words: string[]) => {
    seen.length = 0;
    engine.run(...words);
    return seen.map((s) => s.replace(/\d{13}/, '<ms>'));
  };
  expect(effect('SET', 'k', 'v', 'EX', '100')).toEqual(['SET k v PXAT <ms>']);
  expect(effect('SET', 'k', 'v', 'GET', 'KEEPTTL')).toEqual(['SET k v KEEPTTL']);
  expect(effect('PSETEX', 'k', '9000', 'v')).toEqual(['SET k v PXAT <ms>']);
  expect(effect('GETEX', 'k')).toEqual([]);
  expect(effect('GETEX', 'k', 'PX', '9000')).toEqual(['PEXPIREAT k <ms>']);
  expect(effect('GETEX', 'k', 'PERSIST')).toEqual(['PERSIST k']);
  expect(effect('INCRBYFLOAT', 'f', '1.5')).toEqual(['SET f 1.5 KEEPTTL']);
  expect(effect('GETSET', 'k', 'w')).toEqual(['SET k w']);
  expect(effect('GETDEL', 'k')).toEqual(['DEL k']);
  expect(effect('EXPIRE', 'f', '10', 'NX')).toEqual(['PEXPIREAT f <ms> NX']);
  expect(effect('EXPIRE', 'f', '-1')).toEqual(['DEL f']);
  expect(effect('MSETNX', 'a', '1', 'a', '2')).toEqual(['MSETNX a 1 a 2']);
});
