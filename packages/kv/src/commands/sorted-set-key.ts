/** What the sorted set commands share: finding a key's sorted set, and what follows a change to it. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { Zset, ZsetCursor } from '../store/types/zset.ts';
import { TYPE, TYPE_MASK } from '../store/value.ts';

/** The handle and cursor of the running command; a command that needs several makes its own. */
const handle = new Zset();
export const cursor = new ZsetCursor();

/** True when the record is a sorted set. */
export function isZset(c: Client, r: number): boolean {
  return (c.server.store.records.tag(r) & TYPE_MASK) === TYPE.zset;
}

/** The sorted set of key a[i] for a read, null when there is no such key; throws WRONGTYPE. */
export function readZset(c: Client, a: Args, i: number): Zset | null {
  const r = c.db.read(a, i);
  if (r === 0) return null;
  if (!isZset(c, r)) fail(ERR.wrongType);
  return handle.open(c.db, r);
}

/** As readZset, for a write. */
export function writeZset(c: Client, a: Args, i: number): Zset | null {
  const r = c.db.write(a, i);
  if (r === 0) return null;
  if (!isZset(c, r)) fail(ERR.wrongType);
  return handle.open(c.db, r);
}

/** Makes key a[i], known to be absent, an empty sorted set that the caller fills. */
export function createZset(
  c: Client,
  a: Args,
  i: number,
  sizeHint: number,
  memberHint: number,
): Zset {
  const { server, db } = c;
  handle.create(server.store, server.config, sizeHint, memberHint);
  const r = db.addCollection(a, i, TYPE.zset, handle.encoding, handle.takeReference());
  return handle.open(db, r);
}

/** Members were taken out of the set of key a[i]: deletes the key when none is left. */
export function afterRemoval(c: Client, a: Args, i: number, zset: Zset, event: string): void {
  const { server, db } = c;
  const empty = zset.size === 0;
  if (empty) db.remove(a, i, server.config.lazyfreeLazyServerDel);
  server.events.modified(c, db, a, i);
  server.events.notify(NOTIFY.zset, event, db, a, i);
  if (empty) server.events.notify(NOTIFY.generic, 'del', db, a, i);
}

/**
 * Makes key a[i] the sorted set `result` (made by `create`; given up when it is empty, and the key
 * deleted), whatever it was before. Replies with the number of members.
 */
export function storeZset(
  c: Client,
  a: Args,
  i: number,
  result: Zset,
  event: string,
  changes = 1,
): void {
  const { server, db } = c;
  const size = result.size;
  if (size === 0) {
    result.discard();
    if (db.remove(a, i, server.config.lazyfreeLazyServerDel)) {
      server.events.modified(c, db, a, i);
      server.events.notify(NOTIFY.generic, 'del', db, a, i);
      server.propagation.dirty++;
    }
  } else {
    // A key that has expired goes first, with all that this entails.
    db.write(a, i);
    db.putCollection(a, i, TYPE.zset, result.encoding, result.takeReference());
    server.events.modified(c, db, a, i);
    server.events.notify(NOTIFY.zset, event, db, a, i);
    server.propagation.dirty += changes;
  }
  c.out.int(size);
}

/** Begins a reply of n members, each with its score when asked for. */
export function beginMembers(c: Client, n: number, withScores: boolean): void {
  c.out.array(withScores && c.resp === 2 ? n * 2 : n);
}

/** Appends the member under a cursor; RESP3 pairs it with its score in an array of its own. */
export function replyMember(c: Client, at: ZsetCursor, withScores: boolean): void {
  if (!withScores) {
    at.reply(c.out);
    return;
  }
  if (c.resp === 3) c.out.array(2);
  at.reply(c.out);
  c.out.double(at.score);
}
