/**
 * Field names by their bytes. Making a string from bytes is a call into the runtime; documents of
 * one index repeat the same few names, and a hit here costs a hash and a compare.
 */
const SLOTS = 1024;
/** Longer names are rare, and comparing them costs what making them costs. */
const MAX_LENGTH = 48;

export class NameCache {
  static readonly shared = new NameCache();
  private readonly names = new Array<string>(SLOTS).fill('');

  /** The ASCII text of bytes `from` to `to`. */
  get(bytes: Buffer, from: number, to: number): string {
    const length = to - from;
    if (length > MAX_LENGTH) return bytes.latin1Slice(from, to);
    let hash = length;
    for (let i = from; i < to; i += 1) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
    const slot = (hash ^ (hash >>> 11)) & (SLOTS - 1);
    const known = this.names[slot] as string;
    if (known.length === length) {
      let i = 0;
      while (i < length && known.charCodeAt(i) === bytes[from + i]) i += 1;
      if (i === length) return known;
    }
    const name = bytes.latin1Slice(from, to);
    this.names[slot] = name;
    return name;
  }
}
