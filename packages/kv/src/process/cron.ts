/**
 * What happens without a client asking: jobs that run `hz` times a second or less often, and jobs
 * that run before the loop waits for events again. Jobs slice themselves: each gets a deadline.
 */
import type { Server } from '../server.ts';

/** Buckets of each table moved per turn of cron while rehashing, besides those moved by writes. */
const REHASH_BUCKETS = 200;
/** Milliseconds a turn of cron may spend freeing values in the background. */
const FREE_MS = 1;
/** Milliseconds between two huge pages: one takes as long as a thousand commands. */
const HUGE_PAGE_EVERY_MS = 300;

interface Job {
  readonly everyMs: number;
  readonly run: () => void;
  last: number;
}

export class Cron {
  private readonly jobs: Job[] = [];
  private readonly beforeWait: (() => void)[] = [];
  private lastTurn = 0;
  /** DEBUG PAUSE-CRON */
  paused = false;

  constructor(private readonly server: Server) {
    const { store, clock, limits, pause, tracking } = server;
    this.every(0, () => {
      clock.align();
      pause.tick(store.now);
      store.freeSome(performance.now() + FREE_MS);
      for (const db of server.dbs) db.rehash(REHASH_BUCKETS);
    });
    this.every(0, () => {
      limits.turn();
      server.sessions.trim();
    });
    this.every(HUGE_PAGE_EVERY_MS, () => {
      if (!server.dbs.some((db) => db.collapseOne())) store.arena.collapseOne();
    });
    this.every(100, () => server.observe.tick());
    this.beforeWaiting(() => {
      tracking.enforceLimit();
      tracking.broadcast();
      limits.evict();
    });
  }

  /** Runs a job at most once in so many ms, and not more often than hz times a second. */
  every(everyMs: number, run: () => void): void {
    this.jobs.push({ everyMs, run, last: 0 });
  }

  /** Runs a job each time before the loop waits for events. */
  beforeWaiting(run: () => void): void {
    this.beforeWait.push(run);
  }

  /** Runs what is due; called on every turn of the loop. */
  turn(): void {
    for (const run of this.beforeWait) run();
    const { now } = this.server.store;
    // The clock may have been set back.
    if (now - this.lastTurn < this.intervalMs && now >= this.lastTurn) return;
    this.lastTurn = now;
    if (this.paused) return;
    const started = performance.now();
    for (const job of this.jobs) {
      if (now - job.last < job.everyMs && now >= job.last) continue;
      job.last = now;
      job.run();
    }
    this.server.stats.cronTime += (performance.now() - started) * 1000;
  }

  get intervalMs(): number {
    return Math.floor(1000 / this.server.config.hz);
  }
}
