/**
 * The loop that waits for events and does what is to be done between them. With a transport that can
 * be polled it owns the process and gives time to the runtime now and then; with another the
 * runtime's loop drives it, by events and by a timer.
 */
import type { Server } from '../server.ts';

/** The loop returns to the runtime at least this often, for signals and promises. */
const YIELD_MS = 10;

export class Loop {
  private stopped = false;
  private timer: Timer | undefined;
  /** When the timer goes off, in performance.now(). */
  private timerAt = Number.POSITIVE_INFINITY;

  constructor(private readonly server: Server) {}

  /** Runs until stop(). */
  run(): void {
    if (this.server.transport.poll(0)) this.poll();
    else this.eventsHandled();
  }

  private poll(): void {
    const tick = () => {
      if (this.stopped) return;
      const started = performance.now();
      let now = started;
      do now = this.turn(this.pollTimeout());
      while (now - started < YIELD_MS && !this.stopped);
      // The kernel lists a socket that was just served before those that become ready meanwhile,
      // unless it is asked once more before time is given away.
      if (!this.stopped) this.turn(0, false);
      setImmediate(tick);
    };
    tick();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Waits once and handles what came; returns the time. A mere look that finds nothing is no turn. */
  private turn(timeoutMs: number, counts = true): number {
    const { stats, transport } = this.server;
    const before = stats.commands;
    transport.poll(timeoutMs);
    return this.finishTurn(counts || stats.commands !== before);
  }

  private finishTurn(counts = true): number {
    const { transport, clock, observe } = this.server;
    clock.tick();
    this.betweenEvents();
    transport.flush();
    const now = performance.now();
    if (counts) observe.loopEnds(now);
    return now;
  }

  /** The runtime's loop has handled what came, or the timer went off. */
  eventsHandled(): void {
    if (this.stopped) return;
    const now = this.finishTurn();
    const at = now + this.pollTimeout();
    // The timer is set anew only when it would go off too late, or already has.
    if (at >= this.timerAt && now < this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(() => {
      this.timerAt = Number.POSITIVE_INFINITY;
      this.server.sessions.woke();
      this.eventsHandled();
    }, at - now);
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
