/** WATCH bookkeeping: which clients watch which keys, and whether their transactions may run. */

import type { Database } from '../store/database.ts';
import type { Client } from './client.ts';

interface Watch {
  readonly db: Database;
  readonly key: string;
  /** The key had already expired when it was watched: its deletion is then no change. */
  expired: boolean;
}

/** What a watched key costs besides its name, for the client's memory. */
const WATCH_BYTES = 200;

export class Watches {
  private readonly byKey = new Map<string, Map<Client, Watch>>();
  private readonly byClient = new Map<Client, Map<string, Watch>>();

  get active(): boolean {
    return this.byKey.size > 0;
  }

  get clientCount(): number {
    return this.byClient.size;
  }

  /** Number of watched keys, for INFO. */
  get keyCount(): number {
    return this.byKey.size;
  }

  watch(c: Client, db: Database, key: string): void {
    const id = `${db.index} ${key}`;
    let own = this.byClient.get(c);
    if (own === undefined) this.byClient.set(c, (own = new Map()));
    if (own.has(id)) return;
    const r = db.rawFind(key);
    const watch: Watch = { db, key, expired: r !== 0 && db.isExpired(r) };
    own.set(id, watch);
    c.heldBytes += WATCH_BYTES + key.length;
    let all = this.byKey.get(id);
    if (all === undefined) this.byKey.set(id, (all = new Map()));
    all.set(c, watch);
  }

  unwatch(c: Client): void {
    const own = this.byClient.get(c);
    if (own === undefined) return;
    this.byClient.delete(c);
    for (const [id, { key }] of own) {
      c.heldBytes -= WATCH_BYTES + key.length;
      const all = this.byKey.get(id);
      if (all?.delete(c) && all.size === 0) this.byKey.delete(id);
    }
  }

  /** A key changed: the transactions of all who watch it will not run. */
  touched(db: Database, key: string): void {
    const all = this.byKey.get(`${db.index} ${key}`);
    if (all === undefined) return;
    for (const [c, watch] of all) {
      if (watch.expired && db.rawFind(key) === 0) {
        // The expired key itself went away; what was watched was its absence.
        watch.expired = false;
        continue;
      }
      c.dirtyCas = true;
    }
  }

  /** A whole database is about to be emptied, or swapped with `other`. */
  touchedDatabase(db: Database, other: Database | null = null): void {
    for (const all of this.byKey.values())
      for (const [c, watch] of all)
        if (watch.db === db && changes(watch, db, other)) c.dirtyCas = true;
  }

  /** True when a key this client watches has expired since. */
  anyExpired(c: Client): boolean {
    for (const watch of this.byClient.get(c)?.values() ?? []) {
      if (watch.expired) continue;
      const r = watch.db.rawFind(watch.key);
      if (r !== 0 && watch.db.isExpired(r)) return true;
    }
    return false;
  }
}

/** Whether emptying a database (or putting another's keys in place of its own) changes a watched key. */
function changes(watch: Watch, db: Database, other: Database | null): boolean {
  const here = db.rawFind(watch.key);
  const there = other === null ? 0 : other.rawFind(watch.key);
  if (here === 0 && there === 0) return false;
  const expiredThere = there !== 0 && (other as Database).isExpired(there);
  if (watch.expired) {
    // What was watched was the absence of a key: it stays absent, whatever stands there expired.
    if (there === 0) watch.expired = false;
    return there !== 0 && !expiredThere;
  }
  if (here === 0 && expiredThere) {
    watch.expired = true;
    return false;
  }
  return true;
}
