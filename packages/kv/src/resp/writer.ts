/**
 * Builds replies in one growing buffer. A command appends with the typed methods; RESP2 or RESP3 is
 * chosen per client by `resp`. The owner takes the bytes [0, pos) and sets pos back to 0.
 */
import { addressOf, memcpy } from '../structures/libc.ts';
import { formatDouble } from './numbers.ts';

const NULL_BULK = Buffer.from('$-1\r\n');
const NULL_ARRAY = Buffer.from('*-1\r\n');
const NULL = Buffer.from('_\r\n');
const PONG = Buffer.from('+PONG\r\n');
const CR = 13;
const LF = 10;

/** A larger buffer is not kept for ever. */
const LARGE = 2 * 1024 * 1024;
const INT32_MAX = 0x7fffffff;

function digitCount(n: number): number {
  if (n < 100) return n < 10 ? 1 : 2;
  let digits = 3;
  for (let q = (n / 1000) | 0; q > 0; q = (q / 10) | 0) digits++;
  return digits;
}

/** Replies between two positions of the writer may not grow beyond the second. */
export interface ReplyLimit {
  readonly from: number;
  readonly to: number;
  /** More was written: told once, and everything since `from` is lost. */
  readonly onPassed: () => void;
  passed: boolean;
}

export class Writer {
  buf: Buffer;
  address: number;
  pos = 0;
  resp: 2 | 3 = 2;
  /** Errors written so far, and the text of the last: dispatch counts them per command. */
  errors = 0;
  lastError = '';
  /** Told of every error that is written, for the statistics. */
  onError: ((text: string) => void) | null = null;
  private readonly initial: number;
  /** Up to here bytes may be written without a look at capacity and limit. */
  private end: number;
  private limit: ReplyLimit | null = null;
  private wasLarge = false;

  constructor(size = 64 * 1024) {
    this.initial = size;
    this.buf = Buffer.allocUnsafeSlow(size);
    this.address = addressOf(this.buf);
    this.end = size;
  }

  /** Makes room for n more bytes. */
  reserve(n: number): void {
    if (this.pos + n > this.end) this.extend(n);
  }

  private extend(n: number): void {
    const { limit } = this;
    if (limit !== null && this.pos + n > limit.to) {
      if (!limit.passed) {
        limit.passed = true;
        limit.onPassed();
      }
      // Nobody will read it: the room is used over and over.
      this.pos = limit.from;
    }
    if (this.pos + n > this.buf.length) this.grow(this.pos + n);
    this.setEnd();
  }

  private setEnd(): void {
    const capacity = this.buf.length;
    this.end = this.limit === null ? capacity : Math.min(capacity, this.limit.to);
  }

  private grow(size: number): void {
    const wider = Buffer.allocUnsafeSlow(Math.max(size, this.buf.length * 2));
    this.buf.copy(wider, 0, 0, this.pos);
    this.buf = wider;
    this.address = addressOf(wider);
  }

  /** Puts a limit on what is written from here on, or none; returns the one before. */
  setLimit(limit: ReplyLimit | null): ReplyLimit | null {
    const before = this.limit;
    this.limit = limit;
    this.setEnd();
    return before;
  }

  /** Gives up a large buffer that was not needed since the last call. */
  trim(): void {
    if (this.pos === 0 && !this.wasLarge) this.shrink();
    this.wasLarge = false;
  }

  private shrink(): void {
    if (this.buf.length <= LARGE) return;
    this.buf = Buffer.allocUnsafeSlow(this.initial);
    this.address = addressOf(this.buf);
    this.setEnd();
  }

  /** Empties the writer; a buffer that huge replies have grown goes with the first smaller one. */
  reset(): void {
    if (this.pos > LARGE) this.wasLarge = true;
    else this.shrink();
    this.pos = 0;
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    const n = bytes.length;
    this.reserve(n);
    if (n <= 32) for (let i = 0; i < n; i++) this.buf[this.pos + i] = bytes[i] as number;
    else this.buf.set(bytes, this.pos);
    this.pos += n;
  }

  rawText(latin1: string): void {
    this.reserve(latin1.length);
    this.pos += this.buf.latin1Write(latin1, this.pos);
  }

  ok(): void {
    this.reserve(5);
    const b = this.buf;
    const p = this.pos;
    b[p] = 43;
    b[p + 1] = 79;
    b[p + 2] = 75;
    b[p + 3] = CR;
    b[p + 4] = LF;
    this.pos = p + 5;
  }

  pong(): void {
    this.raw(PONG);
  }

  /** A status line such as QUEUED. */
  simple(text: string): void {
    this.rawText(`+${text}\r\n`);
  }

  /**
   * An error line; `text` begins with its code (ERR, WRONGTYPE ...). Line breaks at the end go, others
   * become blanks.
   */
  error(text: string): void {
    this.errors++;
    this.lastError = text;
    this.onError?.(text);
    this.rawText(`-${text.replace(/[\r\n]+$/, '').replace(/[\r\n]/g, ' ')}\r\n`);
  }

  /** As error, for one that is in the statistics already: a script passes on what a command said. */
  errorUncounted(text: string): void {
    this.rawText(`-${text.replace(/[\r\n]/g, ' ')}\r\n`);
  }

  /** ':' integer; doubles beyond 2^53 must come through bigint(). */
  int(n: number): void {
    this.header(58, n);
  }

  bigint(n: bigint): void {
    this.rawText(`:${n}\r\n`);
  }

