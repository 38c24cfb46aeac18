/**
 * math.random and math.randomseed over the 48-bit linear congruential generator of drand48, so that
 * a seed gives the same numbers on every machine. One generator serves all scripts of the process.
 */
import type { Lua } from '../lua/lua.ts';
import type { HostFunction } from '../lua/vm.ts';

const MAX = 0x7fffffff;
/** The state's low 24 bits and high 24 bits; the multiplier 0x5DEECE66D likewise. */
let low = 0;
let high = 0;
const MUL_LOW = 0xece66d;
const MUL_HIGH = 0x5de;
const ADD = 0xb;

/** Starts the sequence of a seed, of which 32 bits count. */
export function seed(value: number): void {
  const bits = value >>> 0;
  low = (((bits & 0xff) << 16) | 0x330e) >>> 0;
  high = bits >>> 8;
}
/** Where the reference starts. */
seed(0x1234abcd);

/** The next number, in [0, 2^31). */
export function next31(): number {
  const product = low * MUL_LOW + ADD;
  const carry = Math.floor(product / 2 ** 24);
  // Each partial product stays below 2^53.
  high = (carry + ((high * MUL_LOW) % 2 ** 24) + low * MUL_HIGH) % 2 ** 24;
  low = product % 2 ** 24;
  // The upper 31 of 48 bits.
  return high * 128 + (low >>> 17);
}

export function randomFunctions(lua: Lua): { random: HostFunction; randomseed: HostFunction } {
  const { api } = lua;
  return {
    random: (L) => {
      const r = (next31() % MAX) / MAX;
      const args = lua.argCount(L);
      if (args === 0) api.lua_pushnumber(L, r);
      else if (args === 1) {
        const upper = lua.checkInt(L, 1) | 0;
        if (upper < 1) lua.argError(L, 1, 'interval is empty');
        api.lua_pushnumber(L, Math.floor(r * upper) + 1);
      } else if (args === 2) {
        const lower = lua.checkInt(L, 1) | 0;
        const upper = lua.checkInt(L, 2) | 0;
        if (lower > upper) lua.argError(L, 2, 'interval is empty');
        api.lua_pushnumber(L, Math.floor(r * ((upper - lower + 1) | 0)) + lower);
      } else lua.raise(L, 'wrong number of arguments');
      return 1;
    },
    randomseed: (L) => {
      seed(lua.checkInt(L, 1));
      return 0;
    },
  };
}
