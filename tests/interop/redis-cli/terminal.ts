import { eventually } from '@tandem/testkit/eventually.ts';
import type { StartedServer } from '@tandem/testkit/servers.ts';

/** A program in a terminal, where redis-cli prompts, hints and does not hold its output back. */
export class Terminal {
  readonly #child: Bun.Subprocess;
  #screen = '';

  constructor(argv: readonly string[], server: StartedServer) {
    this.#child = Bun.spawn([...argv], {
      // Its history and preferences stay with the server's files.
      env: { ...process.env, TERM: 'xterm', HOME: server.dir },
      terminal: {
        cols: 160,
        rows: 40,
        data: (_, bytes) => {
          this.#screen += Buffer.from(bytes).toString();
        },
      },
    });
  }

  get screen(): string {
    return this.#screen;
  }

  /** Ends with the exit code. */
  get exited(): Promise<number> {
    return this.#child.exited;
  }

  /** Types `text`, then waits for `shown` among what comes after it. */
  async type(text: string, shown: RegExp): Promise<void> {
    const before = this.#screen.length;
    this.#child.terminal?.write(text);
    await eventually(`${shown} after ${JSON.stringify(text)}`, () =>
      shown.test(this.#screen.slice(before)),
    );
  }

  async shows(shown: RegExp): Promise<void> {
    await eventually(`${shown}`, () => shown.test(this.#screen));
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#child.exited;
    this.#child.terminal?.close();
  }
}
