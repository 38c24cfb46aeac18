/** An outgoing connection over which commands are sent whose replies are single lines. */
import type { Connection, Peer } from '../net/connection.ts';

/** A longer line is no reply to what we send. */
const MAX_LINE = 64 * 1024;

export interface LinkListener {
  /** A reply without its line end: "+OK", "-ERR ...". */
  line(text: string): void;
  closed(): void;
}

export class PeerLink implements Peer {
  /** Database selected over there, -1 when not known. */
  selected = -1;
  lastUsed = 0;
  open = true;
  listener: LinkListener | null = null;

  constructor(private readonly conn: Connection) {
    conn.peer = this;
  }

  send(bytes: Buffer): void {
    this.conn.append(bytes, 0, bytes.length);
  }

  close(): void {
    this.listener = null;
    if (this.open) this.conn.transport.close(this.conn);
  }

  input(buf: Buffer, length: number): number {
    let used = 0;
    for (;;) {
      const end = buf.indexOf(10, used);
      if (end < 0 || end >= length) break;
      const text = buf.latin1Slice(used, end).replace(/\r$/, '');
      used = end + 1;
      this.listener?.line(text);
      if (!this.open) return length;
    }
    if (length - used > MAX_LINE) {
      this.conn.transport.close(this.conn);
      return length;
    }
    return used;
  }

  closed(): void {
    this.open = false;
    this.listener?.closed();
  }
}
