/** Commands on a database as a whole: KEYS, SCAN, RANDOMKEY, DBSIZE, FLUSHDB, FLUSHALL, SWAPDB. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Database } from '../store/database.ts';
import { TYPE_NAMES } from '../store/value.ts';
import { globMatch } from '../structures/glob.ts';
import { databaseAt } from './generic.ts';
import { scanCursor, scanMatches, scanOptions } from './scan-options.ts';
import type { Handlers } from './spec.ts';

/** Buckets looked at for each element asked for, so that a sparse table cannot hold a SCAN up. */
const BUCKETS_PER_ELEMENT = 10;
/** Random picks among keys that have all expired and may not be deleted now. */
const MAX_TRIES = 100;

/** True when FLUSHDB or FLUSHALL shall free in the background. */
function flushesLazily(c: Client, a: Args): boolean {
  if (a.n === 1) return c.server.config.lazyfreeLazyUserFlush;
  if (a.n === 2 && a.is(1, 'ASYNC')) return true;
  if (a.n === 2 && a.is(1, 'SYNC')) return false;
  return fail(ERR.syntax);
}

function flush(c: Client, dbs: readonly Database[], lazy: boolean): void {
  const { server } = c;
  for (const db of dbs) server.events.databaseChanges(db);
  server.events.invalidateAll?.();
  for (const db of dbs) server.propagation.dirty += db.clear(lazy);
  // An empty database is flushed for followers too: theirs may not be empty.
  server.propagation.force();
  c.out.ok();
}

export const keyspaceCommands: Handlers = {
  keys(c, a) {
    const { db, out } = c;
    const pattern = a.str(1);
    const all = pattern === '*';
    const mark = out.mark();
    let n = 0;
    db.keys.forEach((r) => {
      // A client over its output limit is on its way out: nobody will read the rest.
      if (db.isExpired(r) || c.closeAsap) return;
      const key = db.key(r);
      if (!all && !globMatch(pattern, key)) return;
      out.bulkStr(key);
      n++;
    });
    out.finishArray(mark, n);
  },

  scan(c, a) {
    const { db, out } = c;
    let cursor = scanCursor(a, 1);
    const options = scanOptions(a, 2, true);
    const found: number[] = [];
    let looked = 0;
    let buckets = options.count * BUCKETS_PER_ELEMENT;
    do {
      cursor = db.keys.scan(cursor, (r) => {
        looked++;
        if (scanMatches(options, db.key(r))) found.push(r);
      });
    } while (cursor !== 0 && buckets-- > 0 && looked < options.count);
    out.array(2);
    out.bulkInt(cursor);
    const mark = out.mark();
    let n = 0;
    for (const r of found) {
      if (db.expireIfDue(r)) continue;
      if (options.type !== null && TYPE_NAMES[db.type(r)] !== options.type) continue;
      out.bulkStr(db.key(r));
      n++;
    }
    out.finishArray(mark, n);
  },

  randomkey(c) {
    const { db } = c;
    for (let tries = 1; db.size > 0; tries++) {
      const r = db.randomKey();
      const key = db.key(r);
      const allVolatile = db.size === db.expires.size;
      if (!db.expireIfDue(r) || (allVolatile && tries >= MAX_TRIES && db.size > 0)) {
        c.out.bulkStr(key);
        return;
      }
    }
    c.out.nil();
  },

  dbsize(c) {
    c.out.int(c.db.size);
  },

  flushdb(c, a) {
    flush(c, [c.db], flushesLazily(c, a));
  },

  flushall(c, a) {
    flush(c, c.server.dbs, flushesLazily(c, a));
    // The snapshot on disk would bring the data back: where there is to be one, it is renewed.
    if (c.server.config.save.length > 0) c.server.persistence.save();
  },

  swapdb(c, a) {
    const { server } = c;
    if (server.config.clusterEnabled) fail('ERR SWAPDB is not allowed in cluster mode');
    const first = a.intIn(1, -(2 ** 31), 2 ** 31 - 1, 'ERR invalid first DB index');
    a.intIn(2, -(2 ** 31), 2 ** 31 - 1, 'ERR invalid second DB index');
    const one = server.dbs[first] ?? fail(ERR.dbIndexOutOfRange);
    const other = databaseAt(c, a, 2);
    if (one !== other) {
      server.events.databaseChanges(one, other);
      server.events.databaseChanges(other, one);
      one.swapWith(other);
      server.blocking.signalDatabase(one, false);
      server.blocking.signalDatabase(other, false);
    }
    server.propagation.dirty++;
    c.out.ok();
  },
};
