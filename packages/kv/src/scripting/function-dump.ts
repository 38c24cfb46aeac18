/**
 * FUNCTION DUMP's payload: for each library the opcode 0xF5 and its source as an RDB string, then
 * the RDB version (2 bytes, little endian) and the CRC-64 of all before it.
 */
import { Crc64 } from '../persistence/rdb/crc64.ts';
import { RdbCorrupt, RdbReader, RdbString } from '../persistence/rdb/rdb-reader.ts';
import { RDB_VERSION } from '../persistence/rdb/rdb-types.ts';
import { RdbWriter } from '../persistence/rdb/rdb-writer.ts';
import type { Library } from './library-set.ts';

export const OPCODE_FUNCTION = 0xf5;
/** The format of release candidates of 7.0. */
const OPCODE_FUNCTION_PRE_GA = 0xf6;
const VERSION_BYTES = 2;
const FOOTER_BYTES = VERSION_BYTES + 8;

export function dumpLibraries(libraries: Iterable<Library>, compress: boolean): Buffer {
  const out = new RdbWriter(compress);
  for (const { code } of libraries) {
    out.byte(OPCODE_FUNCTION);
    out.text(code);
  }
  out.byte(RDB_VERSION & 0xff);
  out.byte(RDB_VERSION >> 8);
  out.reserve(8);
  new Crc64().update(out.buf, 0, out.pos).write(out.buf, out.pos);
  out.pos += 8;
  return out.written();
}

/** The sources in a payload, or the error's text. */
export function readLibraries(payload: Buffer, checkCrc: boolean): string[] | string {
  if (!isIntact(payload, checkCrc)) return 'ERR DUMP payload version or checksum are wrong';
  const reader = new RdbReader(payload, 0, payload.length - FOOTER_BYTES);
  const code = new RdbString();
  const codes: string[] = [];
  while (reader.left > 0) {
    const opcode = reader.byte();
    if (opcode === OPCODE_FUNCTION_PRE_GA) return 'ERR Pre-GA function format not supported';
    if (opcode !== OPCODE_FUNCTION) return 'ERR given type is not a function';
    try {
      reader.string(code);
    } catch (e) {
      if (!(e instanceof RdbCorrupt)) throw e;
      return 'ERR Failed loading library payload';
    }
    codes.push(code.text());
  }
  return codes;
}

function isIntact(payload: Buffer, checkCrc: boolean): boolean {
  if (payload.length < FOOTER_BYTES) return false;
  const footer = payload.length - FOOTER_BYTES;
  if (payload.readUInt16LE(footer) > RDB_VERSION) return false;
  const checked = footer + VERSION_BYTES;
  return !checkCrc || new Crc64().update(payload, 0, checked).equals(payload, checked);
}
