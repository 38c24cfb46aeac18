/**
 * The event loop on Linux: edge-triggered epoll, one shared input buffer, one write per connection
 * and batch. Nothing here allocates per request.
 *
 * Edges, because the kernel keeps a level-triggered socket listed after it was served: it would come
 * before others that became ready earlier, and be asked in vain. So the transport itself remembers
 * whom to read again: a socket that filled the room offered, or whose end was announced, or whose
 * reading was paused. Connections are registered once, for everything; output is tried until the
 * socket refuses, which is what makes the kernel tell when it takes more.
 *
 * Fairness: at most MAX_EVENTS connections and READ_BYTES bytes of each per tick.
 *
 * errno is read right after the call it belongs to; nothing of the runtime runs in between.
 */
import { addressOf } from '../structures/libc.ts';
import { Connection } from './connection.ts';
import { Connector } from './connector.ts';
import { decodeAddress, encodeAddress, encodeUnixPath } from './sockaddr.ts';
import {
  AF_INET,
  AF_INET6,
  AF_UNIX,
  available,
  CTL_ADD,
  CTL_DEL,
  CTL_MOD,
  EAGAIN,
  EINTR,
  EPOLLERR,
  EPOLLET,
  EPOLLHUP,
  EPOLLIN,
  EPOLLOUT,
  EPOLLRDHUP,
  errno,
  errorText,
  IPPROTO_IPV6,
  IPPROTO_TCP,
  IPV6_V6ONLY,
  libc,
  MSG_NOSIGNAL,
  NONBLOCK_CLOEXEC,
  SO_KEEPALIVE,
  SO_REUSEADDR,
  SOCK_STREAM_NONBLOCK_CLOEXEC,
  SOL_SOCKET,
  setOption,
  TCP_KEEPCNT,
  TCP_KEEPIDLE,
  TCP_KEEPINTVL,
  TCP_NODELAY,
} from './socket-calls.ts';
import { removeStaleSocket } from './stale-socket.ts';
import { type ListenAddress, Traffic, type Transport, type TransportHandler } from './transport.ts';
import { WriteQueue } from './write-queue.ts';

const MAX_EVENTS = 1024;
const READ_BYTES = 64 * 1024;
const CONNECTION_EVENTS = (EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET) >>> 0;
/** The peer ended the stream, or the connection broke. */
const ENDED = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
const ACCEPTS_PER_TICK = 1000;
/** For `receive`, which serves a person at a debugger. */
const RECEIVE_BYTES = 16 * 1024;
const RECEIVE_PAUSE_MS = 2;
/** struct epoll_event is packed on x86-64 only. */
const EVENT_BYTES = process.arch === 'x64' ? 12 : 16;
const DATA_OFFSET = process.arch === 'x64' ? 4 : 8;
const EVENT_WORDS = EVENT_BYTES / 4;
const DATA_WORD = DATA_OFFSET / 4;

export class EpollTransport implements Transport {
  readonly name = 'epoll';
  readonly traffic = new Traffic();
  private readonly epoll: number;
  private readonly events = Buffer.alloc(EVENT_BYTES * MAX_EVENTS);
  private readonly eventsAddress = addressOf(this.events);
  private readonly control = Buffer.alloc(16);
  private readonly controlAddress = addressOf(this.control);
  private readonly connections: (Connection | null)[] = [];
  private readonly listeners = new Map<number, { family: number; path: string }>();
  private readonly connector = new Connector({
    watch: (fd) => this.ctl(CTL_ADD, fd, EPOLLOUT),
    forget: (fd) => this.ctl(CTL_DEL, fd, 0),
    adopt: (fd, remote) => {
      const conn = new Connection(this, fd, remote, '', true, false);
      this.connections[fd] = conn;
      this.ctl(CTL_MOD, fd, CONNECTION_EVENTS);
      return conn;
    },
  });
  private readonly writes: WriteQueue;
  /** Events that were fetched, and the first that is not handled yet. */
  private eventCount = 0;
  private nextEvent = 0;
  /** Connections to read without being told: in this poll, and in the next. */
  private again: Connection[] = [];
  private nextAgain = 0;
  private later: Connection[] = [];
  private readonly peer = Buffer.alloc(128);
  private readonly peerAddress = addressOf(this.peer);
  private readonly peerLength = new Int32Array(1);
  private readonly peerLengthAddress = addressOf(this.peerLength);
  /** Input buffers by nesting depth of poll: a busy script polls while a command's input is in use. */
  private readonly inputs: Buffer[] = [];
  private readonly inputAddresses: number[] = [];
  private readonly eventWords = new Int32Array(
    this.events.buffer,
    this.events.byteOffset,
    this.events.length / 4,
  );
  private depth = 0;

