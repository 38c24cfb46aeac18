/**
 * A Lua state with binary strings: what host functions and libraries use. Text is latin1 on our
 * side, one character a byte, and is copied in and out of the VM's memory without decoding.
 */
import { GLOBAL, STATE, STRING, T, VALUE_SIZE } from './layout.ts';
import { type Hook, type HostFunction, LuaVm } from './vm.ts';
import { READONLY_BIT } from './vm-patch.ts';

const SCRATCH = 64 * 1024;

export class Lua extends LuaVm {
  /** Where strings up to SCRATCH bytes are laid before the VM copies them. */
  readonly scratch: number;
  /** Receives the length of luaL_checklstring and its like. */
  private readonly lengthCell: number;
  private readonly names = new Map<string, number>();
  /** Address and length of the string that checkBytes found last. */
  at = 0;
  length = 0;

  constructor(build: (lua: Lua) => readonly HostFunction[], hook: Hook, memoryLimit: number) {
    super((vm) => build(vm as Lua), hook, memoryLimit);
    this.scratch = this.api.malloc(SCRATCH);
    this.lengthCell = this.api.malloc(8);
  }

  /** Bytes of Lua objects, as collectgarbage('count') counts them. */
  get bytesInUse(): number {
    return this.i32[
      ((this.i32[(this.L + STATE.global) >> 2] as number) + GLOBAL.bytes) >> 2
    ] as number;
  }

  /** The address of a NUL-terminated constant, made once: for names, not for data. */
  name(text: string): number {
    let address = this.names.get(text);
    if (address === undefined) {
      address = this.api.malloc(text.length + 1);
      this.buf.latin1Write(text, address);
      this.buf[address + text.length] = 0;
      this.names.set(text, address);
    }
    return address;
  }

  pushStr(L: number, s: string): void {
    const n = s.length;
    if (n > SCRATCH) {
      this.pushLarge(L, Buffer.from(s, 'latin1'), 0, n);
      return;
    }
    const at = this.scratch;
    if (n <= 16) for (let i = 0; i < n; i++) this.buf[at + i] = s.charCodeAt(i);
    else this.buf.latin1Write(s, at);
    this.api.lua_pushlstring(L, at, n);
  }

  pushBytes(L: number, from: Uint8Array, offset: number, n: number): void {
    if (n > SCRATCH) {
      this.pushLarge(L, from, offset, n);
      return;
    }
    const at = this.scratch;
    if (n <= 32) for (let i = 0; i < n; i++) this.buf[at + i] = from[offset + i] as number;
    else this.buf.set(from.subarray(offset, offset + n), at);
    this.api.lua_pushlstring(L, at, n);
  }

  private pushLarge(L: number, from: Uint8Array, offset: number, n: number): void {
    const at = this.api.malloc(n);
    if (at === 0) this.raise(L, 'not enough memory');
    try {
      this.buf.set(from.subarray(offset, offset + n), at);
      this.api.lua_pushlstring(L, at, n);
    } finally {
      this.api.free(at);
    }
  }

  /** Pushes the compiled function, or returns the compiler's message. */
  load(L: number, code: string, name: string): string | null {
    const bytes = Buffer.from(code, 'latin1');
    const at = this.api.malloc(bytes.length + 1);
    if (at === 0) return 'not enough memory';
    this.buf.set(bytes, at);
    const status = this.api.luaL_loadbuffer(L, at, bytes.length, this.name(name));
    this.api.free(at);
    if (status === 0) return null;
    const message = this.toStr(L, -1) ?? '';
    this.api.lua_settop(L, -2);
    return message;
  }

  /** Sets field `name` of the table at `index` to the value on top, and pops that. */
  setField(L: number, index: number, name: string): void {
    this.api.lua_setfield(L, index, this.name(name));
  }

  /** The number of arguments of the running host function. */
  argCount(L: number): number {
    return (
      ((this.i32[(L + STATE.top) >> 2] as number) - (this.i32[(L + STATE.base) >> 2] as number)) >>
      4
    );
  }

  /** Address of argument n (from 1) of the running host function. */
  arg(L: number, n: number): number {
    return (this.i32[(L + STATE.base) >> 2] as number) + (n - 1) * VALUE_SIZE;
  }

  /** Address of the value on top. */
  top(L: number): number {
    return (this.i32[(L + STATE.top) >> 2] as number) - VALUE_SIZE;
  }

  typeAt(value: number): number {
    return this.i32[(value + 8) >> 2] as number;
  }

  numberAt(value: number): number {
    return this.f64[value >> 3] as number;
  }

  /** The boolean, pointer or object address that a value holds. */
  pointerAt(value: number): number {
    return this.i32[value >> 2] as number;
  }

  /** The string of a value known to hold one. */
  strAt(value: number): string {
    const s = this.pointerAt(value);
    const start = s + STRING.bytes;
    return this.buf.latin1Slice(start, start + (this.i32[(s + STRING.length) >> 2] as number));
  }

  /** The string at a stack index, numbers converted in place as Lua does; null for other types. */
  toStr(L: number, index: number): string | null {
    const at = this.api.lua_tolstring(L, index, this.lengthCell);
    if (at === 0) return null;
    return this.buf.latin1Slice(at, at + (this.i32[this.lengthCell >> 2] as number));
  }

  /** Argument n as a string, or raises what luaL_checklstring raises. */
  checkStr(L: number, n: number): string {
    this.checkBytes(L, n);
    return this.buf.latin1Slice(this.at, this.at + this.length);
  }

  /** As checkStr, but leaves the bytes where they are: at `this.at`, `this.length` of them. */
  checkBytes(L: number, n: number): void {
    this.at = this.api.luaL_checklstring(L, n, this.lengthCell);
    this.length = this.i32[this.lengthCell >> 2] as number;
  }

  /** Argument n as the C type int takes it: truncated towards zero. */
  checkInt(L: number, n: number): number {
    return Math.trunc(this.api.luaL_checknumber(L, n));
  }

  optInt(L: number, n: number, missing: number): number {
    return n > this.argCount(L) || this.typeAt(this.arg(L, n)) === T.nil
      ? missing
      : this.checkInt(L, n);
  }

  /** Raises `text` with the caller's position before it, as luaL_error does. */
  raise(L: number, text: string): never {
    this.api.luaL_where(L, 1);
    this.pushStr(L, text);
    this.api.lua_concat(L, 2);
    return this.api.lua_error(L);
  }

  /** Raises "bad argument #n to 'f' (text)". */
  argError(L: number, n: number, text: string): never {
    this.pushStr(L, text);
    this.api.luaL_argerror(L, n, this.pointerAt(this.top(L)) + STRING.bytes);
    throw new Error('luaL_argerror returned');
  }

  isReadonly(table: number): boolean {
    return ((this.buf[table + READONLY_BIT.offset] as number) & READONLY_BIT.mask) !== 0;
  }

  setReadonly(table: number, on: boolean): void {
    const at = table + READONLY_BIT.offset;
    const bits = this.buf[at] as number;
    this.buf[at] = on ? bits | READONLY_BIT.mask : bits & ~READONLY_BIT.mask;
  }
}
