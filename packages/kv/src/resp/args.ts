/**
 * The arguments of one command as slices of a buffer: no strings and no objects are made until a
 * handler asks. Text is read as latin1, one character a byte, so strings stand for bytes without
 * loss, compare in memcmp order and work as Map keys.
 */
import { ERR, fail } from '../errors.ts';
import { addressOf } from '../structures/libc.ts';
import { parseDoubleInRange, parseInt64, parseInteger, parsePlainDecimal } from './numbers.ts';

export class Args {
  /** Number of arguments, the command's name included. */
  n = 0;
  off: Int32Array;
  len: Int32Array;
  /** While a command is incomplete: arguments announced, and where its next bulk begins. */
  expected = 0;
  resumeAt = 0;

  constructor(
    public buf: Buffer,
    /** Memory address of buf's first byte. */
    public address: number,
    capacity = 16,
  ) {
    this.off = new Int32Array(capacity);
    this.len = new Int32Array(capacity);
  }

  /** A free-standing copy of a command, made from binary strings. */
  static of(words: readonly string[]): Args {
    let bytes = 0;
    for (const w of words) bytes += w.length;
    const buf = Buffer.allocUnsafeSlow(Math.max(8, bytes));
    const args = new Args(buf, addressOf(buf), words.length);
    let at = 0;
    for (const w of words) {
      buf.latin1Write(w, at);
      args.off[args.n] = at;
      args.len[args.n++] = w.length;
      at += w.length;
    }
    return args;
  }

  /** A copy that outlives the input buffer, for MULTI queues and blocked clients. */
  clone(): Args {
    const buf = Buffer.allocUnsafeSlow(Math.max(8, this.totalLength));
    const copy = new Args(buf, addressOf(buf), this.n);
    let at = 0;
    for (let i = 0; i < this.n; i++) {
      const o = this.off[i] as number;
      const l = this.len[i] as number;
      this.buf.copy(buf, at, o, o + l);
      copy.off[i] = at;
      copy.len[i] = l;
      at += l;
    }
    copy.n = this.n;
    return copy;
  }

  /** Length of all arguments together. */
  get totalLength(): number {
    let bytes = 0;
    for (let i = 0; i < this.n; i++) bytes += this.len[i] as number;
    return bytes;
  }

  /** Makes room for `capacity` arguments, keeping those already there. */
  reserve(capacity: number): void {
    if (capacity <= this.off.length) return;
    const size = Math.max(capacity, this.off.length * 2);
    const off = new Int32Array(size);
    const len = new Int32Array(size);
    off.set(this.off);
    len.set(this.len);
    this.off = off;
    this.len = len;
  }

  /** Argument i as a binary string. */
  str(i: number): string {
    const o = this.off[i] as number;
    return this.buf.latin1Slice(o, o + (this.len[i] as number));
  }

  /** Argument i in lower case, for options and subcommand names. */
  lower(i: number): string {
    return this.str(i).toLowerCase();
  }

  /** All arguments from `from` on as binary strings. */
  strs(from = 0, to = this.n): string[] {
    const out: string[] = [];
    for (let i = from; i < to; i++) out.push(this.str(i));
    return out;
  }

  /** A copy of argument i's bytes. */
  bytes(i: number): Buffer {
    const o = this.off[i] as number;
    return Buffer.from(this.buf.subarray(o, o + (this.len[i] as number)));
  }

  /** True when argument i is `keyword` (given in upper case), whatever its case. */
  is(i: number, keyword: string): boolean {
    const l = this.len[i] as number;
    if (l !== keyword.length) return false;
    const o = this.off[i] as number;
    for (let j = 0; j < l; j++) {
      let ch = this.buf[o + j] as number;
      if (ch >= 97 && ch <= 122) ch -= 32;
      if (ch !== keyword.charCodeAt(j)) return false;
    }
    return true;
  }

  /**
   * Argument i as an integer of 64 bits, rounded to a double beyond 2^53: right for indexes, counts
   * and times. Throws the reference's error (or `error`) when it is none.
   */
  int(i: number, error: string = ERR.notInteger): number {
    const v = parseInteger(this.buf, this.off[i] as number, this.len[i] as number);
    return Number.isNaN(v) ? fail(error) : v;
  }

  /** As int, with bounds included. */
  intIn(i: number, min: number, max: number, error: string = ERR.notInteger): number {
    const v = this.int(i, error);
    return v < min || v > max ? fail(error) : v;
  }

  /** Argument i as an exact 64-bit integer. */
  bigint(i: number, error: string = ERR.notInteger): bigint {
    return parseInt64(this.str(i)) ?? fail(error);
  }

  /** Argument i as a double (inf and hexadecimal allowed, nan not), as the reference's strtod reads it. */
  double(i: number, error: string = ERR.notFloat): number {
    const plain = parsePlainDecimal(this.buf, this.off[i] as number, this.len[i] as number);
    if (!Number.isNaN(plain)) return plain;
    const v = parseDoubleInRange(this.str(i));
    return Number.isNaN(v) ? fail(error) : v;
  }
}
