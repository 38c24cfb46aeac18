/** HTTP over a bare socket: what is sent is what was said, right or wrong. */
import { connect, type Socket } from 'node:net';
import type { BrokenRequest } from './mutate.ts';

export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export class HttpClient {
  private text = Buffer.alloc(0);
  private wake: () => void = () => {};
  ended = false;

  private constructor(
    readonly socket: Socket,
    private readonly authorization: string,
  ) {
    socket.on('data', (chunk: Buffer) => {
      this.text = Buffer.concat([this.text, chunk]);
      this.wake();
    });
    const end = () => {
      this.ended = true;
      this.wake();
    };
    socket.on('end', end);
    socket.on('close', end);
    // A reset is one of the ways in which a server ends a connection.
    socket.on('error', end);
  }

  static open(port: number, authorization: string): Promise<HttpClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpClient(socket, authorization));
      });
    });
  }

  close(): void {
    this.socket.destroy();
  }

  /** A head with this client's credentials, up to and with the empty line. */
  head(method: string, path: string, headers: Readonly<Record<string, string>>): string {
    const lines = Object.entries({ host: 'x', authorization: this.authorization, ...headers });
    return `${method} ${path} HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`;
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  async ask({ method, path, headers, body }: BrokenRequest): Promise<Reply> {
    const framing = { ...headers, 'content-length': String(body.length) };
    this.write(Buffer.concat([Buffer.from(this.head(method, path, framing)), body]));
    return this.reply(method === 'HEAD');
  }

  /** The next answer; one with status 0 when the server ended the connection before it. */
  async reply(isHead = false): Promise<Reply> {
    for (;;) {
      const end = this.text.indexOf('\r\n\r\n');
      if (end >= 0) {
        const head = this.text.subarray(0, end).toString('latin1');
        const length = isHead ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (this.text.length >= end + 4 + length) {
          const body = this.text.subarray(end + 4, end + 4 + length).toString();
          this.text = this.text.subarray(end + 4 + length);
          return { status: Number(head.slice(9, 12)), head, body };
        }
      }
      if (this.ended) return { status: 0, head: '', body: '' };
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
