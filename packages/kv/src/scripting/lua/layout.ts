/**
 * Where the VM keeps things in its memory: Lua 5.1's structures for a 32-bit machine with double
 * numbers. Reading them directly saves a call into the VM per value; writing is left to the VM,
 * the readonly bit aside.
 *
 *   lua_State  8: top  12: base  16: global_State  72: the table of globals (a value)
 *   global_State  68: bytes in use
 *   value (16)  0: number, pointer or boolean  8: type
 *   string  8: hash  12: length  16: bytes
 *   Table  4: type  5: marked  7: log2 of the node count  8: metatable  12: array  16: nodes
 *          28: array size
 *   node (32)  0: value  16: key's value  24: key's type  28: next node in chain
 *   lua_Debug (100)  16: source  20: current line
 */
export const STATE = { top: 8, base: 12, global: 16, globals: 72 } as const;
export const GLOBAL = { bytes: 68 } as const;
export const VALUE_SIZE = 16;
export const STRING = { hash: 8, length: 12, bytes: 16 } as const;
export const TABLE = { nodeBits: 7, metatable: 8, array: 12, nodes: 16, arraySize: 28 } as const;
export const NODE = { size: 32, key: 16, keyType: 24, next: 28 } as const;

/** Value types. */
export const T = {
  none: -1,
  nil: 0,
  boolean: 1,
  lightUserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
  userdata: 7,
  thread: 8,
} as const;

/** Pseudo-indices of the stack. */
export const REGISTRY = -10000;
export const GLOBALS = -10002;
/** The n-th upvalue of the running host function. */
export function upvalue(n: number): number {
  return GLOBALS - n;
}

export const MULTIPLE_RESULTS = -1;
export const MASK_LINE = 4;
export const MASK_COUNT = 8;
export const GC_COLLECT = 2;
export const GC_STEP = 5;
/** Stack slots that one host function may use (LUAI_MAXCSTACK). */
export const MAX_SLOTS = 8000;
