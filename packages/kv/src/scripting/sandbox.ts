/**
 * The environment of scripts: Lua's own libraries as far as they are harmless, ours beside them,
 * and globals that can neither be added nor changed.
 */
import { bitLibrary } from './lib/bit.ts';
import { type Cjson, cjsonModule } from './lib/cjson.ts';
import { cmsgpackLibrary } from './lib/cmsgpack.ts';
import { type Library, pushLibrary } from './lib/library.ts';
import { randomFunctions } from './lib/random.ts';
import { structLibrary } from './lib/struct.ts';
import { GLOBALS, MULTIPLE_RESULTS, T } from './lua/layout.ts';
import type { Lua } from './lua/lua.ts';
import { TableWalk } from './lua/table-reader.ts';
import type { HostFunction } from './lua/vm.ts';

/** Lua's globals that scripts keep; the others (print, dofile, loadfile, debug ...) go. */
const KEPT_GLOBALS = new Set(
  `xpcall tostring getfenv setmetatable next assert tonumber rawequal collectgarbage getmetatable
   rawset pcall coroutine type _G select unpack gcinfo pairs rawget loadstring ipairs _VERSION
   setfenv load error newproxy string math table`.split(/\s+/),
);

export class Sandbox {
  readonly hostFunctions: readonly HostFunction[];
  private readonly libraries: readonly Library[];
  private readonly cjson: Cjson;
  private readonly random: ReturnType<typeof randomFunctions>;
  private readonly pcall: HostFunction;
  private readonly nonexistent: HostFunction;
  private readonly nullToString: HostFunction;

  constructor(private readonly lua: Lua) {
    this.libraries = [bitLibrary(lua), structLibrary(lua), cmsgpackLibrary(lua)];
    this.cjson = cjsonModule(lua);
    this.random = randomFunctions(lua);
    this.pcall = (L) => this.protectedCall(L);
    this.nonexistent = (L) => this.raiseNonexistent(L);
    this.nullToString = (L) => {
      lua.pushStr(L, 'userdata: (nil)');
      return 1;
    };
    this.hostFunctions = [
      ...this.libraries.flatMap((library) => Object.values(library.functions)),
      ...this.cjson.functions,
      ...Object.values(this.random),
      this.pcall,
      this.nonexistent,
      this.nullToString,
    ];
  }

  /** Opens the libraries. Leaves `debug` open: the error handler is made with it. */
  open(): void {
    const { lua } = this;
    const { api, L } = lua;
    api.luaopen_base(L);
    api.luaopen_table(L);
    api.luaopen_string(L);
    api.luaopen_math(L);
    api.luaopen_debug(L);
    for (const library of this.libraries) {
      pushLibrary(lua, L, library);
      lua.setField(L, GLOBALS, library.name);
    }
    this.cjson.push(L);
    lua.setField(L, GLOBALS, 'cjson');
    api.lua_getfield(L, GLOBALS, lua.name('math'));
    for (const [name, fn] of Object.entries(this.random)) this.setFunction(-2, name, fn);
    this.setFunction(GLOBALS, 'pcall', this.pcall);
    this.nameNull();
    api.lua_settop(L, 0);
  }

  /** cjson.null, the only light userdata, prints as a null pointer does in the reference's C library. */
  private nameNull(): void {
    const { api, L } = this.lua;
    api.lua_pushlightuserdata(L, 0);
    api.lua_createtable(L, 0, 1);
    this.setFunction(-2, '__tostring', this.nullToString);
    this.protect();
    api.lua_setmetatable(L, -2);
  }

  private setFunction(index: number, name: string, fn: HostFunction): void {
    this.lua.api.lua_pushcclosure(this.lua.L, this.lua.functionIndex(fn), 0);
    this.lua.setField(this.lua.L, index, name);
  }

  /** Removes every global that is neither Lua's and harmless nor ours. */
  removeUnsafe(): void {
    const { lua } = this;
    const ours = new Set([...this.libraries.map((l) => l.name), 'cjson']);
    lua.api.lua_pushvalue(lua.L, GLOBALS);
    const walk = new TableWalk(lua, lua.pointerAt(lua.top(lua.L)));
    const unsafe: string[] = [];
    while (walk.step()) {
      const name = walk.key === 0 ? '' : lua.strAt(walk.key);
      if (!KEPT_GLOBALS.has(name) && !ours.has(name)) unsafe.push(name);
    }
    for (const name of unsafe) {
      lua.api.lua_pushnil(lua.L);
      lua.setField(lua.L, -2, name);
    }
    lua.api.lua_settop(lua.L, -2);
  }

  /** Gives the table on top a metatable that refuses names it does not have. */
  refuseNonexistent(): void {
    const { lua } = this;
    lua.api.lua_createtable(lua.L, 0, 1);
    this.setFunction(-2, '__index', this.nonexistent);
    lua.api.lua_setmetatable(lua.L, -2);
  }

  /** Makes the table on top, its metatable and all tables reached through it readonly. */
  protect(): void {
    const { lua } = this;
    this.protectTable(lua.pointerAt(lua.top(lua.L)));
  }

  private protectTable(table: number): void {
    const { lua } = this;
    if (lua.isReadonly(table)) return;
    lua.setReadonly(table, true);
    const walk = new TableWalk(lua, table);
    while (walk.step()) {
      if (lua.typeAt(walk.value) === T.table) this.protectTable(lua.pointerAt(walk.value));
    }
    const metatable = lua.i32[(table + 8) >> 2] as number;
    if (metatable !== 0) this.protectTable(metatable);
  }

  /** Strings share one metatable; changed, it would change every later script. */
  protectStringMetatable(): void {
    const { lua } = this;
    lua.pushStr(lua.L, '');
    if (lua.api.lua_getmetatable(lua.L, -1) !== 0) this.protect();
    lua.api.lua_settop(lua.L, 0);
  }

  private raiseNonexistent(L: number): number {
    const { lua } = this;
    if (lua.argCount(L) !== 2) {
      lua.raise(L, 'Wrong number of arguments to luaProtectedTableError');
    }
    const name = lua.toStr(L, 2);
    if (name === null) {
      lua.raise(L, 'Second argument to luaProtectedTableError must be a string or number');
    }
    return lua.raise(L, `Script attempted to access nonexistent global variable '${name}'`);
  }

  /** pcall, with an error table's message in place of the table: errors once were strings. */
  private protectedCall(L: number): number {
    const { lua } = this;
    const { api } = lua;
    const args = lua.argCount(L);
    if (args === 0) lua.argError(L, 1, 'value expected');
    api.lua_pushboolean(L, 1);
    api.lua_insert(L, 1);
    if (api.lua_pcall(L, args - 1, MULTIPLE_RESULTS, 0) !== 0) {
      api.lua_remove(L, 1);
      if (lua.typeAt(lua.top(L)) === T.table) {
        api.lua_getfield(L, -1, lua.name('err'));
        if (api.lua_isstring(L, -1) !== 0) api.lua_replace(L, -2);
      }
      api.lua_pushboolean(L, 0);
      api.lua_insert(L, 1);
    }
    return lua.argCount(L);
  }
}
