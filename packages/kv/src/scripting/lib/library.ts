import type { Lua } from '../lua/lua.ts';
import type { HostFunction } from '../lua/vm.ts';

/** A table of host functions and constants, global under its name. */
export interface Library {
  readonly name: string;
  readonly functions: { readonly [name: string]: HostFunction };
  readonly constants?: { readonly [name: string]: string | number };
}

/** Pushes a new table with the library's members. */
export function pushLibrary(lua: Lua, L: number, library: Library): void {
  const { api } = lua;
  api.lua_createtable(L, 0, 0);
  for (const [name, fn] of Object.entries(library.functions)) {
    api.lua_pushcclosure(L, lua.functionIndex(fn), 0);
    lua.setField(L, -2, name);
  }
  for (const [name, value] of Object.entries(library.constants ?? {})) {
    if (typeof value === 'number') api.lua_pushnumber(L, value);
    else lua.pushStr(L, value);
    lua.setField(L, -2, name);
  }
}