  /** One type byte, a number, CRLF. */
  private header(type: number, n: number): void {
    this.reserve(32);
    const b = this.buf;
    let p = this.pos;
    b[p++] = type;
    if (n >= 0 && n < 10) b[p++] = 48 + n;
    else if (n >= 0 && n <= INT32_MAX) p = this.putDigits(p, n, digitCount(n));
    else p += b.latin1Write(String(n), p);
    b[p] = CR;
    b[p + 1] = LF;
    this.pos = p + 2;
  }

  /** Writes n, at most INT32_MAX, with so many digits at p; returns where they end. */
  private putDigits(p: number, n: number, digits: number): number {
    const b = this.buf;
    const end = p + digits;
    let t = n | 0;
    for (let at = end; at > p; ) {
      const q = (t / 10) | 0;
      b[--at] = 48 + t - q * 10;
      t = q;
    }
    return end;
  }

  /** Bytes of a buffer whose memory address is not at hand. */
  bulk(src: Uint8Array, off = 0, len = src.length): void {
    this.header(36, len);
    this.reserve(len + 2);
    const b = this.buf;
    if (len <= 24) for (let i = 0; i < len; i++) b[this.pos + i] = src[off + i] as number;
    else b.set(src.subarray(off, off + len), this.pos);
    this.crlf(len);
  }

  /** As bulk, by memory address: the fast way for arena values. */
  bulkAt(address: number, len: number): void {
    this.header(36, len);
    this.reserve(len + 2);
    memcpy(this.address + this.pos, address, len);
    this.crlf(len);
  }

  /** A binary string (one character a byte). */
  bulkStr(s: string): void {
    const len = s.length;
    this.header(36, len);
    this.reserve(len + 2);
    this.buf.latin1Write(s, this.pos);
    this.crlf(len);
  }

  private crlf(len: number): void {
    const p = this.pos + len;
    this.buf[p] = CR;
    this.buf[p + 1] = LF;
    this.pos = p + 2;
  }

  bulkInt(n: number | bigint): void {
    if (typeof n === 'bigint' || n < 0 || n > INT32_MAX) {
      this.bulkStr(String(n));
      return;
    }
    const digits = digitCount(n);
    this.header(36, digits);
    this.reserve(digits + 2);
    this.putDigits(this.pos, n, digits);
    this.crlf(digits);
  }

  /** Null: $-1 in RESP2, _ in RESP3. */
  nil(): void {
    this.raw(this.resp === 2 ? NULL_BULK : NULL);
  }

  /** Null array: *-1 in RESP2, _ in RESP3. */
  nilArray(): void {
    this.raw(this.resp === 2 ? NULL_ARRAY : NULL);
  }

  array(n: number): void {
    this.header(42, n);
  }

  /** A map of n pairs: a flat array in RESP2. */
  map(n: number): void {
    if (this.resp === 2) this.header(42, n * 2);
    else this.header(37, n);
  }

  set(n: number): void {
    this.header(this.resp === 2 ? 42 : 126, n);
  }

  push(n: number): void {
    this.header(this.resp === 2 ? 42 : 62, n);
  }

  attribute(n: number): void {
    this.header(124, n);
  }

  double(d: number): void {
    // Most scores are small and whole, and need no text of their own.
    if (d > 0 && d <= INT32_MAX && (d | 0) === d) {
      if (this.resp === 2) this.bulkInt(d);
      else this.header(44, d);
      return;
    }
    const text = formatDouble(d);
    if (this.resp === 2) this.bulkStr(text);
    else this.rawText(`,${text}\r\n`);
  }

  bool(b: boolean): void {
    if (this.resp === 2) this.int(b ? 1 : 0);
    else this.rawText(b ? '#t\r\n' : '#f\r\n');
  }

  bigNumber(digits: string): void {
    if (this.resp === 2) this.bulkStr(digits);
    else this.rawText(`(${digits}\r\n`);
  }

  /** Text with a three-letter format, plain bulk in RESP2. `text` is a binary string. */
  verbatim(text: string, format = 'txt'): void {
    if (this.resp === 2) this.bulkStr(text);
    else this.rawText(`=${text.length + 4}\r\n${format}:${text}\r\n`);
  }

  /** Status or help lines as an array of simple strings. */
  simpleArray(lines: readonly string[]): void {
    this.array(lines.length);
    for (const line of lines) this.simple(line);
  }

  /** An array of binary strings. */
  bulkArray(items: readonly string[]): void {
    this.array(items.length);
    for (const s of items) this.bulkStr(s);
  }

  /**
   * Begins an aggregate whose length is not known yet; pass the mark to `finish*` when it is. The
   * header is moved in before what was written since.
   */
  mark(): number {
    return this.pos;
  }

  finishArray(mark: number, n: number): void {
    this.insertHeader(mark, () => this.array(n));
  }

  finishSet(mark: number, n: number): void {
    this.insertHeader(mark, () => this.set(n));
  }

  finishMap(mark: number, pairs: number): void {
    this.insertHeader(mark, () => this.map(pairs));
  }

  private insertHeader(mark: number, write: () => void): void {
    const end = this.pos;
    write();
    const head = this.buf.latin1Slice(end, this.pos);
    this.buf.copyWithin(mark + head.length, mark, end);
    this.buf.latin1Write(head, mark);
  }

  /** Forgets what was written since the mark. */
  truncate(mark: number): void {
    this.pos = mark;
  }
}
