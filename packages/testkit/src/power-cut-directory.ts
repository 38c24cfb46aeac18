/** What every operation throws once the power is gone. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut';
  constructor() {
    super('the power is cut');
  }
}

/** A disk writes sectors in any order; small ones here, so that short test files have several. */
const SECTOR_BYTES = 64;
const TORN_SHARE = 0.1;

interface CutFile {
  readonly name: string;
  bytes: Uint8Array;
  length: number;
  /** Bytes that a sync has made durable. */
  durable: number;
}

/**
 * A storage directory in memory that knows what a disk would keep when the power goes: bytes that
 * were synced, and names that a directory sync made durable. It has the shape of the search
 * engine's `Directory`. `cutAfter(n)` lets n more operations pass and fails every later one;
 * `remains()` is the directory as the next start finds it. Every operation is a fail-point: running
 * the same work with n = 0, 1, 2 … visits all of them.
 */
export class PowerCutDirectory {
  /** Operations that would reach a disk, in order, as `rename manifest-1.tmp`. */
  readonly log: string[] = [];
  private allowed = Number.POSITIVE_INFINITY;
  private names = new Map<string, CutFile>();
  private durableNames = new Map<string, CutFile>();
  /** Steps on names since the last directory sync, in order. */
  private pending: ((names: Map<string, CutFile>) => void)[] = [];

  cutAfter(operations: number): void {
    this.allowed = this.log.length + operations;
  }

  /**
   * What is left. A disk may have kept some of what was never synced: `random` chooses how many of
   * the pending name steps (in their order), how many of the unsynced bytes of each file, and which
   * sectors of those are blank because only later ones were written; by default nothing is kept.
   */
  remains(random: () => number = () => 0): PowerCutDirectory {
    const left = new PowerCutDirectory();
    const names = new Map(this.durableNames);
    const steps = Math.floor(random() * (this.pending.length + 1));
    for (const step of this.pending.slice(0, steps)) step(names);
    for (const [name, file] of names) {
      const length = file.durable + Math.floor(random() * (file.length - file.durable + 1));
      const bytes = file.bytes.slice(0, length);
      for (let at = file.durable; at < length; at += SECTOR_BYTES) {
        if (random() < TORN_SHARE) bytes.fill(0, at, Math.min(length, at + SECTOR_BYTES));
      }
      const kept = { name, bytes, length, durable: length };
      left.names.set(name, kept);
      left.durableNames.set(name, kept);
    }
    return left;
  }

  list(): string[] {
    return [...this.names.keys()];
  }

  create(name: string): PowerCutFileWriter {
    this.operate(`create ${name}`);
    const file: CutFile = { name, bytes: new Uint8Array(256), length: 0, durable: 0 };
    this.step((names) => names.set(name, file));
    return new PowerCutFileWriter(this, file);
  }

  read(name: string): Uint8Array {
    const file = this.file(name);
    return file.bytes.subarray(0, file.length);
  }

  pieces(name: string): Iterable<Uint8Array> {
    return [this.read(name)];
  }

  rename(from: string, to: string): void {
    this.operate(`rename ${from}`);
    const file = this.file(from);
    this.step((names) => {
      names.delete(from);
      names.set(to, file);
    });
  }

  delete(name: string): void {
    this.operate(`delete ${name}`);
    this.file(name);
    this.step((names) => names.delete(name));
  }

  async sync(): Promise<void> {
    this.operate('sync directory');
    this.durableNames = new Map(this.names);
    this.pending = [];
  }

  /** Damages one stored byte: what a failing disk does. */
  flipByte(name: string, at: number): void {
    const { bytes } = this.file(name);
    bytes[at] = (bytes[at] as number) ^ 0xff;
  }

  /** Notes one operation; throws when the power is gone. */
  operate(operation: string): void {
    if (this.log.length >= this.allowed) throw new PowerCut();
    this.log.push(operation);
  }

  private step(change: (names: Map<string, CutFile>) => void): void {
    change(this.names);
    this.pending.push(change);
  }

  private file(name: string): CutFile {
    const file = this.names.get(name);
    if (file === undefined) throw new Error(`no such file: ${name}`);
    return file;
  }
}

/** Appends to one file of a `PowerCutDirectory`. */
class PowerCutFileWriter {
  constructor(
    private readonly directory: PowerCutDirectory,
    private readonly file: CutFile,
  ) {}

  get length(): number {
    return this.file.length;
  }

  append(bytes: Uint8Array): void {
    const { file } = this;
    this.directory.operate(`append ${file.name}`);
    const needed = file.length + bytes.length;
    if (needed > file.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, file.bytes.length * 2));
      larger.set(file.bytes.subarray(0, file.length));
      file.bytes = larger;
    }
    file.bytes.set(bytes, file.length);
    file.length = needed;
  }

  async sync(): Promise<void> {
    this.directory.operate(`sync ${this.file.name}`);
    this.file.durable = this.file.length;
  }

  close(): void {}
}
