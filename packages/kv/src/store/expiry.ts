/**
 * The active expire cycle: finds keys whose time is over although nobody asks for them. It walks the
 * index of volatile keys in small steps, adapting to what it finds: a database goes on being walked
 * while more than an acceptable share of the looked-at keys had expired.
 *
 *   slow cycle   once per server tick (hz), at most a quarter of that tick's time
 *   fast cycle   between ticks while expired keys are many, about a millisecond, then a pause of two
 *
 * active-expire-effort (1 to 10) raises the number of keys looked at and the time allowed, and lowers
 * the acceptable share.
 */
import type { Config } from '../config/config.ts';
import type { Database } from './database.ts';

const KEYS_PER_STEP = 20;
const FAST_MICROSECONDS = 1000;
const SLOW_CPU_PERCENT = 25;
const ACCEPTABLE_STALE_PERCENT = 10;
const DATABASES_PER_CALL = 16;
/** Buckets looked at per key wanted; empty ones cost little. */
const BUCKETS_PER_KEY = 20;
/** The clock is read after this many steps. */
const STEPS_PER_CLOCK = 16;
/** Weight of the newest sample in the running averages. */
const TTL_WEIGHT = 0.02;
const STALE_WEIGHT = 0.05;

/** What the cycle counts, for INFO. */
export interface ExpiryStats {
  /** Estimated share of expired keys not yet removed, 0 to 1. */
  expiredStale: number;
  expireTimeCapReached: number;
  /** Microseconds spent here. */
  expireCycleTime: number;
}

export class ExpireCycle {
  /** False while a test keeps the cycle from running (DEBUG SET-ACTIVE-EXPIRE 0). */
  enabled = true;
  private nextDb = 0;
  private hitTimeLimit = false;
  private lastFast = 0;
  private readonly batch: number[] = [];

  constructor(
    private readonly dbs: readonly Database[],
    private readonly config: Config,
    private readonly stats: ExpiryStats,
    /** False on replicas, while loading and while expiry is paused. */
    private readonly mayRun: () => boolean,
  ) {}

  /** The cycle of a server tick; returns the microseconds it took. */
  slow(): number {
    if (!this.enabled || !this.mayRun()) return 0;
    const percent = SLOW_CPU_PERCENT + 2 * this.effort;
    return this.run(Math.max(1, (percent * 10_000) / Math.max(1, this.config.hz)));
  }

  /** The cycle between ticks; does nothing while few keys are stale. */
  fast(): number {
    const stale = this.stats.expiredStale * 100 >= this.acceptable;
    if (!this.enabled || (!this.hitTimeLimit && !stale) || !this.mayRun()) return 0;
    const duration = FAST_MICROSECONDS + (FAST_MICROSECONDS / 4) * this.effort;
    const now = microseconds();
    if (now < this.lastFast + duration * 2) return 0;
    this.lastFast = now;
    return this.run(duration);
  }

  private get effort(): number {
    return this.config.activeExpireEffort - 1;
  }

  /** Percent of stale keys that are not worth more work. */
  private get acceptable(): number {
    return ACCEPTABLE_STALE_PERCENT - this.effort;
  }

  private run(limit: number): number {
    const { dbs, stats } = this;
    const started = microseconds();
    const rounds = this.hitTimeLimit ? dbs.length : Math.min(DATABASES_PER_CALL, dbs.length);
    this.hitTimeLimit = false;
    let steps = 0;
    let looked = 0;
    let expired = 0;
    for (let i = 0; i < rounds && !this.hitTimeLimit; i++) {
      const db = dbs[this.nextDb++ % dbs.length] as Database;
      for (;;) {
        const step = this.step(db);
        if (step === null) break;
        looked += step.looked;
        expired += step.expired;
        if (++steps % STEPS_PER_CLOCK === 0 && microseconds() - started > limit) {
          this.hitTimeLimit = true;
          stats.expireTimeCapReached++;
          break;
        }
        if (step.looked > 0 && (step.expired * 100) / step.looked <= this.acceptable) break;
      }
    }
    const took = microseconds() - started;
    stats.expireCycleTime += took;
    const share = looked === 0 ? 0 : expired / looked;
    stats.expiredStale = share * STALE_WEIGHT + stats.expiredStale * (1 - STALE_WEIGHT);
    return took;
  }

  /** Looks at some keys of a database; null when it has none to look at. */
  private step(db: Database): { looked: number; expired: number } | null {
    const size = db.expires.size;
    if (size === 0) {
      db.averageTtl = 0;
      return null;
    }
    const wanted = Math.min(size, KEYS_PER_STEP + (KEYS_PER_STEP / 4) * this.effort);
    const now = Date.now();
    const { batch } = this;
    let looked = 0;
    let expired = 0;
    let ttlSum = 0;
    let ttls = 0;
    for (let buckets = wanted * BUCKETS_PER_KEY; buckets > 0 && looked < wanted; buckets--) {
      batch.length = 0;
      // Records die while they are looked at, so a bucket is read before any of it is judged.
      db.expireCursor = db.expires.scan(db.expireCursor, (r) => {
        batch.push(r);
      });
      looked += batch.length;
      for (const r of batch) {
        const ttl = db.expireAt(r) - now;
        if (ttl < 0) {
          db.expire(db.key(r));
          expired++;
        } else if (ttl > 0) {
          ttlSum += ttl;
          ttls++;
        }
      }
    }
    if (ttls > 0) {
      const mean = Math.floor(ttlSum / ttls);
      if (db.averageTtl === 0) db.averageTtl = mean;
      db.averageTtl = Math.floor(db.averageTtl * (1 - TTL_WEIGHT) + mean * TTL_WEIGHT);
    }
    return { looked, expired };
  }
}

function microseconds(): number {
  return Math.floor(performance.now() * 1000);
}
