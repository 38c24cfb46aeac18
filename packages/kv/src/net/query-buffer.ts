/**
 * What a client sent and the server has not run yet. Input is read into a buffer that all
 * connections share; only what is left over there (an unfinished command, or what a waiting client
 * sent meanwhile) is copied here and completed here. A large pending bulk gets its final size at once.
 *
 *   buf   | settled: arguments already parsed | rest of the pending one | free |
 *         0                                   settled                   length  capacity
 *
 * An emptied buffer is kept for the next leftover until `trim` finds that it is not needed.
 */
import type { Args } from '../resp/args.ts';
import { addressOf } from '../structures/libc.ts';

/** A read whose end is not known is offered at least this much room. */
const READ_MIN = 16 * 1024;
const CAPACITY_MIN = 1024;
/** Less waste than this is left alone by `trim`. */
const WASTE_MAX = 4 * 1024;
/** Buffers up to this size are trimmed only when the client is idle. */
const SMALL = 32 * 1024;

export class QueryBuffer {
  buf: Buffer | null = null;
  /** Memory address of buf. */
  address = 0;
  length = 0;
  /** Parsing is pointless before this many bytes are there (the end of a pending bulk). */
  need = 0;
  settled = 0;
  /** Progress within a command of many arguments, so that it is not parsed from the start again. */
  partial: Args | null = null;
  /** The most bytes in use since the last trim. */
  private peak = 0;

  get capacity(): number {
    return this.buf === null ? 0 : this.buf.length;
  }

  /** Makes room for a read behind what is there; returns the buffer. */
  prepare(): Buffer {
    const { capacity } = this;
    const least = this.need > this.length ? this.need : this.length + READ_MIN;
    if (this.buf !== null && capacity >= least) return this.buf;
    // Doubling keeps a command of many large arguments from being copied once for each.
    return this.resize(least <= capacity * 2 ? capacity * 2 : least);
  }

  private resize(capacity: number): Buffer {
    const other = Buffer.allocUnsafeSlow(capacity);
    if (this.buf !== null) this.buf.copy(other, 0, 0, this.length);
    this.buf = other;
    this.address = addressOf(other);
    return other;
  }

  /** Keeps the bytes [used, total) of src, which may be this buffer itself, for the next read. */
  keep(src: Buffer, used: number, total: number): void {
    const rest = total - used;
    if (src === this.buf) {
      if (total > this.peak) this.peak = total;
      if (used > 0 && rest > 0) src.copyWithin(0, used, total);
    } else if (rest > 0) {
      this.length = 0;
      const least = Math.max(rest, this.need);
      const to =
        this.buf !== null && this.capacity >= least
          ? this.buf
          : this.resize(Math.max(least, CAPACITY_MIN));
      src.copy(to, 0, used, total);
    }
    this.length = rest;
    if (rest === 0) this.settled = 0;
    if (this.need > this.peak) this.peak = this.need;
  }

  /** Gives everything back. */
  release(): void {
    this.buf = this.partial = null;
    this.length = this.need = this.settled = 0;
  }

  /** Gives back room that was not needed lately; called about once a second. */
  trim(idle: boolean): void {
    const { capacity, length } = this;
    if (capacity - length > WASTE_MAX) {
      if (idle && length === 0) this.buf = null;
      else if (idle) this.resize(length);
      else if (capacity > SMALL && capacity / 2 > this.peak)
        this.resize(Math.max(length, this.peak, this.need, CAPACITY_MIN));
    }
    this.peak = Math.max(length, this.need);
  }
}
