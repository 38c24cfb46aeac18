/**
 * Ids for documents that come without one: 15 bytes as 20 characters of url-safe base64. Time is in
 * the middle, what changes fastest in front, so that ids made together differ early.
 *
 *   bytes 0-1   the low bytes of a sequence that starts anywhere
 *   bytes 2-7   milliseconds since 1970, never going back
 *   bytes 8-13  random, one value for the life of the process
 *   byte  14    the high byte of the sequence
 */
import { randomBytes } from 'node:crypto';

const SEQUENCE = 0x1000000;

export class AutoIds {
  private readonly bytes = Buffer.alloc(15);
  private sequence = randomBytes(3).readUIntBE(0, 3);
  private first = this.sequence;
  private time = 0;

  constructor(private readonly now: () => number = Date.now) {
    randomBytes(6).copy(this.bytes, 8);
  }

  next(): string {
    this.sequence = (this.sequence + 1) % SEQUENCE;
    const { sequence, bytes } = this;
    const now = this.now();
    if (now > this.time) {
      this.time = now;
      this.first = sequence;
    } else if (sequence === this.first) {
      // The sequence went round within a millisecond (or the clock stands still): borrow one.
      this.time += 1;
    }
    bytes.writeUInt16BE(sequence & 0xffff, 0);
    bytes.writeUIntBE(this.time, 2, 6);
    bytes[14] = sequence >>> 16;
    return bytes.toString('base64url');
  }
}
