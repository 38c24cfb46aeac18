/**
 * Eviction: keeps used memory below maxmemory by deleting keys as maxmemory-policy says.
 *
 * The LRU, LFU and TTL policies are approximations: of each database a few keys are looked at
 * (maxmemory-samples), the best candidates seen so far are kept in a small pool, and the best of them
 * goes first. A call works until enough is freed or its time is over (maxmemory-eviction-tenacity);
 * then commands go on, above the limit for a while, and the rest is done between events.
 */
import type { Config } from '../config/config.ts';
import { lfuClock, lfuDecayed, lfuIncremented, lruIdle } from './access-clock.ts';
import type { Database } from './database.ts';
import type { Store } from './store.ts';

const POOL_SIZE = 16;
/** The clock is read after this many deletions. */
const KEYS_PER_CLOCK = 16;
/** Up to this tenacity the time grows linearly, beyond it by 15 % a step. */
const LINEAR_TENACITY = 10;
const MICROSECONDS_PER_TENACITY = 50;
const TENACITY_GROWTH = 1.15;
const TENACITY_MAX = 100;

/** What eviction must know of the server, and tells it. */
export interface EvictionHost {
  readonly dbs: readonly Database[];
  readonly config: Config;
  readonly store: Store;
  readonly stats: EvictionStats;
  /** Used memory as far as it counts against maxmemory. */
  used(): number;
  /** False while loading, paused, on a replica that leaves it to its primary. */
  mayEvict(): boolean;
  /** A key was evicted: propagate, notify. */
  evicted(db: Database, key: string): void;
  /** So many microseconds were spent on an event of the latency monitor. */
  delayed(event: string, microseconds: number): void;
}

export interface EvictionStats {
  evictedKeys: number;
  /** Microseconds above maxmemory in all, and performance.now() since when now (0: it is not). */
  evictionExceededTime: number;
  evictionExceededSince: number;
}

/** ok: below the limit; running: above, being worked on; fail: above, nothing left to evict. */
export type EvictionResult = 'ok' | 'running' | 'fail';

interface Candidate {
  readonly db: Database;
  readonly key: string;
  /** The higher, the sooner it goes. */
  readonly score: number;
}

export class Eviction {
  /** Memory was above the limit and eviction did not help when the running command began. */
  outOfMemory = false;
  /** More is to be evicted between events. */
  running = false;
  /** Best candidate last. */
  private pool: Candidate[] = [];
  private nextDb = 0;
  private samples = new Uint32Array(0);

  constructor(private readonly host: EvictionHost) {
    this.policyChanged();
  }

  /** Makes lookups keep the clock that the policy needs. */
  policyChanged(): void {
    const { store, config } = this.host;
    store.lfu = config.maxmemoryPolicy.endsWith('lfu');
    store.touchLfu = (r) => {
      const counter = lfuDecayed(store.records.clock(r), store.now, config.lfuDecayTime);
      const next = lfuIncremented(counter, config.lfuLogFactor);
      store.records.setClock(r, lfuClock(next, store.now));
    };
    this.pool = [];
  }

  /** Tables grow only as far as memory allows, lest the growth itself evict keys. */
  allowsTable(bytes: number): boolean {
    const { maxmemory } = this.host.config;
    return maxmemory === 0 || this.host.used() + bytes <= maxmemory;
  }

  /** Frees memory as far as needed, possible and in time. */
  perform(): EvictionResult {
    const { host } = this;
    if (!host.mayEvict()) return 'ok';
    const result = this.excess() <= 0 ? 'ok' : this.evict();
    this.running = result === 'running';
    this.count(result);
    return result;
  }

  private count(result: EvictionResult): void {
    const { stats } = this.host;
    if (result !== 'ok') {
      if (stats.evictionExceededSince === 0) stats.evictionExceededSince = performance.now();
    } else if (stats.evictionExceededSince !== 0) {
      stats.evictionExceededTime += (performance.now() - stats.evictionExceededSince) * 1000;
      stats.evictionExceededSince = 0;
    }
  }

  /** Bytes above the limit. */
  private excess(): number {
    const { maxmemory } = this.host.config;
    return maxmemory === 0 ? 0 : this.host.used() - maxmemory;
  }

