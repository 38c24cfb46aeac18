/** The last commands that took longer than slowlog-log-slower-than, newest first. */
import type { Args } from '../resp/args.ts';

const MAX_ARGUMENTS = 32;
const MAX_ARGUMENT_BYTES = 128;

export interface SlowEntry {
  readonly id: number;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly microseconds: number;
  readonly args: readonly string[];
  readonly peer: string;
  readonly clientName: string;
}

/** Arguments as MONITOR and SLOWLOG show them: secrets are not told. */
export const REDACTED = '(redacted)';

/** At most 32 arguments of at most 128 bytes; what is left out is told in numbers. */
function trimmed(a: Args, redacted: ReadonlySet<number> | null): string[] {
  const shown = Math.min(a.n, MAX_ARGUMENTS);
  const args: string[] = [];
  for (let i = 0; i < shown; i++) {
    const length = a.len[i] as number;
    if (shown !== a.n && i === shown - 1) args.push(`... (${a.n - shown + 1} more arguments)`);
    else if (redacted?.has(i)) args.push(REDACTED);
    else if (length > MAX_ARGUMENT_BYTES) {
      const at = a.off[i] as number;
      const head = a.buf.latin1Slice(at, at + MAX_ARGUMENT_BYTES);
      args.push(`${head}... (${length - MAX_ARGUMENT_BYTES} more bytes)`);
    } else args.push(a.str(i));
  }
  return args;
}

export class SlowLog {
  /** Oldest first. */
  private entries: SlowEntry[] = [];
  private nextId = 0;

  get length(): number {
    return this.entries.length;
  }

  add(
    a: Args,
    redacted: ReadonlySet<number> | null,
    microseconds: number,
    peer: string,
    clientName: string,
  ): void {
    this.entries.push({
      id: this.nextId++,
      time: Math.floor(Date.now() / 1000),
      microseconds,
      args: trimmed(a, redacted),
      peer,
      clientName,
    });
  }

  /** Drops the oldest entries beyond slowlog-max-len. */
  trim(maxLength: number): void {
    const surplus = this.entries.length - maxLength;
    if (surplus > 0) this.entries.splice(0, surplus);
  }

  /** The newest `count` entries, newest first. */
  newest(count: number): readonly SlowEntry[] {
    return count === 0 ? [] : this.entries.slice(-count).reverse();
  }

  clear(): void {
    this.entries = [];
  }
}
