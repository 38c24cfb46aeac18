/** All elements of a collection, one after the other, whatever its encoding. Binary strings. */
import type { Database } from './database.ts';
import { Hash } from './types/hash.ts';
import { List } from './types/list.ts';
import { SetValue } from './types/set.ts';
import { EntryCursor } from './types/stream/entry-cursor.ts';
import type { Stream } from './types/stream/stream.ts';
import { Zset, ZsetCursor } from './types/zset.ts';

const list = new List();
const hash = new Hash();
const zset = new Zset();
const set = new SetValue();

export function walkList(db: Database, record: number, visit: (text: string) => void): void {
  // The fill factor matters to writes only.
  list.open(db, record, -2);
  for (let more = list.toHead(); more; more = list.next()) visit(list.text());
}

export function walkHash(
  db: Database,
  record: number,
  visit: (field: string, value: string) => void,
): void {
  hash.open(db, record).forEach(visit);
}

export function walkSet(db: Database, record: number, visit: (member: string) => void): void {
  set.open(db, record).forEach(visit);
}

/** In order of ID; the fields and values of each entry alternate. */
export function walkStream(
  db: Database,
  record: number,
  visit: (ms: number | bigint, seq: number | bigint, fields: readonly string[]) => void,
): void {
  const cursor = new EntryCursor().start(db.object(record) as Stream, null, null);
  while (cursor.next()) {
    const fields: string[] = [];
    cursor.forEachField((field, value) => fields.push(field, value));
    visit(cursor.ms, cursor.seq, fields);
  }
}

/** In order of score. */
export function walkZset(
  db: Database,
  record: number,
  visit: (member: string, score: number) => void,
): void {
  const cursor = new ZsetCursor();
  zset.open(db, record);
  for (let more = cursor.seek(zset, 0); more; more = cursor.next()) {
    visit(cursor.text(), cursor.score);
  }
}
