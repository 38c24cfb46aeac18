/**
 * IDs of stream entries: <ms>-<seq>, two unsigned 64-bit numbers. Each is held as a number up to
 * 2^53 - 1 and as a bigint beyond, never the other way, so that === tells equality; < and > compare
 * the two kinds exactly. As bytes an ID is 16, big endian: bytes sort as IDs do.
 */
export type Wide = number | bigint;

export interface StreamId {
  readonly ms: Wide;
  readonly seq: Wide;
}

export const ID_BYTES = 16;
const U64_MAX = 2n ** 64n - 1n;
const TWO_32 = 4294967296;
export const SEQ_MAX: Wide = U64_MAX;
export const MIN_ID: StreamId = { ms: 0, seq: 0 };
export const MAX_ID: StreamId = { ms: U64_MAX, seq: U64_MAX };
/** The reference copies an ID into a buffer of this size before it looks at it. */
const MAX_TEXT = 127;

function narrow(v: bigint): Wide {
  return v <= Number.MAX_SAFE_INTEGER ? Number(v) : v;
}

/** base + delta modulo 2^64. */
export function addWide(base: Wide, delta: number | bigint): Wide {
  if (typeof base === 'number' && typeof delta === 'number') {
    const sum = base + delta;
    if (sum >= 0 && sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return narrow(BigInt.asUintN(64, BigInt(base) + BigInt(delta)));
}

/** a - b as a signed 64-bit number. */
export function wideDelta(a: Wide, b: Wide): number | bigint {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : BigInt.asIntN(64, BigInt(a) - BigInt(b));
}

export function compareIds(a: StreamId, b: StreamId): number {
  if (a.ms !== b.ms) return a.ms < b.ms ? -1 : 1;
  return a.seq === b.seq ? 0 : a.seq < b.seq ? -1 : 1;
}

export function isZeroId(id: StreamId): boolean {
  return id.ms === 0 && id.seq === 0;
}

export function formatId(id: StreamId): string {
  return `${id.ms}-${id.seq}`;
}

/** The ID after this one; null after the last. */
export function nextId(id: StreamId): StreamId | null {
  if (id.seq !== U64_MAX) return { ms: id.ms, seq: addWide(id.seq, 1) };
  return id.ms === U64_MAX ? null : { ms: addWide(id.ms, 1), seq: 0 };
}

/** The ID before this one; null before the first. */
export function previousId(id: StreamId): StreamId | null {
  if (id.seq !== 0) return { ms: id.ms, seq: addWide(id.seq, -1) };
  return id.ms === 0 ? null : { ms: addWide(id.ms, -1), seq: U64_MAX };
}

/**
 * An unsigned number as the reference reads it: canonical, or whatever strtoull understands (blanks
 * before it, a sign, leading zeros). Null when it is none or too large.
 */
function parseUnsigned(text: string): Wide | null {
  if (/^-[1-9][0-9]{0,17}$/.test(text)) return null;
  const parts = /^[ \t\n\v\f\r]*([+-]?)([0-9]+)$/.exec(text);
  if (parts === null) return null;
  const value = BigInt(parts[2] as string);
  if (value > U64_MAX) return null;
  return narrow(parts[1] === '-' ? BigInt.asUintN(64, -value) : value);
}

export interface ParsedId extends StreamId {
  /** False for <ms>-*: the sequence is to be generated. */
  readonly seqGiven: boolean;
}

/**
 * Reads an ID given by a client; null when it is invalid. A missing sequence becomes `missingSeq`.
 * '-' and '+' stand for the least and greatest ID unless `strict`; <ms>-* is an ID only if
 * `partial`.
 */
export function parseId(
  text: string,
  missingSeq: Wide,
  strict: boolean,
  partial = false,
): ParsedId | null {
  if (text.length > MAX_TEXT) return null;
  const nul = text.indexOf('\0');
  const t = nul < 0 ? text : text.slice(0, nul);
  if (t === '-' || t === '+') {
    if (strict) return null;
    return { ...(t === '-' ? MIN_ID : MAX_ID), seqGiven: true };
  }
  const dash = t.indexOf('-');
  const ms = parseUnsigned(dash < 0 ? t : t.slice(0, dash));
  if (ms === null) return null;
  if (dash < 0) return { ms, seq: missingSeq, seqGiven: true };
  const rest = t.slice(dash + 1);
  if (partial && rest === '*') return { ms, seq: 0, seqGiven: false };
  const seq = parseUnsigned(rest);
  return seq === null ? null : { ms, seq, seqGiven: true };
}

function writeWide(v: Wide, buf: Uint8Array, at: number): void {
  const high = typeof v === 'number' ? Math.floor(v / TWO_32) : Number(v >> 32n);
  const low = typeof v === 'number' ? v >>> 0 : Number(v & 0xffffffffn);
  for (let i = 0; i < 4; i++) {
    buf[at + i] = high >>> (24 - 8 * i);
    buf[at + 4 + i] = low >>> (24 - 8 * i);
  }
}

function readWide(buf: Buffer, at: number): Wide {
  const high = buf.readUInt32BE(at);
  const low = buf.readUInt32BE(at + 4);
  return high < 0x200000 ? high * TWO_32 + low : (BigInt(high) << 32n) | BigInt(low);
}

/** Writes the 16 bytes of an ID. */
export function writeId(id: StreamId, buf: Uint8Array, at: number): void {
  writeWide(id.ms, buf, at);
  writeWide(id.seq, buf, at + 8);
}

export function readId(buf: Buffer, at: number): StreamId {
  return { ms: readWide(buf, at), seq: readWide(buf, at + 8) };
}
