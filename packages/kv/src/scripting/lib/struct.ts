/**
 * struct.pack, unpack and size: C structures as strings. A format is a row of options: `<` `>`
 * endianness, `!n` alignment, b/B h/H l/L T i/I sized integers, f d floats, x padding, cN and s
 * strings. Sizes are those of a 64-bit C compiler.
 */
import type { Lua } from '../lua/lua.ts';
import { Bytes, toInt64 } from './bytes.ts';
import type { Library } from './library.ts';

const MAX_INTEGER = 32;
const MAX_ALIGN = 8;
const INT_MAX = 0x7fffffff;
/** Bytes of each option that has a fixed size. */
const SIZES: { readonly [option: string]: number } = Object.fromEntries(
  [...'b1B1h2H2l8L8T8f4d8x1'.matchAll(/(.)(.)/g)].map(([, option, size]) => [option, Number(size)]),
);
const INTEGERS = 'bBhHlLTiI';

/** Walks a format: after a true next(), option, size and the padding before it. */
class Format {
  option = '';
  size = 0;
  littleEndian = true;
  private align = 1;
  private at = 0;
  private readonly text: string;

  constructor(
    private readonly lua: Lua,
    private readonly L: number,
  ) {
    const text = lua.checkStr(L, 1);
    const nul = text.indexOf('\0');
    this.text = nul < 0 ? text : text.slice(0, nul);
  }

  next(): boolean {
    if (this.at >= this.text.length) return false;
    this.option = this.text[this.at++] as string;
    this.size = this.sizeOf(this.option);
    return true;
  }

  private sizeOf(option: string): number {
    if (option === 'c') return this.number(1);
    if (option !== 'i' && option !== 'I') return SIZES[option] ?? 0;
    const size = this.number(4);
    if (size > MAX_INTEGER) {
      this.raise(`integral size ${size} is larger than limit of ${MAX_INTEGER}`);
    }
    return size;
  }

  private number(missing: number): number {
    let n = -1;
    for (;;) {
      const digit = this.text.charCodeAt(this.at) - 48;
      if (!(digit >= 0 && digit <= 9)) return n < 0 ? missing : n;
      n = Math.max(n, 0) * 10 + digit;
      if (n > INT_MAX) this.raise('integral size overflow');
      this.at++;
    }
  }

  private raise(text: string): never {
    return this.lua.raise(this.L, text);
  }

  /** Bytes to skip at `position` so that the option's value is aligned. */
  padding(position: number): number {
    if (this.size === 0 || this.option === 'c') return 0;
    const size = Math.min(this.size, this.align);
    return (size - (position & (size - 1))) & (size - 1);
  }

  /** An option that controls the ones after it. */
  control(): void {
    switch (this.option) {
      case ' ':
        return;
      case '>':
        this.littleEndian = false;
        return;
      case '<':
        this.littleEndian = true;
        return;
      case '!': {
        const align = this.number(MAX_ALIGN);
        if (align <= 0 || (align & (align - 1)) !== 0) {
          this.raise(`alignment ${align} is not a power of 2`);
        }
        this.align = align;
        return;
      }
      default:
        this.lua.argError(this.L, 1, `invalid format option '${this.option}'`);
    }
  }
}

