/** One value held between its removal from one place and its arrival in another. */
import { addressOf } from '../../structures/libc.ts';

const INITIAL_BYTES = 16 * 1024;
/** A buffer larger than this is given up after use. */
const KEEP_BYTES = 1024 * 1024;

export class Scratch {
  buf: Buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  address = addressOf(this.buf);
  length = 0;

  /** Makes this many bytes the content, to be filled by the caller. */
  reserve(length: number): void {
    if (
      length > this.buf.length ||
      (this.buf.length > KEEP_BYTES && length * 2 < this.buf.length)
    ) {
      this.buf = Buffer.allocUnsafeSlow(Math.max(INITIAL_BYTES, length));
      this.address = addressOf(this.buf);
    }
    this.length = length;
  }
}
