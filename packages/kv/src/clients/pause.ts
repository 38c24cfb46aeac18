/**
 * CLIENT PAUSE: commands of ordinary clients wait until it is over. Each purpose (the command, a
 * failover, a shutdown) pauses on its own; the strictest one counts.
 */

import { type Command, FLAG } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

export type PauseMode = 'write' | 'all';
export type PausePurpose = 'command' | 'failover' | 'shutdown' | 'migrate';

interface Paused {
  readonly mode: PauseMode;
  /** ms since the epoch */
  readonly until: number;
}

/** Commands that count as writes while paused although they are not flagged so. */
const MAY_REPLICATE = FLAG.write | FLAG.may_replicate;

export class Pause {
  private readonly purposes = new Map<PausePurpose, Paused>();

  constructor(private readonly server: Server) {}

  /** Pauses for a purpose; a longer or stricter pause of the same purpose stays in force. */
  start(purpose: PausePurpose, mode: PauseMode, until: number): void {
    const before = this.purposes.get(purpose);
    this.purposes.set(purpose, {
      mode: before?.mode === 'all' && purpose === 'command' ? 'all' : mode,
      until: Math.max(until, before?.until ?? 0),
    });
    this.server.dispatch.guard('pause', true);
  }

  end(purpose: PausePurpose): void {
    if (this.purposes.delete(purpose)) this.release();
  }

  /** The strictest mode in force, or null. Ends pauses whose time is over. */
  get mode(): PauseMode | null {
    if (this.purposes.size === 0) return null;
    let mode: PauseMode | null = null;
    for (const p of this.purposes.values()) if (mode !== 'all') mode = p.mode;
    return mode;
  }

  /** True while expiry and eviction must leave the data set alone. */
  get stopsExpiry(): boolean {
    return this.purposes.size > 0;
  }

  /** For INFO: what is paused, why, and for how many more ms. */
  describe(now: number): { reason: string; actions: string; timeLeft: number } {
    const mode = this.mode;
    let left = 0;
    let reason = 'none';
    for (const [purpose, p] of this.purposes) {
      if (p.until - now <= left) continue;
      left = p.until - now;
      reason = {
        command: 'client_pause',
        failover: 'failover_in_progress',
        shutdown: 'shutdown_in_progress',
        migrate: 'none',
      }[purpose];
    }
    return { reason, actions: mode ?? 'none', timeLeft: left };
  }

  /** Called by cron: ends pauses whose time is over. */
  tick(now: number): void {
    let ended = false;
    for (const [purpose, p] of this.purposes)
      if (p.until <= now) {
        this.purposes.delete(purpose);
        ended = true;
      }
    if (ended) this.release();
  }

  /** True when this command has to wait. */
  holds(c: Client, command: Command, a: Args | null): boolean {
    const { mode } = this;
    if (mode === null || c.kind !== 'normal' || c.monitor) return false;
    if (mode === 'all') return true;
    const flags =
      command.spec.name === 'exec' && c.transaction !== null
        ? c.transaction.flags
        : a === null
          ? command.flags
          : this.server.scripting.flagsOf(command, a);
    return (flags & MAY_REPLICATE) !== 0;
  }

  /** Lets waiting clients run their command. */
  private release(): void {
    this.server.dispatch.guard('pause', this.purposes.size > 0);
    for (const c of [...this.server.clients.values()])
      if (
        c.blocked?.kind === 'postponed' &&
        !(c.command !== null && this.holds(c, c.command, c.args))
      )
        this.server.sessions.runPostponed(c);
  }
}
