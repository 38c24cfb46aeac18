/**
 * Numbers in strings: INCR and kin, INCRBYFLOAT. The text of an integer is its value, so counting
 * rewrites digits in place; only a number that gets longer or shorter is stored anew.
 */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { addLongDouble, formatLongDouble, parseLongDouble } from '../resp/long-double.ts';
import { parseInt64, parseInteger } from '../resp/numbers.ts';
import { KEEP_TTL } from '../store/database.ts';
import { EMBSTR, EMBSTR_MAX, ENC_MASK, HUGE, INT, RAW } from '../store/value.ts';
import { addressOf } from '../structures/libc.ts';
import type { Handlers } from './spec.ts';
import { stringChanged, writeString } from './string.ts';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
/** The most characters of a 64-bit integer. */
const INT64_DIGITS = 20;

const text = Buffer.allocUnsafeSlow(32);
const textAddress = addressOf(text);

/** Writes the decimal digits of a safe integer into `text`; returns their number. */
function writeDigits(value: number): number {
  let rest = Math.abs(value);
  let length = value < 0 ? 2 : 1;
  for (let t = rest; t >= 10; t = Math.floor(t / 10)) length++;
  if (value < 0) text[0] = 45;
  let i = length;
  do {
    const q = Math.floor(rest / 10);
    text[--i] = rest - q * 10 + 48;
    rest = q;
  } while (rest > 0);
  return length;
}

/** Stores the first `length` bytes of `text` as the value of key a[1], in place where they fit. */
function store(c: Client, a: Args, r: number, length: number): void {
  const { records } = c.server.store;
  if (r !== 0 && (records.tag(r) & ENC_MASK) === INT && records.valueLength(r) === length) {
    const bytes = records.bytes(r);
    const at = records.valueOffset(r);
    for (let i = 0; i < length; i++) bytes[at + i] = text[i] as number;
    return;
  }
  const off = a.off[1] as number;
  c.db.putString(a.buf, off, a.len[1] as number, text, textAddress, 0, length, KEEP_TTL);
}

function increment(c: Client, a: Args, by: number): void {
  const { records } = c.server.store;
  const r = writeString(c, a, 1);
  let old = 0;
  if (r !== 0) {
    if ((records.tag(r) & ENC_MASK) === HUGE) {
      // Even a short value is, under a very long key.
      if (c.db.stringLength(r) > INT64_DIGITS) fail(ERR.notInteger);
      incrementBig(c, a, r, BigInt(by));
      return;
    }
    old = parseInteger(records.bytes(r), records.valueOffset(r), records.valueLength(r));
    if (Number.isNaN(old)) fail(ERR.notInteger);
  }
  const value = old + by;
  if (!Number.isSafeInteger(value) || !Number.isSafeInteger(old)) {
    incrementBig(c, a, r, BigInt(by));
    return;
  }
  store(c, a, r, writeDigits(value));
  stringChanged(c, a, 1, 'incrby');
  c.out.int(value);
}

/** The way of numbers that a double does not hold exactly. */
function incrementBig(c: Client, a: Args, r: number, by: bigint): void {
  const old = r === 0 ? 0n : (parseInt64(c.db.stringValue(r)) ?? fail(ERR.notInteger));
  const value = old + by;
  if (value > INT64_MAX || value < INT64_MIN) fail(ERR.overflow);
  store(c, a, r, text.latin1Write(String(value), 0));
  stringChanged(c, a, 1, 'incrby');
  c.out.bigint(value);
}

/** Adds argument 2, or takes it away when `sign` is -1. */
function incrementBy(c: Client, a: Args, sign: 1 | -1): void {
  const by = a.int(2);
  if (Number.isSafeInteger(by)) {
    increment(c, a, sign * by);
    return;
  }
  const exact = a.bigint(2);
  if (sign < 0 && exact === INT64_MIN) fail(ERR.decrementOverflow);
  incrementBig(c, a, writeString(c, a, 1), sign < 0 ? -exact : exact);
}

export const stringCounterCommands: Handlers = {
  incr: (c, a) => increment(c, a, 1),
  decr: (c, a) => increment(c, a, -1),
  incrby: (c, a) => incrementBy(c, a, 1),
  decrby: (c, a) => incrementBy(c, a, -1),

  incrbyfloat(c, a) {
    const { server, db } = c;
    const r = writeString(c, a, 1);
    const old = parseLongDouble(r === 0 ? '0' : db.stringValue(r)) ?? fail(ERR.notFloat);
    const by = parseLongDouble(a.str(2)) ?? fail(ERR.notFloat);
    if (typeof old === 'string' || typeof by === 'string') fail(ERR.nanOrInfinity);
    const sum = formatLongDouble(addLongDouble(old, by) ?? fail(ERR.nanOrInfinity));
    // Even a whole number is no integer afterwards: the reference does not look at the text again.
    db.setStringKey(a.str(1), sum, KEEP_TTL, sum.length > EMBSTR_MAX ? RAW : EMBSTR);
    stringChanged(c, a, 1, 'incrbyfloat');
    if (server.propagation.active) server.propagation.rewrite(db, 'SET', a.str(1), sum, 'KEEPTTL');
    c.out.bulkStr(sum);
  },
};
