import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import type { Database } from '../store/database.ts';
import { Engine, ErrorReply, type Reply } from '../testing/engine.ts';

/** Makes a key look expired without waiting. */
function ageKey(engine: Engine, key: string): void {
  const db = engine.client.db as Database;
  db.setExpire(db.rawFind(key), 1);
}

function effectsOf(engine: Engine): string[] {
  const seen: string[] = [];
  engine.server.propagation.followers.push({
    effect: (db, args) => seen.push(`${db}: ${args.strs().join(' ')}`),
  });
  return seen;
}

const MAKERS: readonly (readonly (string | number)[])[] = [
  ['SET', 'k', 'short'],
  ['SET', 'k', 'x'.repeat(131_000)],
  ['SET', 'k', 'y'.repeat(400_000)],
  ['RPUSH', 'k', ...Array.from({ length: 3 }, (_, i) => i)],
  ['RPUSH', 'k', ...Array.from({ length: 3000 }, (_, i) => `element ${i}`)],
  ['SADD', 'k', 1, 2, 3],
  ['SADD', 'k', ...Array.from({ length: 600 }, (_, i) => `m${i}`)],
  ['ZADD', 'k', 1, 'a', 2, 'b'],
  ['ZADD', 'k', ...Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? i : `m${i}`))],
  ['HSET', 'k', 'f', 'v'],
  ['HSET', 'k', ...Array.from({ length: 2000 }, (_, i) => `f${i}`)],
  ['XADD', 'k', '1-1', 'f', 'v'],
];

test('RENAME, MOVE and COPY carry value and expiry, whatever the type', () => {
  for (const make of MAKERS) {
    const engine = new Engine();
    const dump = (key: string) => engine.run('DUMP', key);
    engine.run(...make);
    engine.run('PEXPIREAT', 'k', 99999999999999);
    const before = dump('k');
    expect(engine.run('RENAME', 'k', 'a much longer name '.repeat(30))).toBe('OK');
    engine.run('RENAME', 'a much longer name '.repeat(30), 'n');
    expect(dump('n')).toBe(before);
    expect(engine.run('COPY', 'n', 'c')).toBe(1);
    expect(engine.run('MOVE', 'n', 5)).toBe(1);
    expect(engine.run('EXISTS', 'n', 'k')).toBe(0);
    expect(dump('c')).toBe(before);
    expect(engine.run('PEXPIRETIME', 'c')).toBe(99999999999999);
    engine.run('SELECT', 5);
    expect(dump('n')).toBe(before);
    expect(engine.run('PEXPIRETIME', 'n')).toBe(99999999999999);
    engine.run('FLUSHALL');
    expect(engine.server.store.objects.count).toBe(0);
  }
});

test('a copy shares nothing with its original', () => {
  for (const make of MAKERS) {
    const engine = new Engine();
    engine.run(...make);
    const before = engine.run('DUMP', 'k');
    engine.run('COPY', 'k', 'c');
    engine.run('DEL', 'k');
    engine.run('SET', 'filler', 'z'.repeat(200));
    expect(engine.run('DUMP', 'c')).toBe(before);
  }
});

test('SWAPDB exchanges databases under the clients that use them', () => {
  const engine = new Engine();
  const other = engine.connect();
  engine.run('SET', 'k', 'zero');
  other.run('SELECT', 1);
  other.run('SET', 'k', 'one', 'EX', 100);
  expect(engine.run('SWAPDB', 0, 1)).toBe('OK');
  expect(engine.run('GET', 'k')).toBe('one');
  expect(engine.run('TTL', 'k')).toBe(100);
  expect(other.run('GET', 'k')).toBe('zero');
  expect(engine.run('SWAPDB', 0, 16)).toEqual(new ErrorReply('ERR DB index is out of range'));
});

test('expired keys are gone for every command, and told of once', () => {
  const engine = new Engine();
  const seen = effectsOf(engine);
  const expired = (...command: (string | number)[]) => {
    engine.run('SET', 'k', 'v');
    ageKey(engine, 'k');
    seen.length = 0;
    return [engine.run(...command), ...seen] as Reply[];
  };
  expect(expired('GET', 'k')).toEqual([null, '0: DEL k']);
  expect(expired('DEL', 'k')).toEqual([0, '0: DEL k']);
  expect(expired('TYPE', 'k')).toEqual(['none', '0: DEL k']);
  expect(expired('SET', 'k', 'w', 'KEEPTTL')).toEqual([
    'OK',
    '-1: MULTI',
    '0: DEL k',
    '0: SET k w KEEPTTL',
    '-1: EXEC',
  ]);
  expect(engine.run('TTL', 'k')).toBe(-1);
  expect(expired('KEYS', '*')).toEqual([[]]);
  expect(expired('RANDOMKEY')).toEqual([null, '0: DEL k']);
  engine.run('CONFIG', 'SET', 'lazyfree-lazy-expire', 'yes');
  expect(expired('EXISTS', 'k')).toEqual([0, '0: UNLINK k']);
  // The key that KEYS passed over went with the SET after it.
  expect(engine.server.stats.expiredKeys).toBe(7);
});

