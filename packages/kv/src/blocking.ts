/**
 * Clients that wait: for keys (BLPOP, XREAD ...) or for something else (WAIT, CLIENT PAUSE). A
 * client that waits for keys runs its command again each time one of them may serve it.
 */
import type { Client } from './client.ts';
import type { Args } from './resp/args.ts';
import type { Server } from './server.ts';
import type { Database } from './store/database.ts';
import type { TypeId } from './store/value.ts';

export interface Blocked {
  readonly kind: 'keys' | 'wait' | 'postponed' | 'shutdown';
  /** When the wait ends by itself (ms since the epoch), 0 for never. */
  readonly deadline: number;
  /** For 'keys': the command to run again, the keys, and the value type that can serve it. */
  readonly args: Args | null;
  readonly keys: readonly string[];
  readonly type: TypeId | null;
  readonly db: Database;
  /** Also woken when a key is deleted or changes type (XREADGROUP). */
  readonly onDelete: boolean;
  /** Writes the reply of a wait that timed out. */
  readonly timedOut: (c: Client) => void;
}

export interface BlockOptions {
  readonly onDelete?: boolean;
  readonly timedOut?: (c: Client) => void;
}

export class Blocking {
  /** Waiting clients by key, per database index, in order of arrival. */
  private readonly waiting = new Map<string, Set<Client>>();
  /** Keys that got a value (or were deleted) since clients were last served. */
  private ready: { db: Database; key: string; deleted: boolean }[] = [];
  private readonly all = new Set<Client>();
  private serving = false;

  constructor(private readonly server: Server) {}

  get count(): number {
    return this.all.size;
  }

  /** Number of keys somebody waits for. */
  get keyCount(): number {
    return this.waiting.size;
  }

  /**
   * Parks c until one of its keys is signalled; its command then runs again. `timeoutMs` 0 waits
   * for ever. The handler must have written nothing.
   */
  onKeys(
    c: Client,
    a: Args,
    keys: readonly string[],
    type: TypeId,
    timeoutMs: number,
    options: BlockOptions = {},
  ): void {
    // A command that runs again and waits on keeps its first deadline.
    const before = c.blocked;
    this.park(c, {
      kind: 'keys',
      deadline:
        before !== null ? before.deadline : timeoutMs === 0 ? 0 : this.server.store.now + timeoutMs,
      args: before !== null ? before.args : a.clone(),
      keys,
      type,
      db: c.db,
      onDelete: options.onDelete ?? false,
      timedOut: options.timedOut ?? ((client) => client.out.nilArray()),
    });
    for (const key of keys) {
      const id = `${c.db.index} ${key}`;
      let clients = this.waiting.get(id);
      if (clients === undefined) this.waiting.set(id, (clients = new Set()));
      clients.add(c);
    }
  }

  /** Parks c for something other than keys; its owner calls `unblock`. */
  park(c: Client, blocked: Blocked): void {
    c.blocked = blocked;
    this.all.add(c);
  }

  /** Ends c's wait without a reply; its further input is read again. */
  unblock(c: Client): void {
    const b = c.blocked;
    if (b === null) return;
    this.forget(c, b);
    c.blocked = null;
    this.server.resumeInput(c);
  }

  private forget(c: Client, b: Blocked): void {
    this.all.delete(c);
    for (const key of b.keys) {
      const id = `${b.db.index} ${key}`;
      const clients = this.waiting.get(id);
      if (clients?.delete(c) && clients.size === 0) this.waiting.delete(id);
    }
  }

  /** Key a[i] got a value: whoever waits for it is served after the running command. */
  signal(db: Database, a: Args, i: number): void {
    if (this.waiting.size > 0) this.signalKey(db, a.str(i));
  }

  signalKey(db: Database, key: string, deleted = false): void {
    if (this.waiting.size === 0 || !this.waiting.has(`${db.index} ${key}`)) return;
    this.ready.push({ db, key, deleted });
  }

  get hasReady(): boolean {
    return this.ready.length > 0;
  }

  /** Serves the clients whose keys were signalled; called after each command. */
  serveReady(): void {
    if (this.serving) return;
    this.serving = true;
    try {
      while (this.ready.length > 0) {
        const batch = this.ready;
        this.ready = [];
        const seen = new Set<string>();
        for (const { db, key, deleted } of batch) {
          const id = `${db.index} ${key}`;
          if (seen.has(id) && !deleted) continue;
          seen.add(id);
          const clients = this.waiting.get(id);
          if (clients === undefined) continue;
          for (const c of [...clients]) this.retry(c, db, key, deleted);
        }
      }
    } finally {
      this.serving = false;
    }
  }

  private retry(c: Client, db: Database, key: string, deleted: boolean): void {
    const b = c.blocked;
    if (b === null || b.args === null) return;
    const r = db.peek(key);
    const servable = r !== 0 && (b.type === null || db.type(r) === b.type);
    if (!servable && !(deleted && b.onDelete) && !(b.onDelete && r !== 0)) return;
    this.forget(c, b);
    this.server.runAgain(c, b);
    if (c.blocked === b) {
      c.blocked = null;
      this.server.resumeInput(c);
    }
  }

  /** Ends the waits whose time is over; called by cron. */
  expire(now: number): void {
    for (const c of this.all) {
      const b = c.blocked;
      if (b === null || b.deadline === 0 || b.deadline > now) continue;
      this.server.replyTo(c, () => b.timedOut(c));
      this.unblock(c);
    }
  }

  /** The earliest deadline, Infinity when nobody has one: bounds the poll's timeout. */
  nextDeadline(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const c of this.all) {
      const d = c.blocked?.deadline ?? 0;
      if (d > 0 && d < next) next = d;
    }
    return next;
  }

  /** A client went away. */
  drop(c: Client): void {
    if (c.blocked !== null) this.forget(c, c.blocked);
    c.blocked = null;
  }
}
