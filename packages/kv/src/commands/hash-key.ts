/** What the hash commands share: finding a key's hash, and what follows a change to it. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { Hash } from '../store/types/hash.ts';
import { PACKED, TYPE } from '../store/value.ts';
import { LP_EMPTY_BYTES, lpBytesFor } from '../structures/listpack.ts';

/** The handle of the one hash that a command works on. */
const handle = new Hash();

/** The hash of key a[i] for a read, null when there is no such key; throws WRONGTYPE. */
export function readHash(c: Client, a: Args, i: number): Hash | null {
  const r = c.db.read(a, i);
  if (r === 0) return null;
  if (c.db.type(r) !== TYPE.hash) fail(ERR.wrongType);
  return handle.open(c.db, r);
}

/** As readHash, for a write. */
export function writeHash(c: Client, a: Args, i: number): Hash | null {
  const r = c.db.write(a, i);
  if (r === 0) return null;
  if (c.db.type(r) !== TYPE.hash) fail(ERR.wrongType);
  return handle.open(c.db, r);
}

/** A new hash gets room for its first fields and values up to this many bytes. */
const ROOM_MAX = 4096;

/**
 * As writeHash, but makes a missing key an empty hash, which the caller must fill; there is room for
 * the arguments from `from` on.
 */
export function writeOrCreateHash(c: Client, a: Args, i: number, from = a.n): Hash {
  const found = writeHash(c, a, i);
  if (found !== null) return found;
  let bytes = LP_EMPTY_BYTES;
  for (let k = from; k < a.n && bytes < ROOM_MAX; k++)
    bytes += lpBytesFor(a.buf, a.off[k] as number, a.len[k] as number);
  const packed = handle.create(c.server.store, Math.min(bytes, ROOM_MAX)).packedAt;
  return handle.open(c.db, c.db.addCollection(a, i, TYPE.hash, PACKED, packed));
}

/** Tells watchers and subscribers about a change of key a[i]. */
export function hashChanged(c: Client, a: Args, i: number, event: string): void {
  c.server.events.modified(c, c.db, a, i);
  c.server.events.notify(NOTIFY.hash, event, c.db, a, i);
}
