/** What the redis.* functions of a running script need from the server. */
import type { Args } from '../resp/args.ts';
import type { Writer } from '../resp/writer.ts';
import type { DebugSession } from './debugger/session.ts';

/** Bits of redis.set_repl: where the effects of the script's writes go. */
export const REPL = { none: 0, aof: 1, replica: 2, all: 3 } as const;

export interface ScriptHost {
  /** Where `call` leaves replies; its `resp` is what redis.setresp sets. */
  readonly reply: Writer;
  /** The session of SCRIPT DEBUG, when this run is debugged. */
  readonly debugger: DebugSession | null;
  /** Milliseconds after which `interrupt` is to be asked; 0 for never. */
  readonly busyThreshold: number;
  /**
   * Runs a command. Returns null with the reply in `reply` from 0 on, or why it was refused: a text
   * that begins with '-' and its error code, or with neither for ERR.
   */
  call(args: Args): string | null;
  setRepl(flags: number): void;
  /** Whether the caller may run a command; null when there is no such command. */
  mayRun(args: Args): boolean | null;
  /** Writes to the server's log. Levels count from debug (0) to warning (3). */
  log(level: number, text: string): void;
  /** Asked every so often; true when the script is to be killed. */
  interrupt(): boolean;
}
