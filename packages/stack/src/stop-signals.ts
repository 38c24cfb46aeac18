/**
 * Under `npm start`, one Ctrl-C arrives twice: from the terminal, and passed on by npm. A user's
 * second Ctrl-C comes later than that.
 */
const SAME_KEYSTROKE_MS = 400;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Turns the first stop signal into a gentle stop and a later one into a forced one. */
export class StopSignals {
  readonly #handler: () => void;

  constructor(stop: (forced: boolean) => void, now: () => number = Date.now) {
    let first: number | undefined;
    this.#handler = () => {
      if (first === undefined) {
        first = now();
        stop(false);
      } else if (now() - first > SAME_KEYSTROKE_MS) {
        stop(true);
      }
    };
    for (const signal of SIGNALS) process.on(signal, this.#handler);
  }

  ignore(): void {
    for (const signal of SIGNALS) process.off(signal, this.#handler);
  }
}
