/**
 * Reads the primitives of the RDB format from a buffer that may come from anywhere: every read is
 * checked against the end, and nothing is allocated on the word of a length alone.
 */
import { addressOf } from '../../structures/libc.ts';
import { lzfDecompress } from './lzf.ts';
import {
  LENGTH_32,
  LENGTH_64,
  SPECIAL,
  SPECIAL_INT8,
  SPECIAL_INT16,
  SPECIAL_INT32,
  SPECIAL_LZF,
} from './rdb-types.ts';

/** One byte of compressed data stands for at most this many. */
const LZF_RATIO_MAX = 100;
/** Scratch beyond this is given up after use. */
const SCRATCH_KEEP = 1 << 20;

/** The data is not what the format allows; the text is for the log. */
export class RdbCorrupt extends Error {}

/** A string that was read: bytes of a buffer, good until it is read into again. */
export class RdbString {
  buf: Buffer;
  /** Memory address of buf's first byte. */
  address: number;
  off = 0;
  len = 0;
  private scratch = Buffer.allocUnsafeSlow(64);

  constructor() {
    this.buf = this.scratch;
    this.address = addressOf(this.scratch);
  }

  /** Points at bytes that live elsewhere. */
  set(buf: Buffer, address: number, off: number, len: number): void {
    this.buf = buf;
    this.address = address;
    this.off = off;
    this.len = len;
  }

  /** Makes it a string of this length in a buffer of its own; the caller fills it. */
  own(len: number): Buffer {
    if (this.scratch.length < len || this.scratch.length > SCRATCH_KEEP)
      this.scratch = Buffer.allocUnsafeSlow(Math.max(64, len));
    this.set(this.scratch, addressOf(this.scratch), 0, len);
    return this.scratch;
  }

  text(): string {
    return this.buf.latin1Slice(this.off, this.off + this.len);
  }

  /** The bytes as a view. */
  view(): Buffer {
    return this.buf.subarray(this.off, this.off + this.len);
  }
}

export class RdbReader {
  pos: number;
  private readonly address: number;

  constructor(
    readonly buf: Buffer,
    from = 0,
    readonly end = buf.length,
  ) {
    this.pos = from;
    this.address = buf.length === 0 ? 0 : addressOf(buf);
  }

  get left(): number {
    return this.end - this.pos;
  }

  /** Moves on by n bytes; returns where they begin. */
  private take(n: number): number {
    const at = this.pos;
    if (n > this.end - at) throw new RdbCorrupt('the data ends too early');
    this.pos = at + n;
    return at;
  }

  byte(): number {
    return this.buf[this.take(1)] as number;
  }

  /** A length; throws when it is a special string's mark or beyond 2^53. */
  length(): number {
    const first = this.byte();
    if (first < 0x40) return first;
    if (first < 0x80) return ((first & 0x3f) << 8) | this.byte();
    if (first === LENGTH_32) return this.buf.readUInt32BE(this.take(4));
    if (first === LENGTH_64) {
      const n = this.buf.readBigUInt64BE(this.take(8));
      if (n <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(n);
    }
    throw new RdbCorrupt('unknown length encoding');
  }

  /** A length of up to 64 bits. */
  bigLength(): bigint {
    if (this.buf[this.pos] !== LENGTH_64) return BigInt(this.length());
    this.take(1);
    return this.buf.readBigUInt64BE(this.take(8));
  }

  /** The number of elements to come, each of which takes at least one byte. */
  count(): number {
    const n = this.length();
    if (n > this.left) throw new RdbCorrupt('more elements than bytes');
    return n;
  }

  /** Bytes as they are. */
  raw(n: number, into: RdbString): void {
    into.set(this.buf, this.address, this.take(n), n);
  }

  double(): number {
    return this.buf.readDoubleLE(this.take(8));
  }

  /** A time in milliseconds. */
  time(): number {
    return Number(this.buf.readBigInt64LE(this.take(8)));
  }

  /** A time in seconds, as old files have it. */
  seconds(): number {
    return this.buf.readInt32LE(this.take(4));
  }

  /** A score as old files have it: a length byte and text, or one of three marks. */
  textDouble(): number {
    const n = this.byte();
    if (n === 255) return Number.NEGATIVE_INFINITY;
    if (n === 254) return Number.POSITIVE_INFINITY;
    if (n === 253) return Number.NaN;
    const at = this.take(n);
    const text = this.buf.latin1Slice(at, at + n);
    return text.trim() === '' ? Number.NaN : Number(text);
  }

  string(into: RdbString): void {
    const first = this.buf[this.pos] as number;
    if (this.left > 0 && first >= SPECIAL) {
      this.pos++;
      this.special(first & 0x3f, into);
      return;
    }
    this.raw(this.length(), into);
  }

  private special(kind: number, into: RdbString): void {
    const { buf } = this;
    let n: number;
    if (kind === SPECIAL_INT8) n = buf.readInt8(this.take(1));
    else if (kind === SPECIAL_INT16) n = buf.readInt16LE(this.take(2));
    else if (kind === SPECIAL_INT32) n = buf.readInt32LE(this.take(4));
    else if (kind === SPECIAL_LZF) {
      this.compressed(into);
      return;
    } else throw new RdbCorrupt('unknown string encoding');
    const text = String(n);
    into.own(text.length).latin1Write(text, 0);
  }

  private compressed(into: RdbString): void {
    const size = this.length();
    const length = this.length();
    const at = this.take(size);
    if (length > size * LZF_RATIO_MAX) throw new RdbCorrupt('impossible length of compressed data');
    if (!lzfDecompress(this.buf, at, size, into.own(length), length))
      throw new RdbCorrupt('invalid compressed data');
  }
}