test('what a SCAN expires is not wrapped into a transaction', () => {
  const engine = new Engine();
  const seen = effectsOf(engine);
  for (const key of ['a', 'b', 'c']) {
    engine.run('SET', key, 'v');
    ageKey(engine, key);
  }
  seen.length = 0;
  expect(engine.run('SCAN', 0)).toEqual(['0', []]);
  expect(seen.sort()).toEqual(['0: DEL a', '0: DEL b', '0: DEL c']);
});

test('a SCAN finds every key that was there all the time', () => {
  const next = seededRandom('scan');
  for (let round = 0; round < rounds(5, 100); round++) {
    const engine = new Engine();
    const steady = new Set<string>();
    for (let i = 0; i < 400; i++) {
      steady.add(`steady:${i}`);
      engine.run('SET', `steady:${i}`, i);
    }
    const found = new Set<string>();
    let cursor = '0';
    do {
      const reply = engine.run('SCAN', cursor, 'COUNT', 7, 'MATCH', 'steady:*', 'TYPE', 'STRING');
      const [at, keys] = reply as [string, string[]];
      cursor = at;
      for (const key of keys) found.add(key);
      // The table grows and shrinks meanwhile.
      for (let i = 0; i < 60; i++)
        if (next() < 0.6) engine.run('SET', `other:${Math.floor(next() * 5000)}`, 1);
        else engine.run('DEL', `other:${Math.floor(next() * 5000)}`);
    } while (cursor !== '0');
    expect(found).toEqual(steady);
  }
});

test('EXPIRE weighs its conditions and refuses times that do not fit', () => {
  const engine = new Engine();
  engine.run('SET', 'k', 'v');
  expect(engine.run('EXPIRE', 'k', 100, 'XX')).toBe(0);
  expect(engine.run('EXPIRE', 'k', 100, 'GT')).toBe(0);
  expect(engine.run('EXPIRE', 'k', 100, 'LT')).toBe(1);
  expect(engine.run('EXPIRE', 'k', 50, 'GT')).toBe(0);
  expect(engine.run('EXPIRE', 'k', 200, 'XX', 'GT')).toBe(1);
  expect(engine.run('EXPIRE', 'k', 300, 'NX')).toBe(0);
  expect(engine.run('TTL', 'k')).toBe(200);
  const text = (...words: (string | number)[]) => (engine.run(...words) as ErrorReply).text;
  expect(text('EXPIRE', 'k', 1, 'NX', 'GT')).toBe(
    'ERR NX and XX, GT or LT options at the same time are not compatible',
  );
  expect(text('EXPIRE', 'k', '9223372036854775')).toBe(
    "ERR invalid expire time in 'expire' command",
  );
  expect(engine.run('PEXPIREAT', 'k', '9223372036854775807')).toBe(1);
  expect(engine.run('PERSIST', 'k')).toBe(1);
  expect(engine.run('EXPIREAT', 'k', 1)).toBe(1);
  expect(engine.run('EXISTS', 'k')).toBe(0);
});

test('flushing lazily empties the database at once and frees it in steps', () => {
  const engine = new Engine();
  const { store } = engine.server;
  const empty = store.usedBytes;
  for (let i = 0; i < 3000; i++) engine.run('SET', `key:${i}`, 'v'.repeat(50));
  engine.run('HSET', 'h', ...Array.from({ length: 2000 }, (_, i) => `f${i}`));
  engine.run('FLUSHALL', 'ASYNC');
  expect(engine.run('DBSIZE')).toBe(0);
  expect(store.lazyPending).toBe(3001);
  let steps = 0;
  while (store.freeSome(0)) steps++;
  expect(steps).toBeGreaterThan(5);
  expect(store.lazyPending).toBe(0);
  expect(store.lazyFreed).toBe(3001);
  expect(store.usedBytes).toBe(empty);
});

test('OBJECT on a missing key counts as a miss', () => {
  const engine = new Engine();
  engine.run('OBJECT', 'ENCODING', 'missing');
  expect(engine.server.stats.misses).toBe(1);
});
