/**
 * HyperLogLog: how many different elements were added, within about 0.8 %, in at most 12 KiB. The
 * bytes are the reference's, since clients may GET, SET and DUMP them:
 *
 *   "HYLL" | encoding u8 (0 dense, 1 sparse) | 3 zero bytes | cached count u64 LE | registers
 *
 * The cached count is valid while its highest bit is clear. Dense registers are 6 bits each, low bits
 * first; for sparse ones see hll-sparse.ts. The count follows O. Ertl, arXiv:1702.01284.
 */
import {
  describeRuns,
  eachRun,
  REGISTERS,
  SPARSE_INVALID,
  SPARSE_MAX_VALUE,
  SPARSE_PROMOTE,
  SPARSE_SAME,
  sparseRaise,
  writeEmptySparse,
} from './hll-sparse.ts';
import { hashHigh, hashLow, murmur64 } from './murmur64.ts';

const HEADER = 16;
const DENSE = 0;
const SPARSE = 1;
const INDEX_BITS = 14;
const REGISTER_MAX = 63;
/** Bits of a hash that are looked at for leading zeros. */
const Q = 64 - INDEX_BITS;
const DENSE_BYTES = HEADER + (REGISTERS * 6) / 8;
const ALPHA_INFINITY = 0.5 / Math.LN2;
const SEED = 0xadc83b19;
/** The largest sparse form has one byte for every register. */
const MAX_BYTES = HEADER + REGISTERS * 2 + 8;

/** The register and the rank that the bytes last given to `rankElement` stand for. */
let elementRegister = 0;
let elementRank = 0;

function rankElement(buf: Uint8Array, off: number, len: number): void {
  murmur64(buf, off, len, SEED);
  elementRegister = hashLow & (REGISTERS - 1);
  const low = (hashLow >>> INDEX_BITS) | (hashHigh << (32 - INDEX_BITS));
  // A bit above the hash makes sure that there is one.
  const high = (hashHigh >>> INDEX_BITS) | (1 << (Q - 32));
  elementRank = 1 + (low !== 0 ? trailingZeros(low) : 32 + trailingZeros(high));
}

function trailingZeros(x: number): number {
  return 31 - Math.clz32(x & -x);
}

/** Thrown when the sparse runs do not add up. */
export class CorruptHll {}

export class HyperLogLog {
  /** The bytes worked on: bytes[base, base + length). */
  readonly own: Buffer = Buffer.allocUnsafeSlow(MAX_BYTES);
  bytes: Buffer = this.own;
  base = 0;
  length = 0;

  /** True when these bytes can be a HyperLogLog, as far as header and length tell. */
  static isValid(b: Uint8Array, off: number, len: number): boolean {
    return (
      len >= HEADER &&
      b[off] === 72 &&
      b[off + 1] === 89 &&
      b[off + 2] === 76 &&
      b[off + 3] === 76 &&
      ((b[off + 4] === DENSE && len === DENSE_BYTES) || (b[off + 4] === SPARSE && len <= MAX_BYTES))
    );
  }

  /** Takes a copy of a valid HyperLogLog. */
  load(b: Buffer, off: number, len: number): this {
    b.copy(this.own, 0, off, off + len);
    return this.view(this.own, 0, len);
  }

  /** Works on a valid HyperLogLog where it is; only a dense one may be changed so. */
  view(b: Buffer, off: number, len: number): this {
    this.bytes = b;
    this.base = off;
    this.length = len;
    return this;
  }

  /** Becomes a HyperLogLog without elements, in its own bytes. */
  clear(): this {
    this.view(this.own, 0, HEADER);
    this.bytes.fill(0, 0, HEADER);
    this.bytes.latin1Write('HYLL', 0);
    this.bytes[4] = SPARSE;
    this.length = HEADER + writeEmptySparse(this.bytes, HEADER);
    return this;
  }

  get isDense(): boolean {
    return this.bytes[this.base + 4] === DENSE;
  }

  /** Adds an element; true when a register changed. Throws CorruptHll. */
  add(buf: Uint8Array, off: number, len: number, sparseMaxBytes: number): boolean {
    rankElement(buf, off, len);
    return this.raise(elementRegister, elementRank, sparseMaxBytes);
  }

  /** Raises a register to `value` if it is lower; true when it was. */
  raise(register: number, value: number, sparseMaxBytes: number): boolean {
    if (this.isDense) return this.raiseDense(register, value);
    if (value <= SPARSE_MAX_VALUE) {
      const { bytes, length } = this;
      const limit = Math.min(sparseMaxBytes, MAX_BYTES - 8);
      const end = sparseRaise(bytes, HEADER, length, register, value, limit);
      if (end === SPARSE_SAME) return false;
      if (end === SPARSE_INVALID) throw new CorruptHll();
      if (end !== SPARSE_PROMOTE) {
        this.length = end;
        this.invalidate();
        return true;
      }
    }
    this.makeDense();
    return this.raiseDense(register, value);
  }

