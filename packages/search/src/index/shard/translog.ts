/**
 * The write-ahead log of a shard: files `translog-<generation>.tlog`, little-endian.
 *
 *   header  u32 magic "TLOG", u32 format version, f64 generation
 *   record  u32 length of the payload
 *           u32 CRC-32 of the rest of the record
 *           f64 how many bytes of this file were known to be durable when the record was written
 *           …   payload (operation.ts)
 *
 * Order: an operation's record is appended when the operation is applied, and the operation is
 * acknowledged only after a sync that began later (durability "request"). So after a power cut the
 * file may end in a torn record: nobody was told of it, and reading stops there. But a bad record
 * that a later whole record declares durable means that the disk lost what it had promised: then
 * the log is corrupt, and no start may go on as if nothing had happened.
 *
 * A generation is opened when a commit begins; the commit that is then published needs only this
 * generation and later ones, and older files are deleted after it is durable.
 */
import { crc32 } from 'node:zlib';
import { CorruptIndexError } from '../corrupt-index-error.ts';
import type { Directory, FileWriter } from '../directory/directory.ts';
import { type Operation, operationBound, writeOperation } from './operation.ts';

const MAGIC = 0x474f4c54;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 16;
const RECORD_BYTES = 16;

export const translogName = (generation: number) => `translog-${generation}.tlog`;

/** The generation in a file's name; undefined when it is not a translog. */
export function translogGeneration(name: string): number | undefined {
  const match = /^translog-(\d+)\.tlog$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

/** Records are collected up to this size before they are handed to the file. */
const PENDING_BYTES = 128 * 1024;
/** A larger room is given back once it has been written. */
const KEPT_BYTES = 1024 * 1024;

/**
 * Appends to one generation; many operations share one write and one sync. Nobody has been told of
 * an operation that is not synced, so it may as well wait in memory.
 */
export class TranslogWriter {
  operations = 0;
  private durable: number;
  private pending = Buffer.allocUnsafeSlow(PENDING_BYTES);
  private pendingLength = 0;
  private running: Promise<void> | undefined;
  private queued: Promise<void> | undefined;

  private constructor(
    readonly generation: number,
    private readonly file: FileWriter,
  ) {
    this.durable = file.length;
  }

  /** A new generation, its name and header durable. */
  static async create(directory: Directory, generation: number): Promise<TranslogWriter> {
    const file = directory.create(translogName(generation));
    const header = new DataView(new ArrayBuffer(HEADER_BYTES));
    header.setUint32(0, MAGIC, true);
    header.setUint32(4, FORMAT_VERSION, true);
    header.setFloat64(8, generation, true);
    file.append(new Uint8Array(header.buffer));
    await file.sync();
    await directory.sync();
    return new TranslogWriter(generation, file);
  }

  get length(): number {
    return this.file.length + this.pendingLength;
  }

  append(operation: Operation): void {
    const start = this.pendingLength;
    this.makeRoom(start + RECORD_BYTES + operationBound(operation));
    const { pending } = this;
    const end = writeOperation(operation, pending, start + RECORD_BYTES);
    pending.writeUInt32LE(end - start - RECORD_BYTES, start);
    pending.writeDoubleLE(this.durable, start + 8);
    pending.writeUInt32LE(crc32(pending.subarray(start + 8, end)), start + 4);
    this.pendingLength = end;
    this.operations += 1;
    if (end >= PENDING_BYTES) this.writePending();
  }

  /**
   * Resolves when everything appended before the call is durable. While a sync runs, all who come
   * share the next one.
   */
  sync(): Promise<void> {
    if (this.durable === this.length) return Promise.resolve();
    if (this.queued !== undefined) return this.queued;
    if (this.running === undefined) {
      this.running = this.syncNow();
      return this.running;
    }
    this.queued = this.running.then(() => {
      this.running = this.queued;
      this.queued = undefined;
      return this.syncNow();
    });
    return this.queued;
  }

  close(): void {
    this.file.close();
  }

  private makeRoom(needed: number): void {
    if (needed <= this.pending.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.pending.length * 2));
    this.pending.copy(larger, 0, 0, this.pendingLength);
    this.pending = larger;
  }

  private writePending(): void {
    if (this.pendingLength === 0) return;
    this.file.append(this.pending.subarray(0, this.pendingLength));
    this.pendingLength = 0;
    if (this.pending.length > KEPT_BYTES) this.pending = Buffer.allocUnsafeSlow(PENDING_BYTES);
  }

  private async syncNow(): Promise<void> {
    this.writePending();
    const end = this.file.length;
    await this.file.sync();
    this.durable = end;
    if (this.queued === undefined) this.running = undefined;
  }
}

/** The payloads of one generation, in order; throws a CorruptIndexError when it is damaged. */
export function* readTranslog(directory: Directory, generation: number): Generator<Uint8Array> {
  const name = translogName(generation);
  const bytes = directory.read(name);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // The header is durable before the first record is acknowledged: without it there are none.
  if (bytes.length < HEADER_BYTES) return;
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== FORMAT_VERSION) {
    throw new CorruptIndexError(name, 'not a translog of this version');
  }
  if (view.getFloat64(8, true) !== generation) {
    throw new CorruptIndexError(name, 'another generation is in the header');
  }
  let at = HEADER_BYTES;
  while (at < bytes.length) {
    const end = recordEnd(view, bytes, at);
    if (end < 0) {
      if (promisedDurable(view, bytes, at)) {
        throw new CorruptIndexError(name, `damaged record at byte ${at}`);
      }
      return;
    }
    yield bytes.subarray(at + RECORD_BYTES, end);
    at = end;
  }
}

/** Where the record at `at` ends, or -1 when there is no whole one. */
function recordEnd(view: DataView, bytes: Uint8Array, at: number): number {
  if (at + RECORD_BYTES > bytes.length) return -1;
  const end = at + RECORD_BYTES + view.getUint32(at, true);
  if (end > bytes.length) return -1;
  return crc32(bytes.subarray(at + 8, end)) === view.getUint32(at + 4, true) ? end : -1;
}

/** Whether any whole record behind `bad` says that `bad` had been durable. */
function promisedDurable(view: DataView, bytes: Uint8Array, bad: number): boolean {
  for (let at = bad + 1; at + RECORD_BYTES <= bytes.length; at += 1) {
    const durable = view.getFloat64(at + 8, true);
    // Cheap first: the field must be a plausible offset before a checksum is worth computing.
    if (!(durable > bad && durable <= at && Number.isInteger(durable))) continue;
    if (recordEnd(view, bytes, at) > 0) return true;
  }
  return false;
}
