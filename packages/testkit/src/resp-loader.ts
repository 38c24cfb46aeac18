import { connect, type Socket } from 'node:net';

/** Commands sent before the replies are waited for. */
const BATCH = 1000;

/** A bare RESP connection for bulk loading and probing: sends commands, counts replies. */
export class Loader {
  private waiting: (() => void) | null = null;
  private replies = 0;
  private wanted = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.count(chunk));
  }

  static open(port: number): Promise<Loader> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Loader(socket)));
    });
  }

  /** Every reply of the commands used here is one line. */
  private count(chunk: Buffer): void {
    for (let i = chunk.indexOf(10); i >= 0; i = chunk.indexOf(10, i + 1)) this.replies++;
    if (this.replies >= this.wanted && this.waiting !== null) {
      const done = this.waiting;
      this.waiting = null;
      done();
    }
  }

  private exchange(text: string, replies: number): Promise<void> {
    this.wanted += replies;
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.socket.write(text, 'latin1');
    });
  }

  /** Sends n commands in batches; each must be answered by one line. */
  async load(n: number, command: (i: number) => readonly string[]): Promise<void> {
    for (let i = 0; i < n; i += BATCH) {
      const count = Math.min(BATCH, n - i);
      let text = '';
      for (let j = 0; j < count; j++) text += encode(command(i + j));
      await this.exchange(text, count);
    }
  }

  /** Milliseconds one PING takes. */
  async probe(): Promise<number> {
    const started = performance.now();
    await this.exchange('PING\r\n', 1);
    return performance.now() - started;
  }

  close(): void {
    this.socket.destroy();
  }
}

function encode(words: readonly string[]): string {
  let text = `*${words.length}\r\n`;
  for (const w of words) text += `$${w.length}\r\n${w}\r\n`;
  return text;
}
