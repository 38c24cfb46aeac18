/** BITFIELD and BITFIELD_RO: a string as a row of integers of any width up to 64 bits. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { parseInt64 } from '../resp/numbers.ts';
import { type ByteSlice, readField, writeField } from '../structures/bits.ts';
import { bitOffset, writableBits } from './bitmap.ts';
import type { Handlers } from './spec.ts';
import { readString } from './string.ts';

const BAD_TYPE =
  'ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.';

type Overflow = 'wrap' | 'sat' | 'fail';

interface Operation {
  readonly kind: 'get' | 'set' | 'incrby';
  readonly signed: boolean;
  readonly width: number;
  readonly offset: number;
  /** The value to set, or the increment. */
  readonly operand: bigint;
  readonly overflow: Overflow;
}

function fieldType(text: string): { signed: boolean; width: number } {
  const signed = text.startsWith('i');
  if (!signed && !text.startsWith('u')) fail(BAD_TYPE);
  const width = Number(parseInt64(text.slice(1)) ?? fail(BAD_TYPE));
  if (width < 1 || width > (signed ? 64 : 63)) fail(BAD_TYPE);
  return { signed, width };
}

function overflowMode(text: string): Overflow {
  const mode = text.toLowerCase();
  if (mode === 'wrap' || mode === 'sat' || mode === 'fail') return mode;
  return fail('ERR Invalid OVERFLOW type specified');
}

function operations(c: Client, a: Args): Operation[] {
  const all: Operation[] = [];
  let overflow: Overflow = 'wrap';
  for (let i = 2; i < a.n; ) {
    const left = a.n - i - 1;
    if (a.is(i, 'OVERFLOW') && left >= 1) {
      overflow = overflowMode(a.str(i + 1));
      i += 2;
      continue;
    }
    const kind =
      a.is(i, 'GET') && left >= 2
        ? 'get'
        : a.is(i, 'SET') && left >= 3
          ? 'set'
          : a.is(i, 'INCRBY') && left >= 3
            ? 'incrby'
            : fail(ERR.syntax);
    const { signed, width } = fieldType(a.str(i + 1));
    const offset = bitOffset(c, a, i + 2, width);
    const operand = kind === 'get' ? 0n : a.bigint(i + 3);
    all.push({ kind, signed, width, offset, operand, overflow });
    i += kind === 'get' ? 3 : 4;
  }
  return all;
}

const INT64_MAX = 2n ** 63n - 1n;

/** The value brought into the range of its type, null when the operation must fail instead. */
function fitted(value: bigint, { kind, signed, width, overflow }: Operation): bigint | null {
  const max = (1n << BigInt(signed ? width - 1 : width)) - 1n;
  const min = signed ? -max - 1n : 0n;
  if (value >= min && value <= max) return value;
  if (overflow === 'fail') return null;
  // At the far end of the negatives the reference's distance to the maximum wraps around.
  const wraps = kind === 'set' && signed && max - value > INT64_MAX;
  if (overflow === 'sat') return value > max || wraps ? max : min;
  return signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);
}

function readInteger(bytes: ByteSlice, op: Operation): bigint {
  const value = readField(bytes, op.offset, op.width);
  return op.signed ? BigInt.asIntN(op.width, value) : value;
}

/** Runs SET or INCRBY and replies; null when it failed, else whether the bits changed. */
function write(c: Client, bytes: ByteSlice, op: Operation): boolean | null {
  const old = readInteger(bytes, op);
  // A negative value set to an unsigned field counts as a very large one.
  const set = op.signed ? op.operand : BigInt.asUintN(64, op.operand);
  const value = fitted(op.kind === 'incrby' ? old + op.operand : set, op);
  if (value === null) {
    c.out.nil();
    return null;
  }
  writeField(bytes, op.offset, op.width, value);
  c.out.bigint(op.kind === 'set' ? old : value);
  return value !== old;
}

function bitfield(c: Client, a: Args, readOnly: boolean): void {
  const { server, db } = c;
  const all = operations(c, a);
  const writes = all.filter((op) => op.kind !== 'get');
  if (writes.length > 0 && readOnly) fail('ERR BITFIELD_RO only supports the GET subcommand');
  let bytes: ByteSlice;
  let grew = false;
  if (writes.length > 0) {
    const last = Math.max(...writes.map((op) => op.offset + op.width - 1));
    ({ bytes, grew } = writableBits(c, a, last));
  } else {
    const r = readString(c, a, 1);
    bytes = r === 0 ? [a.buf, 0, 0] : db.stringBytes(r);
  }
  let changes = 0;
  c.out.array(all.length);
  for (const op of all) {
    if (op.kind === 'get') c.out.bigint(readInteger(bytes, op));
    else {
      const changed = write(c, bytes, op);
      if (changed !== null && (changed || grew)) changes++;
    }
  }
  if (changes > 0) {
    server.propagation.dirty += changes;
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.string, 'setbit', db, a, 1);
  }
}

export const bitfieldCommands: Handlers = {
  bitfield: (c, a) => bitfield(c, a, false),
  bitfield_ro: (c, a) => bitfield(c, a, true),
};
