/** The loop that waits for events and does what is to be done between them. */
import type { Server } from './server.ts';

/** The loop returns to the runtime at least this often, for signals and promises. */
const YIELD_MS = 10;

export class Loop {
  private stopped = false;

  constructor(private readonly server: Server) {}

  /** Runs until stop(). */
  run(): void {
    const tick = () => {
      if (this.stopped) return;
      const started = performance.now();
      let now = started;
      do now = this.turn(this.pollTimeout());
      while (now - started < YIELD_MS && !this.stopped);
      // The kernel lists a socket that was just served before those that become ready meanwhile,
      // unless it is asked once more before time is given away.
      if (!this.stopped) this.turn(0);
      setImmediate(tick);
    };
    tick();
  }

  stop(): void {
    this.stopped = true;
  }

  /** Waits once and handles what came; returns the time. */
  private turn(timeoutMs: number): number {
    const { transport, clock, observe } = this.server;
    transport.poll(timeoutMs);
    clock.tick();
    this.betweenEvents();
    transport.flush();
    const now = performance.now();
    observe.loopEnds(now);
    return now;
  }

  private pollTimeout(): number {
    const { blocking, store, cron } = this.server;
    const untilDeadline = blocking.nextDeadline() - store.now;
    return Math.max(0, Math.min(cron.intervalMs, untilDeadline));
  }

  /** What is to be done between two waits for events. */
  private betweenEvents(): void {
    const { blocking, store, cron, sessions } = this.server;
    if (blocking.count > 0) blocking.expire(store.now);
    if (blocking.hasReady) blocking.serveReady();
    sessions.settle();
    cron.turn();
    sessions.settle();
  }
}
