/**
 * A whole data set as an RDB file.
 *
 *   "REDIS" + four digits of version
 *   0xFA name value          facts about the writer
 *   0xF5 source              a function library
 *   per database with keys:
 *     0xFE number            from here on, this database
 *     0xFB keys expires      sizes, so that a reader can make room
 *     per key: [0xFC expiry, ms, 8 bytes LE] [0xF8 idle seconds | 0xF9 LFU counter, 1 byte]
 *              type, key, value
 *   0xFF CRC-64 of all before (8 bytes LE, 0 when rdbchecksum is off)
 */
import type { Config } from '../../config/config.ts';
import type { Functions } from '../../scripting/functions.ts';
import { lruIdle } from '../../store/access-clock.ts';
import type { Database } from '../../store/database.ts';
import type { Store } from '../../store/store.ts';
import { REFERENCE_VERSION } from '../../version.ts';
import { Crc64 } from './crc64.ts';
import { RDB_VERSION } from './rdb-types.ts';
import { RdbWriter } from './rdb-writer.ts';
import { encodeValue, rdbType } from './value-encoder.ts';

export const OPCODE = {
  function: 0xf5,
  moduleAux: 0xf7,
  idle: 0xf8,
  frequency: 0xf9,
  aux: 0xfa,
  resizeDb: 0xfb,
  expireMs: 0xfc,
  expireSeconds: 0xfd,
  selectDb: 0xfe,
  end: 0xff,
} as const;

/** Bytes gathered before they are handed on. */
const CHUNK_BYTES = 64 * 1024;

/** What a snapshot is made of. */
export interface SnapshotSource {
  readonly store: Store;
  readonly config: Config;
  readonly dbs: readonly Database[];
  readonly functions: Functions;
}

/** The file's bytes in chunks, each valid until the next is asked for. */
export function* snapshotChunks(source: SnapshotSource): Generator<Buffer> {
  const { config, store } = source;
  const w = new RdbWriter(config.rdbcompression, 2 * CHUNK_BYTES);
  const crc = new Crc64();
  const take = (): Buffer => {
    const chunk = w.written();
    if (config.rdbchecksum) crc.update(chunk, 0, chunk.length);
    w.pos = 0;
    return chunk;
  };
  header(w, store.usedBytes);
  for (const { code } of source.functions.libraries.values()) {
    w.byte(OPCODE.function);
    w.text(code);
  }
  for (const db of source.dbs) {
    if (db.size === 0) continue;
    w.byte(OPCODE.selectDb);
    w.length(db.index);
    w.byte(OPCODE.resizeDb);
    w.length(db.size);
    w.length(db.expires.size);
    for (const r of db.keys.addresses()) {
      key(w, db, r, config);
      if (w.pos > CHUNK_BYTES) yield take();
    }
  }
  w.byte(OPCODE.end);
  yield take();
  w.reserve(8);
  if (config.rdbchecksum) crc.write(w.buf, 0);
  else w.buf.fill(0, 0, 8);
  w.pos = 8;
  yield w.written();
}

/** The whole file in one buffer. */
export function snapshotBytes(source: SnapshotSource): Buffer {
  const chunks: Buffer[] = [];
  for (const chunk of snapshotChunks(source)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function header(w: RdbWriter, usedBytes: number): void {
  const magic = Buffer.from(`REDIS${String(RDB_VERSION).padStart(4, '0')}`);
  w.raw(magic, 0, magic.length);
  const facts: readonly (readonly [string, string | number])[] = [
    ['redis-ver', REFERENCE_VERSION],
    ['redis-bits', 64],
    ['ctime', Math.floor(Date.now() / 1000)],
    ['used-mem', usedBytes],
    ['aof-base', 0],
  ];
  for (const [name, value] of facts) {
    w.byte(OPCODE.aux);
    w.text(name);
    w.text(String(value));
  }
}

function key(w: RdbWriter, db: Database, r: number, config: Config): void {
  const { records } = db.store;
  const expireAt = db.expireAt(r);
  if (expireAt >= 0) {
    w.byte(OPCODE.expireMs);
    w.time(expireAt);
  }
  if (config.maxmemoryPolicy.endsWith('lfu')) {
    w.byte(OPCODE.frequency);
    w.byte(records.clock(r) & 0xff);
  } else if (config.maxmemoryPolicy.endsWith('lru')) {
    w.byte(OPCODE.idle);
    w.length(Math.floor(lruIdle(records.clock(r), db.store.lruClock) / 1000));
  }
  w.byte(rdbType(db, r));
  w.string(records.bytes(r), records.keyOffset(r), records.keyLength(r));
  encodeValue(w, db, r);
}
