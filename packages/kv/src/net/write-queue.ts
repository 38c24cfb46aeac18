/** Connections that got output during a tick, written at its end: one write for many replies. */
import type { Connection } from './connection.ts';
import type { TransportHandler } from './transport.ts';

export class WriteQueue {
  private dirty: Connection[] = [];

  constructor(
    private readonly handler: TransportHandler,
    /** Writes what a socket takes; true when nothing is left. */
    private readonly write: (conn: Connection) => boolean,
  ) {}

  add(conn: Connection): void {
    if (conn.queued || conn.waitsForWrite) return;
    conn.queued = true;
    this.dirty.push(conn);
  }

  flush(): void {
    while (this.dirty.length > 0) {
      const batch = this.dirty;
      this.dirty = [];
      for (const conn of batch) {
        conn.queued = false;
        if (!conn.closed) this.attempt(conn);
      }
    }
  }

  /** The socket takes output again. */
  attempt(conn: Connection): void {
    conn.waitsForWrite = !this.write(conn);
    if (conn.waitsForWrite || conn.closed) return;
    this.handler.drained(conn);
    if (conn.closeAfterWrite) conn.transport.close(conn);
  }
}
