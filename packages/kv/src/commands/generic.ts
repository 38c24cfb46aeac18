/** Commands on single keys whatever their type: DEL, EXISTS, TYPE, RENAME, MOVE, COPY and kin. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import type { Database } from '../store/database.ts';
import { copyKey, type KeyBytes, moveKey } from '../store/transfer.ts';
import { TYPE_NAMES } from '../store/value.ts';
import type { Handlers } from './spec.ts';

const INT_MAX = 2 ** 31 - 1;
const INT_MIN = -(2 ** 31);
/** What the reference says about an index that is a number but no int. */
const NOT_AN_INT = `ERR value is out of range, value must between ${INT_MIN} and ${INT_MAX}`;

/** The database that argument i numbers. */
export function databaseAt(c: Client, a: Args, i: number, notAnInt?: string): Database {
  const index = a.int(i, notAnInt);
  if (index < INT_MIN || index > INT_MAX) fail(notAnInt ?? NOT_AN_INT);
  return c.server.dbs[index] ?? fail(ERR.dbIndexOutOfRange);
}

function keyBytes(a: Args, i: number): KeyBytes {
  return { buf: a.buf, off: a.off[i] as number, len: a.len[i] as number };
}

function sameArgument(a: Args, i: number, j: number): boolean {
  return a.len[i] === a.len[j] && a.str(i) === a.str(j);
}

function deleteKeys(c: Client, a: Args, lazy: boolean): void {
  const { server, db } = c;
  let deleted = 0;
  for (let i = 1; i < a.n; i++) {
    const r = db.find(a, i);
    if (r === 0 || db.expireIfDue(r)) continue;
    db.remove(a, i, lazy);
    server.events.modified(c, db, a, i);
    server.events.notify(NOTIFY.generic, 'del', db, a, i);
    server.propagation.dirty++;
    deleted++;
  }
  c.out.int(deleted);
}

/** RENAME and RENAMENX; false when NX found the new name taken (or equal to the old). */
function rename(c: Client, a: Args, nx: boolean): boolean {
  const { server, db } = c;
  let r = db.write(a, 1);
  if (r === 0) fail(ERR.noSuchKey);
  if (sameArgument(a, 1, 2)) return !nx;
  if (db.write(a, 2) !== 0) {
    if (nx) return false;
    db.remove(a, 2, server.config.lazyfreeLazyServerDel);
    r = db.write(a, 1);
  }
  moveKey(db, r, db, keyBytes(a, 2));
  server.events.modified(c, db, a, 1);
  server.events.modified(c, db, a, 2);
  server.events.notify(NOTIFY.generic, 'rename_from', db, a, 1);
  server.events.notify(NOTIFY.generic, 'rename_to', db, a, 2);
  server.propagation.dirty++;
  return true;
}

interface CopyOptions {
  readonly to: Database;
  readonly replace: boolean;
}

function copyOptions(c: Client, a: Args): CopyOptions {
  let to = c.db;
  let replace = false;
  for (let i = 3; i < a.n; i++) {
    if (a.is(i, 'REPLACE')) replace = true;
    else if (a.is(i, 'DB') && i + 1 < a.n) to = databaseAt(c, a, ++i);
    else fail(ERR.syntax);
  }
  return { to, replace };
}

export const genericCommands: Handlers = {
  del(c, a) {
    deleteKeys(c, a, c.server.config.lazyfreeLazyUserDel);
  },

  unlink(c, a) {
    deleteKeys(c, a, true);
  },

  exists(c, a) {
    let n = 0;
    for (let i = 1; i < a.n; i++) if (c.db.readQuietly(a, i) !== 0) n++;
    c.out.int(n);
  },

  touch(c, a) {
    // What CLIENT NO-TOUCH does not hold back.
    c.server.store.noTouch = false;
    let n = 0;
    for (let i = 1; i < a.n; i++) if (c.db.read(a, i) !== 0) n++;
    c.out.int(n);
  },

  type(c, a) {
    const r = c.db.readQuietly(a, 1);
    c.out.simple(r === 0 ? 'none' : TYPE_NAMES[c.db.type(r)]);
  },

  rename(c, a) {
    rename(c, a, false);
    c.out.ok();
  },

  renamenx(c, a) {
    c.out.int(rename(c, a, true) ? 1 : 0);
  },

  move(c, a) {
    const { server, db } = c;
    if (server.config.clusterEnabled) fail('ERR MOVE is not allowed in cluster mode');
    const to = databaseAt(c, a, 2);
    if (to === db) fail(ERR.sameObject);
    const r = db.write(a, 1);
    if (r === 0 || to.write(a, 1) !== 0) {
      c.out.int(0);
      return;
    }
    moveKey(db, r, to, keyBytes(a, 1));
    server.events.modified(c, db, a, 1);
    server.events.modified(c, to, a, 1);
    server.events.notify(NOTIFY.generic, 'move_from', db, a, 1);
    server.events.notify(NOTIFY.generic, 'move_to', to, a, 1);
    server.propagation.dirty++;
    c.out.int(1);
  },

  copy(c, a) {
    const { server, db } = c;
    const { to, replace } = copyOptions(c, a);
    if (server.config.clusterEnabled && (db.index !== 0 || to.index !== 0))
      fail('ERR Copying to another database is not allowed in cluster mode');
    if (to === db && sameArgument(a, 1, 2)) fail(ERR.sameObject);
    const r = db.read(a, 1);
    if (r === 0) {
      c.out.int(0);
      return;
    }
    if (to.write(a, 2) !== 0) {
      if (!replace) {
        c.out.int(0);
        return;
      }
      to.remove(a, 2, server.config.lazyfreeLazyServerDel);
    }
    copyKey(db, r, to, keyBytes(a, 2));
    server.events.modified(c, to, a, 2);
    server.events.notify(NOTIFY.generic, 'copy_to', to, a, 2);
    server.propagation.dirty++;
    c.out.int(1);
  },
};
