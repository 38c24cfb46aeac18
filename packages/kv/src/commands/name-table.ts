/**
 * Command names to commands, looked up by the bytes of an argument whatever their case, without
 * making a string: open addressing over an integer hash of length and four bytes. Names lie one
 * after another in one array, which is what keeps the comparison fast.
 */
import type { Args } from '../resp/args.ts';
import type { Command } from './spec.ts';

const EMPTY = -1;

/** Sets the bit that tells lower from upper case; other bytes only collide, and are verified. */
const CASE_BIT = 0x20;

/** First, middle, three-quarter and last byte tell the names of the table well apart. */
function hashBytes(bytes: Uint8Array, off: number, len: number): number {
  if (len === 0) return 0;
  const four =
    (bytes[off] as number) |
    CASE_BIT |
    (((bytes[off + (len >> 1)] as number) | CASE_BIT) << 8) |
    (((bytes[off + len - 1] as number) | CASE_BIT) << 16) |
    (((bytes[off + ((len * 3) >> 2)] as number) | CASE_BIT) << 24);
  return Math.imul(four ^ len, 0x9e3779b1) >>> 16;
}

export class NameTable {
  private readonly names: string[] = [];
  private readonly commands: Command[] = [];
  /** The names in lower case, and where each begins and how long it is. */
  private bytes = new Uint8Array(0);
  private starts = new Int32Array(0);
  private lengths = new Int32Array(0);
  /** Hash slot → position in the lists above; a power of two, at most a quarter full. */
  private slots = new Int32Array(16).fill(EMPTY);
  private mask = 15;

  constructor(entries: Iterable<readonly [string, Command]> = []) {
    for (const [name, command] of entries) {
      this.names.push(name.toLowerCase());
      this.commands.push(command);
    }
    this.rebuild();
  }

  get size(): number {
    return this.names.length;
  }

  /** Adds a name, or points an existing one at another command. */
  set(name: string, command: Command): void {
    const at = this.indexOf(name);
    if (at !== EMPTY) {
      this.commands[at] = command;
      return;
    }
    this.names.push(name.toLowerCase());
    this.commands.push(command);
    this.rebuild();
  }

  /** Removes a name; false when there is none. */
  delete(name: string): boolean {
    const at = this.indexOf(name);
    if (at === EMPTY) return false;
    this.names.splice(at, 1);
    this.commands.splice(at, 1);
    this.rebuild();
    return true;
  }

  /** The command named by argument i, or null. */
  find(a: Args, i: number): Command | null {
    const at = this.slots[this.slotOf(a.buf, a.off[i] as number, a.len[i] as number)] as number;
    return at === EMPTY ? null : (this.commands[at] as Command);
  }

  /** As find, by a binary string. */
  get(name: string): Command | null {
    const at = this.indexOf(name);
    return at === EMPTY ? null : (this.commands[at] as Command);
  }

  values(): readonly Command[] {
    return this.commands;
  }

  private indexOf(name: string): number {
    const bytes = Buffer.from(name, 'latin1');
    return this.slots[this.slotOf(bytes, 0, bytes.length)] as number;
  }

  /** The slot that holds the name, or the free one where it would go. */
  private slotOf(bytes: Uint8Array, off: number, len: number): number {
    let slot = hashBytes(bytes, off, len) & this.mask;
    for (;;) {
      const at = this.slots[slot] as number;
      if (at === EMPTY || (this.lengths[at] === len && this.isName(at, bytes, off, len)))
        return slot;
      slot = (slot + 1) & this.mask;
    }
  }

  private isName(at: number, bytes: Uint8Array, off: number, len: number): boolean {
    const name = this.bytes;
    const start = this.starts[at] as number;
    for (let i = 0; i < len; i++) {
      let ch = bytes[off + i] as number;
      if (ch >= 65 && ch <= 90) ch |= CASE_BIT;
      if (ch !== name[start + i]) return false;
    }
    return true;
  }

  private rebuild(): void {
    const { names } = this;
    let size = 16;
    while (size < names.length * 4) size *= 2;
    this.slots = new Int32Array(size).fill(EMPTY);
    this.mask = size - 1;
    this.bytes = Buffer.from(names.join(''), 'latin1');
    this.starts = new Int32Array(names.length);
    this.lengths = Int32Array.from(names, (n) => n.length);
    let start = 0;
    for (let at = 0; at < names.length; at++) {
      const len = this.lengths[at] as number;
      this.starts[at] = start;
      this.slots[this.slotOf(this.bytes, start, len)] = at;
      start += len;
    }
  }
}
