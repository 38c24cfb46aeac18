/** MessagePack to Lua values. Integers of 64 bits are read as signed, as the reference does. */
import type { Lua } from '../lua/lua.ts';
import type { HostFunction } from '../lua/vm.ts';

type Shape = 'integer' | 'unsigned' | 'float' | 'raw' | 'array' | 'map';

/** What follows each first byte that is not a short form: a value of so many bytes. */
const FORMS: { readonly [tag: number]: readonly [Shape, number] } = {
  204: ['unsigned', 1],
  205: ['unsigned', 2],
  206: ['unsigned', 4],
  207: ['integer', 8],
  208: ['integer', 1],
  209: ['integer', 2],
  210: ['integer', 4],
  211: ['integer', 8],
  202: ['float', 4],
  203: ['float', 8],
  217: ['raw', 1],
  218: ['raw', 2],
  219: ['raw', 4],
  220: ['array', 2],
  221: ['array', 4],
  222: ['map', 2],
  223: ['map', 4],
};

const TOO_MANY = 'too many return values at once; use unpack_one or unpack_limit instead.';

/** Arrays reach the end of Lua's stack here; maps would reach the end of ours first. */
const MAX_RECURSION = 4000;

export function unpackFunctions(lua: Lua): { [name: string]: HostFunction } {
  const { api } = lua;
  /** Address of the next byte and of the end. */
  let at = 0;
  let end = 0;
  let depth = 0;

  /** Goes down into an array or map. */
  function descend(L: number): void {
    if (++depth > MAX_RECURSION) lua.raise(L, `stack overflow (${TOO_MANY})`);
  }

  function take(L: number, n: number): number {
    if (end - at < n) lua.raise(L, 'Missing bytes in input.');
    const from = at;
    at += n;
    return from;
  }

  function unsigned(L: number, bytes: number): number {
    let n = 0;
    for (let from = take(L, bytes), i = 0; i < bytes; i++)
      n = n * 256 + (lua.buf[from + i] as number);
    return n;
  }

  /** The exact sum of two halves: 64 bits are rounded once. */
  function signed(L: number, bytes: number): number {
    if (bytes === 8) {
      const high = unsigned(L, 4) | 0;
      return high * 2 ** 32 + unsigned(L, 4);
    }
    const n = unsigned(L, bytes);
    const half = 2 ** (bytes * 8 - 1);
    return n >= half ? n - 2 * half : n;
  }

  function float(L: number, bytes: number): number {
    const from = take(L, bytes);
    const view = new DataView(lua.buf.buffer, from, bytes);
    return bytes === 4 ? view.getFloat32(0) : view.getFloat64(0);
  }

  function raw(L: number, n: number): void {
    api.lua_pushlstring(L, take(L, n), n);
  }

  function array(L: number, n: number): void {
    descend(L);
    api.lua_createtable(L, 0, 0);
    api.luaL_checkstack(L, 1, lua.name('in function mp_decode_to_lua_array'));
    for (let i = 1; i <= n; i++) {
      api.lua_pushnumber(L, i);
      value(L);
      api.lua_rawset(L, -3);
    }
    depth--;
  }

  function map(L: number, n: number): void {
    descend(L);
    api.lua_createtable(L, 0, 0);
    for (let i = 0; i < n; i++) {
      value(L);
      value(L);
      api.lua_rawset(L, -3);
    }
    depth--;
  }

  /** Reads one value and pushes it. */
  function value(L: number): void {
    const tag = lua.buf[take(L, 1)] as number;
    api.luaL_checkstack(L, 1, lua.name(TOO_MANY));
    if (tag < 0x80) api.lua_pushnumber(L, tag);
    else if (tag >= 0xe0) api.lua_pushnumber(L, tag - 256);
    else if (tag < 0x90) map(L, tag & 15);
    else if (tag < 0xa0) array(L, tag & 15);
    else if (tag < 0xc0) raw(L, tag & 31);
    else if (tag === 0xc0) api.lua_pushnil(L);
    else if (tag === 0xc2 || tag === 0xc3) api.lua_pushboolean(L, tag & 1);
    else {
      const form = FORMS[tag];
      if (form === undefined) lua.raise(L, 'Bad data format in input.');
      sized(L, form[0], form[1]);
    }
  }

  /** Reads what follows a first byte that only names the shape. */
  function sized(L: number, shape: Shape, bytes: number): void {
    if (shape === 'unsigned') api.lua_pushnumber(L, unsigned(L, bytes));
    else if (shape === 'integer') api.lua_pushnumber(L, signed(L, bytes));
    else if (shape === 'float') api.lua_pushnumber(L, float(L, bytes));
    else if (shape === 'raw') raw(L, unsigned(L, bytes));
    else if (shape === 'array') array(L, unsigned(L, bytes));
    else map(L, unsigned(L, bytes));
  }

  /** Pushes up to `limit` values from `offset` on, after the offset where the next one begins. */
  function unpackPart(L: number, limit: number, offset: number): number {
    lua.checkBytes(L, 1);
    const { at: start, length } = lua;
    if (offset < 0 || limit < 0) {
      lua.raise(L, `Invalid request to unpack with offset of ${offset} and limit of ${length}.`);
    }
    if (offset > length) {
      lua.raise(L, `Start offset ${offset} greater than input length ${length}.`);
    }
    const all = limit === 0 && offset === 0;
    depth = 0;
    at = start + offset;
    end = start + length;
    let count = 0;
    while (at < end && (all || count < limit)) {
      value(L);
      count++;
    }
    if (all) return count;
    api.luaL_checkstack(L, 1, lua.name('in function mp_unpack_full'));
    api.lua_pushnumber(L, at === end ? -1 : at - start);
    api.lua_insert(L, 2);
    return count + 1;
  }

  return {
    unpack: (L) => unpackPart(L, 0, 0),
    unpack_one: (L) => {
      const offset = lua.optInt(L, 2, 0);
      api.lua_settop(L, 1);
      return unpackPart(L, 1, offset);
    },
    unpack_limit: (L) => {
      const limit = lua.checkInt(L, 2);
      const offset = lua.optInt(L, 3, 0);
      api.lua_settop(L, 1);
      return unpackPart(L, limit, offset);
    },
  };
}
