import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { UserError } from '@tandem/common/user-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { type ControlReply, type ControlRequest, LONGEST_REQUEST } from './protocol.ts';

/** Answers control requests on a Unix socket that only this user can open. */
export class ControlServer {
  readonly #path: string;
  readonly #server: Server;
  readonly #answering = new Set<Promise<void>>();

  constructor(path: string, answer: (request: ControlRequest) => Promise<ControlReply>) {
    this.#path = path;
    this.#server = createServer((socket) => this.#serve(socket, answer));
  }

  /** Throws a UserError when the file system of the data directory has no sockets. */
  async listen(): Promise<void> {
    // The data directory's lock is ours, so a socket that is still there belongs to nobody.
    rmSync(this.#path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', ({ message }) =>
        reject(
          new UserError(
            `The control socket ${this.#path} cannot be made (${message}).`,
            exitCodes.cannotStart,
          ),
        ),
      );
      this.#server.listen(this.#path, resolve);
    });
    chmodSync(this.#path, 0o600);
  }

  /** Stops listening once those who were promised an answer have it. */
  async close(): Promise<void> {
    await Promise.all(this.#answering);
    this.#server.close();
    rmSync(this.#path, { force: true });
  }

  #serve(socket: Socket, answer: (request: ControlRequest) => Promise<ControlReply>): void {
    let line = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      line += chunk.toString();
      const end = line.indexOf('\n');
      if (end === -1) {
        if (line.length > LONGEST_REQUEST) socket.destroy();
        return;
      }
      const request = parse(line.slice(0, end));
      if (request === undefined) {
        socket.destroy();
        return;
      }
      const answered = answer(request)
        .catch((error: Error) => ({ ok: false, error: error.message }) as const)
        .then(
          (reply) => new Promise<void>((done) => socket.end(`${JSON.stringify(reply)}\n`, done)),
        )
        .finally(() => this.#answering.delete(answered));
      this.#answering.add(answered);
    });
  }
}

function parse(line: string): ControlRequest | undefined {
  try {
    return JSON.parse(line) as ControlRequest;
  } catch {
    return undefined;
  }
}
