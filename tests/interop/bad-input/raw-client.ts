/** A TCP client that knows nothing of the protocol: bytes out, bytes in, reading only when told. */
import { connect, type Socket } from 'node:net';

export class RawClient {
  private text = '';
  private bytes = 0;
  private wake: (() => void) | null = null;
  ended = false;

  private constructor(
    readonly socket: Socket,
    private readonly keep: boolean,
  ) {
    socket.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (this.keep) this.text += chunk.toString('latin1');
      this.wake?.();
    });
    const end = () => {
      this.ended = true;
      this.wake?.();
    };
    socket.on('end', end);
    socket.on('close', end);
    // A reset is one of the ways in which a server ends a connection.
    socket.on('error', end);
  }

  /** `keep` false: count what comes, do not hold it. */
  static open(port: number, keep = true): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawClient(socket, keep));
      });
    });
  }

  /** Many connections, a few at a time. */
  static async openMany(port: number, count: number, keep = true): Promise<RawClient[]> {
    const clients: RawClient[] = [];
    while (clients.length < count) {
      const batch = Math.min(200, count - clients.length);
      clients.push(
        ...(await Promise.all(Array.from({ length: batch }, () => RawClient.open(port, keep)))),
      );
    }
    return clients;
  }

  send(bytes: string | Buffer): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Stops reading: what the server sends stays with it, once the kernel's buffers are full. */
  stopReading(): void {
    this.socket.pause();
  }

  get received(): string {
    return this.text;
  }

  private async until(done: () => boolean): Promise<void> {
    while (!done()) {
      if (this.ended)
        throw new Error(`connection ended after ${JSON.stringify(this.text.slice(-200))}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** Waits until so many bytes in all have come. */
  async total(bytes: number): Promise<void> {
    await this.until(() => this.bytes >= bytes);
  }

  /** Sends an inline command and waits for the reply line, or the bulk behind it. */
  async ask(command: string): Promise<string> {
    const from = this.text.length;
    this.send(`${command}\r\n`);
    await this.until(() => replyEnd(this.text, from) >= 0);
    return this.text.slice(from, replyEnd(this.text, from));
  }

  /** Waits until the server has ended the connection; returns all that came. */
  async end(): Promise<string> {
    while (!this.ended)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return this.text;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Position after the line or bulk that begins at `from`, -1 while it is not complete. */
function replyEnd(text: string, from: number): number {
  const line = text.indexOf('\r\n', from);
  if (line < 0) return -1;
  if (text[from] !== '$' || text[from + 1] === '-') return line + 2;
  const end = line + 2 + Number(text.slice(from + 1, line)) + 2;
  return text.length >= end ? end : -1;
}

/** A field of INFO. */
export async function info(client: RawClient, field: string): Promise<number> {
  const text = await client.ask('INFO all');
  return Number(new RegExp(`\\r\\n${field}:(\\d+)`).exec(text)?.[1]);
}
