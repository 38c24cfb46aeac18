/**
 * Reads Lua tables straight from the VM's memory, with the VM standing still: nothing here
 * allocates in it, so no collection can move or free what an address points to.
 */
import { NODE, STRING, T, TABLE, VALUE_SIZE } from './layout.ts';
import type { Lua } from './lua.ts';

const numberBits = new Float64Array(1);
const numberWords = new Int32Array(numberBits.buffer);

/** The value under a string key, given the string's address in the VM; 0 when there is none. */
export function getString(lua: Lua, table: number, key: number): number {
  const { i32 } = lua;
  const nodes = i32[(table + TABLE.nodes) >> 2] as number;
  const mask = (1 << (lua.buf[table + TABLE.nodeBits] as number)) - 1;
  let node = nodes + ((i32[(key + STRING.hash) >> 2] as number) & mask) * NODE.size;
  while (node !== 0) {
    const isKey =
      i32[(node + NODE.key) >> 2] === key && i32[(node + NODE.keyType) >> 2] === T.string;
    if (isKey) return i32[(node + 8) >> 2] === T.nil ? 0 : node;
    node = i32[(node + NODE.next) >> 2] as number;
  }
  return 0;
}

/** The value under integer key n; 0 when there is none. */
export function getInteger(lua: Lua, table: number, n: number): number {
  const { i32 } = lua;
  if (n >= 1 && n <= (i32[(table + TABLE.arraySize) >> 2] as number)) {
    const value = (i32[(table + TABLE.array) >> 2] as number) + (n - 1) * VALUE_SIZE;
    return i32[(value + 8) >> 2] === T.nil ? 0 : value;
  }
  let node = (i32[(table + TABLE.nodes) >> 2] as number) + numberBucket(lua, table, n) * NODE.size;
  while (node !== 0) {
    const isKey =
      i32[(node + NODE.keyType) >> 2] === T.number && lua.f64[(node + NODE.key) >> 3] === n;
    if (isKey) return i32[(node + 8) >> 2] === T.nil ? 0 : node;
    node = i32[(node + NODE.next) >> 2] as number;
  }
  return 0;
}

/** Lua's hash of a number: the sum of its two words, modulo an odd number. */
function numberBucket(lua: Lua, table: number, n: number): number {
  if (n === 0) return 0;
  numberBits[0] = n;
  const sum = ((numberWords[0] as number) + (numberWords[1] as number)) >>> 0;
  const size = 1 << (lua.buf[table + TABLE.nodeBits] as number);
  return sum % ((size - 1) | 1);
}

/** True when nothing can stand under a string key: the hash part is empty. */
export function hasNoHash(lua: Lua, table: number): boolean {
  const bits = lua.buf[table + TABLE.nodeBits] as number;
  if (bits !== 0) return false;
  return lua.i32[((lua.i32[(table + TABLE.nodes) >> 2] as number) + 8) >> 2] === T.nil;
}

/** Walks a table in the order of `next`. After a true step() the entry is in the fields. */
export class TableWalk {
  /** Address of the entry's value. */
  value = 0;
  /** Address of the entry's key; 0 for the array part, where `index` is the key. */
  key = 0;
  index = 0;
  private node: number;
  private readonly arraySize: number;
  private readonly end: number;

  constructor(
    private readonly lua: Lua,
    private readonly table: number,
  ) {
    const { i32, buf } = lua;
    this.arraySize = i32[(table + TABLE.arraySize) >> 2] as number;
    this.node = i32[(table + TABLE.nodes) >> 2] as number;
    this.end = this.node + (1 << (buf[table + TABLE.nodeBits] as number)) * NODE.size;
  }

  step(): boolean {
    const { i32 } = this.lua;
    while (this.index < this.arraySize) {
      const value = (i32[(this.table + TABLE.array) >> 2] as number) + this.index++ * VALUE_SIZE;
      if (i32[(value + 8) >> 2] === T.nil) continue;
      this.value = value;
      return true;
    }
    while (this.node < this.end) {
      const node = this.node;
      this.node += NODE.size;
      if (i32[(node + 8) >> 2] === T.nil) continue;
      this.value = node;
      this.key = node + NODE.key;
      return true;
    }
    return false;
  }
}
