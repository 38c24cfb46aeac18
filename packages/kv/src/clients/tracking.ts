/**
 * Server-assisted client-side caching. Keys read by a tracking client are remembered with its id;
 * when one changes, the client (or the one it redirects to) is told. Clients in broadcast mode are
 * told of every changed key with one of their prefixes, once per event-loop round.
 */

import { KeyList } from '../commands/key-list.ts';
import { commandKeys } from '../commands/keys.ts';
import { type Command, FLAG } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

/** Keys dropped per call while the table is over its limit, times the rounds it has been so. */
const LIMIT_EFFORT = 100;
/** What a prefix costs besides its text, for the client's memory. */
const PREFIX_BYTES = 300;
const CHANNEL = '__redis__:invalidate';

export interface Tracking {
  /** Client id to send to, 0 for the client itself. */
  redirect: number;
  bcast: boolean;
  optin: boolean;
  optout: boolean;
  noloop: boolean;
  /** CLIENT CACHING was given: holds for the next command. */
  caching: boolean;
  brokenRedirect: boolean;
  readonly prefixes: Set<string>;
}

/** Changed keys of a prefix since the last round, with the client that changed each last. */
interface Broadcast {
  readonly clients: Set<Client>;
  changed: Map<string, Client | null>;
}

export class TrackingTable {
  /** Ids of the clients that may hold a key. Clients are checked when the key changes. */
  private readonly holders = new Map<string, Set<number>>();
  private readonly prefixes = new Map<string, Broadcast>();
  private readonly tracking = new Set<Client>();
  private items = 0;
  private overLimitRounds = 0;
  private readonly keys = new KeyList();
  private readonly scratch = new Writer(1024);

  constructor(private readonly server: Server) {}

  get clientCount(): number {
    return this.tracking.size;
  }
  get keyCount(): number {
    return this.holders.size;
  }
  get itemCount(): number {
    return this.items;
  }
  get prefixCount(): number {
    return this.prefixes.size;
  }

  enable(c: Client, options: Tracking): void {
    const before = c.tracking;
    c.tracking = options;
    c.heldBytes -= prefixMemory(before);
    if (options.bcast && options.prefixes.size === 0) options.prefixes.add('');
    if (before !== null) for (const p of before.prefixes) options.prefixes.add(p);
    c.heldBytes += prefixMemory(options);
    this.tracking.add(c);
    if (options.bcast) {
      for (const p of options.prefixes) {
        let b = this.prefixes.get(p);
        if (b === undefined) this.prefixes.set(p, (b = { clients: new Set(), changed: new Map() }));
        b.clients.add(c);
      }
    }
    this.server.events.invalidate = (_by, _db, key) => this.changed(key);
    this.server.events.invalidateAll = () => this.flushed();
  }

  disable(c: Client): void {
    const t = c.tracking;
    if (t === null) return;
    for (const p of t.prefixes) {
      const b = this.prefixes.get(p);
      if (b?.clients.delete(c) && b.clients.size === 0) this.prefixes.delete(p);
    }
    c.heldBytes -= prefixMemory(t);
    c.tracking = null;
    this.tracking.delete(c);
    this.release();
  }

  /** Has no changes told any more once nobody tracks and no key is remembered. */
  private release(): void {
    if (this.tracking.size > 0 || this.holders.size > 0) return;
    this.server.events.invalidate = null;
    this.server.events.invalidateAll = null;
  }

  /** Two prefixes of one client must not overlap; returns the offending pair's error or null. */
  prefixCollision(c: Client, fresh: readonly string[]): string | null {
    const existing = c.tracking === null ? [] : [...c.tracking.prefixes];
    for (let i = 0; i < fresh.length; i++) {
      const p = fresh[i] as string;
      for (const other of existing)
        if (overlap(p, other))
          return `ERR Prefix '${p}' overlaps with an existing prefix '${other}'. Prefixes for a single client must not overlap.`;
      for (let j = i + 1; j < fresh.length; j++) {
        const other = fresh[j] as string;
        if (overlap(p, other))
          return `ERR Prefix '${p}' overlaps with another provided prefix '${other}'. Prefixes for a single client must not overlap.`;
      }
    }
    return null;
  }

