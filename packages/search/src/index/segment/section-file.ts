/**
 * The container every segment is stored in: named typed arrays, readable in place.
 *
 *   array | padding to 64 | array | padding to 64 | … | directory | trailer
 *
 * All numbers are little-endian. Every array starts at a multiple of 64 bytes, so that it can be
 * viewed where the file is mapped, and at a cache line.
 *
 * The directory is one JSON object (UTF-8):
 *   sections  name → [element type, byte offset, element count, CRC-32 of the bytes]
 *   meta      what the writer wants to know again (counts, flags)
 *
 * The trailer is the last 32 bytes:
 *    0  u32  magic "TSEG"
 *    4  u32  format version
 *    8  u64  byte offset of the directory
 *   16  u32  byte length of the directory
 *   20  u32  CRC-32 of the directory
 *   24  u64  length of the whole file
 *
 * Opening checks magic, version, lengths and the directory's CRC and reads nothing else. The CRC of
 * an array is checked only when asked (`verify`): opening a large index must not read it.
 */
import { crc32 } from 'node:zlib';
import { CorruptIndexError } from '../corrupt-index-error.ts';

export const FORMAT_VERSION = 1;
export const TRAILER_BYTES = 32;
const MAGIC = 0x47455354;
const ALIGNMENT = 64;
const PADDING = new Uint8Array(ALIGNMENT);

const arrayTypes = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
  i64: BigInt64Array,
} as const;

interface ArrayTypes {
  u8: Uint8Array;
  u16: Uint16Array;
  u32: Uint32Array;
  i32: Int32Array;
  f32: Float32Array;
  f64: Float64Array;
  i64: BigInt64Array;
}

export type SectionType = keyof ArrayTypes;
export type ArrayOf<T extends SectionType> = ArrayTypes[T];
export type SectionArray = ArrayOf<SectionType>;

/** A new zeroed array of the element type. */
export function newArray<T extends SectionType>(type: T, length: number): ArrayOf<T> {
  return new arrayTypes[type](length) as ArrayOf<T>;
}

/** The bytes under a typed array. */
export function bytesOf(array: SectionArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

type SectionEntry = [type: SectionType, offset: number, length: number, crc: number];

interface SectionDirectory {
  sections: Record<string, SectionEntry>;
  meta: unknown;
}

/** Where a container goes: a file, or memory. Appended bytes must not change until `finish`. */
export interface ByteSink {
  append(bytes: Uint8Array): void;
}

/** Writes one container, array after array. */
export class SectionFileWriter {
  private offset = 0;
  private readonly sections: Record<string, SectionEntry> = {};

  constructor(private readonly sink: ByteSink) {}

  add(name: string, type: SectionType, array: SectionArray): void {
    this.align();
    const bytes = bytesOf(array);
    this.sections[name] = [type, this.offset, array.length, crc32(bytes)];
    this.append(bytes);
  }

  /** One array of `length` elements whose bytes come in pieces; yields after each. */
  *addChunks(
    name: string,
    type: SectionType,
    length: number,
    chunks: Iterable<Uint8Array>,
  ): Generator<void> {
    this.align();
    const start = this.offset;
    let crc = 0;
    for (const chunk of chunks) {
      crc = crc32(chunk, crc);
      this.append(chunk);
      yield;
    }
    this.sections[name] = [type, start, length, crc];
  }

  /** Writes directory and trailer; returns the length of the whole. */
  finish(meta: unknown): number {
    this.align();
    const directory: SectionDirectory = { sections: this.sections, meta };
    const json = new TextEncoder().encode(JSON.stringify(directory));
    const trailer = new DataView(new ArrayBuffer(TRAILER_BYTES));
    trailer.setUint32(0, MAGIC, true);
    trailer.setUint32(4, FORMAT_VERSION, true);
    trailer.setBigUint64(8, BigInt(this.offset), true);
    trailer.setUint32(16, json.length, true);
    trailer.setUint32(20, crc32(json), true);
    trailer.setBigUint64(24, BigInt(this.offset + json.length + TRAILER_BYTES), true);
    this.append(json);
    this.append(new Uint8Array(trailer.buffer));
    return this.offset;
  }

  private align(): void {
    const over = this.offset % ALIGNMENT;
    if (over !== 0) this.append(PADDING.subarray(0, ALIGNMENT - over));
  }

  private append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.sink.append(bytes);
    this.offset += bytes.length;
  }
}

