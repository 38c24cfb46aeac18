/**
 * Slows down guessing: after ten failed logins in a row from one address, each further failure is
 * answered later and later. A login that succeeds ends it.
 */

const FREE_FAILURES = 10;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
/** Addresses remembered; the one that failed longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

export class AuthThrottle {
  /** Failures in a row, in order of the last failure. */
  private readonly failures = new Map<string, number>();

  /** Counts a failure; returns how long (ms) its answer must wait. */
  failed(address: string): number {
    const count = (this.failures.get(address) ?? 0) + 1;
    this.failures.delete(address);
    this.failures.set(address, count);
    if (this.failures.size > MAX_ADDRESSES) {
      for (const oldest of this.failures.keys()) {
        this.failures.delete(oldest);
        break;
      }
    }
    if (count <= FREE_FAILURES) return 0;
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - FREE_FAILURES - 1));
  }

  succeeded(address: string): void {
    this.failures.delete(address);
  }
}
