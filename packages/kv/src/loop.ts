/** The loop that waits for events and does what is to be done between them. */
import type { Server } from './server.ts';

/** The loop returns to the runtime at least this often, for signals and promises. */
const YIELD_MS = 10;

export class Loop {
  private stopped = false;

  constructor(private readonly server: Server) {}

  /** Runs until stop(). */
  run(): void {
    const { transport, clock, observe } = this.server;
    const tick = () => {
      if (this.stopped) return;
      const started = performance.now();
      let now = started;
      do {
        transport.poll(this.pollTimeout());
        clock.tick();
        this.betweenEvents();
        transport.flush();
        now = performance.now();
        observe.loopEnds(now);
      } while (now - started < YIELD_MS && !this.stopped);
      setImmediate(tick);
    };
    tick();
  }

  stop(): void {
    this.stopped = true;
  }

  private pollTimeout(): number {
    const { blocking, store, cron, eviction } = this.server;
    if (eviction.running || store.lazyPending > 0) return 0;
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
