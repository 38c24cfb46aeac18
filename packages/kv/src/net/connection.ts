/**
 * One client's socket as the server sees it: what was read and not yet parsed, what is to be
 * written. Transports own the descriptor; everything else goes through these methods.
 */
import type { Client } from '../client.ts';
import type { Args } from '../resp/args.ts';
import { addressOf } from '../structures/libc.ts';
import type { Transport } from './transport.ts';

/** Small replies for one client are gathered into chunks of this size. */
const CHUNK = 16 * 1024;

export class Connection {
  client: Client | null = null;
  /** Unparsed input: bytes [0, queryLen) of query; null while nothing is left over. */
  query: Buffer | null = null;
  queryAddress = 0;
  queryLen = 0;
  /** Bytes of input being handled now, parsed or not. */
  handling = 0;
  /** Parsing is pointless before this many bytes are there (the end of a pending bulk). */
  queryNeed = 0;
  /** Progress within a command of many arguments, so that it is not parsed from the start again. */
  partial: Args | null = null;

  /** Output waiting for the socket, oldest first; the last chunk may have room. */
  private readonly chunks: Buffer[] = [];
  private lastUsed = 0;
  private headSent = 0;
  pendingBytes = 0;

  /** Set while the transport waits for the socket to become writable. */
  waitsForWrite = false;
  /** Set while this connection stands in the transport's list of those with output. */
  queued = false;
  closing = false;
  closed = false;
  /** Close once all output is written. */
  closeAfterWrite = false;
  /** Reading is stopped: the client is blocked or paused. */
  paused = false;

  constructor(
    readonly transport: Transport,
    readonly fd: number,
    readonly remote: string,
    readonly local: string,
    /** True for loopback TCP and unix sockets: what protected mode lets in. */
    readonly isLocal: boolean,
    readonly isUnix: boolean,
  ) {}

  /** Appends a copy of bytes to the output; it is written at the end of the tick. */
  append(src: Buffer, from: number, to: number): void {
    if (this.closing) return;
    let at = from;
    while (at < to) {
      let last = this.chunks[this.chunks.length - 1];
      if (last === undefined || this.lastUsed === last.length) {
        last = Buffer.allocUnsafeSlow(Math.max(CHUNK, to - at));
        this.chunks.push(last);
        this.lastUsed = 0;
      }
      const n = Math.min(to - at, last.length - this.lastUsed);
      src.copy(last, this.lastUsed, at, at + n);
      this.lastUsed += n;
      at += n;
    }
    this.pendingBytes += to - from;
    this.transport.enqueue(this);
  }

  appendText(latin1: string): void {
    const bytes = Buffer.from(latin1, 'latin1');
    this.append(bytes, 0, bytes.length);
  }

  /** Writes as much as the socket takes; false when some is left. */
  drain(write: (fd: number, address: number, length: number) => number): boolean {
    while (this.chunks.length > 0) {
      const head = this.chunks[0] as Buffer;
      const end = this.chunks.length === 1 ? this.lastUsed : head.length;
      const n = write(this.fd, addressOf(head) + this.headSent, end - this.headSent);
      if (n <= 0) return false;
      this.transport.traffic.writes++;
      this.transport.traffic.bytesOut += n;
      this.pendingBytes -= n;
      this.headSent += n;
      if (this.headSent < end) return false;
      this.chunks.shift();
      this.headSent = 0;
      if (this.chunks.length === 0) this.lastUsed = 0;
    }
    return true;
  }

  /** Takes all pending output as one buffer; for transports that write by themselves. */
  takePending(): Buffer {
    const parts: Buffer[] = [];
    this.chunks.forEach((c, i) => {
      const end = i === this.chunks.length - 1 ? this.lastUsed : c.length;
      parts.push(c.subarray(i === 0 ? this.headSent : 0, end));
    });
    this.chunks.length = 0;
    this.headSent = this.lastUsed = this.pendingBytes = 0;
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  /** Bytes this connection holds, for client memory limits. */
  get memory(): number {
    let n = this.query === null ? 0 : this.query.length;
    for (const c of this.chunks) n += c.length;
    return n;
  }

  /** Bytes of output chunks beyond what a client without backlog has. */
  get outputMemory(): number {
    let n = 0;
    for (const c of this.chunks) n += c.length;
    return n;
  }

  get outputChunks(): number {
    return this.chunks.length;
  }
}
