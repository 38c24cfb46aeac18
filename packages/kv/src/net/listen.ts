/**
 * The portable transport: the runtime's own sockets. Costs more per request than epoll.ts and cannot
 * be polled from within a command, so that nobody is heard while a script is busy; everything else is
 * the same. Input is copied into the shared buffer, because the engine may move or free the
 * runtime's own, and commands refer to arguments by address.
 */
import type { Socket, SocketHandler, TCPSocketListenOptions } from 'bun';
import { strerror } from '../process/errno.ts';
import { addressOf } from '../structures/libc.ts';
import { Connection } from './connection.ts';
import { removeStaleSocket } from './stale-socket.ts';
import { type ListenAddress, Traffic, type Transport, type TransportHandler } from './transport.ts';
import { WriteQueue } from './write-queue.ts';

const READ_BYTES = 64 * 1024;
/** Every read is an object of the runtime's own: after so many bytes of them they are collected. */
const COLLECT_AFTER_BYTES = 16 * 1024 * 1024;

interface Slot {
  conn: SocketConnection | null;
}

class SocketConnection extends Connection {
  constructor(
    transport: Transport,
    readonly socket: Socket<Slot>,
    fd: number,
    remote: string,
    local: string,
    isLocal: boolean,
    isUnix: boolean,
  ) {
    super(transport, fd, remote, local, isLocal, isUnix);
  }
}

/** The runtime knows this option when listening too; its types do not. */
type TcpOptions = TCPSocketListenOptions<Slot> & { readonly ipv6Only: boolean };

interface Listening {
  stop(): void;
  readonly path: string;
}

export class ListenTransport implements Transport {
  readonly name = 'listen';
  readonly traffic = new Traffic();
  private readonly listeners = new Map<number, Listening>();
  private nextListener = 1;
  private readonly input = Buffer.allocUnsafeSlow(READ_BYTES);
  private readonly inputAddress = addressOf(this.input);
  private readonly writes: WriteQueue;
  private scheduled = false;
  private collectAt = COLLECT_AFTER_BYTES;

  constructor(private readonly handler: TransportHandler) {
    this.writes = new WriteQueue(handler, write);
  }

  listen(address: ListenAddress): number {
    const { path, host = '127.0.0.1', port = 0 } = address;
    const socket = this.callbacks((s) => this.accepted(s, path));
    try {
      if (path !== undefined) removeStaleSocket(path);
      const data: Slot = { conn: null };
      const ipv6Only = host.includes(':');
      const tcp: TcpOptions = { hostname: host, port, socket, data, exclusive: true, ipv6Only };
      const server =
        path === undefined ? Bun.listen(tcp) : Bun.listen({ unix: path, socket, data });
      const id = this.nextListener++;
      this.listeners.set(id, { stop: () => server.stop(), path: path ?? '' });
      return id;
    } catch (e) {
      throw Object.assign(new Error(strerror(e)), { code: (e as NodeJS.ErrnoException).code });
    }
  }

  closeListener(id: number): void {
    const listening = this.listeners.get(id);
    this.listeners.delete(id);
    listening?.stop();
    if (listening !== undefined && listening.path !== '') removeStaleSocket(listening.path);
  }

  stopListening(): void {
    for (const id of [...this.listeners.keys()]) this.closeListener(id);
  }

  connect(
    host: string,
    port: number,
    timeoutMs: number,
    done: (conn: Connection | Error) => void,
  ): void {
    let waiting = true;
    const answer = (result: Connection | Error) => {
      waiting = false;
      clearTimeout(timer);
      this.awake();
      done(result);
    };
    const timer = setTimeout(() => answer(new Error('Connection timed out')), timeoutMs);
    const open = (s: Socket<Slot>) => {
      if (!waiting) {
        s.end();
        return;
      }
      s.setNoDelay(true);
      const conn = new SocketConnection(this, s, fdOf(s), `${host}:${port}`, '', true, false);
      s.data = { conn };
      answer(conn);
    };
    const data: Slot = { conn: null };
    Bun.connect<Slot>({ hostname: host, port, socket: this.callbacks(open), data }).catch((e) => {
      if (waiting) answer(new Error(strerror(e)));
    });
  }

