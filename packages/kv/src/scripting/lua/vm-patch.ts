/**
 * The two ways in which the reference's Lua differs from stock Lua 5.1, added to the stock VM's
 * WebAssembly before it is compiled:
 *
 * 1. Readonly tables. A table is readonly when bit 7 of its `marked` byte (offset 5, a bit that the
 *    5.1 collector neither uses nor clears) is set. Every write to a table passes luaH_set or
 *    luaH_setnum, and every change of a metatable lua_setmetatable; each gets a check in front that
 *    raises "Attempt to modify a readonly table" through luaG_runerror. A script's ordinary table
 *    writes pay two instructions; pairs, next, rawget and # see the table as it is, which a proxy
 *    with metamethods could not give.
 * 2. No bytecode. The parser compares the first byte with ESC to choose the undumper; the compared
 *    constant becomes one that no byte equals, so precompiled chunks are read as text and refused.
 *
 * Function numbers hold for exactly one build of the VM, which is therefore checked by its digest.
 */
import { OP, readUnsignedLeb, SECTION, signedLeb, unsignedLeb } from './wasm-bytes.ts';

/** liblua5.1.wasm of wasmoon-lua5.1 1.18.10. */
const BUILD = 'cba969b97e8a319eba8996b5df488aed5cdd22a56f2de53b42598e474014e610';

const IMPORTED_FUNCTIONS = 27;
const FN = {
  lua_type: 38,
  lua_topointer: 55,
  lua_setmetatable: 78,
  luaG_runerror: 228,
  f_parser: 243,
  luaH_set: 418,
  luaH_setnum: 419,
} as const;

/** Where the VM's start-up must place the message: below 1024 nothing else of the module lives. */
export const READONLY_MESSAGE = {
  address: 64,
  text: 'Attempt to modify a readonly table',
} as const;

/** Offset of the byte and the bit in it that make a table readonly. */
export const READONLY_BIT = { offset: 5, mask: 0x80 } as const;

const LUA_TTABLE = 5;
const ESC = 27;
/** Neither a byte nor the end marker -1 of Lua's input stream. */
const NO_BYTE = -2;

/** `if (the table whose address is on the stack is readonly) luaG_runerror(L, message, no args)`. */
const RAISE_IF_READONLY = [
  ...[OP.load8Signed, 0, READONLY_BIT.offset, OP.const, 0, OP.ltSigned, OP.if, OP.void],
  ...[OP.localGet, 0, OP.const, ...signedLeb(READONLY_MESSAGE.address), OP.const, 0],
  ...[OP.call, ...unsignedLeb(FN.luaG_runerror), OP.end],
];

/** For functions of (L, table, ...). */
const CHECK_TABLE = [OP.localGet, 1, ...RAISE_IF_READONLY];

/** For lua_setmetatable(L, index): the value at the index may be anything. */
const CHECK_INDEX = [
  ...[OP.localGet, 0, OP.localGet, 1, OP.call, ...unsignedLeb(FN.lua_type)],
  ...[OP.const, LUA_TTABLE, OP.eq, OP.if, OP.void],
  ...[OP.localGet, 0, OP.localGet, 1, OP.call, ...unsignedLeb(FN.lua_topointer)],
  ...[...RAISE_IF_READONLY, OP.end],
];

/** The patched module. Throws when `wasm` is not the build that the patch was made for. */
export function patchVm(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const digest = new Bun.CryptoHasher('sha256').update(wasm).digest('hex');
  if (digest !== BUILD) throw new Error(`unknown build of the Lua VM (sha256 ${digest})`);
  const parts: Uint8Array[] = [wasm.subarray(0, 8)];
  for (let at = 8; at < wasm.length; ) {
    const { value: size, next: body } = readUnsignedLeb(wasm, at + 1);
    const end = body + size;
    if (wasm[at] === SECTION.code) {
      const code = patchCode(wasm.subarray(body, end));
      parts.push(Uint8Array.of(SECTION.code, ...unsignedLeb(code.length)), code);
    } else parts.push(wasm.subarray(at, end));
    at = end;
  }
  return concat(parts);
}

function patchCode(section: Uint8Array): Uint8Array {
  const { value: count, next: first } = readUnsignedLeb(section, 0);
  const parts: Uint8Array[] = [section.subarray(0, first)];
  let at = first;
  for (let i = 0; i < count; i++) {
    const { value: size, next: body } = readUnsignedLeb(section, at);
    const end = body + size;
    const patched = patchFunction(i + IMPORTED_FUNCTIONS, section.subarray(body, end));
    if (patched === null) parts.push(section.subarray(at, end));
    else parts.push(Uint8Array.from(unsignedLeb(patched.length)), patched);
    at = end;
  }
  return concat(parts);
}

function patchFunction(index: number, body: Uint8Array): Uint8Array | null {
  switch (index) {
    case FN.luaH_set:
    case FN.luaH_setnum:
      return insertAfterLocals(body, CHECK_TABLE);
    case FN.lua_setmetatable:
      return insertAfterLocals(body, CHECK_INDEX);
    case FN.f_parser:
      return refuseBytecode(body);
    default:
      return null;
  }
}

function insertAfterLocals(body: Uint8Array, code: readonly number[]): Uint8Array {
  const { value: groups, next: first } = readUnsignedLeb(body, 0);
  let at = first;
  for (let i = 0; i < groups; i++) at = readUnsignedLeb(body, at).next + 1;
  return concat([body.subarray(0, at), Uint8Array.from(code), body.subarray(at)]);
}

function refuseBytecode(body: Uint8Array): Uint8Array {
  const comparison = [OP.const, ESC, OP.eq];
  const copy = Uint8Array.from(body);
  for (let i = 0; i + comparison.length <= copy.length; i++) {
    if (!comparison.every((byte, j) => copy[i + j] === byte)) continue;
    copy.set(signedLeb(NO_BYTE), i + 1);
    return copy;
  }
  throw new Error('the Lua parser does not look for bytecode where it is expected to');
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (const p of parts) size += p.length;
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}
