/** Values as RDB files and DUMP carry them. Packed collections go out as the bytes they are. */
import type { Database } from '../../store/database.ts';
import type { LargeHash } from '../../store/types/large-hash.ts';
import type { LargeSet } from '../../store/types/large-set.ts';
import { SetValue } from '../../store/types/set.ts';
import type { Stream } from '../../store/types/stream/stream.ts';
import { Zset, ZsetCursor } from '../../store/types/zset.ts';
import { INTSET, PACKED, TYPE } from '../../store/value.ts';
import { intsetBytes } from '../../structures/intset.ts';
import type { Quicklist } from '../../structures/quicklist.ts';
import { encodeStream } from './encode-stream.ts';
import { NODE_PACKED, NODE_PLAIN, RDB_TYPE, RDB_VERSION, type RdbVersion } from './rdb-types.ts';
import type { RdbWriter } from './rdb-writer.ts';

const set = new SetValue();
const zset = new Zset();
const cursor = new ZsetCursor();

/** The type byte under which the value of a record is written. */
export function rdbType(db: Database, r: number, version: RdbVersion = RDB_VERSION): number {
  const enc = db.encoding(r);
  switch (db.type(r)) {
    case TYPE.string:
      return RDB_TYPE.string;
    case TYPE.list:
      return RDB_TYPE.listQuicklist2;
    case TYPE.set:
      if (enc === INTSET) return RDB_TYPE.setIntset;
      return enc === PACKED && version >= RDB_VERSION ? RDB_TYPE.setListpack : RDB_TYPE.set;
    case TYPE.zset:
      return enc === PACKED ? RDB_TYPE.zsetListpack : RDB_TYPE.zset2;
    case TYPE.hash:
      return enc === PACKED ? RDB_TYPE.hashListpack : RDB_TYPE.hash;
    default:
      return version >= RDB_VERSION ? RDB_TYPE.streamListpacks3 : RDB_TYPE.streamListpacks2;
  }
}

/** Writes the value of a record, without its type byte. */
export function encodeValue(
  w: RdbWriter,
  db: Database,
  r: number,
  version: RdbVersion = RDB_VERSION,
): void {
  switch (rdbType(db, r, version)) {
    case RDB_TYPE.string: {
      const [bytes, off, len] = db.stringBytes(r);
      w.string(bytes, off, len);
      break;
    }
    case RDB_TYPE.listQuicklist2:
      encodeList(w, db, r);
      break;
    case RDB_TYPE.setIntset: {
      const { listpacks } = db.store;
      const at = listpacks.offset(db.ref(r));
      const bytes = listpacks.bytes(db.ref(r));
      w.string(bytes, at, intsetBytes(bytes, at));
      break;
    }
    case RDB_TYPE.set:
      encodeSet(w, db, r);
      break;
    case RDB_TYPE.zset2:
      encodeZset(w, db, r);
      break;
    case RDB_TYPE.hash:
      encodeHash(w, db.object(r) as LargeHash);
      break;
    case RDB_TYPE.setListpack:
    case RDB_TYPE.zsetListpack:
    case RDB_TYPE.hashListpack:
      encodeListpack(w, db, r);
      break;
    default:
      encodeStream(w, db.object(r) as Stream, version);
  }
}

function encodeListpack(w: RdbWriter, db: Database, r: number): void {
  const { listpacks } = db.store;
  const a = db.ref(r);
  w.string(listpacks.bytes(a), listpacks.offset(a), listpacks.size(a));
}

function encodeList(w: RdbWriter, db: Database, r: number): void {
  if (db.encoding(r) === PACKED) {
    w.length(1);
    w.length(NODE_PACKED);
    encodeListpack(w, db, r);
    return;
  }
  const list = db.object(r) as Quicklist;
  w.length(list.nodeCount);
  for (let n = 0; n < list.nodeCount; n++) {
    const bytes = list.nodeBytes(n);
    w.length(list.nodeIsPlain(n) ? NODE_PLAIN : NODE_PACKED);
    w.string(bytes, 0, bytes.length);
  }
}

function encodeSet(w: RdbWriter, db: Database, r: number): void {
  if (db.encoding(r) === PACKED) {
    // Only for readers that do not know packed sets.
    set.open(db, r);
    w.length(set.size);
    for (const place of set.places()) {
      set.locate(place);
      w.string(set.bytes, set.off, set.len);
    }
    return;
  }
  const { records, members } = db.object(r) as LargeSet;
  w.length(members.size);
  members.forEach((member) => {
    w.string(records.bytes(member), records.keyOffset(member), records.keyLength(member));
  });
}

/** From the last member to the first, as the reference does. */
function encodeZset(w: RdbWriter, db: Database, r: number): void {
  zset.open(db, r);
  w.length(zset.size);
  for (let more = cursor.seek(zset, zset.size - 1); more; more = cursor.previous()) {
    cursor.locate();
    w.string(cursor.bytes, cursor.off, cursor.len);
    w.double(cursor.score);
  }
}

function encodeHash(w: RdbWriter, hash: LargeHash): void {
  const { records } = hash;
  w.length(hash.size);
  hash.fields.forEach((field) => {
    const bytes = records.bytes(field);
    w.string(bytes, records.keyOffset(field), records.keyLength(field));
    w.string(bytes, records.valueOffset(field), records.valueLength(field));
  });
}
