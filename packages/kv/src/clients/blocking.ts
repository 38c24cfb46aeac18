/**
 * Clients that wait: for keys (BLPOP, XREAD ...) or for something else (WAIT, CLIENT PAUSE).
 *
 * A client that waits for keys runs its command again when one of them may serve it; the command
 * then succeeds, or parks the client anew behind all others with the deadline it had. Keys are
 * served in the order in which they were signalled, and a key's clients in the order in which they
 * came. What serving one client signals (BLMOVE) is served in the next round, so that nobody is
 * overtaken. While a client waits its input is kept; `resume` has the server go on with it.
 */

import type { Command } from '../commands/spec.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { parseLongDouble } from '../resp/long-double.ts';
import { parseDouble } from '../resp/numbers.ts';
import type { Server } from '../server.ts';
import type { Database } from '../store/database.ts';
import type { TypeId } from '../store/value.ts';
import { DeadlineHeap, type Timed } from '../structures/deadline-heap.ts';
import type { Client } from './client.ts';

const INT64_MAX = 2 ** 63;

export interface Blocked extends Timed {
  readonly client: Client;
  readonly kind: 'keys' | 'wait' | 'postponed' | 'shutdown';
  /** When the wait ends by itself (ms since the epoch), 0 for never. */
  readonly deadline: number;
  readonly command: Command | null;
  /** For 'keys': the command's arguments, the keys, and the value type that can serve it. */
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

/** What a wait for something other than keys must say. */
export interface ParkOptions {
  readonly kind: 'wait' | 'postponed' | 'shutdown';
  /** Milliseconds, 0 for ever. */
  readonly timeoutMs: number;
  readonly timedOut?: (c: Client) => void;
}

/** Argument i as a timeout in seconds, returned in milliseconds; 0 waits for ever. */
export function blockingTimeout(c: Client, a: Args, i: number): number {
  const text = a.str(i);
  const ms = Math.ceil(parseDouble(text) * 1000);
  // The reference reads a long double, which may be finite where a double is not.
  if (!Number.isFinite(ms) && parseLongDouble(text) === null) fail(ERR.timeoutNotFloat);
  if (ms < 0) fail(ERR.timeoutNegative);
  // The deadline must be a 64-bit number; doubles this large are 1024 apart.
  if (!(ms <= INT64_MAX - c.server.store.now - 1024)) fail(ERR.timeoutOutOfRange);
  return ms;
}

/** Clients waiting for one key, in order of arrival. */
class Queue {
  readonly clients = new Set<Client>();
  /** How many of them want to know of the key's deletion. */
  onDelete = 0;
  /** The key is among the ready ones. */
  ready = false;

  constructor(
    readonly id: string,
    readonly db: Database,
    readonly key: string,
  ) {}
}

export class Blocking {
  /** By "<db> <key>". */
  private readonly queues = new Map<string, Queue>();
  private ready: Queue[] = [];
  private readonly all = new Set<Client>();
  private readonly deadlines = new DeadlineHeap<Blocked>();
  private serving = false;
  /** The wait of the client whose command is running again. */
  private rerunning: Blocked | null = null;

  constructor(private readonly server: Server) {}

  /** Number of waiting clients. */
  get count(): number {
    return this.all.size;
  }

  /** Number of keys somebody waits for. */
  get keyCount(): number {
    return this.queues.size;
  }

  /** Number of waiting clients that have a deadline. */
  get timeoutCount(): number {
    return this.deadlines.size;
  }

  /** Number of keys whose deletion somebody waits for. */
  get deletionKeyCount(): number {
    let n = 0;
    for (const q of this.queues.values()) if (q.onDelete > 0) n++;
    return n;
  }

  // ---- waiting ------------------------------------------------------------------------------

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
    const before = this.rerunning?.client === c ? this.rerunning : null;
    const onDelete = options.onDelete ?? false;
    const unique = [...new Set(keys)];
    this.begin({
      client: c,
      kind: 'keys',
      deadline: before !== null ? before.deadline : this.deadline(timeoutMs),
      place: -1,
      command: c.command,
      args: before !== null ? before.args : a.clone(),
      keys: unique,
      type,
      db: c.db,
      onDelete,
      timedOut: options.timedOut ?? nullArray,
    });
    for (const key of unique) {
      const id = `${c.db.index} ${key}`;
      let queue = this.queues.get(id);
      if (queue === undefined) {
        queue = new Queue(id, c.db, key);
        this.queues.set(id, queue);
      }
      queue.clients.add(c);
      if (onDelete) queue.onDelete++;
    }
  }

  /** Parks c for something other than keys; its owner calls one of the unblock methods. */
  park(c: Client, options: ParkOptions): void {
    this.begin({
      client: c,
      kind: options.kind,
      deadline: this.deadline(options.timeoutMs),
      place: -1,
      command: c.command,
      args: null,
      keys: [],
      type: null,
      db: c.db,
      onDelete: false,
      timedOut: options.timedOut ?? nullArray,
    });
  }

  private deadline(timeoutMs: number): number {
    return timeoutMs === 0 ? 0 : this.server.store.now + timeoutMs;
  }

  private begin(b: Blocked): void {
    b.client.blocked = b;
    this.all.add(b.client);
    if (b.deadline > 0) this.deadlines.add(b);
  }

