/**
 * Reads commands out of a byte stream: RESP arrays of bulk strings, or inline lines. Arguments stay
 * where they are in the buffer. An unfinished command costs nothing when more bytes come: the
 * client's query buffer remembers how many are needed, and, for a command of many arguments, how far
 * it got.
 *
 * As in the reference: what stands between a length and its CR is looked at only once a whole line
 * is there; a line ends at the first CR whatever follows it, and the two bytes after a bulk may be
 * anything; a NUL byte before the end of a line hides that end (the reference searches C strings), so
 * that such input only fails by its length.
 */
import type { QueryBuffer } from '../net/query-buffer.ts';
import { addressOf } from '../structures/libc.ts';
import { Args } from './args.ts';
import { splitWords } from './words.ts';

const INLINE_MAX = 64 * 1024;
const CR = 13;
const LF = 10;
const STAR = 42;
const DOLLAR = 36;
/** A client that has not logged in may not make us hold more than this. */
const UNAUTHENTICATED_ARGS = 10;
const UNAUTHENTICATED_BULK = 16384;
/** Unfinished commands with more parsed arguments than this keep their progress. */
const KEEP_PROGRESS_ABOVE = 64;
const MAX_ARGS = 0x7fffffff;

/** The input is not the protocol: the client gets this text and is closed. */
export class ProtocolError {
  constructor(readonly text: string) {}
}

export class Parser {
  /** The arguments of the command parsed last; valid until the next parse. */
  args = new Args(Buffer.alloc(8), 0, 1024);
  private readonly inlineBuf = Buffer.allocUnsafeSlow(INLINE_MAX + 16);
  private readonly inlineAddress = addressOf(this.inlineBuf);

  /**
   * Parses one command from buf[pos, end). Returns the position after it, with `args` filled
   * (args.n is 0 for an empty one), or -1 when it is incomplete. Throws ProtocolError.
   */
  parse(
    query: QueryBuffer,
    buf: Buffer,
    address: number,
    pos: number,
    end: number,
    maxBulk: number,
    authenticated: boolean,
  ): number {
    if (query.partial !== null)
      return this.resume(query, buf, address, end, maxBulk, authenticated);
    query.settled = 0;
    if (buf[pos] !== STAR) return this.inline(query, buf, pos, end);
    const a = this.args;
    a.buf = buf;
    a.address = address;
    // The common case by hand: up to nine digits, CRLF.
    let p = pos + 1;
    let count = 0;
    let ch = 0;
    while (p < end && (ch = buf[p] as number) >= 48 && ch <= 57 && p - pos < 10) {
      count = count * 10 + ch - 48;
      p++;
    }
    if (p + 1 >= end) {
      if (end - pos > INLINE_MAX) throw new ProtocolError('too big mbulk count string');
      query.need = 0;
      return -1;
    }
    if (ch !== CR || p === pos + 1 || buf[pos + 1] === 48) {
      const line = lineEnd(buf, pos, end);
      if (line < 0) {
        if (end - pos > INLINE_MAX) throw new ProtocolError('too big mbulk count string');
        query.need = 0;
        return -1;
      }
      count = readLength(buf, pos + 1, line);
      if (Number.isNaN(count) || count > MAX_ARGS)
        throw new ProtocolError('invalid multibulk length');
      p = line;
    }
    if (count > UNAUTHENTICATED_ARGS && !authenticated)
      throw new ProtocolError('unauthenticated multibulk length');
    a.n = 0;
    if (count <= 0) return p + 2;
    return this.bulks(query, a, pos, p + 2, count, end, maxBulk, authenticated);
  }

  private resume(
    query: QueryBuffer,
    buf: Buffer,
    address: number,
    end: number,
    maxBulk: number,
    authenticated: boolean,
  ): number {
    const a = query.partial as Args;
    query.partial = null;
    a.buf = buf;
    a.address = address;
    this.args = a;
    return this.bulks(query, a, 0, a.resumeAt, a.expected, end, maxBulk, authenticated);
  }

