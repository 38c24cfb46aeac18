import type { Directory, FileWriter } from '../directory/directory.ts';
import {
  type ArrayOf,
  bytesOf,
  newArray,
  type SectionArray,
  type SectionFileWriter,
  type SectionType,
} from './section-file.ts';

const FIRST_ELEMENTS = 1024;
/** A spilling builder keeps at most about this much of its array in memory. */
const SPILL_BYTES = 256 * 1024;

/**
 * Where builders put what memory should not hold: files that are deleted when the work is done. Pieces
 * of them are valid only for a moment: a container built with them must go to a file.
 */
export class TemporaryFiles {
  private count = 0;

  constructor(
    readonly directory: Directory,
    private readonly prefix: string,
  ) {}

  newName(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}.tmp`;
  }
}

/**
 * An array of a segment while it grows. Without temporary files it doubles in memory; with them it
 * is written out piece by piece, so that merging large segments needs little memory.
 * Hot code calls `reserve`, writes to `array` from `n` on and moves `n` itself.
 */
export class SectionBuilder<T extends SectionType> {
  array: ArrayOf<T>;
  /** Elements used in `array`. */
  n = 0;
  /** Elements already written out before `array`. */
  base = 0;
  private file: FileWriter | undefined;
  private fileName = '';

  constructor(
    readonly name: string,
    readonly type: T,
    private readonly temporary?: TemporaryFiles,
  ) {
    this.array = newArray(type, FIRST_ELEMENTS);
  }

  get length(): number {
    return this.base + this.n;
  }

  /** Makes room for `count` more elements behind `n`; the room holds zeros or old values. */
  reserve(count: number): void {
    if (this.n + count <= this.array.length) return;
    if (this.temporary !== undefined && this.array.byteLength >= SPILL_BYTES) {
      this.spill(this.temporary);
      if (count <= this.array.length) return;
    }
    const larger = newArray(this.type, Math.max(this.array.length * 2, this.n + count));
    (larger as Uint8Array).set(this.array.subarray(0, this.n) as Uint8Array);
    this.array = larger;
  }

  push(value: number): void {
    this.reserve(1);
    (this.array as Uint8Array)[this.n++] = value;
  }

  pushAll(values: SectionArray): void {
    this.reserve(values.length);
    (this.array as Uint8Array).set(values as Uint8Array, this.n);
    this.n += values.length;
  }

  /** The first `length` of some bytes; a loop, since most are a word. */
  pushBytes(bytes: Uint8Array, length: number): void {
    this.reserve(length);
    const array = this.array as Uint8Array;
    const at = this.n;
    for (let i = 0; i < length; i += 1) array[at + i] = bytes[i] as number;
    this.n = at + length;
  }

  /** Adds the array to the container; the builder is spent. Yields where there is much to write. */
  *writeTo(sections: SectionFileWriter): Generator<void> {
    if (this.file === undefined) {
      sections.add(this.name, this.type, this.array.subarray(0, this.n) as SectionArray);
      return;
    }
    yield* sections.addChunks(this.name, this.type, this.length, this.chunks());
    this.temporary?.directory.delete(this.fileName);
  }

  private *chunks(): Generator<Uint8Array> {
    if (this.file !== undefined && this.temporary !== undefined) {
      this.file.close();
      yield* this.temporary.directory.pieces(this.fileName);
    }
    yield bytesOf(this.array.subarray(0, this.n) as SectionArray);
  }

  private spill(temporary: TemporaryFiles): void {
    if (this.file === undefined) {
      this.fileName = temporary.newName();
      this.file = temporary.directory.create(this.fileName);
    }
    this.file.append(bytesOf(this.array.subarray(0, this.n) as SectionArray));
    this.base += this.n;
    this.n = 0;
  }
}
