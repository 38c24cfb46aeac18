/**
 * What others learn when a key changes: WATCH, client-side caching, keyspace notifications, waiting
 * clients, followers. Each costs one test when nobody uses it.
 */
import type { Client } from './clients/client.ts';
import { Watches } from './clients/transactions.ts';
import { NOTIFY } from './config/keyspace-events.ts';
import type { Args } from './resp/args.ts';
import type { Server } from './server.ts';
import type { Database } from './store/database.ts';
import type { DatabaseEvents } from './store/database-events.ts';
import { TYPE, type TypeId } from './store/value.ts';

export { NOTIFY };

export class KeyspaceEvents implements DatabaseEvents {
  readonly watches = new Watches();
  /** Told of every changed key; set by tracking while some client uses it. */
  invalidate: ((c: Client | null, db: Database, key: string) => void) | null = null;

  /** Told when whole databases were emptied; set by tracking while some client uses it. */
  invalidateAll: (() => void) | null = null;

  constructor(private readonly server: Server) {}

  /** Key a[i] was changed by c. */
  modified(c: Client | null, db: Database, a: Args, i: number): void {
    if (this.watches.active || this.invalidate !== null) this.modifiedKey(c, db, a.str(i));
  }

  modifiedKey(c: Client | null, db: Database, key: string): void {
    if (this.watches.active) this.watches.touched(db, key);
    if (this.invalidate !== null) this.invalidate(c, db, key);
  }

  /** All keys of a database are about to go away, or to be swapped with those of `other`. */
  databaseChanges(db: Database, other: Database | null = null): void {
    if (this.watches.active) this.watches.touchedDatabase(db, other);
    this.server.blocking.signalLoss(db, other);
  }

  /** Publishes an event about key a[i] to those who subscribed to such events. */
  notify(type: number, event: string, db: Database, a: Args, i: number): void {
    if ((this.server.config.notifyKeyspaceEvents & type) !== 0)
      this.notifyKey(type, event, db, a.str(i));
  }

  notifyKey(type: number, event: string, db: Database, key: string): void {
    const enabled = this.server.config.notifyKeyspaceEvents;
    if ((enabled & type) === 0) return;
    const { pubsub } = this.server;
    if (enabled & NOTIFY.keyspace) pubsub.publish(`__keyspace@${db.index}__:${key}`, event);
    if (enabled & NOTIFY.keyevent) pubsub.publish(`__keyevent@${db.index}__:${event}`, key);
  }

  // ---- what databases tell ------------------------------------------------------------------

  mayExpire(): boolean {
    return !this.server.loading && !this.server.pause.stopsExpiry;
  }

  get freesExpiredLazily(): boolean {
    return this.server.config.lazyfreeLazyExpire;
  }

  get freesReplacedLazily(): boolean {
    return this.server.config.lazyfreeLazyServerDel;
  }

  expired(db: Database, key: string): void {
    this.server.stats.expiredKeys++;
    this.notifyKey(NOTIFY.expired, 'expired', db, key);
    this.modifiedKey(null, db, key);
    this.server.propagation.also(db, this.freesExpiredLazily ? 'UNLINK' : 'DEL', key);
  }

  get watchesNewKeys(): boolean {
    const { blocking, config } = this.server;
    return blocking.keyCount > 0 || (config.notifyKeyspaceEvents & NOTIFY.new) !== 0;
  }

  added(db: Database, r: number): void {
    const key = db.key(r);
    this.server.blocking.signalKey(db, key);
    this.notifyKey(NOTIFY.new, 'new', db, key);
  }

  removed(db: Database, key: string, type: TypeId): void {
    if (type === TYPE.stream) this.server.blocking.signalKey(db, key, true);
  }

  hit(): void {
    this.server.stats.hits++;
  }

  miss(db: Database, buf: Uint8Array, off: number, len: number): void {
    this.server.stats.misses++;
    if ((this.server.config.notifyKeyspaceEvents & NOTIFY.keyMiss) === 0) return;
    const key = Buffer.from(buf.subarray(off, off + len)).latin1Slice();
    this.notifyKey(NOTIFY.keyMiss, 'keymiss', db, key);
  }
}
