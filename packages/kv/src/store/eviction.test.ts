import { expect, test } from 'bun:test';
import { EVICTION_POLICIES } from '../config/directives/memory.ts';
import { Engine, ErrorReply } from '../testing/engine.ts';
import { lfuClock, lfuDecayed, lfuIncremented, lruBefore, lruIdle } from './access-clock.ts';

const OOM = new ErrorReply("OOM command not allowed when used memory > 'maxmemory'.");

/** An engine that may use this many bytes more than it does now. */
function limited(policy: string, bytes: number): Engine {
  const engine = new Engine();
  const limit = engine.server.observe.memory.used() + bytes;
  engine.run('CONFIG', 'SET', 'maxmemory-policy', policy, 'maxmemory', limit);
  // No slices: a call frees what is needed.
  engine.run('CONFIG', 'SET', 'maxmemory-eviction-tenacity', 100);
  return engine;
}

test('every policy keeps memory below the limit, and only volatile keys go where that is asked', () => {
  for (const policy of EVICTION_POLICIES) {
    const engine = limited(policy, 400_000);
    const { server } = engine;
    for (let i = 0; i < 500; i++) engine.run('SET', `keep:${i}`, 'v'.repeat(100));
    let refused = 0;
    for (let i = 0; i < 4000; i++)
      if (engine.run('SET', `go:${i}`, 'v'.repeat(100), 'EX', 1000) !== 'OK') refused++;
    // The last write may have made a table grow.
    expect(server.observe.memory.used()).toBeLessThan(server.config.maxmemory + 16_384);
    const kept = (engine.run('KEYS', 'keep:*') as string[]).length;
    if (policy === 'noeviction') {
      expect(refused).toBeGreaterThan(0);
      expect(server.stats.evictedKeys).toBe(0);
    } else {
      expect(refused).toBe(0);
      expect(server.stats.evictedKeys).toBeGreaterThan(500);
      if (policy.startsWith('volatile')) expect(kept).toBe(500);
    }
  }
});

test('without anything to evict, writes are refused and reads are not', () => {
  const engine = limited('volatile-lru', 100_000);
  for (let i = 0; engine.run('SET', `k${i}`, 'v'.repeat(1000)) === 'OK'; i++);
  expect(engine.run('SET', 'more', 'v')).toEqual(OOM);
  expect((engine.run('GET', 'k0') as string).length).toBe(1000);
  expect(engine.run('MULTI')).toBe('OK');
  expect(engine.run('GET', 'k0')).toEqual(OOM);
  engine.run('DISCARD');
  expect(engine.server.eviction.outOfMemory).toBe(true);
  expect(engine.run('DEL', 'k0', 'k1', 'k2')).toBe(3);
  expect(engine.run('SET', 'more', 'v')).toBe('OK');
});

test('the least recently used keys go first', () => {
  const engine = limited('allkeys-lru', 300_000);
  engine.run('CONFIG', 'SET', 'maxmemory-samples', 64);
  const { store } = engine.server;
  let n = 0;
  const now = store.lruClock;
  for (; engine.server.stats.evictedKeys === 0; n++) {
    engine.run('SET', `k${n}`, 'v'.repeat(500));
    const r = engine.client.db.rawFind(`k${n}`);
    store.records.setClock(r, lruBefore(now, n % 2 === 0 ? 10_000 : 1));
  }
  for (let i = 0; i < n / 4; i++) engine.run('SET', `new${i}`, 'v'.repeat(500));
  const old = Array.from({ length: n >> 1 }, (_, i) => engine.client.db.rawFind(`k${2 * i}`));
  const young = Array.from({ length: n >> 1 }, (_, i) => engine.client.db.rawFind(`k${2 * i + 1}`));
  const left = (keys: number[]) => keys.filter((r) => r !== 0).length / keys.length;
  expect(left(young)).toBeGreaterThan(0.95);
  expect(left(old)).toBeLessThan(0.7);
});

test('evictions are told to followers and subscribers', () => {
  const engine = limited('allkeys-random', 100_000);
  const seen: string[] = [];
  engine.server.propagation.followers.push({
    effect: (_db, args) => seen.push(args.str(0)),
  });
  for (let i = 0; i < 400; i++) engine.run('SET', `k${i}`, 'v'.repeat(500));
  expect(seen.filter((name) => name === 'DEL').length).toBe(engine.server.stats.evictedKeys);
  expect(seen).not.toContain('MULTI');
});

test('a call that takes too long leaves the rest for later', () => {
  const engine = new Engine();
  for (let i = 0; i < 3000; i++) engine.run('SET', `k${i}`, 'v'.repeat(200));
  engine.run('CONFIG', 'SET', 'maxmemory-eviction-tenacity', 0);
  engine.run('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  const limit = engine.server.observe.memory.used() - 300_000;
  engine.run('CONFIG', 'SET', 'maxmemory', limit);
  const { eviction } = engine.server;
  expect(eviction.perform()).toBe('running');
  let calls = 1;
  while (eviction.perform() === 'running') calls++;
  expect(calls).toBeGreaterThan(10);
  expect(eviction.running).toBe(false);
  expect(engine.server.observe.memory.used()).toBeLessThanOrEqual(limit);
});

test('access clocks: idle time wraps around, frequency decays and grows ever slower', () => {
  expect(lruIdle(100, 160)).toBe(60_000);
  expect(lruIdle(0xffffff, 10)).toBe(10_000);
  const minute = 60_000;
  const clock = lfuClock(100, 1000 * minute);
  expect(lfuDecayed(clock, 1000 * minute, 1)).toBe(100);
  expect(lfuDecayed(clock, 1010 * minute, 1)).toBe(90);
  expect(lfuDecayed(clock, 1010 * minute, 5)).toBe(98);
  expect(lfuDecayed(clock, 2000 * minute, 1)).toBe(0);
  expect(lfuDecayed(clock, 2000 * minute, 0)).toBe(100);
  let counter = 5;
  for (let i = 0; i < 1_000_000; i++) counter = lfuIncremented(counter, 10);
  expect(counter).toBe(255);
  counter = 5;
  for (let i = 0; i < 1000; i++) counter = lfuIncremented(counter, 10);
  expect(counter).toBeGreaterThan(10);
  expect(counter).toBeLessThan(30);
});
