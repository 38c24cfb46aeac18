import { expect, test } from 'bun:test';
import { Engine } from '../testing/engine.ts';
import type { Database } from './database.ts';

function fill(engine: Engine, keys: number, expired: number): void {
  const db = engine.client.db as Database;
  for (let i = 0; i < keys; i++) {
    engine.run('SET', `k${i}`, 'v', 'PX', 1_000_000);
    if (i < expired) db.setExpire(db.rawFind(`k${i}`), 1);
  }
}

test('the slow cycle removes all expired keys that nobody asks for', () => {
  const engine = new Engine();
  const { expiry, stats } = engine.server;
  fill(engine, 2000, 1500);
  for (let turn = 0; turn < 400 && engine.run('DBSIZE') !== 500; turn++) expiry.slow();
  expect(engine.run('DBSIZE')).toBe(500);
  expect(stats.expiredKeys).toBe(1500);
  const { averageTtl } = engine.client.db as Database;
  expect(averageTtl).toBeGreaterThan(900_000);
  expect(averageTtl).toBeLessThanOrEqual(1_000_000);
});

test('the fast cycle runs only while many keys are stale', () => {
  const engine = new Engine();
  const { expiry, stats } = engine.server;
  fill(engine, 500, 500);
  expect(expiry.fast()).toBe(0);
  expect(engine.run('DBSIZE')).toBe(500);
  stats.expiredStale = 0.5;
  expiry.fast();
  expect(engine.run('DBSIZE')).toBeLessThan(500);
});

test('nothing expires while the server must not change its data', () => {
  const engine = new Engine();
  fill(engine, 100, 100);
  engine.server.loading = true;
  engine.server.expiry.slow();
  expect(engine.client.db.size).toBe(100);
  engine.server.loading = false;
  engine.server.expiry.enabled = false;
  engine.server.expiry.slow();
  expect(engine.client.db.size).toBe(100);
});

test('a cycle passes from database to database', () => {
  const engine = new Engine();
  for (let db = 0; db < 16; db++) {
    engine.run('SELECT', db);
    fill(engine, 10, 10);
  }
  engine.server.expiry.slow();
  for (const db of engine.server.dbs) expect(db.size).toBe(0);
});
