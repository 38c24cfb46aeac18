/** Builds a run of listpack entries outside a listpack, to be appended in one piece. */
import { addressOf } from '../../../structures/libc.ts';
import {
  encodeBytes,
  encodeNumber,
  entryBytes,
  writeEncoded,
} from '../../../structures/listpack.ts';

const INITIAL_BYTES = 16 * 1024;
/** A buffer larger than this is given up after use. */
const KEEP_BYTES = 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

export class EntryBytes {
  buf: Buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  address = addressOf(this.buf);
  length = 0;
  /** Entries written so far. */
  count = 0;

  reset(): this {
    this.length = this.count = 0;
    if (this.buf.length > KEEP_BYTES) this.resize(INITIAL_BYTES);
    return this;
  }

  int(v: number | bigint): void {
    const size = encodeNumber(v);
    const at = this.extend(entryBytes(size));
    writeEncoded(this.buf, this.address, at, size, NO_BYTES, 0, 0, 0);
  }

  /** `address` is the memory address of src. */
  bytes(src: Uint8Array, address: number, off: number, len: number): void {
    const size = encodeBytes(src, off, len);
    const at = this.extend(entryBytes(size));
    writeEncoded(this.buf, this.address, at, size, src, address, off, len);
  }

  private extend(bytes: number): number {
    const at = this.length;
    if (at + bytes > this.buf.length) this.resize(Math.max(this.buf.length * 2, at + bytes));
    this.length = at + bytes;
    this.count++;
    return at;
  }

  private resize(bytes: number): void {
    const wider = Buffer.allocUnsafeSlow(bytes);
    this.buf.copy(wider, 0, 0, this.length);
    this.buf = wider;
    this.address = addressOf(wider);
  }
}
