/**
 * One client's socket as the server sees it: what was read and not yet run, what is to be written.
 * Transports own the descriptor; everything else goes through these methods.
 */
import type { Client } from '../clients/client.ts';
import { addressOf } from '../structures/libc.ts';
import { QueryBuffer } from './query-buffer.ts';
import { REPLY_ROOM_MAX, ReplyRoom } from './reply-room.ts';
import type { Transport } from './transport.ts';

/** Chunks of a long backlog grow with it up to this size, so that there are never very many. */
const CHUNK_MAX = 1024 * 1024;

/** Smaller chunks are left to the collector. */
const FREE_AT_ONCE = 64 * 1024;

/** Whoever speaks through an outgoing connection, in the place of a client. */
export interface Peer {
  /** Bytes [0, length) came in; returns how many were used. */
  input(buf: Buffer, length: number): number;
  closed(): void;
}

/** Gives a chunk's memory back now: backlogs may be much larger than what the collector sees. */
function free(chunk: Buffer): void {
  if (chunk.length >= FREE_AT_ONCE) (chunk.buffer as ArrayBuffer).transfer(0);
}

export class Connection {
  client: Client | null = null;
  peer: Peer | null = null;
  readonly query = new QueryBuffer();
  /** Bytes of input being handled now, parsed or not. */
  handling = 0;

  /** Output waiting for the socket, oldest first; the last chunk may have room. */
  private chunks: Buffer[] = [];
  /** Chunks before this one are written and forgotten. */
  private head = 0;
  private lastUsed = 0;
  private headSent = 0;
  private chunkBytes = 0;
  pendingBytes = 0;
  readonly replies = new ReplyRoom();

  /** Set while the transport waits for the socket to become writable. */
  waitsForWrite = false;
  /** Set while this connection stands in the transport's list of those with output. */
  queued = false;
  closing = false;
  closed = false;
  /** Close once all output is written. */
  closeAfterWrite = false;
  /** Reading is stopped. */
  paused = false;
  /** The peer will send no more, or is gone: what it sent before is still to be read. */
  ending = false;
  /** Set while the transport is to read again without being told. */
  readAgain = false;

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
      if (last === undefined || this.lastUsed === last.length) last = this.addChunk(to - at);
      const n = Math.min(to - at, last.length - this.lastUsed);
      src.copy(last, this.lastUsed, at, at + n);
      this.lastUsed += n;
      at += n;
    }
    this.pendingBytes += to - from;
    this.replies.used(this.pendingBytes);
    this.transport.enqueue(this);
  }

  private addChunk(atLeast: number): Buffer {
    const size =
      this.chunks.length === 0
        ? this.replies.size
        : Math.max(REPLY_ROOM_MAX, Math.min(this.pendingBytes >> 3, CHUNK_MAX));
    const chunk = Buffer.allocUnsafeSlow(Math.max(size, atLeast));
    this.chunks.push(chunk);
    this.chunkBytes += chunk.length;
    this.lastUsed = 0;
    return chunk;
  }

  appendText(latin1: string): void {
    const bytes = Buffer.from(latin1, 'latin1');
    this.append(bytes, 0, bytes.length);
  }

  /** The unsent bytes of the oldest chunk; null when there is no output. */
  firstPending(): Buffer | null {
    const chunk = this.chunks[this.head];
    return chunk === undefined ? null : chunk.subarray(this.headSent, this.headEnd(chunk));
  }

  private headEnd(chunk: Buffer): number {
    return this.head === this.chunks.length - 1 ? this.lastUsed : chunk.length;
  }

  /** Writes until the socket takes no more; false when some is left. */
  drain(write: (fd: number, address: number, length: number) => number): boolean {
    for (;;) {
      const chunk = this.chunks[this.head];
      if (chunk === undefined) return true;
      const left = this.headEnd(chunk) - this.headSent;
      const n = write(this.fd, addressOf(chunk) + this.headSent, left);
      if (n <= 0) return false;
      this.written(n);
    }
  }

  /** n more bytes of the oldest chunk went out. */
  written(n: number): void {
    const { traffic } = this.transport;
    traffic.writes++;
    traffic.bytesOut += n;
    this.pendingBytes -= n;
    this.headSent += n;
    const chunk = this.chunks[this.head] as Buffer;
    if (this.headSent < this.headEnd(chunk)) return;
    this.chunkBytes -= chunk.length;
    free(chunk);
    this.headSent = 0;
    this.head++;
    if (this.head === this.chunks.length) {
      this.chunks = [];
      this.head = this.lastUsed = 0;
    } else if (this.head > 64 && this.head * 2 > this.chunks.length) {
      this.chunks.splice(0, this.head);
      this.head = 0;
    }
  }

  /** Gives everything held up: the connection is closed, but lists may still name it for a while. */
  release(): void {
    for (let i = this.head; i < this.chunks.length; i++) free(this.chunks[i] as Buffer);
    this.chunks = [];
    this.head = this.lastUsed = this.headSent = this.chunkBytes = this.pendingBytes = 0;
    this.query.release();
  }

  /** Bytes this connection holds, for client memory limits. */
  get memory(): number {
    return this.query.capacity + this.chunkBytes;
  }

  /** The first chunk stands for the buffer that every client of the reference has. */
  private get firstIsRoom(): boolean {
    const first = this.chunks[this.head];
    return first !== undefined && first.length <= REPLY_ROOM_MAX;
  }

  /** Unsent bytes in the client's reply buffer, and what is beyond it: chunks, their bytes. */
  get bufferedBytes(): number {
    return this.firstIsRoom ? (this.firstPending() as Buffer).length : 0;
  }

  get outputChunks(): number {
    return this.chunks.length - this.head - (this.firstIsRoom ? 1 : 0);
  }

  get outputMemory(): number {
    const first = this.chunks[this.head];
    return this.chunkBytes - (this.firstIsRoom ? (first as Buffer).length : 0);
  }
}
