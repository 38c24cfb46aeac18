/**
 * One Lua state set up for scripts: the sandbox, the redis API, the error handler, and the running
 * of a function with its keys and arguments. EVAL has one, functions have another.
 */
import type { Args } from '../resp/args.ts';
import type { Writer } from '../resp/writer.ts';
import { raiseError } from './error-table.ts';
import { pushLibrary } from './lib/library.ts';
import { GC_STEP, GLOBALS, MASK_COUNT, MASK_LINE, REGISTRY, STATE, T } from './lua/layout.ts';
import { Lua } from './lua/lua.ts';
import type { HostFunction } from './lua/vm.ts';
import { type ErrorInfo, LuaToReply } from './lua-to-reply.ts';
import { LOG_LEVELS, REPL_CONSTANTS, RedisApi, VERSION_CONSTANTS } from './redis-api.ts';
import { Sandbox } from './sandbox.ts';
import type { ScriptHost } from './script-host.ts';

/** A script that wants more gets Lua's "not enough memory". */
const MEMORY_LIMIT = 1024 * 1024 * 1024;
/** Instructions between two looks at the clock. */
const HOOK_INSTRUCTIONS = 100_000;
/** The collector gets a step of its own after so many runs: many small ones never reach a cycle. */
const COLLECT_EVERY = 50;
const KILLED = 'Script killed by user with SCRIPT KILL...';

/**
 * Turns whatever was raised into an error table and notes where: the innermost Lua function, since
 * "in redis.call" would help nobody. Returns the handler when run.
 */
const ERROR_HANDLER = `
local getinfo, type, tostring = debug.getinfo, type, tostring
return function(raised)
  local at = getinfo(2, 'Sl')
  if at and at.what == 'C' then at = getinfo(3, 'Sl') end
  local e = type(raised) == 'table' and raised or { err = 'ERR ' .. tostring(raised) }
  if at then e.source, e.line = at.source, at.currentline end
  return e
end`;

export type StateKind = 'eval' | 'function';

/** How a run ended: null when the value returned stands in the reply. */
export type RunError = ErrorInfo | { readonly failure: string } | null;

export class ScriptState {
  readonly lua: Lua;
  readonly sandbox: Sandbox;
  readonly redis: RedisApi;
  readonly replies: LuaToReply;
  /** The run in progress. */
  host: ScriptHost | null = null;
  /** An exception of ours went through the VM: nothing in it can be relied on any more. */
  broken = false;
  private readonly handler: number;
  /** Address of the table of globals, and a reference that keeps it. */
  private globals: number;
  private globalsRef: number;
  private runs = 0;
  /** Called instead of the run's own hook, while a library loads. */
  loadHook: ((L: number) => void) | null = null;

  constructor(
    readonly kind: StateKind,
    memoryLimit = MEMORY_LIMIT,
  ) {
    let sandbox: Sandbox | null = null;
    let redis: RedisApi | null = null;
    let redisFunctions: { [name: string]: HostFunction } = {};
    this.lua = new Lua(
      (lua) => {
        sandbox = new Sandbox(lua);
        redis = new RedisApi(lua, () => this.host);
        redisFunctions = {
          ...redis.functions(),
          ...(kind === 'eval' ? redis.evalFunctions() : {}),
        };
        return [
          ...sandbox.hostFunctions,
          ...Object.values(redisFunctions),
          ...Object.values(redis.libraryFunctions),
        ];
      },
      (L, ar) => this.hooked(L, ar),
      memoryLimit,
    );
    this.sandbox = sandbox as unknown as Sandbox;
    this.redis = redis as unknown as RedisApi;
    this.replies = new LuaToReply(this.lua);
    this.sandbox.open();
    this.handler = this.makeErrorHandler();
    this.sandbox.removeUnsafe();
    this.setGlobals(redisFunctions);
    const { api, L } = this.lua;
    api.lua_pushvalue(L, GLOBALS);
    this.sandbox.refuseNonexistent();
    this.sandbox.protect();
    this.globals = this.lua.pointerAt(this.lua.top(L));
    this.globalsRef = api.luaL_ref(L, REGISTRY);
    this.sandbox.protectStringMetatable();
  }

  private setGlobals(functions: { [name: string]: HostFunction }): void {
    const { lua } = this;
    const constants = { ...LOG_LEVELS, ...VERSION_CONSTANTS, ...REPL_CONSTANTS };
    pushLibrary(lua, lua.L, { name: 'redis', functions, constants });
    lua.setField(lua.L, GLOBALS, 'redis');
    if (this.kind !== 'eval') return;
    lua.api.lua_rawgeti(lua.L, REGISTRY, this.handler);
    lua.setField(lua.L, GLOBALS, '__redis__err__handler');
  }

