/**
 * Command names to commands, looked up by the bytes of an argument whatever their case, without
 * making a string: open addressing over an integer hash of length and bytes.
 */
import type { Args } from '../resp/args.ts';
import type { Command } from './spec.ts';

const EMPTY = -1;

/** Sets the bit that tells lower from upper case; other bytes only collide, and are verified. */
const CASE_BIT = 0x20;

function hashBytes(bytes: Uint8Array, off: number, len: number): number {
  let h = len;
  for (let i = 0; i < len; i++)
    h = (Math.imul(h, 31) + ((bytes[off + i] as number) | CASE_BIT)) | 0;
  // The low bits choose the slot: mix the high ones in.
  return h ^ (h >>> 15);
}

/** Every byte in lower case. */
const LOWER = Uint8Array.from({ length: 256 }, (_, b) => (b >= 65 && b <= 90 ? b | CASE_BIT : b));

export class NameTable {
  /** Lower-case names and their commands, side by side. */
  private readonly names: Buffer[] = [];
  private readonly commands: Command[] = [];
  /** Hash slot → position in the lists above; a power of two, at most a quarter full. */
  private slots = new Int32Array(16).fill(EMPTY);
  private mask = 15;
  private lastName: Buffer | null = null;
  private lastCommand: Command | null = null;

  get size(): number {
    return this.names.length;
  }

  /** Adds a name, or points an existing one at another command. */
  set(name: string, command: Command): void {
    const bytes = Buffer.from(name.toLowerCase(), 'latin1');
    const slot = this.slotOf(bytes, 0, bytes.length);
    const at = this.slots[slot] as number;
    if (at !== EMPTY) {
      this.commands[at] = command;
      this.lastName = this.lastCommand = null;
      return;
    }
    this.names.push(bytes);
    this.commands.push(command);
    this.slots[slot] = this.names.length - 1;
    if (this.names.length * 4 > this.slots.length) this.rebuild(this.slots.length * 2);
  }

  /** Removes a name; false when there is none. */
  delete(name: string): boolean {
    const bytes = Buffer.from(name, 'latin1');
    const at = this.slots[this.slotOf(bytes, 0, bytes.length)] as number;
    if (at === EMPTY) return false;
    this.names.splice(at, 1);
    this.commands.splice(at, 1);
    this.rebuild(this.slots.length);
    return true;
  }

  /** The command named by argument i, or null. Clients repeat themselves: the last hit is tried first. */
  find(a: Args, i: number): Command | null {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    if (this.lastName !== null && this.isName(this.lastName, a.buf, off, len))
      return this.lastCommand;
    return this.findSlot(a.buf, off, len);
  }

  private findSlot(bytes: Uint8Array, off: number, len: number): Command | null {
    const at = this.slots[this.slotOf(bytes, off, len)] as number;
    if (at === EMPTY) return null;
    this.lastName = this.names[at] as Buffer;
    this.lastCommand = this.commands[at] as Command;
    return this.lastCommand;
  }

  /** As find, by a binary string. */
  get(name: string): Command | null {
    const bytes = Buffer.from(name, 'latin1');
    const at = this.slots[this.slotOf(bytes, 0, bytes.length)] as number;
    return at === EMPTY ? null : (this.commands[at] as Command);
  }

  values(): readonly Command[] {
    return this.commands;
  }

  /** The slot that holds the name, or the free one where it would go. */
  private slotOf(bytes: Uint8Array, off: number, len: number): number {
    let slot = hashBytes(bytes, off, len) & this.mask;
    for (;;) {
      const at = this.slots[slot] as number;
      if (at === EMPTY || this.isName(this.names[at] as Buffer, bytes, off, len)) return slot;
      slot = (slot + 1) & this.mask;
    }
  }

  private isName(name: Buffer, bytes: Uint8Array, off: number, len: number): boolean {
    if (name.length !== len) return false;
    for (let i = 0; i < len; i++) {
      if (name[i] !== LOWER[bytes[off + i] as number]) return false;
    }
    return true;
  }

  private rebuild(size: number): void {
    this.lastName = this.lastCommand = null;
    this.slots = new Int32Array(size).fill(EMPTY);
    this.mask = size - 1;
    this.names.forEach((name, at) => {
      this.slots[this.slotOf(name, 0, name.length)] = at;
    });
  }
}
