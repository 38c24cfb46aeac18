/**
 * Writes the primitives of the RDB format into a growing buffer: lengths (big endian, 1 to 9 bytes),
 * strings (as a small integer, LZF-compressed or verbatim), doubles and times (8 bytes little endian).
 */
import { parseInteger } from '../../resp/numbers.ts';
import { lzfCompress } from './lzf.ts';
import {
  LENGTH_14,
  LENGTH_32,
  LENGTH_64,
  SPECIAL,
  SPECIAL_INT8,
  SPECIAL_INT16,
  SPECIAL_INT32,
  SPECIAL_LZF,
} from './rdb-types.ts';

/** Texts of integers with 32 bits have no more digits. */
const INTEGER_MAX_BYTES = 11;
/** Shorter strings cannot shrink. */
const COMPRESS_ABOVE = 20;
/** Bytes that compression must save. */
const WORTH_BYTES = 4;

export class RdbWriter {
  buf: Buffer;
  pos = 0;

  constructor(
    /** rdbcompression */
    public compress: boolean,
    size = 1024,
  ) {
    this.buf = Buffer.allocUnsafeSlow(size);
  }

  reserve(n: number): void {
    if (this.pos + n <= this.buf.length) return;
    const wider = Buffer.allocUnsafeSlow(Math.max(this.pos + n, this.buf.length * 2));
    this.buf.copy(wider, 0, 0, this.pos);
    this.buf = wider;
  }

  byte(b: number): void {
    this.reserve(1);
    this.buf[this.pos++] = b;
  }

  length(n: number): void {
    this.reserve(9);
    const { buf } = this;
    if (n < 64) buf[this.pos++] = n;
    else if (n < 16384) {
      buf[this.pos++] = LENGTH_14 | (n >>> 8);
      buf[this.pos++] = n;
    } else if (n <= 0xffffffff) {
      buf[this.pos++] = LENGTH_32;
      this.pos = buf.writeUInt32BE(n, this.pos);
    } else {
      buf[this.pos++] = LENGTH_64;
      this.pos = buf.writeBigUInt64BE(BigInt(n), this.pos);
    }
  }

  /** A length of 64 bits, as stream IDs and counters need them. */
  bigLength(n: bigint): void {
    if (n <= 0xffffffffn) {
      this.length(Number(n));
      return;
    }
    this.reserve(9);
    this.buf[this.pos++] = LENGTH_64;
    this.pos = this.buf.writeBigUInt64BE(BigInt.asUintN(64, n), this.pos);
  }

  raw(src: Buffer, off: number, len: number): void {
    this.reserve(len);
    src.copy(this.buf, this.pos, off, off + len);
    this.pos += len;
  }

  double(d: number): void {
    this.reserve(8);
    this.pos = this.buf.writeDoubleLE(d, this.pos);
  }

  /** A time in milliseconds. */
  time(ms: number): void {
    this.reserve(8);
    this.pos = this.buf.writeBigInt64LE(BigInt(ms), this.pos);
  }

  string(src: Buffer, off: number, len: number): void {
    if (len <= INTEGER_MAX_BYTES && this.integer(parseInteger(src, off, len))) return;
    if (this.compress && len > COMPRESS_ABOVE && this.compressed(src, off, len)) return;
    this.length(len);
    this.raw(src, off, len);
  }

  /** A binary string. */
  text(s: string): void {
    const bytes = Buffer.from(s, 'latin1');
    this.string(bytes, 0, bytes.length);
  }

  /** Writes an integer of up to 32 bits as a special string; false when it is none. */
  private integer(n: number): boolean {
    if (Number.isNaN(n)) return false;
    this.reserve(5);
    const { buf } = this;
    if (n >= -128 && n < 128) {
      buf[this.pos++] = SPECIAL | SPECIAL_INT8;
      this.pos = buf.writeInt8(n, this.pos);
    } else if (n >= -32768 && n < 32768) {
      buf[this.pos++] = SPECIAL | SPECIAL_INT16;
      this.pos = buf.writeInt16LE(n, this.pos);
    } else if (n >= -(2 ** 31) && n < 2 ** 31) {
      buf[this.pos++] = SPECIAL | SPECIAL_INT32;
      this.pos = buf.writeInt32LE(n, this.pos);
    } else return false;
    return true;
  }

  private compressed(src: Buffer, off: number, len: number): boolean {
    const before = this.pos;
    const limit = len - WORTH_BYTES;
    // The header before the data depends on the size of the data: leave room, then close the gap.
    const gap = 19;
    this.reserve(gap + limit);
    const out = this.buf.subarray(before + gap, before + gap + limit);
    const size = lzfCompress(src, off, len, out, limit);
    if (size === 0) return false;
    this.byte(SPECIAL | SPECIAL_LZF);
    this.length(size);
    this.length(len);
    this.buf.copyWithin(this.pos, before + gap, before + gap + size);
    this.pos += size;
    return true;
  }

  /** A view of what was written. */
  written(): Buffer {
    return this.buf.subarray(0, this.pos);
  }
}
