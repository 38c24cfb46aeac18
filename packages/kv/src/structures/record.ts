/**
 * A record: one key with its value, in one arena block.
 *
 *   byte 0      tag: type (bits 0-2), encoding (bits 3-5), SLOT (bit 6), BIG (bit 7)
 *   bytes 1-3   clock: LRU time or LFU counter, the owner's business
 *   bytes 4-7   key length (8 bits), value length (24 bits)      } when BIG: unused,
 *   bytes 8-15  only when BIG: key length u32, value length u32  } and these hold them
 *   8 bytes     only when SLOT: a float64 (a key's expiry in ms, a sorted set member's score)
 *   key bytes, value bytes
 *
 * The slot stands before the key so that it is aligned, and so that it can be overwritten in place.
 * Records too large for an arena block do not exist: the owner stores a reference instead.
 */
import { type Arena, MAX_BLOCK, OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import { memcpy } from './libc.ts';

export const SLOT = 0x40;
export const BIG = 0x80;
const MAX_SHORT_KEY = 0xff;
const MAX_SHORT_VALUE = 0xffffff;
/** Below this many bytes a loop beats the call into libc. */
const COPY_LOOP_MAX = 16;

/** The longest key + value that fits into one record. */
export const MAX_RECORD_BYTES = MAX_BLOCK - 24;

/** Reads and writes the records of one arena. All methods take a record's address. */
export class Records {
  constructor(readonly arena: Arena) {}

  tag(a: number): number {
    return (this.arena.u8[a >>> SEG_SHIFT] as Buffer)[(a & OFFSET_MASK) << 3] as number;
  }

  setTag(a: number, tag: number): void {
    (this.arena.u8[a >>> SEG_SHIFT] as Buffer)[(a & OFFSET_MASK) << 3] = tag;
  }

  clock(a: number): number {
    return (
      ((this.arena.u32[a >>> SEG_SHIFT] as Uint32Array)[(a & OFFSET_MASK) << 1] as number) >>> 8
    );
  }

  setClock(a: number, clock: number): void {
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    w[i] = ((w[i] as number) & 0xff) | (clock << 8);
  }

  /** The float64 beside the key; only for records made with SLOT. */
  slot(a: number): number {
    const big = this.tag(a) & BIG ? 1 : 0;
    return (this.arena.f64[a >>> SEG_SHIFT] as Float64Array)[(a & OFFSET_MASK) + 1 + big] as number;
  }

  setSlot(a: number, value: number): void {
    const big = this.tag(a) & BIG ? 1 : 0;
    (this.arena.f64[a >>> SEG_SHIFT] as Float64Array)[(a & OFFSET_MASK) + 1 + big] = value;
  }

  /** The segment a record lies in; keyOffset and valueOffset count from its start. */
  bytes(a: number): Buffer {
    return this.arena.u8[a >>> SEG_SHIFT] as Buffer;
  }

  /** Memory address of that segment's first byte. */
  base(a: number): number {
    return this.arena.base[a >>> SEG_SHIFT] as number;
  }

  keyOffset(a: number): number {
    const tag = this.tag(a);
    return ((a & OFFSET_MASK) << 3) + 8 + (tag & BIG ? 8 : 0) + (tag & SLOT ? 8 : 0);
  }

  keyLength(a: number): number {
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    return (w[i] as number) & BIG ? (w[i + 2] as number) : (w[i + 1] as number) & 0xff;
  }

  valueOffset(a: number): number {
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    const tag = w[i] as number;
    if (tag & BIG) return this.keyOffset(a) + (w[i + 2] as number);
    // SLOT's bit, moved to be worth its 8 bytes.
    return (i << 2) + 8 + ((tag & SLOT) >>> 3) + ((w[i + 1] as number) & 0xff);
  }

  valueLength(a: number): number {
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    return (w[i] as number) & BIG ? (w[i + 3] as number) : (w[i + 1] as number) >>> 8;
  }

  /** The absolute address in memory of a record's value, for memcpy. */
  valueAddress(a: number): number {
    return (this.arena.base[a >>> SEG_SHIFT] as number) + this.valueOffset(a);
  }

  /** Key and value as strings with one character a byte. */
  key(a: number): string {
    const at = this.keyOffset(a);
    return this.bytes(a).latin1Slice(at, at + this.keyLength(a));
  }

  value(a: number): string {
    const at = this.valueOffset(a);
    return this.bytes(a).latin1Slice(at, at + this.valueLength(a));
  }

  keyEquals(a: number, buf: Uint8Array, off: number, len: number): boolean {
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const s = this.arena.u8[a >>> SEG_SHIFT] as Buffer;
    const i = (a & OFFSET_MASK) << 1;
    const tag = w[i] as number;
    let at = (i << 2) + 8;
    if (tag & (BIG | SLOT)) {
      if (tag & SLOT) at += 8;
      if (tag & BIG) {
        at += 8;
        if (w[i + 2] !== len) return false;
      } else if (((w[i + 1] as number) & 0xff) !== len) return false;
    } else if (((w[i + 1] as number) & 0xff) !== len) return false;
    for (let j = 0; j < len; j++) if (s[at + j] !== buf[off + j]) return false;
    return true;
  }

  /** Bytes a record of these lengths needs. */
  static size(keyLen: number, valueLen: number, withSlot: boolean): number {
    const big = keyLen > MAX_SHORT_KEY || valueLen > MAX_SHORT_VALUE;
    return 8 + (big ? 8 : 0) + (withSlot ? 8 : 0) + keyLen + valueLen;
  }

  /** Allocates a record with its header and key written; the caller fills the value (and slot). */
  create(tag: number, buf: Uint8Array, keyOff: number, keyLen: number, valueLen: number): number {
    const big = keyLen > MAX_SHORT_KEY || valueLen > MAX_SHORT_VALUE;
    const t = big ? tag | BIG : tag & ~BIG;
    const head = 8 + (t & BIG ? 8 : 0) + (t & SLOT ? 8 : 0);
    const a = this.arena.alloc(head + keyLen + valueLen);
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const s = this.arena.u8[a >>> SEG_SHIFT] as Buffer;
    const i = (a & OFFSET_MASK) << 1;
    w[i] = t;
    if (big) {
      w[i + 1] = 0;
      w[i + 2] = keyLen;
      w[i + 3] = valueLen;
    } else w[i + 1] = keyLen | (valueLen << 8);
    const at = (i << 2) + head;
    if (keyLen <= 64) for (let j = 0; j < keyLen; j++) s[at + j] = buf[keyOff + j] as number;
    else s.set(buf.subarray(keyOff, keyOff + keyLen), at);
    return a;
  }

  /** True when the value can take this length without moving the record. */
  canResize(a: number, valueLen: number): boolean {
    const tag = this.tag(a);
    if (!(tag & BIG) && valueLen > MAX_SHORT_VALUE) return false;
    const head = 8 + (tag & BIG ? 8 : 0) + (tag & SLOT ? 8 : 0);
    return this.arena.fits(a, head + this.keyLength(a) + valueLen);
  }

  /** Sets the value's length in place; only after canResize said yes. */
  setValueLength(a: number, valueLen: number): void {
    const w = this.arena.u32[a >>> SEG_SHIFT] as Uint32Array;
    const i = (a & OFFSET_MASK) << 1;
    if ((w[i] as number) & BIG) w[i + 3] = valueLen;
    else w[i + 1] = ((w[i + 1] as number) & 0xff) | (valueLen << 8);
  }

  /** Copies value bytes in; `address` is the memory address of `buf`'s first byte. */
  writeValue(a: number, buf: Uint8Array, address: number, off: number, len: number): void {
    const at = this.valueOffset(a);
    if (len < COPY_LOOP_MAX) {
      const s = this.arena.u8[a >>> SEG_SHIFT] as Buffer;
      for (let j = 0; j < len; j++) s[at + j] = buf[off + j] as number;
    } else memcpy((this.arena.base[a >>> SEG_SHIFT] as number) + at, address + off, len);
  }

  /** As rebuild, without carrying the value over. */
  rebuildEmpty(a: number, tag: number, valueLen: number): number {
    const b = this.create(tag, this.bytes(a), this.keyOffset(a), this.keyLength(a), valueLen);
    this.setClock(b, this.clock(a));
    if (tag & SLOT && this.tag(a) & SLOT) this.setSlot(b, this.slot(a));
    this.arena.free(a);
    return b;
  }

  /**
   * A copy of the record with other tag and value length: key and clock are carried over, the slot
   * too when both have one, and as much of the value as fits. The old record is freed.
   */
  rebuild(a: number, tag: number, valueLen: number): number {
    const b = this.create(tag, this.bytes(a), this.keyOffset(a), this.keyLength(a), valueLen);
    this.setClock(b, this.clock(a));
    if (tag & SLOT && this.tag(a) & SLOT) this.setSlot(b, this.slot(a));
    const n = Math.min(valueLen, this.valueLength(a));
    if (n > 0) memcpy(this.valueAddress(b), this.valueAddress(a), n);
    this.arena.free(a);
    return b;
  }
}