  private callbacks(open: (s: Socket<Slot>) => void): SocketHandler<Slot> {
    return {
      open,
      data: (s, bytes) => {
        const { conn } = s.data;
        if (conn === null || conn.closed) return;
        this.awake();
        this.received(conn, bytes);
      },
      drain: (s) => {
        const { conn } = s.data;
        if (conn === null || conn.closed || !conn.waitsForWrite) return;
        this.awake();
        this.writes.attempt(conn);
      },
      close: (s) => this.gone(s),
      error: (s) => this.gone(s),
    };
  }

  private accepted(s: Socket<Slot>, path: string | undefined): void {
    this.awake();
    const isUnix = path !== undefined;
    if (!isUnix) s.setNoDelay(true);
    const remote = isUnix ? `${path}:0` : addressText(s.remoteAddress, s.remotePort);
    const local = isUnix ? `${path}:0` : addressText(s.localAddress, s.localPort);
    const isLocal = isUnix || isLoopback(s.remoteAddress);
    const conn = new SocketConnection(this, s, fdOf(s), remote, local, isLocal, isUnix);
    s.data = { conn };
    this.handler.accepted(conn);
  }

  private gone(s: Socket<Slot>): void {
    const { conn } = s.data;
    if (conn !== null) this.close(conn);
  }

  /** Something happened: what is to be done between events follows when all that came is handled. */
  private awake(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.handler.woke();
    setImmediate(() => {
      this.scheduled = false;
      this.handler.settled();
      if (this.traffic.bytesIn >= this.collectAt) {
        this.collectAt = this.traffic.bytesIn + COLLECT_AFTER_BYTES;
        Bun.gc(true);
      }
    });
  }

  private received(conn: Connection, bytes: Buffer): void {
    this.traffic.reads++;
    this.traffic.bytesIn += bytes.length;
    const { query } = conn;
    let at = 0;
    while (at < bytes.length && !conn.closed) {
      if (query.length === 0) {
        const n = Math.min(bytes.length - at, READ_BYTES);
        bytes.copy(this.input, 0, at, at + n);
        at += n;
        this.handler.input(conn, this.input, this.inputAddress, n);
      } else {
        const buf = query.prepare();
        const n = Math.min(bytes.length - at, buf.length - query.length);
        bytes.copy(buf, query.length, at, at + n);
        at += n;
        query.length += n;
        if (query.length >= query.need) this.handler.input(conn, buf, query.address, query.length);
      }
    }
  }

  poll(): boolean {
    return false;
  }

  send(conn: Connection, buf: Buffer, _address: number, from: number, to: number): void {
    if (conn.closing) return;
    let sent = 0;
    if (conn.pendingBytes === 0) {
      sent = Math.max(0, (conn as SocketConnection).socket.write(buf, from, to - from));
      this.traffic.writes++;
      this.traffic.bytesOut += sent;
    }
    if (from + sent < to) conn.append(buf, from + sent, to);
  }

  enqueue(conn: Connection): void {
    this.writes.add(conn);
    this.awake();
  }

  flush(): void {
    this.writes.flush();
  }

  close(conn: Connection): void {
    if (conn.closed) return;
    conn.closed = conn.closing = true;
    (conn as SocketConnection).socket.end();
    this.handler.closed(conn);
  }

  pauseRead(conn: Connection): void {
    if (conn.paused || conn.closed) return;
    conn.paused = true;
    (conn as SocketConnection).socket.pause();
  }

  resumeRead(conn: Connection): void {
    if (!conn.paused || conn.closed) return;
    conn.paused = false;
    (conn as SocketConnection).socket.resume();
  }

  setKeepAlive(conn: Connection, seconds: number): void {
    (conn as SocketConnection).socket.setKeepAlive(true, seconds * 1000);
  }
}

function write(conn: Connection): boolean {
  const { socket } = conn as SocketConnection;
  for (let chunk = conn.firstPending(); chunk !== null; chunk = conn.firstPending()) {
    const n = socket.write(chunk);
    if (n <= 0) return false;
    conn.written(n);
    if (n < chunk.length) return false;
  }
  return true;
}

/** The descriptor, for CLIENT LIST; the runtime has it, its types do not. */
function fdOf(s: Socket<Slot>): number {
  return (s as unknown as { fd?: number }).fd ?? -1;
}

function addressText(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function isLoopback(ip: string): boolean {
  return ip.startsWith('127.') || ip === '::1' || ip.startsWith('::ffff:127.');
}
