import { textTable } from '@tandem/common/cli/text-table.ts';
import type { ShownPassword } from '../credentials/first-passwords.ts';
import type { DataDir } from '../data-dir.ts';
import { lastLines } from '../logs/read-log.ts';
import type { StackEvent } from '../run-stack.ts';
import type { ServiceStatus, StackStatus } from '../supervisor/status.ts';
import { typedCommand } from '../typed-command.ts';

const LINES_OF_A_FAILURE = 20;

/** Where progress is shown: a terminal can be drawn over, anything else only grows. */
export interface Screen {
  readonly isTTY: boolean;
  /** Of a terminal: a longer line would wrap, and be drawn over wrongly. */
  readonly columns: number;
  write(text: string): void;
}

/** One line a service while a stack starts, then a table, then only what changes. */
export class Progress {
  readonly #screen: Screen;
  readonly #dataDir: DataDir;
  /** Closing lines under the table: where data is, how to stop. */
  readonly #hints: readonly string[];
  readonly #lines = new Map<string, string>();
  #passwords: readonly ShownPassword[] = [];
  #isUp = false;
  #isStopping = false;

  constructor(screen: Screen, dataDir: DataDir, hints: readonly string[]) {
    this.#screen = screen;
    this.#dataDir = dataDir;
    this.#hints = hints;
  }

  show(event: StackEvent): void {
    switch (event.type) {
      case 'service':
        this.#service(event.status);
        break;
      case 'passwords':
        this.#passwords = event.passwords;
        break;
      case 'up':
        this.#isUp = true;
        this.#print(['', addressTable(event.status), '', ...this.#passwordLines(), ...this.#hints]);
        this.#passwords = [];
        break;
      case 'stopping':
        this.#isStopping = true;
        this.#print([event.forced ? 'Forced to stop.' : 'Stopping; press Ctrl-C again to force.']);
        break;
    }
  }

  #service(status: ServiceStatus): void {
    const line = `${status.name}  ${describe(status)}`;
    if (this.#isUp || this.#isStopping) {
      this.#print([line]);
      if (status.state === 'failed') this.#print(this.#lastWords(status.name));
    } else if (this.#screen.isTTY) {
      this.#redraw(status.name, line);
    } else {
      this.#print([line]);
    }
  }

  #passwordLines(): string[] {
    if (this.#passwords.length === 0) return [];
    const lines = this.#passwords.map(
      ({ service, user, password }) =>
        `Password of ${user} (${service}), shown only now: ${password}`,
    );
    return [...lines, ''];
  }

  #lastWords(service: string): string[] {
    const path = this.#dataDir.log(service);
    const lines = lastLines(path, LINES_OF_A_FAILURE).map((line) => `  ${line}`);
    const restart = typedCommand(`restart ${service}`, this.#dataDir);
    return [...lines, `Log: ${path}`, `Start it again with: ${restart}`];
  }

  /** Moves up over the lines drawn before, and draws them all again. */
  #redraw(service: string, line: string): void {
    const up = this.#lines.size === 0 ? '' : `\x1b[${this.#lines.size}A`;
    this.#lines.set(service, line.slice(0, this.#screen.columns - 1));
    const drawn = [...this.#lines.values()].map((text) => `\x1b[2K${text}\n`).join('');
    this.#screen.write(up + drawn);
  }

  #print(lines: readonly string[]): void {
    this.#screen.write(lines.map((line) => `${line}\n`).join(''));
  }
}

function describe(status: ServiceStatus): string {
  switch (status.state) {
    case 'ready':
      return `ready in ${status.readyMs} ms`;
    case 'restarting':
      return `restarting: ${status.reason}`;
    case 'failed':
      return `failed: ${status.reason}`;
    default:
      return status.state;
  }
}

function addressTable(status: StackStatus): string {
  return textTable([
    ['SERVICE', 'ADDRESS', 'USER'],
    ...status.services.map((service) => [service.name, service.address, service.user]),
  ]);
}
