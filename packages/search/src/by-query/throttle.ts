/** Keeps the documents of many batches to so many a second; the limit may change meanwhile. */

/** Timers take no more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export class Throttle {
  /** Milliseconds that batches were held up. */
  heldUp = 0;
  private waiting: { from: number; delay: number; wake: () => void } | undefined;

  /** Infinity for no limit. */
  constructor(
    private limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get requestsPerSecond(): number {
    return this.limit;
  }

  /** Milliseconds until the next batch may start. */
  get left(): number {
    const { waiting } = this;
    return waiting === undefined ? 0 : Math.max(0, waiting.from + waiting.delay - this.now());
  }

  /** Waits as long as a batch of `size` that started at `since` has to take; less when aborted. */
  async wait(since: number, size: number, signal: AbortSignal): Promise<void> {
    const from = this.now();
    const delay = since + (size / this.limit) * 1000 - from;
    if (!(delay > 0)) return;
    this.waiting = { from, delay, wake: () => {} };
    const wake = () => this.waiting?.wake();
    signal.addEventListener('abort', wake);
    while (this.left > 0 && !signal.aborted) await this.pause(this.waiting);
    signal.removeEventListener('abort', wake);
    if (!signal.aborted) this.heldUp += this.waiting.delay;
    this.waiting = undefined;
  }

  /** A faster pace holds at once, a slower one from the next batch on. */
  rethrottle(limit: number): void {
    const { left, waiting } = this;
    const delay = limit === Number.POSITIVE_INFINITY ? 0 : (left * this.limit) / limit;
    this.limit = limit;
    if (waiting === undefined || delay >= left) return;
    waiting.from = this.now();
    waiting.delay = delay;
    waiting.wake();
  }

  private pause(waiting: { wake: () => void }): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(this.left, MAX_TIMER_MS));
      // A node that stops does not wait for it.
      timer.unref();
      waiting.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
