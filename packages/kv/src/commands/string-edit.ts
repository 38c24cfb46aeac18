/** Parts of strings: APPEND, SETRANGE, GETRANGE and its old name SUBSTR, STRLEN. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { KEEP_TTL } from '../store/database.ts';
import { RAW } from '../store/value.ts';
import type { Handlers } from './spec.ts';
import { readString, stringChanged, writeString } from './string.ts';

const EMPTY = Buffer.allocUnsafeSlow(8);

/** Refuses a string longer than proto-max-bulk-len, except to a primary or a loader. */
export function checkStringLength(c: Client, length: number): void {
  if (c.kind === 'master' || c.kind === 'loader') return;
  if (length > c.server.config.protoMaxBulkLen) fail(ERR.stringTooLong);
}

/**
 * The record of string key a[1], at least `length` bytes long and free to be changed in place: `r`
 * (0 to make the key) made longer with zero bytes where needed, its encoding raw.
 */
export function growString(c: Client, a: Args, r: number, length: number): number {
  const { db } = c;
  const at =
    r !== 0
      ? r
      : db.putString(a.buf, a.off[1] as number, a.len[1] as number, EMPTY, 0, 0, 0, KEEP_TTL, RAW);
  return db.resizeString(at, Math.max(length, r === 0 ? 0 : db.stringLength(r)));
}

/** Writes argument v into a string from `offset` on; the string is long enough. */
function overwrite(c: Client, r: number, offset: number, a: Args, v: number): void {
  const [bytes, at] = c.db.stringBytes(r);
  const from = a.off[v] as number;
  a.buf.copy(bytes, at + offset, from, from + (a.len[v] as number));
}

function getrange(c: Client, a: Args): void {
  let start = a.int(2);
  let end = a.int(3);
  const r = readString(c, a, 1);
  const length = r === 0 ? 0 : c.db.stringLength(r);
  const backwards = start < 0 && end < 0 && start > end;
  if (start < 0) start = Math.max(0, length + start);
  if (end < 0) end = Math.max(0, length + end);
  end = Math.min(end, length - 1);
  if (backwards || start > end || length === 0) {
    c.out.bulk(EMPTY, 0, 0);
    return;
  }
  const [bytes, at] = c.db.stringBytes(r);
  c.out.bulk(bytes, at + start, end - start + 1);
}

export const stringEditCommands: Handlers = {
  append(c, a) {
    const { db } = c;
    const r = writeString(c, a, 1);
    let length = a.len[2] as number;
    if (r === 0) db.setString(a, 1, 2, KEEP_TTL);
    else {
      const before = db.stringLength(r);
      length += before;
      checkStringLength(c, length);
      overwrite(c, growString(c, a, r, length), before, a, 2);
    }
    stringChanged(c, a, 1, 'append');
    c.out.int(length);
  },

  setrange(c, a) {
    const offset = a.int(2);
    if (offset < 0) fail(ERR.offsetOutOfRange);
    let r = writeString(c, a, 1);
    const length = a.len[3] as number;
    if (length === 0) {
      c.out.int(r === 0 ? 0 : c.db.stringLength(r));
      return;
    }
    checkStringLength(c, offset + length);
    r = growString(c, a, r, offset + length);
    overwrite(c, r, offset, a, 3);
    stringChanged(c, a, 1, 'setrange');
    c.out.int(c.db.stringLength(r));
  },

  getrange,
  substr: getrange,

  strlen(c, a) {
    const r = readString(c, a, 1);
    c.out.int(r === 0 ? 0 : c.db.stringLength(r));
  },
};
