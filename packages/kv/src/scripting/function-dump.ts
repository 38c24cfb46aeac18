/**
 * FUNCTION DUMP's payload: for each library the opcode 0xF5 and its source as an RDB string, then
 * DUMP's own footer.
 */
import { payloadEnd, sealPayload } from '../persistence/rdb/dump-payload.ts';
import { RdbCorrupt, RdbReader, RdbString } from '../persistence/rdb/rdb-reader.ts';
import { RdbWriter } from '../persistence/rdb/rdb-writer.ts';
import { OPCODE } from '../persistence/rdb/snapshot.ts';
import type { Library } from './library-set.ts';

/** The format of release candidates of 7.0. */
const OPCODE_FUNCTION_PRE_GA = 0xf6;

export function dumpLibraries(libraries: Iterable<Library>, compress: boolean): Buffer {
  const out = new RdbWriter(compress);
  for (const { code } of libraries) {
    out.byte(OPCODE.function);
    out.text(code);
  }
  return sealPayload(out);
}

/** The sources in a payload, or the error's text. */
export function readLibraries(payload: Buffer, skipChecksum: boolean): string[] | string {
  const end = payloadEnd(payload, skipChecksum);
  if (end < 0) return 'ERR DUMP payload version or checksum are wrong';
  const reader = new RdbReader(payload, 0, end);
  const code = new RdbString();
  const codes: string[] = [];
  while (reader.left > 0) {
    const opcode = reader.byte();
    if (opcode === OPCODE_FUNCTION_PRE_GA) return 'ERR Pre-GA function format not supported';
    if (opcode !== OPCODE.function) return 'ERR given type is not a function';
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
