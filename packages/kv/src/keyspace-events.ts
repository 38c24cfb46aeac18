/**
 * What others learn when a key changes: WATCH, client-side caching and keyspace notifications.
 * Each costs one test when nobody uses it.
 */

import type { Client } from './client.ts';
import { NOTIFY } from './config/keyspace-events.ts';
import type { Args } from './resp/args.ts';
import type { Server } from './server.ts';
import type { Database } from './store/database.ts';
import { Watches } from './transactions.ts';

export { NOTIFY };

export class KeyspaceEvents {
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
}
