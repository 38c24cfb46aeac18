/**
 * CRC-64 as DUMP payloads and RDB files end with it: the Jones polynomial, reflected, starting from
 * zero, without a final inversion. Kept in two 32-bit halves; eight bytes are folded in at a time.
 */

/** 0xad93d23594c935a9 with its bits reversed. */
const POLY_HIGH = 0x95ac9329;
const POLY_LOW = 0xac4bc9b5;
const SLICES = 8;

/** Tables of 256 entries for each of eight byte positions, high and low halves. */
const HIGH = new Uint32Array(256 * SLICES);
const LOW = new Uint32Array(256 * SLICES);

for (let byte = 0; byte < 256; byte++) {
  let high = 0;
  let low = byte;
  for (let bit = 0; bit < 8; bit++) {
    const odd = low & 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (odd) {
      high ^= POLY_HIGH;
      low ^= POLY_LOW;
    }
  }
  HIGH[byte] = high;
  LOW[byte] = low;
}
for (let i = 256; i < 256 * SLICES; i++) {
  const high = HIGH[i - 256] as number;
  const low = LOW[i - 256] as number;
  const index = low & 0xff;
  HIGH[i] = (high >>> 8) ^ (HIGH[index] as number);
  LOW[i] = ((low >>> 8) | (high << 24)) ^ (LOW[index] as number);
}

/** A checksum that grows with what is written or read. */
export class Crc64 {
  high = 0;
  low = 0;

  update(bytes: Uint8Array, from: number, to: number): this {
    let { high, low } = this;
    let p = from;
    for (; p + 8 <= to; p += 8) {
      const a = low ^ word(bytes, p);
      const b = high ^ word(bytes, p + 4);
      const i0 = 1792 + (a & 0xff);
      const i1 = 1536 + ((a >>> 8) & 0xff);
      const i2 = 1280 + ((a >>> 16) & 0xff);
      const i3 = 1024 + (a >>> 24);
      const i4 = 768 + (b & 0xff);
      const i5 = 512 + ((b >>> 8) & 0xff);
      const i6 = 256 + ((b >>> 16) & 0xff);
      const i7 = b >>> 24;
      high = fold(HIGH, i0, i1, i2, i3, i4, i5, i6, i7);
      low = fold(LOW, i0, i1, i2, i3, i4, i5, i6, i7);
    }
    for (; p < to; p++) {
      const index = (low ^ (bytes[p] as number)) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ (LOW[index] as number);
      high = (high >>> 8) ^ (HIGH[index] as number);
    }
    this.high = high;
    this.low = low;
    return this;
  }

  /** Writes the checksum, 8 bytes little endian. */
  write(buf: Buffer, at: number): void {
    buf.writeInt32LE(this.low | 0, at);
    buf.writeInt32LE(this.high | 0, at + 4);
  }

  /** True when the 8 bytes there are this checksum. */
  equals(buf: Buffer, at: number): boolean {
    return buf.readInt32LE(at) === (this.low | 0) && buf.readInt32LE(at + 4) === (this.high | 0);
  }
}

function fold(
  t: Uint32Array,
  i0: number,
  i1: number,
  i2: number,
  i3: number,
  i4: number,
  i5: number,
  i6: number,
  i7: number,
): number {
  return (
    (t[i0] as number) ^
    (t[i1] as number) ^
    (t[i2] as number) ^
    (t[i3] as number) ^
    (t[i4] as number) ^
    (t[i5] as number) ^
    (t[i6] as number) ^
    (t[i7] as number)
  );
}

function word(b: Uint8Array, p: number): number {
  return (
    (b[p] as number) |
    ((b[p + 1] as number) << 8) |
    ((b[p + 2] as number) << 16) |
    ((b[p + 3] as number) << 24)
  );
}
