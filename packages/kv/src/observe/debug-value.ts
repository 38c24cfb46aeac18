/** How a value is held, for DEBUG OBJECT, SDSLEN, LISTPACK and HTSTATS-KEY. */
import { fail } from '../errors.ts';
import { lruIdle } from '../store/access-clock.ts';
import type { Database } from '../store/database.ts';
import { LargeHash } from '../store/types/large-hash.ts';
import { LargeSet } from '../store/types/large-set.ts';
import { LargeZset } from '../store/types/large-zset.ts';
import { ENC_MASK, encodingName, INT, LARGE, PACKED, TYPE } from '../store/value.ts';
import { walkHash, walkList, walkSet, walkZset } from '../store/walk.ts';
import type { Dict } from '../structures/dict.ts';
import { Quicklist } from '../structures/quicklist.ts';

const LRU_MASK = 0xffffff;

/** Nodes and sizes of a long list. */
function listDetails(list: Quicklist, fill: number): string {
  let bytes = 0;
  for (let i = 0; i < list.nodeCount; i++) bytes += list.nodeBytes(i).length;
  const mean = (list.count / list.nodeCount).toFixed(2);
  return ` ql_nodes:${list.nodeCount} ql_avg_node:${mean} ql_listpack_max:${fill} ql_compressed:0 ql_uncompressed_size:${bytes}`;
}

/** DEBUG OBJECT's line. */
export function describeValue(db: Database, record: number, fill: number, dumped: number): string {
  const { store } = db;
  const tag = store.records.tag(record);
  const clock = store.records.clock(record) & LRU_MASK;
  const idle = store.lfu ? 0 : Math.trunc(lruIdle(clock, store.lruClock) / 1000);
  const value =
    db.type(record) !== TYPE.string && db.encoding(record) === LARGE ? db.object(record) : null;
  const details = value instanceof Quicklist ? listDetails(value, fill) : '';
  return `Value at:0x${record.toString(16)} refcount:1 encoding:${encodingName(tag)} serializedlength:${dumped} lru:${clock} lru_seconds_idle:${idle}${details}`;
}

/** DEBUG SDSLEN's line; strings have no spare room here. */
export function sdsLengths(db: Database, record: number): string {
  const { arena, records } = db.store;
  if (db.type(record) !== TYPE.string || (records.tag(record) & ENC_MASK) === INT) {
    fail('ERR Not an sds encoded string.');
  }
  const key = records.keyLength(record);
  const held = arena.sizeOf(record);
  return `key_sds_len:${key}, key_sds_avail:0, key_zmalloc: ${held}, val_sds_len:${db.stringLength(record)}, val_sds_avail:0, val_zmalloc: ${held}`;
}

/** The elements of a packed value, a line each. */
export function listpackText(db: Database, record: number): string {
  if (db.type(record) === TYPE.string || db.encoding(record) !== PACKED) {
    fail('ERR Not a listpack encoded object.');
  }
  const lines: string[] = [];
  switch (db.type(record)) {
    case TYPE.list:
      walkList(db, record, (text) => lines.push(text));
      break;
    case TYPE.hash:
      walkHash(db, record, (field, value) => lines.push(field, value));
      break;
    case TYPE.set:
      walkSet(db, record, (member) => lines.push(member));
      break;
    case TYPE.zset:
      walkZset(db, record, (member, score) => lines.push(member, String(score)));
      break;
  }
  return lines.map((line, i) => `{${i}} ${line}\n`).join('');
}

/** The index inside a large hash or sorted set. */
export function indexOf(db: Database, record: number): Dict {
  const value =
    db.type(record) !== TYPE.string && db.encoding(record) === LARGE ? db.object(record) : null;
  if (value instanceof LargeHash) return value.fields;
  if (value instanceof LargeZset || value instanceof LargeSet) return value.members;
  return fail('ERR The value stored at the specified key is not represented using an hash table');
}
