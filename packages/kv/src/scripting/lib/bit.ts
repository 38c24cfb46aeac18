/** Lua BitOp: operations on numbers as 32-bit words, results signed. */
import { T } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import type { Library } from './library.ts';

/** Adding 2^52 + 2^51 leaves a number, rounded, in the low bits of the sum's mantissa. */
const ROUNDER = 6755399441055744;
const sum = new Float64Array(1);
const words = new Int32Array(sum.buffer);

export function bitLibrary(lua: Lua): Library {
  const { api } = lua;

  function word(L: number, n: number): number {
    const given = n <= lua.argCount(L);
    const isNumber = given && lua.typeAt(lua.arg(L, n)) === T.number;
    sum[0] = (isNumber ? lua.numberAt(lua.arg(L, n)) : api.lua_tonumber(L, n)) + ROUNDER;
    const value = words[0] as number;
    if (value === 0 && !isNumber && api.lua_isnumber(L, n) === 0) {
      api.luaL_typerror(L, n, lua.name('number'));
    }
    return value;
  }

  function result(L: number, value: number): number {
    api.lua_pushnumber(L, value | 0);
    return 1;
  }

  const unary = (f: (a: number) => number) => (L: number) => result(L, f(word(L, 1)));
  const fold = (f: (a: number, b: number) => number) => (L: number) => {
    let value = word(L, 1);
    for (let i = lua.argCount(L); i > 1; i--) value = f(value, word(L, i));
    return result(L, value);
  };
  const shift = (f: (a: number, by: number) => number) => (L: number) => {
    const value = word(L, 1);
    return result(L, f(value, word(L, 2) & 31));
  };

  function tohex(L: number): number {
    const value = word(L, 1) >>> 0;
    const digits = lua.argCount(L) < 2 ? 8 : word(L, 2);
    const wanted = Math.min(8, Math.abs(digits));
    const hex = value
      .toString(16)
      .padStart(8, '0')
      .slice(8 - wanted);
    lua.pushStr(L, digits < 0 ? hex.toUpperCase() : hex);
    return 1;
  }

  return {
    name: 'bit',
    functions: {
      tobit: unary((a) => a),
      bnot: unary((a) => ~a),
      band: fold((a, b) => a & b),
      bor: fold((a, b) => a | b),
      bxor: fold((a, b) => a ^ b),
      lshift: shift((a, by) => a << by),
      rshift: shift((a, by) => a >>> by),
      arshift: shift((a, by) => a >> by),
      rol: shift((a, by) => (a << by) | (a >>> ((32 - by) & 31))),
      ror: shift((a, by) => (a << ((32 - by) & 31)) | (a >>> by)),
      bswap: unary((a) => (a >>> 24) | ((a >>> 8) & 0xff00) | ((a & 0xff00) << 8) | (a << 24)),
      tohex,
    },
  };
}
