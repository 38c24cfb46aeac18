/** Strings as bitmaps: SETBIT, GETBIT, BITCOUNT, BITPOS, BITOP. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { parseInteger } from '../resp/numbers.ts';
import { DROP_TTL } from '../store/database.ts';
import { RAW } from '../store/value.ts';
import {
  type BitOperation,
  type ByteSlice,
  combineBits,
  countBitRange,
  countBits,
  findBit,
} from '../structures/bits.ts';
import { addressOf } from '../structures/libc.ts';
import type { Handlers } from './spec.ts';
import { readString, stringChanged, writeString } from './string.ts';
import { growString } from './string-edit.ts';

const OPERATIONS: readonly BitOperation[] = ['AND', 'OR', 'XOR', 'NOT'];
const INT64 = 2 ** 63;

/** Argument i as a bit's offset; `#n` stands for n fields of `width` bits where that is allowed. */
export function bitOffset(c: Client, a: Args, i: number, width = 0): number {
  const off = a.off[i] as number;
  const hash = width > 0 && (a.len[i] as number) > 0 && a.buf[off] === 35 ? 1 : 0;
  let offset = parseInteger(a.buf, off + hash, (a.len[i] as number) - hash);
  if (hash === 1) offset *= width;
  if (!(offset >= 0) || offset >= INT64) fail(ERR.bitOffset);
  const obeyed = c.kind === 'master' || c.kind === 'loader';
  if (!obeyed && Math.floor(offset / 8) >= c.server.config.protoMaxBulkLen) fail(ERR.bitOffset);
  return offset;
}

/** What SETBIT and BITFIELD write to: the string of key a[1], with room up to this bit. */
export interface WritableBits {
  readonly bytes: ByteSlice;
  /** The key was made or its string grew. */
  readonly grew: boolean;
}

export function writableBits(c: Client, a: Args, lastBit: number): WritableBits {
  const { db } = c;
  const r = writeString(c, a, 1);
  const needed = Math.floor(lastBit / 8) + 1;
  const grew = r === 0 || db.stringLength(r) < needed;
  return { bytes: db.stringBytes(growString(c, a, r, needed)), grew };
}

/** A range of bits of a string of `length` bytes, as BITCOUNT and BITPOS take it: [from, to). */
function bitRange(start: number, end: number, length: number, inBits: boolean): [number, number] {
  const total = inBits ? length * 8 : length;
  const from = start < 0 ? Math.max(0, total + start) : start;
  const last = Math.min(end < 0 ? Math.max(0, total + end) : end, total - 1);
  if (from > last) return [0, 0];
  return inBits ? [from, last + 1] : [from * 8, (last + 1) * 8];
}

/** True for BIT, false for BYTE. */
function inBits(a: Args, i: number): boolean {
  if (a.is(i, 'BIT')) return true;
  return a.is(i, 'BYTE') ? false : fail(ERR.syntax);
}

function bitpos(c: Client, a: Args): number {
  const bit = a.int(2);
  if (bit !== 0 && bit !== 1) fail('ERR The bit argument must be 1 or 0.');
  const r = readString(c, a, 1);
  if (r === 0) return bit === 1 ? -1 : 0;
  const [bytes, off, length] = c.db.stringBytes(r);
  if (a.n > 6) fail(ERR.syntax);
  const start = a.n > 3 ? a.int(3) : 0;
  const bits = a.n === 6 && inBits(a, 5);
  const end = a.n > 4 ? a.int(4) : length - 1;
  const [from, to] = bitRange(start, end, length, bits);
  if (from === to) return -1;
  const found = findBit(bytes, off, from, to, bit);
  // Without an explicit end the string counts as followed by zeros.
  return found < 0 && bit === 0 && a.n < 5 ? length * 8 : found;
}

export const bitmapCommands: Handlers = {
  setbit(c, a) {
    const offset = bitOffset(c, a, 2);
    const value = a.int(3, ERR.bitValue);
    if (value !== 0 && value !== 1) fail(ERR.bitValue);
    const { bytes, grew } = writableBits(c, a, offset);
    const at = bytes[1] + Math.floor(offset / 8);
    const mask = 0x80 >>> (offset & 7);
    const old = (bytes[0][at] as number) & mask ? 1 : 0;
    if (grew || old !== value) {
      bytes[0][at] = ((bytes[0][at] as number) & ~mask) | (value === 1 ? mask : 0);
      stringChanged(c, a, 1, 'setbit');
    }
    c.out.int(old);
  },

  getbit(c, a) {
    const offset = bitOffset(c, a, 2);
    const r = readString(c, a, 1);
    let bit = 0;
    if (r !== 0) {
      const [bytes, off, length] = c.db.stringBytes(r);
      const byte = Math.floor(offset / 8);
      if (byte < length && (bytes[off + byte] as number) & (0x80 >>> (offset & 7))) bit = 1;
    }
    c.out.int(bit);
  },

  bitcount(c, a) {
    const r = readString(c, a, 1);
    if (r === 0) {
      c.out.int(0);
      return;
    }
    const [bytes, off, length] = c.db.stringBytes(r);
    if (a.n === 2) {
      c.out.int(countBits(bytes, off, off + length));
      return;
    }
    if (a.n !== 4 && a.n !== 5) fail(ERR.syntax);
    const start = a.int(2);
    const end = a.int(3);
    if (start < 0 && end < 0 && start > end) {
      c.out.int(0);
      return;
    }
    const [from, to] = bitRange(start, end, length, a.n === 5 && inBits(a, 4));
    c.out.int(countBitRange(bytes, off, from, to));
  },

  bitpos(c, a) {
    c.out.int(bitpos(c, a));
  },

  bitop(c, a) {
    const { server, db } = c;
    const operation = OPERATIONS.find((name) => a.is(1, name)) ?? fail(ERR.syntax);
    if (operation === 'NOT' && a.n !== 4)
      fail('ERR BITOP NOT must be called with a single source key.');
    const sources: ByteSlice[] = [];
    for (let i = 3; i < a.n; i++) {
      const r = readString(c, a, i);
      sources.push(r === 0 ? [a.buf, 0, 0] : db.stringBytes(r));
    }
    const result = combineBits(operation, sources);
    if (result.length > 0) {
      const { buf } = a;
      const off = a.off[2] as number;
      const len = a.len[2] as number;
      db.putString(buf, off, len, result, addressOf(result), 0, result.length, DROP_TTL, RAW);
      stringChanged(c, a, 2, 'set');
    } else if (db.remove(a, 2, server.config.lazyfreeLazyServerDel)) {
      server.propagation.dirty++;
      server.events.modified(c, db, a, 2);
      server.events.notify(NOTIFY.generic, 'del', db, a, 2);
    }
    c.out.int(result.length);
  },
};
