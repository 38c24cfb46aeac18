/** Positions of keys among a command's arguments and how each is used, in arrays that are reused. */

/** How a command uses a key; names and order as COMMAND INFO prints them. */
export const KEY_FLAG = {
  RO: 1 << 0,
  RW: 1 << 1,
  OW: 1 << 2,
  RM: 1 << 3,
  access: 1 << 4,
  update: 1 << 5,
  insert: 1 << 6,
  delete: 1 << 7,
  not_key: 1 << 8,
  incomplete: 1 << 9,
  variable_flags: 1 << 10,
} as const;

/** Names of a set of KEY_FLAG bits, in the reference's order. */
export function keyFlagNames(flags: number): string[] {
  return Object.entries(KEY_FLAG)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name);
}

export class KeyList {
  n = 0;
  index = new Int32Array(16);
  flags = new Int32Array(16);

  clear(): void {
    this.n = 0;
  }

  add(index: number, flags: number): void {
    if (this.n === this.index.length) this.grow();
    this.index[this.n] = index;
    this.flags[this.n++] = flags;
  }

  private grow(): void {
    const index = new Int32Array(this.n * 2);
    const flags = new Int32Array(this.n * 2);
    index.set(this.index);
    flags.set(this.flags);
    this.index = index;
    this.flags = flags;
  }
}
