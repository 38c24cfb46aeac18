/**
 * The state of functions. Its globals are an empty readonly table whose metatable leads to what is
 * really there: while a library loads, only a small `redis` with register_function; while functions
 * run, everything that scripts have.
 */

import { raiseError } from './error-table.ts';
import { pushLibrary } from './lib/library.ts';
import { type Library, nameError } from './library-set.ts';
import { GLOBALS, MASK_COUNT, REGISTRY, T } from './lua/layout.ts';
import { getInteger, TableWalk } from './lua/table-reader.ts';
import { LOG_LEVELS, VERSION_CONSTANTS } from './redis-api.ts';
import { scriptFlag } from './script-flags.ts';
import { ScriptState } from './script-state.ts';

const CHUNK = '@user_function';
const HOOK_INSTRUCTIONS = 100_000;

interface Registration {
  name: string | null;
  description: string | null;
  flags: number;
  ref: number;
}

export class FunctionState {
  readonly state = new ScriptState('function');
  /** The metatable of the globals, and references to the two tables it may lead to. */
  private readonly metatable: number;
  private readonly metatableRef: number;
  private readonly libraryApi: number;
  private readonly fullApi: number;

  constructor(log: (level: number, text: string) => void) {
    const { state } = this;
    const { lua, sandbox, redis } = state;
    const { api, L } = lua;
    redis.logWhileLoading = log;
    api.lua_createtable(L, 0, 1);
    const constants = { ...LOG_LEVELS, ...VERSION_CONSTANTS };
    pushLibrary(lua, L, { name: 'redis', functions: redis.libraryFunctions, constants });
    sandbox.refuseNonexistent();
    lua.setField(L, -2, 'redis');
    sandbox.refuseNonexistent();
    sandbox.protect();
    this.libraryApi = api.luaL_ref(L, REGISTRY);
    api.lua_pushvalue(L, GLOBALS);
    this.fullApi = api.luaL_ref(L, REGISTRY);

    api.lua_createtable(L, 0, 0);
    api.lua_createtable(L, 0, 1);
    this.metatable = lua.pointerAt(lua.top(L));
    api.lua_pushvalue(L, -1);
    this.metatableRef = api.luaL_ref(L, REGISTRY);
    api.lua_setmetatable(L, -2);
    this.lead(this.fullApi);
    sandbox.protect();
    state.replaceGlobals();
  }

  /** Makes globals lead to one of the two tables. */
  private lead(ref: number): void {
    const { lua } = this.state;
    const { api, L } = lua;
    lua.setReadonly(this.metatable, false);
    api.lua_rawgeti(L, REGISTRY, this.metatableRef);
    api.lua_rawgeti(L, REGISTRY, ref);
    lua.setField(L, -2, '__index');
    api.lua_settop(L, -2);
    lua.setReadonly(this.metatable, true);
  }

  /**
   * Runs the library's code, which registers its functions in `library`; returns what went wrong, or
   * null. `timeoutMs` of 0 sets no limit.
   */
  load(library: Library, timeoutMs: number): string | null {
    const { state } = this;
    const { lua } = state;
    const { api, L } = lua;
    this.lead(this.libraryApi);
    try {
      const wrong = lua.load(L, library.body, CHUNK);
      if (wrong !== null) return `ERR Error compiling function: ${wrong}`;
      const deadline = timeoutMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs;
      state.loadHook = (thread) => {
        if (performance.now() > deadline) state.kill(thread, 'FUNCTION LOAD timeout');
      };
      state.redis.register = (thread) => this.register(thread, library);
      api.lua_sethook(L, lua.hook, MASK_COUNT, HOOK_INSTRUCTIONS);
      if (api.lua_pcall(L, 0, 0, 0) === 0) return null;
      return `ERR Error registering functions: ${this.errorText(L)}`;
    } catch (e) {
      state.broken = true;
      throw e;
    } finally {
      state.redis.register = null;
      state.loadHook = null;
      if (!state.broken) {
        api.lua_sethook(L, 0, 0, 0);
        api.lua_settop(L, 0);
        this.lead(this.fullApi);
      }
    }
  }

  private errorText(L: number): string {
    const { lua, replies } = this.state;
    const value = lua.top(L);
    if (lua.typeAt(value) === T.table) return replies.errorInfo(lua.pointerAt(value)).text;
    const text = lua.toStr(L, -1);
    return text === null ? '(null)' : `ERR ${text}`;
  }

