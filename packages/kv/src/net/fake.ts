/**
 * A transport in memory, for tests: peers are objects, time and the size of a "socket" are the
 * test's. Nothing happens by itself; `turn` does what a loop would do between two waits.
 */
import { addressOf } from '../structures/libc.ts';
import { Connection } from './connection.ts';
import { Traffic, type Transport, type TransportHandler } from './transport.ts';
import { WriteQueue } from './write-queue.ts';

const READ_BYTES = 64 * 1024;

export interface FakePeerOptions {
  /** The peer's address; one that does not begin with 127. is not local. */
  readonly remote?: string;
  /** Bytes the socket holds while the peer does not read. */
  readonly capacity?: number;
}

/** The other end of a connection. */
export class FakePeer {
  readonly conn: Connection;
  private inbox: string[] = [];
  private held = 0;

  constructor(
    private readonly transport: FakeTransport,
    remote: string,
    public capacity: number,
  ) {
    const isLocal = remote.startsWith('127.');
    this.conn = new FakeConnection(transport, this, remote, isLocal);
  }

  get closed(): boolean {
    return this.conn.closed;
  }

  /** Sends binary text, cut into pieces of at most so many bytes. */
  send(text: string, pieceBytes = READ_BYTES): void {
    for (let at = 0; at < text.length && !this.closed; at += pieceBytes)
      this.transport.deliver(this.conn, Buffer.from(text.slice(at, at + pieceBytes), 'latin1'));
  }

  /** Sends one command. */
  command(...words: readonly (string | number)[]): void {
    const parts = words.map(String).map((w) => `$${w.length}\r\n${w}\r\n`);
    this.send(`*${words.length}\r\n${parts.join('')}`);
  }

  /** Reads all that came so far; the socket takes more then. */
  read(): string {
    let text = '';
    do {
      text += this.inbox.join('');
      this.inbox = [];
      this.held = 0;
      this.transport.writable(this.conn);
    } while (this.inbox.length > 0);
    return text;
  }

  /** What the socket takes of these bytes. */
  accept(bytes: Buffer): number {
    const n = Math.min(bytes.length, this.capacity - this.held);
    if (n > 0) this.inbox.push(bytes.latin1Slice(0, n));
    this.held += n;
    return n;
  }

  hangUp(): void {
    this.transport.close(this.conn);
  }
}

class FakeConnection extends Connection {
  constructor(
    transport: Transport,
    readonly other: FakePeer,
    remote: string,
    isLocal: boolean,
  ) {
    super(transport, -1, remote, '127.0.0.1:6379', isLocal, false);
  }
}

export class FakeTransport implements Transport {
  readonly name = 'fake';
  readonly traffic = new Traffic();
  private readonly writes: WriteQueue;
  private readonly input = Buffer.allocUnsafeSlow(READ_BYTES);
  private readonly inputAddress = addressOf(this.input);

  constructor(private readonly handler: TransportHandler) {
    this.writes = new WriteQueue(handler, write);
  }

  /** A client connects. */
  accept(options: FakePeerOptions = {}): FakePeer {
    const { remote = '127.0.0.1:1024', capacity = Number.POSITIVE_INFINITY } = options;
    const peer = new FakePeer(this, remote, capacity);
    this.handler.accepted(peer.conn);
    return peer;
  }

  deliver(conn: Connection, bytes: Buffer): void {
    const { query } = conn;
    this.handler.woke();
    for (let at = 0; at < bytes.length && !conn.closed; ) {
      const fresh = query.length === 0;
      const buf = fresh ? this.input : query.prepare();
      const n = bytes.copy(buf, query.length, at);
      at += n;
      const length = query.length + n;
      if (!fresh) query.length = length;
      const address = fresh ? this.inputAddress : query.address;
      if (fresh || length >= query.need) this.handler.input(conn, buf, address, length);
    }
  }

  /** What a loop does before it waits again. */
  turn(): void {
    this.handler.woke();
    this.handler.settled();
  }

  writable(conn: Connection): void {
    if (!conn.closed && conn.waitsForWrite) this.writes.attempt(conn);
  }

  listen(): number {
    return 0;
  }
  closeListener(): void {}
  stopListening(): void {}

  connect(_host: string, _port: number, _ms: number, done: (result: Error) => void): void {
    done(new Error('Connection refused'));
  }

  poll(): boolean {
    return false;
  }

  enqueue(conn: Connection): void {
    this.writes.add(conn);
  }

  send(conn: Connection, buf: Buffer, _address: number, from: number, to: number): void {
    if (conn.closing) return;
    const { other } = conn as FakeConnection;
    const sent = conn.pendingBytes === 0 ? other.accept(buf.subarray(from, to)) : 0;
    if (from + sent < to) conn.append(buf, from + sent, to);
  }

  flush(): void {
    this.writes.flush();
  }

  close(conn: Connection): void {
    if (conn.closed) return;
    conn.closed = conn.closing = true;
    this.handler.closed(conn);
  }

  pauseRead(conn: Connection): void {
    conn.paused = true;
  }

  resumeRead(conn: Connection): void {
    conn.paused = false;
  }

  setKeepAlive(): void {}
}

function write(conn: Connection): boolean {
  const { other } = conn as FakeConnection;
  for (let chunk = conn.firstPending(); chunk !== null; chunk = conn.firstPending()) {
    const n = other.accept(chunk);
    if (n <= 0) return false;
    conn.written(n);
  }
  return true;
}