  /** A read command of a tracking client ran: remembers its keys. */
  remember(c: Client, command: Command, a: Args): void {
    const t = c.tracking;
    if (t === null || t.bcast) return;
    if ((t.optin && !t.caching) || (t.optout && t.caching)) return;
    if (command.flags & FLAG.pubsub) return;
    const n = commandKeys(command.keyPlan, a, this.keys);
    for (let i = 0; i < n; i++) {
      const key = a.str(this.keys.index[i] as number);
      let ids = this.holders.get(key);
      if (ids === undefined) this.holders.set(key, (ids = new Set()));
      if (!ids.has(c.id)) {
        ids.add(c.id);
        this.items++;
      }
    }
  }

  /** CLIENT CACHING holds for one command, or for the transaction that it begins. */
  commandEnded(c: Client, command: Command | null): void {
    const t = c.tracking;
    if (t === null || !t.caching || c.transaction !== null || c.blocked !== null) return;
    if ((command?.parent ?? command)?.spec.name !== 'client') t.caching = false;
  }

  private changed(key: string): void {
    const by = this.server.current;
    for (const [prefix, b] of this.prefixes) if (key.startsWith(prefix)) b.changed.set(key, by);
    this.invalidate(key);
  }

  /** Tells the holders of a key and forgets them. */
  private invalidate(key: string): void {
    const ids = this.holders.get(key);
    if (ids === undefined) return;
    this.holders.delete(key);
    this.items -= ids.size;
    for (const id of ids) {
      const c = this.server.clients.get(id);
      const t = c?.tracking;
      if (c === undefined || t === null || t === undefined || t.bcast) continue;
      if (t.noloop && c === this.server.current) continue;
      this.send(c, t, (w) => w.bulkArray([key]));
    }
    this.release();
  }

  /** All keys are gone: every tracking client is told with a null. */
  flushed(): void {
    for (const c of this.tracking)
      if (c.tracking !== null) this.send(c, c.tracking, (w) => w.nil());
    this.holders.clear();
    this.items = 0;
    this.release();
  }

  /** Sends the keys gathered for broadcast clients; called once per round of the loop. */
  broadcast(): void {
    for (const b of this.prefixes.values()) {
      if (b.changed.size === 0) continue;
      const { changed } = b;
      b.changed = new Map();
      for (const c of b.clients) {
        const t = c.tracking;
        if (t === null) continue;
        const keys = [...changed].filter(([, by]) => !(t.noloop && by === c)).map(([key]) => key);
        if (keys.length > 0) this.send(c, t, (w) => w.bulkArray(keys));
      }
    }
  }

  /** Drops keys at random while there are more than the configured number. */
  enforceLimit(): void {
    const max = Number(this.server.config.trackingTableMaxKeys);
    if (max === 0 || this.holders.size <= max) {
      this.overLimitRounds = 0;
      return;
    }
    let effort = LIMIT_EFFORT * (this.overLimitRounds + 1);
    for (const key of this.holders.keys()) {
      if (effort-- === 0 || this.holders.size <= max) break;
      this.invalidate(key);
    }
    this.overLimitRounds = this.holders.size > max ? this.overLimitRounds + 1 : 0;
  }

  private send(c: Client, t: Tracking, value: (w: Writer) => void): void {
    const w = this.scratch;
    w.reset();
    let to = c;
    if (t.redirect !== 0) {
      const target = this.server.clients.get(t.redirect);
      if (target === undefined) {
        t.brokenRedirect = true;
        if (c.resp === 3) {
          w.resp = 3;
          w.push(2);
          w.bulkStr('tracking-redir-broken');
          w.int(t.redirect);
          this.server.sessions.push(c, Buffer.from(w.buf.subarray(0, w.pos)));
        }
        return;
      }
      to = target;
    }
    w.resp = to.resp;
    if (to.resp === 3) {
      w.push(2);
      w.bulkStr('invalidate');
    } else if (to !== c && to.isSubscribed) {
      w.push(3);
      w.bulkStr('message');
      w.bulkStr(CHANNEL);
    } else return;
    value(w);
    this.server.sessions.push(to, Buffer.from(w.buf.subarray(0, w.pos)));
  }
}

/** Bytes that a client's prefixes cost. */
function prefixMemory(t: Tracking | null): number {
  let bytes = 0;
  for (const p of t?.prefixes ?? []) bytes += PREFIX_BYTES + p.length;
  return bytes;
}

function overlap(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