  private raiseDense(register: number, value: number): boolean {
    if (this.register(register) >= value) return false;
    this.setRegister(register, value);
    return true;
  }

  /** Register i of the dense form. */
  register(i: number): number {
    const at = this.base + HEADER + ((i * 6) >>> 3);
    const bit = (i * 6) & 7;
    const word = (this.bytes[at] as number) | ((this.bytes[at + 1] as number) << 8);
    return (word >>> bit) & REGISTER_MAX;
  }

  setRegister(i: number, value: number): void {
    const { bytes } = this;
    const at = this.base + HEADER + ((i * 6) >>> 3);
    const bit = (i * 6) & 7;
    bytes[at] = ((bytes[at] as number) & ~(REGISTER_MAX << bit)) | (value << bit);
    if (bit > 2)
      bytes[at + 1] =
        ((bytes[at + 1] as number) & ~(REGISTER_MAX >>> (8 - bit))) | (value >>> (8 - bit));
  }

  /** Changes to the dense form, in its own bytes; throws CorruptHll. */
  makeDense(): void {
    if (this.isDense) return;
    const values = new Uint8Array(REGISTERS);
    this.mergeInto(values);
    this.bytes[4] = DENSE;
    this.bytes.fill(0, HEADER, DENSE_BYTES);
    this.length = DENSE_BYTES;
    for (let i = 0; i < REGISTERS; i++)
      if (values[i] !== 0) this.setRegister(i, values[i] as number);
  }

  /** Raises each of `values` to the register here; throws CorruptHll. */
  mergeInto(values: Uint8Array): void {
    if (this.isDense) {
      for (let i = 0; i < REGISTERS; i++) {
        const value = this.register(i);
        if (value > (values[i] as number)) values[i] = value;
      }
      return;
    }
    const { bytes, base } = this;
    const whole = eachRun(bytes, base + HEADER, base + this.length, (value, first, length) => {
      if (value === 0) return;
      for (let i = first; i < first + length; i++)
        if (value > (values[i] as number)) values[i] = value;
    });
    if (!whole) throw new CorruptHll();
  }

  /** Estimates the count from the registers; throws CorruptHll. */
  estimate(): number {
    const histogram = new Int32Array(64);
    if (this.isDense)
      for (let i = 0; i < REGISTERS; i++) {
        const value = this.register(i);
        histogram[value] = (histogram[value] as number) + 1;
      }
    else {
      const { bytes, base } = this;
      const whole = eachRun(bytes, base + HEADER, base + this.length, (value, _first, length) => {
        histogram[value] = (histogram[value] as number) + length;
      });
      if (!whole) throw new CorruptHll();
    }
    return estimate(histogram);
  }

  /** The cached count, null when it is not valid. */
  get cached(): bigint | null {
    const n = this.bytes.readBigUInt64LE(this.base + 8);
    return n >= 2n ** 63n ? null : n;
  }

  set cached(n: bigint) {
    this.bytes.writeBigUInt64LE(n, this.base + 8);
  }

  invalidate(): void {
    const at = this.base + 15;
    this.bytes[at] = (this.bytes[at] as number) | 0x80;
  }

  /** The sparse runs as PFDEBUG DECODE shows them. */
  describeRuns(): string {
    return describeRuns(this.bytes, this.base + HEADER, this.base + this.length);
  }
}

/** Estimates the number of elements behind 16384 plain registers. */
export function estimateRegisters(values: Uint8Array): number {
  const histogram = new Int32Array(64);
  for (const value of values) histogram[value] = (histogram[value] as number) + 1;
  return estimate(histogram);
}

function estimate(histogram: Int32Array): number {
  const m = REGISTERS;
  let z = m * tau((m - (histogram[Q + 1] as number)) / m);
  for (let j = Q; j >= 1; j--) z = (z + (histogram[j] as number)) * 0.5;
  z += m * sigma((histogram[0] as number) / m);
  return Math.round((ALPHA_INFINITY * m * m) / z);
}

function sigma(start: number): number {
  if (start === 1) return Number.POSITIVE_INFINITY;
  let x = start;
  let y = 1;
  let z = x;
  for (let before = Number.NaN; before !== z; ) {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(start: number): number {
  if (start === 0 || start === 1) return 0;
  let x = start;
  let y = 1;
  let z = 1 - x;
  for (let before = Number.NaN; before !== z; ) {
    x = Math.sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
