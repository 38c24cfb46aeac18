import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

const BLOCK = 64 * 1024;

/** The last `count` lines of a log, reaching back into its rotated files; [] when there is none. */
export function lastLines(path: string, count: number): string[] {
  let lines: string[] = [];
  for (let number = 0; lines.length < count; number += 1) {
    const file = number === 0 ? path : `${path}.${number}`;
    if (!existsSync(file)) break;
    lines = [...linesFromEnd(file, count - lines.length), ...lines];
  }
  return lines;
}

function linesFromEnd(file: string, count: number): string[] {
  const fd = openSync(file, 'r');
  try {
    let position = fstatSync(fd).size;
    let bytes = Buffer.alloc(0);
    // One newline more than lines: the one before the first of them.
    while (position > 0 && countNewlines(bytes) <= count) {
      const length = Math.min(BLOCK, position);
      position -= length;
      const block = Buffer.alloc(length);
      readSync(fd, block, 0, length, position);
      bytes = Buffer.concat([block, bytes]);
    }
    const lines = bytes.toString().split('\n');
    if (lines.at(-1) === '') lines.pop();
    return count === 0 ? [] : lines.slice(-count);
  } finally {
    closeSync(fd);
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 10) count += 1;
  return count;
}

/** Reads what is added to a log, across its rotations. */
export class LogFollower {
  readonly #path: string;
  #fd: number | undefined;
  #inode = -1;
  #position = 0;
  #unfinished = '';

  /** From now on; a log that appears later is read from its beginning. */
  constructor(path: string) {
    this.#path = path;
    this.#open();
    if (this.#fd !== undefined) this.#position = fstatSync(this.#fd).size;
  }

  /** Whole lines that were added since the last call. */
  poll(): string[] {
    const lines = this.#readOn();
    if (this.#rotated()) {
      // What was written between the read above and the rename is still in the old file.
      lines.push(...this.#readOn());
      this.close();
      this.#open();
      lines.push(...this.#readOn());
    }
    return lines;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): void {
    if (!existsSync(this.#path)) return;
    this.#fd = openSync(this.#path, 'r');
    this.#inode = fstatSync(this.#fd).ino;
    this.#position = 0;
  }

  #rotated(): boolean {
    return existsSync(this.#path) && statSync(this.#path).ino !== this.#inode;
  }

  #readOn(): string[] {
    if (this.#fd === undefined) return [];
    const block = Buffer.alloc(BLOCK);
    for (;;) {
      const length = readSync(this.#fd, block, 0, BLOCK, this.#position);
      if (length === 0) break;
      this.#position += length;
      this.#unfinished += block.toString('utf8', 0, length);
    }
    const lines = this.#unfinished.split('\n');
    this.#unfinished = lines.pop() ?? '';
    return lines;
  }
}
