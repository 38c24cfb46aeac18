import { connect, type Socket } from 'node:net';
import { type Reply, ReplyReader } from './reply.ts';

/** Arguments as binary strings: one character a byte. */
export type Command = readonly string[];

export function encode(command: Command): Buffer {
  const parts = command.map((argument) => `$${argument.length}\r\n${argument}\r\n`);
  return Buffer.from(`*${command.length}\r\n${parts.join('')}`, 'latin1');
}

/** A bare connection: sends commands in one piece, and hands back one reply for each. */
export class Peer {
  readonly #socket: Socket;
  readonly #reader = new ReplyReader();
  readonly #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('connection closed'));
    });
  }

  static open(port: number): Promise<Peer> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Peer(socket)));
    });
  }

  send(commands: readonly Command[]): Promise<Reply[]> {
    const replies = commands.map(
      () =>
        new Promise<Reply>((resolve, reject) => {
          this.#waiting.push({ resolve, reject });
        }),
    );
    this.#socket.write(Buffer.concat(commands.map(encode)));
    return Promise.all(replies);
  }

  async ask(...command: string[]): Promise<Reply> {
    return (await this.send([command]))[0]!;
  }

  /** How many replies are still to come. */
  get owed(): number {
    return this.#waiting.length;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#reader.feed(bytes);
    for (let reply = this.#reader.next(); reply !== undefined; reply = this.#reader.next()) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) throw new Error(`a reply nobody asked for: ${reply.head}`);
      waiting.resolve(reply);
    }
  }
}