  private evict(): EvictionResult {
    const { host } = this;
    const { config, store } = host;
    if (config.maxmemoryPolicy === 'noeviction') return 'fail';
    const toFree = this.excess();
    const started = performance.now();
    const limit = timeLimit(config.maxmemoryEvictionTenacity) / 1000;
    let freed = 0;
    let keys = 0;
    let result: EvictionResult = 'ok';
    while (freed < toFree) {
      const victim = this.choose();
      if (victim === null) {
        // What was deleted lazily may be worth as much as is missing.
        store.freeSome(started + limit);
        result = this.excess() <= 0 ? 'ok' : 'fail';
        break;
      }
      freed += this.delete(victim.db, victim.key);
      if (++keys % KEYS_PER_CLOCK !== 0) continue;
      if (config.lazyfreeLazyEviction && this.excess() <= 0) break;
      if (performance.now() - started > limit) {
        result = 'running';
        break;
      }
    }
    host.delayed('eviction-cycle', (performance.now() - started) * 1000);
    return result;
  }

  /** Deletes a key; returns how many bytes that freed. */
  private delete(db: Database, key: string): number {
    const { host } = this;
    const { store, stats, config } = host;
    const before = store.usedBytes;
    const started = performance.now();
    db.removeKey(key, config.lazyfreeLazyEviction);
    host.delayed('eviction-del', (performance.now() - started) * 1000);
    const freed = before - store.usedBytes;
    stats.evictedKeys++;
    host.evicted(db, key);
    return freed;
  }

  private choose(): { db: Database; key: string } | null {
    const { maxmemoryPolicy } = this.host.config;
    return maxmemoryPolicy.endsWith('random') ? this.chooseRandom() : this.chooseFromPool();
  }

  private indexOf(db: Database): Database['keys'] {
    return this.host.config.maxmemoryPolicy.startsWith('allkeys') ? db.keys : db.expires;
  }

  /** Some key of the next database that has one. */
  private chooseRandom(): { db: Database; key: string } | null {
    const { dbs } = this.host;
    for (let i = 0; i < dbs.length; i++) {
      const db = dbs[++this.nextDb % dbs.length] as Database;
      const r = this.indexOf(db).random();
      if (r !== 0) return { db, key: db.key(r) };
    }
    return null;
  }

  private chooseFromPool(): Candidate | null {
    for (;;) {
      let keys = 0;
      for (const db of this.host.dbs) {
        const { size } = this.indexOf(db);
        if (size > 0) this.sample(db);
        keys += size;
      }
      if (keys === 0) return null;
      for (let best = this.pool.pop(); best !== undefined; best = this.pool.pop()) {
        const r = best.db.rawFind(best.key);
        // A candidate may have been deleted, or have lost its expiry, since it was seen.
        const fits =
          r !== 0 && (this.indexOf(best.db) === best.db.keys || best.db.expireAt(r) >= 0);
        if (fits) return best;
      }
    }
  }

  /** Looks at some keys of a database and keeps those that beat what is in the pool. */
  private sample(db: Database): void {
    const { config } = this.host;
    const count = config.maxmemorySamples;
    if (this.samples.length < count) this.samples = new Uint32Array(count);
    const n = this.indexOf(db).sample(count, this.samples);
    for (let i = 0; i < n; i++) this.offer(db, this.samples[i] as number);
  }

  private offer(db: Database, r: number): void {
    const { pool } = this;
    const score = this.score(db, r);
    let at = 0;
    while (at < pool.length && (pool[at] as Candidate).score < score) at++;
    if (at === 0 && pool.length === POOL_SIZE) return;
    const key = db.key(r);
    if (pool.some((c) => c.key === key && c.db === db)) return;
    pool.splice(at, 0, { db, key, score });
    if (pool.length > POOL_SIZE) pool.shift();
  }

  private score(db: Database, r: number): number {
    const { config, store } = this.host;
    const clock = store.records.clock(r);
    if (store.lfu) return 255 - lfuDecayed(clock, store.now, config.lfuDecayTime);
    if (config.maxmemoryPolicy === 'volatile-ttl') return -db.expireAt(r);
    return lruIdle(clock, store.lruClock);
  }
}

/** Microseconds that a call may take, by maxmemory-eviction-tenacity. */
function timeLimit(tenacity: number): number {
  if (tenacity >= TENACITY_MAX) return Number.POSITIVE_INFINITY;
  const linear = MICROSECONDS_PER_TENACITY * Math.min(tenacity, LINEAR_TENACITY);
  return tenacity <= LINEAR_TENACITY
    ? linear
    : linear * TENACITY_GROWTH ** (tenacity - LINEAR_TENACITY);
}
