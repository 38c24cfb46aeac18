/**
 * The payload of DUMP: type byte | value | RDB version u16 LE | CRC-64 of all before, u64 LE.
 */
import type { Database } from '../../store/database.ts';
import { Crc64 } from './crc64.ts';
import { RDB_VERSION } from './rdb-types.ts';
import { RdbWriter } from './rdb-writer.ts';
import { encodeValue, rdbType } from './value-encoder.ts';

const FOOTER_BYTES = 10;

/** Appends version and checksum to a payload that begins at the writer's start. */
export function sealPayload(w: RdbWriter): Buffer {
  w.reserve(FOOTER_BYTES);
  w.pos = w.buf.writeUInt16LE(RDB_VERSION, w.pos);
  new Crc64().update(w.buf, 0, w.pos).write(w.buf, w.pos);
  w.pos += 8;
  return w.written();
}

/** The value of a record as DUMP returns it. */
export function dumpPayload(db: Database, r: number, compress: boolean): Buffer {
  const w = new RdbWriter(compress);
  w.byte(rdbType(db, r));
  encodeValue(w, db, r);
  return sealPayload(w);
}

/** Where the content of a payload ends; -1 when version or checksum are wrong. */
export function payloadEnd(payload: Buffer, skipChecksum = false): number {
  const end = payload.length - FOOTER_BYTES;
  if (end < 0 || payload.readUInt16LE(end) > RDB_VERSION) return -1;
  if (skipChecksum) return end;
  return new Crc64().update(payload, 0, end + 2).equals(payload, end + 2) ? end : -1;
}