  constructor(private readonly handler: TransportHandler) {
    if (!available) throw new Error('no epoll on this platform');
    this.writes = new WriteQueue(handler, (conn) => conn.drain(send));
    this.epoll = libc.epoll_create1(NONBLOCK_CLOEXEC & 0o2000000);
    if (this.epoll < 0) throw new Error(`epoll_create1: ${errorText(errno())}`);
  }

  private ctl(op: number, fd: number, events: number): void {
    this.control.writeUInt32LE(events, 0);
    this.control.writeInt32LE(fd, DATA_OFFSET);
    libc.epoll_ctl(this.epoll, op, fd, this.controlAddress);
  }

  listen(address: ListenAddress, backlog: number): number {
    const { path, host = '127.0.0.1', port = 0 } = address;
    const family = path !== undefined ? AF_UNIX : host.includes(':') ? AF_INET6 : AF_INET;
    const fd = libc.socket(family, SOCK_STREAM_NONBLOCK_CLOEXEC, 0);
    if (fd < 0) throw new Error(errorText(errno()));
    const where = path === undefined ? encodeAddress(host, port) : encodeUnixPath(path);
    if (path !== undefined) removeStaleSocket(path);
    else setOption(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (family === AF_INET6) setOption(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
    if (libc.bind(fd, addressOf(where), where.length) < 0 || libc.listen(fd, backlog) < 0) {
      const code = errno();
      libc.close(fd);
      throw Object.assign(new Error(errorText(code)), { code });
    }
    this.listeners.set(fd, { family, path: path ?? '' });
    this.ctl(CTL_ADD, fd, EPOLLIN);
    return fd;
  }

  closeListener(fd: number): void {
    const path = this.listeners.get(fd)?.path ?? '';
    this.listeners.delete(fd);
    this.ctl(CTL_DEL, fd, 0);
    libc.close(fd);
    if (path !== '') removeStaleSocket(path);
  }

  stopListening(): void {
    for (const fd of [...this.listeners.keys()]) this.closeListener(fd);
  }

  connect(
    host: string,
    port: number,
    timeoutMs: number,
    done: (conn: Connection | Error) => void,
  ): void {
    this.connector.start(host, port, timeoutMs, done);
  }

  poll(timeoutMs: number): boolean {
    // Inside a busy command, what the outer poll has not come to goes first: it is not told again.
    if (this.nextEvent >= this.eventCount && this.nextAgain >= this.again.length) {
      const wait = this.later.length > 0 ? 0 : timeoutMs;
      const n = libc.epoll_wait(this.epoll, this.eventsAddress, MAX_EVENTS, wait);
      this.eventCount = Math.max(0, n);
      this.nextEvent = 0;
      this.again = this.later;
      this.nextAgain = 0;
      if (this.again.length > 0) this.later = [];
    }
    this.handler.woke();
    this.depth++;
    try {
      while (this.nextEvent < this.eventCount) this.handle(this.nextEvent++);
      while (this.nextAgain < this.again.length) {
        const conn = this.again[this.nextAgain++] as Connection;
        conn.readAgain = false;
        if (!conn.closed) this.readable(conn);
      }
      this.connector.expire();
    } finally {
      this.depth--;
    }
    return true;
  }

  private handle(event: number): void {
    const what = this.eventWords[event * EVENT_WORDS] as number;
    const fd = this.eventWords[event * EVENT_WORDS + DATA_WORD] as number;
    const conn = this.connections[fd];
    if (conn !== undefined && conn !== null) {
      if (conn.waitsForWrite && what & EPOLLOUT) this.writes.attempt(conn);
      if (what & ENDED) conn.ending = true;
      if (what & (EPOLLIN | ENDED) && !conn.closed && !conn.readAgain) this.readable(conn);
    } else if (this.listeners.has(fd)) this.accept(fd);
    else this.connector.finished(fd);
  }

  private input(): Buffer {
    let buf = this.inputs[this.depth];
    if (buf === undefined) {
      buf = Buffer.allocUnsafeSlow(READ_BYTES);
      this.inputs[this.depth] = buf;
      this.inputAddresses[this.depth] = addressOf(buf);
    }
    return buf;
  }

  private accept(listener: number): void {
    const { path, family } = this.listeners.get(listener) as { family: number; path: string };
    for (let i = 0; i < ACCEPTS_PER_TICK; i++) {
      this.peerLength[0] = 128;
      this.peer.fill(0, 0, 4);
      const fd = libc.accept4(listener, this.peerAddress, this.peerLengthAddress, NONBLOCK_CLOEXEC);
      if (fd < 0) return;
      const peer = decodeAddress(this.peer, path);
      this.peerLength[0] = 128;
      libc.getsockname(fd, this.peerAddress, this.peerLengthAddress);
      const local = decodeAddress(this.peer, path);
      const conn = new Connection(
        this,
        fd,
        peer.text,
        local.text,
        peer.loopback,
        family === AF_UNIX,
      );
      if (family !== AF_UNIX) setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
      this.connections[fd] = conn;
      this.ctl(CTL_ADD, fd, CONNECTION_EVENTS);
      this.handler.accepted(conn);
    }
  }

  /** Has the connection read at the next poll, which will not wait. */
  private readLater(conn: Connection): void {
    if (conn.readAgain || conn.closed) return;
    conn.readAgain = true;
    this.later.push(conn);
  }

  private readable(conn: Connection): void {
    if (conn.paused) return;
    const { query } = conn;
    const at = query.length;
    const buf = at === 0 ? this.input() : query.prepare();
    const address = at === 0 ? (this.inputAddresses[this.depth] as number) : query.address;
    const n = libc.recv(conn.fd, address + at, buf.length - at, 0);
    if (n <= 0) {
      const code = n < 0 ? errno() : 0;
      if (code === EINTR) this.readLater(conn);
      // Nothing to read and no end: the event was meant for an earlier owner of this descriptor.
      else if (code === EAGAIN) conn.ending = false;
      else this.close(conn);
      return;
    }
    if (conn.ending || n === buf.length - at) this.readLater(conn);
    this.traffic.reads++;
    this.traffic.bytesIn += n;
    const length = at + n;
    if (at > 0) query.length = length;
    if (at === 0 || length >= query.need) this.handler.input(conn, buf, address, length);
  }

  receive(conn: Connection): Buffer | null {
    const buf = Buffer.allocUnsafeSlow(RECEIVE_BYTES);
    for (;;) {
      const n = libc.recv(conn.fd, addressOf(buf), buf.length, 0);
      if (n > 0) return buf.subarray(0, n);
      const code = n < 0 ? errno() : 0;
      if (code !== EAGAIN && code !== EINTR) return null;
      Bun.sleepSync(RECEIVE_PAUSE_MS);
    }
  }

  send(conn: Connection, buf: Buffer, address: number, from: number, to: number): void {
    if (conn.closing) return;
    let sent = 0;
    if (conn.pendingBytes === 0) {
      sent = Math.max(0, libc.send(conn.fd, address + from, to - from, MSG_NOSIGNAL));
      this.traffic.writes++;
      this.traffic.bytesOut += sent;
    }
    if (from + sent < to) conn.append(buf, from + sent, to);
  }

  enqueue(conn: Connection): void {
    this.writes.add(conn);
  }

  flush(): void {
    this.writes.flush();
  }

  close(conn: Connection): void {
    if (conn.closed) return;
    conn.closed = conn.closing = true;
    this.connections[conn.fd] = null;
    this.ctl(CTL_DEL, conn.fd, 0);
    libc.close(conn.fd);
    this.handler.closed(conn);
  }

  pauseRead(conn: Connection): void {
    if (conn.paused || conn.closed) return;
    conn.paused = true;
  }

  resumeRead(conn: Connection): void {
    if (!conn.paused || conn.closed) return;
    conn.paused = false;
    this.readLater(conn);
  }

  setKeepAlive(conn: Connection, seconds: number): void {
    setOption(conn.fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    setOption(conn.fd, IPPROTO_TCP, TCP_KEEPIDLE, seconds);
    setOption(conn.fd, IPPROTO_TCP, TCP_KEEPINTVL, Math.max(1, Math.floor(seconds / 3)));
    setOption(conn.fd, IPPROTO_TCP, TCP_KEEPCNT, 3);
  }
}

function send(fd: number, address: number, length: number): number {
  return libc.send(fd, address, length, MSG_NOSIGNAL);
}
