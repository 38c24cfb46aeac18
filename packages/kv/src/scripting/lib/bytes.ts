/** A growing run of bytes, for libraries that serialise. */
export class Bytes {
  buf = Buffer.allocUnsafe(1024);
  length = 0;
  private readonly number = new DataView(new ArrayBuffer(8));

  /** Makes room for n more bytes. */
  need(n: number): void {
    if (this.length + n <= this.buf.length) return;
    const wider = Buffer.allocUnsafe(Math.max(this.length + n, this.buf.length * 2));
    this.buf.copy(wider, 0, 0, this.length);
    this.buf = wider;
  }

  byte(b: number): void {
    this.need(1);
    this.buf[this.length++] = b;
  }

  text(s: string): void {
    this.need(s.length);
    this.buf.latin1Write(s, this.length);
    this.length += s.length;
  }

  copy(from: Uint8Array, offset: number, n: number): void {
    this.need(n);
    this.buf.set(from.subarray(offset, offset + n), this.length);
    this.length += n;
  }

  zeros(n: number): void {
    this.need(n);
    this.buf.fill(0, this.length, this.length + n);
    this.length += n;
  }

  /** The n lowest bytes of a whole number, two's complement over 64 bits, then zeros. */
  integer(value: number, n: number, littleEndian: boolean): void {
    this.need(n);
    const high = Math.floor(value / 2 ** 32);
    let low = value - high * 2 ** 32;
    let rest = high >>> 0;
    for (let i = 0; i < n; i++) {
      if (i === 4) low = rest;
      if (i === 8) rest = low = 0;
      this.buf[this.length + (littleEndian ? i : n - 1 - i)] = low & 0xff;
      low = Math.floor(low / 256);
    }
    this.length += n;
  }

  float(value: number, n: 4 | 8, littleEndian: boolean): void {
    if (n === 4) this.number.setFloat32(0, value, littleEndian);
    else this.number.setFloat64(0, value, littleEndian);
    for (let i = 0; i < n; i++) this.byte(this.number.getUint8(i));
  }

  /** Empties it, and gives up a buffer that one huge value has grown. */
  reset(): void {
    this.length = 0;
    if (this.buf.length > 1024 * 1024) this.buf = Buffer.allocUnsafe(1024);
  }
}

/** Saturates what does not fit 64 bits and drops the fraction, as a C cast does on ARM. */
export function toInt64(n: number): number {
  if (Number.isNaN(n)) return 0;
  return Math.min(Math.max(Math.trunc(n), -(2 ** 63)), 2 ** 64);
}