  private makeErrorHandler(): number {
    const { api, L } = this.lua;
    if (
      this.lua.load(L, ERROR_HANDLER, '@err_handler_def') !== null ||
      api.lua_pcall(L, 0, 1, 0) !== 0
    ) {
      throw new Error('the error handler of scripts does not compile');
    }
    return api.luaL_ref(L, REGISTRY);
  }

  /** Makes the table on top (popped) the globals of chunks compiled from now on. */
  replaceGlobals(): void {
    const { api, L } = this.lua;
    this.globals = this.lua.pointerAt(this.lua.top(L));
    api.lua_pushvalue(L, -1);
    this.globalsRef = api.luaL_ref(L, REGISTRY);
    api.lua_replace(L, GLOBALS);
  }

  /** Compiles a script and keeps it; its reference, or the compiler's message. */
  load(code: string, name: string): number | string {
    return this.lua.load(this.lua.L, code, name) ?? this.lua.api.luaL_ref(this.lua.L, REGISTRY);
  }

  release(ref: number): void {
    this.lua.api.luaL_unref(this.lua.L, REGISTRY, ref);
  }

  /**
   * Runs a kept function with the keys and arguments that stand in `a` from `first` on, and writes
   * what it returns to `out`. Throws what a command threw that is no error reply; the state is
   * broken then.
   */
  run(host: ScriptHost, ref: number, a: Args, first: number, keys: number, out: Writer): RunError {
    const { lua } = this;
    const { api, L } = lua;
    this.host = host;
    try {
      const mask = hookMask(host);
      if (mask !== 0) api.lua_sethook(L, lua.hook, mask, HOOK_INSTRUCTIONS);
      api.lua_rawgeti(L, REGISTRY, this.handler);
      api.lua_rawgeti(L, REGISTRY, ref);
      this.pushArray(a, first, first + keys, 'KEYS');
      this.pushArray(a, first + keys, a.n, 'ARGV');
      const args = this.kind === 'eval' ? 0 : 2;
      const status = api.lua_pcall(L, args, 1, -2 - args);
      let error: RunError = null;
      if (status !== 0) error = this.failure(L);
      else this.replies.write(out, lua.top(L), host.reply.resp);
      if (++this.runs % COLLECT_EVERY === 0) api.lua_gc(L, GC_STEP, COLLECT_EVERY);
      if (mask !== 0) api.lua_sethook(L, 0, 0, 0);
      api.lua_settop(L, 0);
      this.restoreGlobals();
      return error;
    } catch (e) {
      this.broken = true;
      // Our own call stack has ended: the script's fault, whatever it did to get there.
      if (e instanceof RangeError) return { failure: 'stack overflow' };
      throw e;
    } finally {
      this.host = null;
    }
  }

  /** Pushes arguments [from, to) as a table; for EVAL makes it a global instead. */
  private pushArray(a: Args, from: number, to: number, global: string): void {
    const { lua } = this;
    const { api, L } = lua;
    api.lua_createtable(L, to - from, 0);
    for (let i = from; i < to; i++) {
      lua.pushBytes(L, a.buf, a.off[i] as number, a.len[i] as number);
      api.lua_rawseti(L, -2, i - from + 1);
    }
    if (this.kind !== 'eval') return;
    lua.setReadonly(this.globals, false);
    lua.setField(L, GLOBALS, global);
    lua.setReadonly(this.globals, true);
  }

  private failure(L: number): RunError {
    const { lua } = this;
    const value = lua.top(L);
    if (lua.typeAt(value) === T.table) return this.replies.errorInfo(lua.pointerAt(value));
    return { failure: lua.toStr(L, -1) ?? 'execution failure' };
  }

  /** setfenv(0, t) swaps the globals of the whole state: the next script gets the real ones back. */
  private restoreGlobals(): void {
    const { lua } = this;
    if (lua.i32[(lua.L + STATE.globals) >> 2] === this.globals) return;
    lua.api.lua_rawgeti(lua.L, REGISTRY, this.globalsRef);
    lua.api.lua_replace(lua.L, GLOBALS);
  }

  private hooked(L: number, ar: number): void {
    const { host } = this;
    if (this.loadHook !== null) this.loadHook(L);
    else if (host?.debugger) host.debugger.hook(L, ar);
    else if (host?.interrupt()) this.kill(L, KILLED);
  }

  /** Raises an error now and at every further line, so that no pcall of the script can stop it. */
  kill(L: number, text: string): never {
    this.lua.api.lua_sethook(L, this.lua.hook, MASK_LINE, 0);
    return raiseError(this.lua, L, text);
  }
}

function hookMask(host: ScriptHost): number {
  if (host.debugger !== null) return MASK_LINE | MASK_COUNT;
  return host.busyThreshold > 0 ? MASK_COUNT : 0;
}
