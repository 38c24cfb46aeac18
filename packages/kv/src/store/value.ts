/**
 * How a key's value is held. A record's tag carries type and encoding (structures/record.ts); the
 * record's value bytes are
 *   - for a string: the bytes themselves, or, when HUGE, a u32 id in the object table
 *   - for a collection: one u32, the arena address of a packed block (PACKED, INTSET) or the id of
 *     an object in the object table (LARGE)
 */
export const TYPE = { string: 0, list: 1, set: 2, zset: 3, hash: 4, stream: 6 } as const;
export type TypeId = (typeof TYPE)[keyof typeof TYPE];
export const TYPE_NAMES = ['string', 'list', 'set', 'zset', 'hash', 'module', 'stream'] as const;
export const TYPE_MASK = 0x07;

const ENC_SHIFT = 3;
export const ENC_MASK = 0x38;
/** Encodings of a string; the text of an integer is kept as text, so that GET is a plain copy. */
export const RAW = 0 << ENC_SHIFT;
export const INT = 1 << ENC_SHIFT;
export const EMBSTR = 2 << ENC_SHIFT;
export const HUGE = 3 << ENC_SHIFT;
/** Encodings of a collection. */
export const PACKED = 0 << ENC_SHIFT;
export const LARGE = 1 << ENC_SHIFT;
export const INTSET = 2 << ENC_SHIFT;

/** The longest string reported as embstr. */
export const EMBSTR_MAX = 44;

/** The name OBJECT ENCODING prints for a tag. */
export function encodingName(tag: number): string {
  const enc = tag & ENC_MASK;
  switch (tag & TYPE_MASK) {
    case TYPE.string:
      return enc === INT ? 'int' : enc === EMBSTR ? 'embstr' : 'raw';
    case TYPE.list:
      return enc === PACKED ? 'listpack' : 'quicklist';
    case TYPE.set:
      return enc === PACKED ? 'listpack' : enc === INTSET ? 'intset' : 'hashtable';
    case TYPE.zset:
      return enc === PACKED ? 'listpack' : 'skiplist';
    case TYPE.hash:
      return enc === PACKED ? 'listpack' : 'hashtable';
    default:
      return 'stream';
  }
}

/** True when a record's value is a reference rather than the value itself. */
export function holdsReference(tag: number): boolean {
  return (tag & TYPE_MASK) !== TYPE.string || (tag & ENC_MASK) === HUGE;
}

/** What every object of the object table can do. */
export interface LargeValue {
  /** Gives all its arena blocks back; the object is dead afterwards. */
  free(): void;
  /** As free, a little with each step: for values with very many elements. */
  freeInSteps?(): Iterator<void>;
  /** Bytes it holds, in the arena and outside. */
  memory(): number;
  /** Elements, as a measure of how long free() takes. */
  readonly size: number;
  /** A value equal to this one that shares nothing with it, for COPY. */
  copy(): LargeValue;
}

/** A string too long for an arena block. `bytes` may have spare room beyond `length`. */
export class HugeString implements LargeValue {
  constructor(
    public bytes: Buffer,
    public length: number,
    private readonly account: { outside: number },
  ) {
    account.outside += bytes.length;
  }

  /** Gives the string this length, zero-filled where it grows; doubles capacity as it goes. */
  resize(length: number): void {
    if (length > this.bytes.length) {
      const wider = Buffer.alloc(
        Math.max(length, Math.min(this.bytes.length * 2, length + (1 << 20))),
      );
      this.bytes.copy(wider, 0, 0, this.length);
      this.account.outside += wider.length - this.bytes.length;
      this.bytes = wider;
    } else if (length > this.length) this.bytes.fill(0, this.length, length);
    this.length = length;
  }

  copy(): HugeString {
    return new HugeString(
      Buffer.from(this.bytes.subarray(0, this.length)),
      this.length,
      this.account,
    );
  }

  free(): void {
    this.account.outside -= this.bytes.length;
    this.bytes = Buffer.alloc(0);
  }

  memory(): number {
    return this.bytes.length + 64;
  }

  get size(): number {
    return 1;
  }
}
