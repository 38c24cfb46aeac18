/** What the set commands share: finding a key's set, and what follows a change to it. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { SetValue } from '../store/types/set.ts';
import { TYPE } from '../store/value.ts';

/** The handle of the one set that most commands work on. */
const handle = new SetValue();

function opened(c: Client, r: number, into: SetValue): SetValue | null {
  if (r === 0) return null;
  if (c.db.type(r) !== TYPE.set) fail(ERR.wrongType);
  return into.open(c.db, r);
}

/** The set of key a[i] for a read, null when there is no such key; throws WRONGTYPE. */
export function readSet(c: Client, a: Args, i: number, into: SetValue = handle): SetValue | null {
  return opened(c, c.db.read(a, i), into);
}

/** As readSet, for a write. */
export function writeSet(c: Client, a: Args, i: number, into: SetValue = handle): SetValue | null {
  return opened(c, c.db.write(a, i), into);
}

/** Makes key a[i], known to be absent, an empty set for `count` members of which a[member] is one. */
export function createSet(
  c: Client,
  a: Args,
  i: number,
  member: number,
  count: number,
  into: SetValue = handle,
): SetValue {
  const { store, config } = c.server;
  into.createFor(store, a.buf, a.off[member] as number, a.len[member] as number, count, config);
  const r = c.db.addCollection(a, i, TYPE.set, into.encoding, into.takeReference());
  return into.open(c.db, r);
}

/** Adds member a[i]; false when it is there already. */
export function addArgument(c: Client, set: SetValue, a: Args, i: number): boolean {
  return set.add(a.buf, a.address, a.off[i] as number, a.len[i] as number, c.server.config);
}

/** Tells watchers and subscribers about a change of key a[i]. */
export function setChanged(c: Client, a: Args, i: number, event: string): void {
  c.server.events.modified(c, c.db, a, i);
  c.server.events.notify(NOTIFY.set, event, c.db, a, i);
}

/** Deletes key a[i] if its set has become empty; true when it did. */
export function deleteIfEmpty(c: Client, a: Args, i: number, set: SetValue): boolean {
  if (set.size > 0) return false;
  c.db.remove(a, i, c.server.config.lazyfreeLazyServerDel);
  return true;
}

/**
 * Makes key a[i] the set `result` (made by `create`; given up when it is empty, and the key deleted),
 * whatever it was before. Replies with the number of members.
 */
export function storeSet(c: Client, a: Args, i: number, result: SetValue, event: string): void {
  const { server, db } = c;
  const { size } = result;
  if (size > 0) {
    // A key that has expired goes first, with all that this entails.
    db.write(a, i);
    db.putCollection(a, i, TYPE.set, result.encoding, result.takeReference());
    setChanged(c, a, i, event);
    server.propagation.dirty++;
  } else {
    result.discard();
    if (db.remove(a, i, server.config.lazyfreeLazyServerDel)) {
      server.events.modified(c, db, a, i);
      server.events.notify(NOTIFY.generic, 'del', db, a, i);
      server.propagation.dirty++;
    }
  }
  c.out.int(size);
}
