/**
 * Reads values of every type and age. Whatever the bytes are, the outcome is a sound value or
 * RdbCorrupt: lengths are checked against what is there, packed forms are walked to their end, and
 * members must be different and scores numbers. What was packed for other limits is rebuilt.
 */
import { TYPE } from '../../store/value.ts';
import { decodeHash } from './decode-hash.ts';
import { decodeList } from './decode-list.ts';
import type { DecodeContext } from './decode-parts.ts';
import { decodeSet } from './decode-set.ts';
import { decodeStream } from './decode-stream.ts';
import { decodeZset } from './decode-zset.ts';
import type { DecodedValue } from './decoded-value.ts';
import { RdbCorrupt, type RdbReader } from './rdb-reader.ts';
import { RDB_TYPE } from './rdb-types.ts';

/** Reads a value of this RDB type into `into`; throws RdbCorrupt and leaves nothing behind then. */
export function decodeValue(
  r: RdbReader,
  type: number,
  context: DecodeContext,
  into: DecodedValue,
): void {
  switch (type) {
    case RDB_TYPE.string:
      r.string(into.string);
      into.type = TYPE.string;
      break;
    case RDB_TYPE.list:
    case RDB_TYPE.listZiplist:
    case RDB_TYPE.listQuicklist:
    case RDB_TYPE.listQuicklist2:
      decodeList(r, type, context, into);
      break;
    case RDB_TYPE.set:
    case RDB_TYPE.setIntset:
    case RDB_TYPE.setListpack:
      decodeSet(r, type, context, into);
      break;
    case RDB_TYPE.zset:
    case RDB_TYPE.zset2:
    case RDB_TYPE.zsetZiplist:
    case RDB_TYPE.zsetListpack:
      decodeZset(r, type, context, into);
      break;
    case RDB_TYPE.hash:
    case RDB_TYPE.hashZipmap:
    case RDB_TYPE.hashZiplist:
    case RDB_TYPE.hashListpack:
      decodeHash(r, type, context, into);
      break;
    case RDB_TYPE.streamListpacks:
    case RDB_TYPE.streamListpacks2:
    case RDB_TYPE.streamListpacks3:
      decodeStream(r, type, context, into);
      break;
    default:
      throw new RdbCorrupt(`unknown value type ${type}`);
  }
}
