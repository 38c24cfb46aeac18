/**
 * Values that change their key: RENAME and MOVE hand one over, COPY duplicates it. The key is part of
 * a record, so both make a new record; only a string kept inside the record is copied for a move.
 */
import { memcpy } from '../structures/libc.ts';
import { MAX_RECORD_BYTES, SLOT } from '../structures/record.ts';
import type { Database } from './database.ts';
import type { Store } from './store.ts';
import { ENC_MASK, HUGE, HugeString, holdsReference, LARGE, TYPE } from './value.ts';

/** A key name as bytes of a buffer. */
export interface KeyBytes {
  readonly buf: Uint8Array;
  readonly off: number;
  readonly len: number;
}

/** Moves the value and expiry of a record to a key that is absent in `to`. Returns its record. */
export function moveKey(from: Database, r: number, to: Database, key: KeyBytes): number {
  const { records } = from.store;
  const moved = holdsReference(records.tag(r))
    ? referring(from, r, key, from.ref(r))
    : inline(from, r, key);
  from.release(r);
  to.adopt(moved);
  return moved;
}

/** Duplicates the value and expiry of a record under a key that is absent in `to`. */
export function copyKey(from: Database, r: number, to: Database, key: KeyBytes): number {
  const { records } = from.store;
  const copied = holdsReference(records.tag(r))
    ? referring(from, r, key, copyReferred(from, r))
    : inline(from, r, key);
  to.adopt(copied);
  return copied;
}

/** A record under another key that refers to something outside it. */
function referring(db: Database, r: number, key: KeyBytes, ref: number): number {
  const { records } = db.store;
  const made = records.create(records.tag(r), key.buf, key.off, key.len, 4);
  if (records.tag(r) & SLOT) records.setSlot(made, records.slot(r));
  db.setRef(made, ref);
  return made;
}

/** A copy of a record that holds its string, under another key; too long a key drives it out. */
function inline(db: Database, r: number, key: KeyBytes): number {
  const { records, objects, arena } = db.store;
  const tag = records.tag(r);
  const length = records.valueLength(r);
  if (key.len + length > MAX_RECORD_BYTES) {
    const at = records.valueOffset(r);
    const bytes = Buffer.allocUnsafeSlow(length);
    records.bytes(r).copy(bytes, 0, at, at + length);
    const made = records.create((tag & ~ENC_MASK) | HUGE, key.buf, key.off, key.len, 4);
    if (tag & SLOT) records.setSlot(made, records.slot(r));
    db.setRef(made, objects.add(new HugeString(bytes, length, arena)));
    return made;
  }
  const made = records.create(tag, key.buf, key.off, key.len, length);
  if (tag & SLOT) records.setSlot(made, records.slot(r));
  memcpy(records.valueAddress(made), records.valueAddress(r), length);
  return made;
}

/** A reference to a copy of what the record refers to. */
function copyReferred(db: Database, r: number): number {
  const { store } = db;
  const enc = store.records.tag(r) & ENC_MASK;
  if (db.type(r) === TYPE.string || enc === LARGE) return store.objects.add(db.object(r).copy());
  return copyBlock(store, db.ref(r));
}

function copyBlock(store: Store, block: number): number {
  const { arena } = store;
  const size = arena.sizeOf(block);
  const copy = arena.alloc(size);
  memcpy(arena.address(copy), arena.address(block), size);
  return copy;
}