/** Collects a container in memory that another thread can read without a copy. */
export class SharedMemorySink implements ByteSink {
  private readonly chunks: Uint8Array[] = [];
  private length = 0;

  append(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.length += bytes.length;
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(new SharedArrayBuffer(this.length));
    let at = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

/** An opened container; its arrays are views of `bytes`. */
export class SectionFile {
  readonly meta: unknown;
  private readonly sections: Record<string, SectionEntry>;

  /** Throws a CorruptIndexError when this is not a whole container of our version. */
  constructor(
    readonly name: string,
    readonly bytes: Uint8Array,
  ) {
    const directory = readDirectory(name, bytes);
    this.sections = directory.sections;
    this.meta = directory.meta;
  }

  has(section: string): boolean {
    return section in this.sections;
  }

  /** A view of the array; throws a CorruptIndexError when the container has none of that type. */
  get<T extends SectionType>(section: string, type: T): ArrayOf<T> {
    const entry = this.entry(section);
    if (entry[0] !== type) throw new CorruptIndexError(this.name, `${section} is not ${type}`);
    return this.view(entry) as ArrayOf<T>;
  }

  /** The same where the writer chose the element type. */
  any(section: string): SectionArray {
    return this.view(this.entry(section));
  }

  byteLength(section: string): number {
    const entry = this.sections[section];
    return entry === undefined ? 0 : entry[2] * arrayTypes[entry[0]].BYTES_PER_ELEMENT;
  }

  names(): string[] {
    return Object.keys(this.sections);
  }

  /** Where every array lies in the file, in the order of the file, and its CRC; empty ones left out. */
  ranges(): { name: string; start: number; end: number; crc: number }[] {
    return Object.entries(this.sections)
      .map(([name, [type, start, length, crc]]) => {
        const end = start + length * arrayTypes[type].BYTES_PER_ELEMENT;
        return { name, start, end, crc };
      })
      .filter(({ start, end }) => end > start)
      .sort((a, b) => a.start - b.start);
  }

  /** Reads every byte; throws a CorruptIndexError naming the first array whose CRC differs. */
  verify(): void {
    for (const { name, start, end, crc } of this.ranges()) {
      if (crc32(this.bytes.subarray(start, end)) !== crc) {
        throw new CorruptIndexError(this.name, `checksum of ${name} differs`);
      }
    }
  }

  private entry(section: string): SectionEntry {
    const entry = this.sections[section];
    if (entry === undefined) throw new CorruptIndexError(this.name, `${section} is missing`);
    return entry;
  }

  private view([type, offset, length]: SectionEntry): SectionArray {
    const { buffer, byteOffset } = this.bytes;
    return new arrayTypes[type](buffer as ArrayBuffer, byteOffset + offset, length);
  }
}

function readDirectory(name: string, bytes: Uint8Array): SectionDirectory {
  if (bytes.length < TRAILER_BYTES) throw new CorruptIndexError(name, 'shorter than its trailer');
  const at = bytes.byteOffset + bytes.length - TRAILER_BYTES;
  const trailer = new DataView(bytes.buffer, at, TRAILER_BYTES);
  if (trailer.getUint32(0, true) !== MAGIC) throw new CorruptIndexError(name, 'no trailer');
  const version = trailer.getUint32(4, true);
  if (version !== FORMAT_VERSION) {
    throw new CorruptIndexError(name, `format version ${version} is not known`);
  }
  const offset = Number(trailer.getBigUint64(8, true));
  const length = trailer.getUint32(16, true);
  const whole = Number(trailer.getBigUint64(24, true));
  if (whole !== bytes.length || offset + length + TRAILER_BYTES !== whole) {
    throw new CorruptIndexError(name, 'lengths in the trailer do not add up');
  }
  const json = bytes.subarray(offset, offset + length);
  if (crc32(json) !== trailer.getUint32(20, true)) {
    throw new CorruptIndexError(name, 'checksum of the directory differs');
  }
  return JSON.parse(Buffer.from(json).toString('utf8')) as SectionDirectory;
}
