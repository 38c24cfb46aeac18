/** MEMORY USAGE: what one key holds, to the byte as far as the arena knows. */
import type { Database } from '../store/database.ts';
import { ENC_MASK, HUGE, LARGE, TYPE, TYPE_MASK } from '../store/value.ts';

/** An entry of the index: hash and address, at the load at which the table doubles or halves. */
const INDEX_ENTRY = 12;

/** Bytes of a key: its record, its value and its place in the index. */
export function keyMemory(db: Database, record: number): number {
  const { arena, records } = db.store;
  const tag = records.tag(record);
  const encoding = tag & ENC_MASK;
  const string = (tag & TYPE_MASK) === TYPE.string;
  let bytes = arena.sizeOf(record) + INDEX_ENTRY;
  if (db.expireAt(record) >= 0) bytes += INDEX_ENTRY;
  if (string ? encoding === HUGE : encoding === LARGE) bytes += db.object(record).memory();
  else if (!string) bytes += arena.sizeOf(db.ref(record));
  return bytes;
}