export function structLibrary(lua: Lua): Library {
  const { api } = lua;
  const out = new Bytes();

  function pack(L: number): number {
    const format = new Format(lua, L);
    out.reset();
    // The reference pushes a marker here, which then passes for a missing first value.
    api.lua_pushnil(L);
    let arg = 2;
    let position = 0;
    while (format.next()) {
      let { size } = format;
      const padding = format.padding(position);
      out.zeros(padding);
      if (INTEGERS.includes(format.option)) {
        out.integer(toInt64(api.luaL_checknumber(L, arg++)), size, format.littleEndian);
      } else if (format.option === 'x') out.byte(0);
      else if (format.option === 'f' || format.option === 'd') {
        out.float(api.luaL_checknumber(L, arg++), size as 4 | 8, format.littleEndian);
      } else if (format.option === 'c' || format.option === 's') {
        lua.checkBytes(L, arg++);
        if (size === 0) size = lua.length;
        if (lua.length < size) lua.argError(L, arg, 'string too short');
        out.copy(lua.buf, lua.at, size);
        if (format.option === 's') {
          out.byte(0);
          size++;
        }
      } else format.control();
      position += padding + size;
    }
    lua.pushBytes(L, out.buf, 0, out.length);
    return 1;
  }

  /** The size bytes at `at` as a number: 64 bits of them count, the last ones in reading order. */
  function integer(at: number, size: number, littleEndian: boolean, signed: boolean): number {
    let high = 0;
    let low = 0;
    for (let i = 0; i < size; i++) {
      const byte = lua.buf[at + (littleEndian ? size - 1 - i : i)] as number;
      high = ((high << 8) | (low >>> 24)) >>> 0;
      low = ((low << 8) | byte) >>> 0;
    }
    if (!signed) return high * 2 ** 32 + low;
    const shift = (size * 8 - 1) & 63;
    const highMask = shift >= 32 ? -1 << (shift - 32) : -1;
    const lowMask = shift >= 32 ? 0 : -1 << shift;
    if (((high & highMask) | (low & lowMask)) !== 0) {
      high |= highMask;
      low = (low | lowMask) >>> 0;
    }
    return (high | 0) * 2 ** 32 + low;
  }

  function unpack(L: number): number {
    const format = new Format(lua, L);
    lua.checkBytes(L, 2);
    const { at: data, length } = lua;
    const start = lua.optInt(L, 3, 1);
    if (start === 0) lua.argError(L, 3, 'offset must be 1 or greater');
    let position = start < 0 ? Number.MAX_SAFE_INTEGER : start - 1;
    const need = (size: number) => {
      if (!(size >= 0 && size <= length && position <= length - size)) {
        lua.argError(L, 2, 'data string too short');
      }
    };
    let results = 0;
    while (format.next()) {
      let { size } = format;
      position += format.padding(position);
      need(size);
      api.luaL_checkstack(L, 2, lua.name('too many results'));
      const at = data + position;
      if (INTEGERS.includes(format.option)) {
        const signed = format.option >= 'a';
        api.lua_pushnumber(L, integer(at, size, format.littleEndian, signed));
        results++;
      } else if (format.option === 'f' || format.option === 'd') {
        const view = new DataView(lua.buf.buffer, at, size);
        const read = size === 4 ? view.getFloat32 : view.getFloat64;
        api.lua_pushnumber(L, read.call(view, 0, format.littleEndian));
        results++;
      } else if (format.option === 'c') {
        if (size === 0) {
          if (results === 0 || api.lua_isnumber(L, -1) === 0) {
            lua.raise(L, "format 'c0' needs a previous size");
          }
          size = Math.trunc(api.lua_tonumber(L, -1));
          api.lua_settop(L, -2);
          results--;
          need(size);
        }
        api.lua_pushlstring(L, at, size);
        results++;
      } else if (format.option === 's') {
        const end = lua.buf.indexOf(0, at);
        if (end < 0 || end >= data + length) lua.raise(L, 'unfinished string in data');
        api.lua_pushlstring(L, at, end - at);
        size = end - at + 1;
        results++;
      } else if (format.option !== 'x') format.control();
      position += size;
    }
    api.lua_pushnumber(L, position + 1);
    return results + 1;
  }

  function size(L: number): number {
    const format = new Format(lua, L);
    let position = 0;
    while (format.next()) {
      position += format.padding(position);
      if (format.option === 's') lua.argError(L, 1, "option 's' has no fixed size");
      if (format.option === 'c' && format.size === 0) {
        lua.argError(L, 1, "option 'c0' has no fixed size");
      }
      if (!/[0-9A-Za-z]/.test(format.option)) format.control();
      position += format.size;
    }
    api.lua_pushnumber(L, position);
    return 1;
  }

  return { name: 'struct', functions: { pack, unpack, size } };
}
