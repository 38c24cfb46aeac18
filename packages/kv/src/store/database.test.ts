import { expect, test } from 'bun:test';
import { Database } from './database.ts';
import type { DatabaseEvents } from './database-events.ts';
import { Store } from './store.ts';

const EVENTS: DatabaseEvents = {
  mayExpire: () => true,
  expired: () => {},
  added: () => {},
  removed: () => {},
  watchesNewKeys: false,
  freesExpiredLazily: false,
  freesReplacedLazily: false,
  hit: () => {},
  miss: () => {},
};

/** Small reproducible numbers in [0, 1). */
function random(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1103515245) + 12345) & 0x7fffffff;
    return s / 0x7fffffff;
  };
}

test('keys that move while the index is being resized stay findable', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const next = random(seed);
    const db = new Database(0, new Store(), EVENTS);
    const model = new Map<string, string>();
    const timed = new Set<string>();
    for (let i = 0; i < 1500; i++) {
      const key = `k${Math.floor(next() * 80)}`;
      const choice = next();
      if (choice < 0.4) {
        const value = 'x'.repeat(Math.floor(next() * 80));
        db.setStringKey(key, value);
        model.set(key, value);
        timed.delete(key);
      } else if (choice < 0.8) {
        const record = db.writeKey(key);
        if (record !== 0) {
          db.setExpire(record, Date.now() + 1e7);
          timed.add(key);
        }
      } else if (choice < 0.9) {
        const record = db.writeKey(key);
        if (record !== 0) db.removeExpire(record);
        timed.delete(key);
      } else {
        db.removeKey(key);
        model.delete(key);
        timed.delete(key);
      }
    }
    for (const [key, value] of model) {
      const record = db.rawFind(key);
      expect([seed, key, record !== 0 && db.stringValue(record)]).toEqual([seed, key, value]);
      expect([key, db.expireAt(record) >= 0]).toEqual([key, timed.has(key)]);
    }
    expect([db.keys.size, db.expires.size]).toEqual([model.size, timed.size]);
  }
});