  /** Undoes `begin` and the queueing; the client is nowhere in here afterwards. */
  private end(b: Blocked): void {
    const c = b.client;
    c.blocked = null;
    this.all.delete(c);
    this.deadlines.remove(b);
    for (const key of b.keys) {
      const id = `${b.db.index} ${key}`;
      const queue = this.queues.get(id);
      if (!queue?.clients.delete(c)) continue;
      if (b.onDelete) queue.onDelete--;
      if (queue.clients.size === 0) this.queues.delete(id);
    }
  }

  // ---- ending a wait ------------------------------------------------------------------------

  /** Ends c's wait without a reply; its further input is read again. */
  unblock(c: Client): void {
    if (c.blocked === null) return;
    this.end(c.blocked);
    this.server.sessions.resumeInput(c);
  }

  /** Ends c's wait as its timeout would. */
  timeOut(c: Client): void {
    const b = c.blocked;
    if (b === null) return;
    this.server.sessions.replyTo(c, () => b.timedOut(c));
    this.finish(b, false);
  }

  /** Ends c's wait with an error. */
  unblockWithError(c: Client, text: string): void {
    const b = c.blocked;
    if (b === null) return;
    this.server.sessions.replyTo(c, () => c.out.error(text));
    this.finish(b, true);
  }

  /** A command that ends without running again is counted here. */
  private finish(b: Blocked, failed: boolean): void {
    const c = b.client;
    if (b.kind === 'keys' && b.command !== null && b.args !== null) {
      b.command.calls++;
      if (failed) b.command.failedCalls++;
      this.server.observe.executed(c, b.command, b.args, 0);
    }
    this.unblock(c);
  }

  /** A client went away. */
  drop(c: Client): void {
    if (c.blocked !== null) this.end(c.blocked);
  }

  /** True while c's command runs again after a wait. */
  isRerun(c: Client): boolean {
    return this.rerunning?.client === c;
  }

  // ---- keys that may serve somebody ---------------------------------------------------------

  /** Key a[i] got a value: whoever waits for it is served after the running command. */
  signal(db: Database, a: Args, i: number): void {
    if (this.queues.size > 0) this.signalKey(db, a.str(i));
  }

  /** As signal; `deleted` when the key went away or was replaced as a whole. */
  signalKey(db: Database, key: string, deleted = false): void {
    if (this.queues.size === 0) return;
    const queue = this.queues.get(`${db.index} ${key}`);
    if (queue !== undefined) this.makeReady(queue, deleted);
  }

  private makeReady(queue: Queue, deleted: boolean): void {
    if (queue.ready || (deleted && queue.onDelete === 0)) return;
    queue.ready = true;
    this.ready.push(queue);
  }

  /**
   * Signals the awaited keys that a database is about to lose, because it is flushed or because
   * another's content takes its place (in which a key of the same type is no loss).
   */
  signalLoss(db: Database, replacement: Database | null): void {
    for (const queue of this.queues.values()) {
      if (queue.db !== db || queue.onDelete === 0) continue;
      const before = db.rawFind(queue.key);
      if (before === 0) continue;
      const type = db.type(before);
      const after = replacement === null ? 0 : replacement.rawFind(queue.key);
      if (after === 0 || replacement?.type(after) !== type) this.makeReady(queue, true);
    }
  }

  /** Signals every awaited key of a database: it was emptied, or another's content is in it now. */
  signalDatabase(db: Database, deleted: boolean): void {
    for (const queue of this.queues.values())
      if (queue.db === db && (deleted || db.peek(queue.key) !== 0)) this.makeReady(queue, deleted);
  }

  get hasReady(): boolean {
    return this.ready.length > 0;
  }

  /** Serves the clients whose keys were signalled; called after each command. */
  serveReady(): void {
    if (this.serving) return;
    this.serving = true;
    // What expired while the command ran serves nobody.
    this.server.clock.tick();
    try {
      while (this.ready.length > 0) {
        const batch = this.ready;
        this.ready = [];
        for (const signalled of batch) {
          signalled.ready = false;
          // Serving others may have emptied the queue and begun a new one for the same key.
          const queue = this.queues.get(signalled.id);
          if (queue === undefined) continue;
          for (const c of [...queue.clients]) if (queue.clients.has(c)) this.retry(c, queue);
        }
      }
    } finally {
      this.serving = false;
    }
  }

  private retry(c: Client, queue: Queue): void {
    const b = c.blocked as Blocked;
    const r = queue.db.peek(queue.key);
    if (!(r !== 0 && queue.db.type(r) === b.type) && !b.onDelete) return;
    this.end(b);
    this.rerunning = b;
    try {
      this.server.sessions.runAgain(c, b.args as Args);
    } finally {
      this.rerunning = null;
    }
    if (c.blocked === null) this.server.sessions.resumeInput(c);
  }

  // ---- time ---------------------------------------------------------------------------------

  /** Ends the waits whose time is over; called when the loop wakes up. */
  expire(now: number): void {
    for (let b = this.deadlines.first; b !== undefined; b = this.deadlines.first) {
      if (b.deadline >= now) return;
      this.timeOut(b.client);
    }
  }

  /** The earliest deadline, Infinity when nobody has one: bounds the poll's timeout. */
  nextDeadline(): number {
    return this.deadlines.first?.deadline ?? Number.POSITIVE_INFINITY;
  }
}

function nullArray(c: Client): void {
  c.out.nilArray();
}
