/** How bytes come in and go out. Backends: epoll.ts (Linux), listen.ts (any platform). */
import type { Connection } from './connection.ts';

/** What a transport tells the server; all calls come from inside `poll` or the runtime's loop. */
export interface TransportHandler {
  /** A wait for events is over and what came is about to be handled: time has passed. */
  woke(): void;
  accepted(conn: Connection): void;
  /**
   * Bytes [0, length) of buf are input: new, or, when `buf` is that of conn.query, what it held and
   * what came since. What cannot be used yet is kept in conn.query.
   */
  input(conn: Connection, buf: Buffer, address: number, length: number): void;
  /** The peer is gone or the connection was closed; called once. */
  closed(conn: Connection): void;
  /** All output was written. */
  drained(conn: Connection): void;
  /** Told by transports that are not polled: all events that came together are handled. */
  settled(): void;
}

export interface ListenAddress {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
  readonly mode?: number;
}

/** What went over all sockets of a transport, for INFO. */
export class Traffic {
  reads = 0;
  writes = 0;
  bytesIn = 0;
  bytesOut = 0;
}

export interface Transport {
  readonly traffic: Traffic;
  /** Opens a listening socket and returns its id; throws an Error with a plain message. */
  listen(address: ListenAddress, backlog: number): number;
  closeListener(id: number): void;
  /** Stops accepting on all sockets. */
  stopListening(): void;
  /** Starts an outgoing connection; `done` gets it, or the reason it failed. */
  connect(
    host: string,
    port: number,
    timeoutMs: number,
    done: (conn: Connection | Error) => void,
  ): void;
  /** Waits up to timeoutMs for events and handles them. False where the runtime's loop does that. */
  poll(timeoutMs: number): boolean;
  /** Notes that a connection has output to be written at the end of the tick. */
  enqueue(conn: Connection): void;
  /** Writes buf[from, to) at once, keeping what the socket does not take. */
  send(conn: Connection, buf: Buffer, address: number, from: number, to: number): void;
  /** Writes what is queued everywhere. */
  flush(): void;
  /**
   * Waits for input of one connection while nobody else is served; null when the peer is gone. Absent
   * where the runtime does the reading.
   */
  receive?(conn: Connection): Buffer | null;
  close(conn: Connection): void;
  pauseRead(conn: Connection): void;
  resumeRead(conn: Connection): void;
  setKeepAlive(conn: Connection, seconds: number): void;
  readonly name: string;
}
