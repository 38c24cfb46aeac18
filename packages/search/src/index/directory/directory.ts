/**
 * Where one shard keeps its files: a flat set of names. Files only grow at their end, are never
 * changed in place, and are published by rename. What survives a power cut is exactly what was
 * made durable: a file's bytes by `FileWriter.sync`, names (created, renamed, deleted) by `sync`.
 */
export interface Directory {
  /** All names, in no particular order. */
  list(): string[];
  /** Starts an empty file; one of that name is replaced. */
  create(name: string): FileWriter;
  /** The whole content, mapped where the system can; stays readable after the file is deleted. */
  read(name: string): Uint8Array;
  /** The content piece by piece, for one reading: nothing is mapped, a piece is valid until the next. */
  pieces(name: string): Iterable<Uint8Array>;
  /** Puts a closed file in place of `to` in one step. */
  rename(from: string, to: string): void;
  delete(name: string): void;
  /** Makes every earlier create, rename and delete survive a power cut. */
  sync(): Promise<void>;
}

/** The growing end of one file. */
export interface FileWriter {
  /** Bytes appended so far, durable or not. */
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** Resolves when every byte appended before the call survives a power cut. */
  sync(): Promise<void>;
  close(): void;
}
