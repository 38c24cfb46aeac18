/**
 * What others learn when a key changes: WATCH, client-side caching and keyspace notifications.
 * Each costs one test when nobody uses it.
 */

import type { Client } from './client.ts';
import { NOTIFY } from './config/keyspace-events.ts';
import type { Args } from './resp/args.ts';
import type { Server } from './server.ts';
import type { Database } from './store/database.ts';

export { NOTIFY };

export class KeyspaceEvents {
  /** Clients that watch a key, by "<db> <key>". */
  readonly watchers = new Map<string, Set<Client>>();
  /** Told of every changed key; set by tracking while some client uses it. */
  invalidate: ((c: Client | null, db: Database, key: string) => void) | null = null;

  constructor(private readonly server: Server) {}

  /** Key a[i] was changed by c. */
  modified(c: Client | null, db: Database, a: Args, i: number): void {
    if (this.watchers.size > 0 || this.invalidate !== null) this.modifiedKey(c, db, a.str(i));
  }

  modifiedKey(c: Client | null, db: Database, key: string): void {
    if (this.watchers.size > 0) {
      const watching = this.watchers.get(`${db.index} ${key}`);
      if (watching !== undefined) for (const w of watching) w.dirtyCas = true;
    }
    if (this.invalidate !== null) this.invalidate(c, db, key);
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