  /** Gives the callbacks of a library back to the collector. */
  release(library: Library): void {
    for (const f of library.functions.values()) this.state.release(f.ref);
  }

  // ---- redis.register_function --------------------------------------------------------------

  private register(L: number, library: Library): number {
    const { lua } = this.state;
    const args = lua.argCount(L);
    if (args < 1 || args > 2) {
      raiseError(lua, L, 'wrong number of arguments to redis.register_function');
    }
    const given = args === 1 ? this.namedArguments(L) : this.positionalArguments(L);
    if (typeof given === 'string') raiseError(lua, L, given);
    const name = given.name ?? '';
    const wrong = nameError(name) ?? null;
    if (wrong !== null || library.functions.has(name)) {
      this.state.release(given.ref);
      raiseError(lua, L, wrong === null ? 'Function already exists in the library' : `-${wrong}`);
    }
    const { description, flags, ref } = given;
    library.functions.set(name, { name, description, flags, ref, library });
    return 0;
  }

  private positionalArguments(L: number): Registration | string {
    const { lua } = this.state;
    const name = lua.toStr(L, 1);
    if (name === null) return 'first argument to redis.register_function must be a string';
    if (lua.typeAt(lua.arg(L, 2)) !== T.function)
      return 'second argument to redis.register_function must be a function';
    return { name, description: null, flags: 0, ref: lua.api.luaL_ref(L, REGISTRY) };
  }

  private namedArguments(L: number): Registration | string {
    const { lua } = this.state;
    const table = lua.arg(L, 1);
    if (lua.typeAt(table) !== T.table)
      return 'calling redis.register_function with a single argument is only applicable to Lua table (representing named arguments).';
    const given: Registration = { name: null, description: null, flags: 0, ref: -1 };
    const walk = new TableWalk(lua, lua.pointerAt(table));
    let wrong: string | null = null;
    while (wrong === null && walk.step()) wrong = this.namedArgument(L, walk, given);
    if (wrong === null && given.name === null)
      wrong = 'redis.register_function must get a function name argument';
    if (wrong === null && given.ref < 0)
      wrong = 'redis.register_function must get a callback argument';
    if (wrong === null) return given;
    if (given.ref >= 0) this.state.release(given.ref);
    return wrong;
  }

  /** Reads one entry of the table; returns what is wrong with it, or null. */
  private namedArgument(L: number, walk: TableWalk, given: Registration): string | null {
    const { lua } = this.state;
    const { key, value } = walk;
    const keyType = key === 0 ? T.number : lua.typeAt(key);
    if (keyType !== T.string && keyType !== T.number)
      return 'named argument key given to redis.register_function is not a string';
    const type = lua.typeAt(value);
    switch (keyType === T.string ? lua.strAt(key).toLowerCase() : '') {
      case 'function_name':
        given.name = this.text(value);
        if (given.name !== null) return null;
        return 'function_name argument given to redis.register_function must be a string';
      case 'description':
        given.description = this.text(value);
        if (given.description !== null) return null;
        return 'description argument given to redis.register_function must be a string';
      case 'callback':
        if (type !== T.function)
          return 'callback argument given to redis.register_function must be a function';
        lua.api.lua_getfield(L, 1, lua.name(lua.strAt(key)));
        given.ref = lua.api.luaL_ref(L, REGISTRY);
        return null;
      case 'flags': {
        if (type !== T.table)
          return 'flags argument to redis.register_function must be a table representing function flags';
        const flags = this.readFlags(lua.pointerAt(value));
        if (flags < 0) return 'unknown flag given';
        given.flags = flags;
        return null;
      }
      default:
        return 'unknown argument given to redis.register_function';
    }
  }

  /** A string, or a number as one. */
  private text(value: number): string | null {
    const { lua } = this.state;
    const type = lua.typeAt(value);
    if (type === T.string) return lua.strAt(value);
    return type === T.number ? String(lua.numberAt(value)) : null;
  }

  private readFlags(table: number): number {
    const { lua } = this.state;
    let flags = 0;
    for (let i = 1; ; i++) {
      const value = getInteger(lua, table, i);
      if (value === 0) return flags;
      const bit = scriptFlag(this.text(value)?.toLowerCase() ?? '');
      if (bit === 0) return -1;
      flags |= bit;
    }
  }
}
