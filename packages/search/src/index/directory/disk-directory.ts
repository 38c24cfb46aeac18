import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Directory, FileWriter } from './directory.ts';

const PIECE_BYTES = 256 * 1024;

/** A directory of the file system, created when missing. */
export class DiskDirectory implements Directory {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
    // A directory whose own name is not durable would take all that is synced in it along.
    const first = fs.mkdirSync(this.path, { recursive: true });
    if (first === undefined) return;
    for (let at = this.path; at.length >= first.length; at = dirname(at)) syncNames(dirname(at));
  }

  list(): string[] {
    return fs.readdirSync(this.path);
  }

  create(name: string): FileWriter {
    return new DiskFileWriter(join(this.path, name));
  }

  read(name: string): Uint8Array {
    const path = join(this.path, name);
    // The system refuses to map nothing.
    if (fs.statSync(path).size === 0) return new Uint8Array(0);
    return Bun.mmap(path, { shared: false });
  }

  *pieces(name: string): Generator<Uint8Array> {
    const fd = fs.openSync(join(this.path, name), 'r');
    try {
      const piece = new Uint8Array(PIECE_BYTES);
      for (;;) {
        const n = fs.readSync(fd, piece, 0, PIECE_BYTES, null);
        if (n === 0) return;
        yield piece.subarray(0, n);
      }
    } finally {
      fs.closeSync(fd);
    }
  }

  rename(from: string, to: string): void {
    fs.renameSync(join(this.path, from), join(this.path, to));
  }

  delete(name: string): void {
    fs.unlinkSync(join(this.path, name));
  }

  async sync(): Promise<void> {
    const handle = await fs.promises.open(this.path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

function syncNames(path: string): void {
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

class DiskFileWriter implements FileWriter {
  length = 0;
  private readonly fd: number;

  constructor(path: string) {
    this.fd = fs.openSync(path, 'w', 0o600);
  }

  append(bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) done += fs.writeSync(this.fd, bytes, done, bytes.length - done);
    this.length += bytes.length;
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.fdatasync(this.fd, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}
