import type { Directory, FileWriter } from './directory.ts';

/** A directory that lives as long as its object: for tests, and for work that never reaches a disk. */
export class MemoryDirectory implements Directory {
  private readonly files = new Map<string, MemoryFile>();

  list(): string[] {
    return [...this.files.keys()];
  }

  create(name: string): FileWriter {
    const file = new MemoryFile();
    this.files.set(name, file);
    return file;
  }

  read(name: string): Uint8Array {
    return this.file(name).content();
  }

  pieces(name: string): Iterable<Uint8Array> {
    return [this.read(name)];
  }

  rename(from: string, to: string): void {
    const file = this.file(from);
    this.files.delete(from);
    this.files.set(to, file);
  }

  delete(name: string): void {
    this.file(name);
    this.files.delete(name);
  }

  async sync(): Promise<void> {}

  private file(name: string): MemoryFile {
    const file = this.files.get(name);
    if (file === undefined) throw new Error(`no such file: ${name}`);
    return file;
  }
}

const FIRST_CAPACITY = 1024;

class MemoryFile implements FileWriter {
  length = 0;
  private bytes = new Uint8Array(FIRST_CAPACITY);

  append(bytes: Uint8Array): void {
    const needed = this.length + bytes.length;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(bytes, this.length);
    this.length = needed;
  }

  /** Later appends never change these bytes: growth copies, and a prefix is only extended. */
  content(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  async sync(): Promise<void> {}

  close(): void {}
}
