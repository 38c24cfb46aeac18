import { enlarged } from './growing.ts';

const bits = new DataView(new ArrayBuffer(8));

/** Numbers distinct values through: 0, 1, 2 … in the order they are met. */
export class NumberTable {
  count = 0;
  private values = new Float64Array(64);
  /** Number + 1 by hash. */
  private slots = new Int32Array(256);
  /** Longs that no double can hold. */
  private readonly bigs = new Map<bigint, number>();
  private readonly bigOf = new Map<number, bigint>();

  /** The number of a value; -0 counts as 0. */
  number(given: number): number {
    const value = given + 0;
    if (this.count * 2 >= this.slots.length) this.rehash();
    const mask = this.slots.length - 1;
    let at = hash(value) & mask;
    for (;;) {
      const known = this.slots[at] as number;
      if (known === 0) break;
      if (this.values[known - 1] === value && !this.bigOf.has(known - 1)) return known - 1;
      at = (at + 1) & mask;
    }
    const number = this.add(value);
    this.slots[at] = number + 1;
    return number;
  }

  /** The same for a long of any size. */
  bigNumber(value: bigint): number {
    const near = Number(value);
    if (Number.isSafeInteger(near)) return this.number(near);
    const known = this.bigs.get(value);
    if (known !== undefined) return known;
    const number = this.add(near);
    this.bigs.set(value, number);
    this.bigOf.set(number, value);
    return number;
  }

  /** The value that has the number; a bigint where only that is exact. */
  value(number: number): number | bigint {
    return this.bigOf.get(number) ?? (this.values[number] as number);
  }

  private add(value: number): number {
    if (this.count === this.values.length) this.values = enlarged(this.values, 0);
    this.values[this.count] = value;
    return this.count++;
  }

  private rehash(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    const mask = this.slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let at = hash(this.values[entry - 1] as number) & mask;
      while (this.slots[at] !== 0) at = (at + 1) & mask;
      this.slots[at] = entry;
    }
  }
}

function hash(value: number): number {
  // Small whole numbers, the commonest, need no look at their bits.
  if ((value | 0) === value) return spread(value);
  bits.setFloat64(0, value);
  return spread(bits.getInt32(0) ^ Math.imul(bits.getInt32(4), 0x85ebca6b));
}

function spread(value: number): number {
  const mixed = Math.imul(value, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
