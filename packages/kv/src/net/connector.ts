/** Outgoing connections while they come about: names are resolved, nothing blocks, time is limited. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressOf } from '../structures/libc.ts';
import type { Connection } from './connection.ts';
import { encodeAddress } from './sockaddr.ts';
import {
  AF_INET,
  AF_INET6,
  EINPROGRESS,
  errno,
  errorText,
  getOption,
  IPPROTO_TCP,
  libc,
  SO_ERROR,
  SOCK_STREAM_NONBLOCK_CLOEXEC,
  SOL_SOCKET,
  setOption,
  TCP_NODELAY,
} from './socket-calls.ts';

type Done = (conn: Connection | Error) => void;

interface Attempt {
  readonly deadline: number;
  readonly remote: string;
  readonly done: Done;
}

/** What the owner of the sockets does for a connector. */
export interface ConnectorHost {
  /** Tells `finished` when the socket becomes writable. */
  watch(fd: number): void;
  forget(fd: number): void;
  /** Makes a connection of an established socket. */
  adopt(fd: number, remote: string): Connection;
}

export class Connector {
  private readonly attempts = new Map<number, Attempt>();

  constructor(private readonly host: ConnectorHost) {}

  start(host: string, port: number, timeoutMs: number, done: Done): void {
    if (isIP(host) !== 0) this.open(host, port, timeoutMs, done);
    else
      lookup(host).then(
        (found) => this.open(found.address, port, timeoutMs, done),
        () => done(new Error(`can't resolve ${host}`)),
      );
  }

  private open(ip: string, port: number, timeoutMs: number, done: Done): void {
    const family = ip.includes(':') ? AF_INET6 : AF_INET;
    const fd = libc.socket(family, SOCK_STREAM_NONBLOCK_CLOEXEC, 0);
    const to = encodeAddress(ip, port);
    const rc = libc.connect(fd, addressOf(to), to.length);
    const code = rc < 0 ? errno() : 0;
    if (fd < 0 || (rc < 0 && code !== EINPROGRESS)) {
      if (fd >= 0) libc.close(fd);
      done(new Error(errorText(code)));
      return;
    }
    const deadline = performance.now() + timeoutMs;
    this.attempts.set(fd, { deadline, remote: `${ip}:${port}`, done });
    this.host.watch(fd);
  }

  /** A watched socket is ready: connected, or failed. */
  finished(fd: number): void {
    const attempt = this.attempts.get(fd);
    if (attempt === undefined) return;
    const code = getOption(fd, SOL_SOCKET, SO_ERROR);
    if (code !== 0) {
      this.giveUp(fd, attempt, errorText(code));
      return;
    }
    this.attempts.delete(fd);
    setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    attempt.done(this.host.adopt(fd, attempt.remote));
  }

  /** Gives up on those whose time is over. */
  expire(): void {
    if (this.attempts.size === 0) return;
    const now = performance.now();
    for (const [fd, attempt] of this.attempts)
      if (now >= attempt.deadline) this.giveUp(fd, attempt, 'Connection timed out');
  }

  private giveUp(fd: number, attempt: Attempt, reason: string): void {
    this.attempts.delete(fd);
    this.host.forget(fd);
    libc.close(fd);
    attempt.done(new Error(reason));
  }
}
