/**
 * Time as commands see it. Reading the clock costs as much as a small command, so it is read once
 * per command: the end of one is the start of the next in a batch. While a command, transaction or
 * script runs, store.now stands still.
 */
import type { Store } from '../store/store.ts';

/** LRU clocks count seconds in 24 bits. */
const LRU_MASK = 0xffffff;

export class Clock {
  /** performance.now() at the last reading, in ms. */
  stamp = performance.now();
  /** Date.now() minus performance.now(), renewed by every tick so that clock changes show. */
  private base = Date.now() - this.stamp;
  /** The reading that store.now stands for. */
  private published = this.stamp;
  /** Commands that run now, one inside the other. */
  running = 0;
  /** Set while DEBUG SET-TIME-like tests freeze the clock; null otherwise. */
  frozen: number | null = null;

  constructor(private readonly store: Store) {}

  /** Reads the clock; called when the loop wakes up and by cron. */
  tick(): void {
    this.stamp = performance.now();
    if (this.running === 0) this.publish();
  }

  /** Aligns with the system's clock; called by cron. */
  align(): void {
    this.stamp = performance.now();
    this.base = Date.now() - this.stamp;
    this.store.lruClock = Math.floor(this.store.now / 1000) & LRU_MASK;
    if (this.running === 0) this.publish();
  }

  private publish(): void {
    this.published = this.stamp;
    this.store.now = Math.floor(this.base + this.stamp);
  }

  /** store.now in microseconds, for TIME. */
  microseconds(): number {
    return Math.floor((this.base + this.published) * 1000);
  }

  /** Returns the start of a command, for commandEnds. */
  commandStarts(): number {
    if (this.running++ === 0) this.publish();
    return this.stamp;
  }

  /** Microseconds since `started`. */
  commandEnds(started: number): number {
    this.running--;
    this.stamp = performance.now();
    return Math.floor((this.stamp - started) * 1000);
  }
}
