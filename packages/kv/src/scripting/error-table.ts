/** Errors as scripts see them: a table whose field `err` holds "CODE message". */
import type { Lua } from './lua/lua.ts';

/** "-CODE message" or a bare message, as the text of field `err`. */
export function errorText(text: string): string {
  if (text[0] !== '-') return `ERR ${trimLineBreaks(text)}`;
  const space = text.indexOf(' ');
  if (space < 0) return `ERR ${trimLineBreaks(text.slice(1))}`;
  return `${text.slice(1, space)} ${trimLineBreaks(text.slice(space + 1))}`;
}

function trimLineBreaks(text: string): string {
  return text.replace(/^[\r\n]+|[\r\n]+$/g, '');
}

/** What C sees of a string: nothing from the first NUL on. */
export function upToNul(text: string): string {
  const nul = text.indexOf('\0');
  return nul < 0 ? text : text.slice(0, nul);
}

/**
 * Pushes the error table for "-CODE message" or a message. `counted`: the error already is in the
 * server's statistics and must not be counted again when the script returns it.
 */
export function pushError(lua: Lua, L: number, text: string, counted = false): void {
  lua.api.lua_createtable(L, 0, 1);
  lua.pushStr(L, upToNul(errorText(text)));
  lua.setField(L, -2, 'err');
  if (!counted) return;
  lua.api.lua_pushboolean(L, 1);
  lua.setField(L, -2, 'ignore_error_stats_update');
}

/** Raises an error table. */
export function raiseError(lua: Lua, L: number, text: string): never {
  pushError(lua, L, text);
  return lua.api.lua_error(L);
}
