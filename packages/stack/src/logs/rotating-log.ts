import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** A service may write this much before its log is rotated … */
const MAX_BYTES = 8 * 1024 * 1024;
/** … and so many rotated files are kept: `kv.log.1` is the newest. 40 MiB a service in all. */
const KEPT_FILES = 4;
/** Lines remembered for the message about a death. */
const TAIL_LINES = 20;
const LONGEST_TAIL_LINE = 2000;

/**
 * A log file that never grows beyond a bound. Rotation renames, so that a reader that has the file
 * open (`tandem logs -f`) can finish it before it looks for the new one.
 */
export class RotatingLog {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #keptFiles: number;
  #fd: number;
  #size: number;
  #tail: string[] = [];
  #unfinishedLine = '';

  constructor(path: string, maxBytes = MAX_BYTES, keptFiles = KEPT_FILES) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#keptFiles = keptFiles;
    this.#fd = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#fd).size;
  }

  /** Never throws: a full disk may cost log lines, it must not take the services down. */
  write(chunk: Buffer | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    this.#remember(bytes.toString());
    try {
      if (this.#size > 0 && this.#size + bytes.length > this.#maxBytes) this.#rotate();
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#fd, bytes, done);
      }
      this.#size += bytes.length;
    } catch {
      // Where would the complaint go? The next write tries again.
    }
  }

  /** The last lines written since `forget`. */
  get tail(): readonly string[] {
    const lines = this.#unfinishedLine === '' ? this.#tail : [...this.#tail, this.#unfinishedLine];
    return lines.slice(-TAIL_LINES);
  }

  /** Starts a new tail, for a new process. */
  forget(): void {
    this.#tail = [];
    this.#unfinishedLine = '';
  }

  close(): void {
    closeSync(this.#fd);
  }

  #remember(text: string): void {
    const lines = (this.#unfinishedLine + text).split('\n');
    this.#unfinishedLine = (lines.pop() ?? '').slice(0, LONGEST_TAIL_LINE);
    const clipped = lines.slice(-TAIL_LINES).map((line) => line.slice(0, LONGEST_TAIL_LINE));
    this.#tail = [...this.#tail, ...clipped].slice(-TAIL_LINES);
  }

  #rotate(): void {
    closeSync(this.#fd);
    rmSync(`${this.#path}.${this.#keptFiles}`, { force: true });
    for (let number = this.#keptFiles; number > 0; number -= 1) {
      const from = number === 1 ? this.#path : `${this.#path}.${number - 1}`;
      try {
        renameSync(from, `${this.#path}.${number}`);
      } catch {
        // There are not that many yet, or someone tidied up: either way nothing to move.
      }
    }
    this.#fd = openSync(this.#path, 'a', 0o600);
    this.#size = fstatSync(this.#fd).size;
  }
}