  private bulks(
    query: QueryBuffer,
    a: Args,
    start: number,
    from: number,
    count: number,
    end: number,
    maxBulk: number,
    authenticated: boolean,
  ): number {
    const buf = a.buf;
    let p = from;
    let n = a.n;
    for (; n < count; n++) {
      if (p >= end) return this.incomplete(query, a, start, p, n, count, p, 0);
      let q = p + 1;
      let len = 0;
      let ch = 0;
      while (q < end && (ch = buf[q] as number) >= 48 && ch <= 57 && q - p < 10) {
        len = len * 10 + ch - 48;
        q++;
      }
      if (q + 1 >= end) {
        if (end - p > INLINE_MAX) throw new ProtocolError('too big bulk count string');
        return this.incomplete(query, a, start, p, n, count, p, 0);
      }
      if (ch !== CR || q === p + 1 || buf[p] !== DOLLAR) {
        const line = lineEnd(buf, p, end);
        if (line < 0) {
          if (end - p > INLINE_MAX) throw new ProtocolError('too big bulk count string');
          return this.incomplete(query, a, start, p, n, count, p, 0);
        }
        if (buf[p] !== DOLLAR)
          throw new ProtocolError(`expected '$', got '${String.fromCharCode(buf[p] as number)}'`);
        len = readLength(buf, p + 1, line);
        q = line;
      }
      if (!(len >= 0 && len <= maxBulk)) throw new ProtocolError('invalid bulk length');
      if (len > UNAUTHENTICATED_BULK && !authenticated)
        throw new ProtocolError('unauthenticated bulk length');
      const at = q + 2;
      if (at + len + 2 > end)
        return this.incomplete(query, a, start, p, n, count, at, at + len + 2 - start);
      if (n === a.off.length) a.reserve(n + 1);
      a.off[n] = at;
      a.len[n] = len;
      p = at + len + 2;
    }
    a.n = n;
    query.need = 0;
    return p;
  }

  private incomplete(
    query: QueryBuffer,
    a: Args,
    start: number,
    at: number,
    parsed: number,
    count: number,
    settled: number,
    need: number,
  ): number {
    query.need = need;
    query.settled = settled - start;
    if (parsed > KEEP_PROGRESS_ABOVE) {
      // The rest of the buffer will stand at offset 0 of the connection's own query buffer.
      for (let i = 0; start > 0 && i < parsed; i++) a.off[i] = (a.off[i] as number) - start;
      a.n = parsed;
      a.expected = count;
      a.resumeAt = at - start;
      query.partial = a;
      this.args = new Args(a.buf, a.address, 1024);
    }
    return -1;
  }

  private inline(query: QueryBuffer, buf: Buffer, pos: number, end: number): number {
    const lf = lineBreak(buf, LF, pos, end);
    if (lf < 0) {
      if (end - pos > INLINE_MAX) throw new ProtocolError('too big inline request');
      query.need = 0;
      return -1;
    }
    const lineEnds = lf > pos && buf[lf - 1] === CR ? lf - 1 : lf;
    if (lineEnds - pos > INLINE_MAX) throw new ProtocolError('too big inline request');
    const words = splitWords(buf.latin1Slice(pos, lineEnds));
    if (words === null) throw new ProtocolError('unbalanced quotes in request');
    const a = this.args;
    a.buf = this.inlineBuf;
    a.address = this.inlineAddress;
    a.n = 0;
    a.reserve(words.length);
    let at = 0;
    for (const w of words) {
      this.inlineBuf.latin1Write(w, at);
      a.off[a.n] = at;
      a.len[a.n++] = w.length;
      at += w.length;
    }
    return lf + 1;
  }
}

/** Position of the CR of the line at p, -1 when the line is not complete. */
function lineEnd(buf: Buffer, p: number, end: number): number {
  const cr = lineBreak(buf, CR, p, end);
  return cr + 1 >= end ? -1 : cr;
}

/** Position of a byte from p on; -1 when it is not there, or hidden behind a NUL. */
function lineBreak(buf: Buffer, byte: number, p: number, end: number): number {
  const at = buf.indexOf(byte, p);
  if (at < 0 || at >= end) return -1;
  const nul = buf.indexOf(0, p);
  return nul >= 0 && nul < at ? -1 : at;
}

/** A length line's number; NaN when it is none. */
function readLength(buf: Buffer, from: number, to: number): number {
  const text = buf.latin1Slice(from, to);
  if (!/^(0|-?[1-9][0-9]{0,18})$/.test(text)) return Number.NaN;
  const n = Number(text);
  return n < -(2 ** 63) ? Number.NaN : n;
}
