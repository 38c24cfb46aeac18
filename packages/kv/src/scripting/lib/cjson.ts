/** cjson: JSON over Lua values. Settings belong to a module table; cjson.new() makes another. */
import type { Lua } from '../lua/lua.ts';
import type { HostFunction } from '../lua/vm.ts';
import { JsonConfig } from './json-config.ts';
import { decodeFunction } from './json-decode.ts';
import { encodeFunction } from './json-encode.ts';

export interface Cjson {
  readonly functions: readonly HostFunction[];
  /** Pushes a new module table with settings of its own. */
  push(L: number): void;
}

export function cjsonModule(lua: Lua): Cjson {
  const config = new JsonConfig(lua);
  const functions: { [name: string]: HostFunction } = {
    encode: encodeFunction(lua, config),
    decode: decodeFunction(lua, config),
    ...config.functions(),
    new: (L) => {
      push(L);
      return 1;
    },
  };

  function push(L: number): void {
    const { api } = lua;
    api.lua_createtable(L, 0, 0);
    config.push(L);
    for (const [name, fn] of Object.entries(functions)) {
      api.lua_pushvalue(L, -1);
      api.lua_pushcclosure(L, lua.functionIndex(fn), 1);
      lua.setField(L, -3, name);
    }
    api.lua_settop(L, -2);
    api.lua_pushlightuserdata(L, 0);
    lua.setField(L, -2, 'null');
    for (const [name, text] of Object.entries({ _NAME: 'cjson', _VERSION: '2.1.0' })) {
      lua.pushStr(L, text);
      lua.setField(L, -2, name);
    }
  }

  return { functions: Object.values(functions), push };
}
