/** cmsgpack: MessagePack over Lua values. */
import type { Lua } from '../lua/lua.ts';
import type { Library } from './library.ts';
import { unpackFunctions } from './msgpack-decode.ts';
import { packFunction } from './msgpack-encode.ts';

export function cmsgpackLibrary(lua: Lua): Library {
  return {
    name: 'cmsgpack',
    functions: { pack: packFunction(lua), ...unpackFunctions(lua) },
    constants: {
      _NAME: 'cmsgpack',
      _VERSION: 'lua-cmsgpack 0.4.0',
      _COPYRIGHT: 'Copyright (C) 2012, Salvatore Sanfilippo',
      _DESCRIPTION: 'MessagePack C implementation for Lua',
    },
  };
}
