/**
 * One Lua 5.1 virtual machine: an instance of the patched WebAssembly module, views of its memory
 * and the host functions it can call. Lua errors cross host functions as a thrown marker, the way
 * the module's setjmp/longjmp was compiled.
 */
import { readFileSync } from 'node:fs';
import { addressOf } from '../../structures/libc.ts';
import { hostModule } from './host-module.ts';
import { patchVm, READONLY_MESSAGE } from './vm-patch.ts';

/** A function that Lua can call: takes its state, returns how many results it pushed. */
export type HostFunction = (L: number) => number;
/** Called every so many instructions or lines; `ar` is the address of a lua_Debug. */
export type Hook = (L: number, ar: number) => void;

/** The module's exports in use; every name is the C API's. Strings are addresses. */
export interface LuaApi {
  malloc(bytes: number): number;
  free(address: number): void;
  stackSave(): number;
  stackRestore(sp: number): void;
  setThrew(threw: number, value: number): void;
  __wasm_call_ctors(): void;
  emscripten_stack_init(): void;
  luaL_newstate(): number;
  luaL_ref(L: number, table: number): number;
  luaL_unref(L: number, table: number, ref: number): void;
  luaL_where(L: number, level: number): void;
  luaL_loadbuffer(L: number, code: number, length: number, name: number): number;
  luaL_checknumber(L: number, arg: number): number;
  luaL_checkinteger(L: number, arg: number): number;
  luaL_checklstring(L: number, arg: number, length: number): number;
  luaL_argerror(L: number, arg: number, message: number): number;
  luaL_typerror(L: number, arg: number, type: number): number;
  luaL_checkstack(L: number, slots: number, message: number): void;
  luaopen_base(L: number): number;
  luaopen_table(L: number): number;
  luaopen_string(L: number): number;
  luaopen_math(L: number): number;
  luaopen_debug(L: number): number;
  lua_checkstack(L: number, slots: number): number;
  lua_concat(L: number, n: number): void;
  lua_createtable(L: number, array: number, records: number): void;
  lua_error(L: number): never;
  lua_gc(L: number, what: number, data: number): number;
  lua_getfield(L: number, index: number, name: number): void;
  lua_getinfo(L: number, what: number, ar: number): number;
  lua_getlocal(L: number, ar: number, n: number): number;
  lua_getmetatable(L: number, index: number): number;
  lua_getstack(L: number, level: number, ar: number): number;
  lua_gettable(L: number, index: number): void;
  lua_gettop(L: number): number;
  lua_insert(L: number, index: number): void;
  lua_isnumber(L: number, index: number): number;
  lua_isstring(L: number, index: number): number;
  lua_newuserdata(L: number, bytes: number): number;
  lua_next(L: number, index: number): number;
  lua_objlen(L: number, index: number): number;
  lua_pcall(L: number, args: number, results: number, handler: number): number;
  lua_pushboolean(L: number, b: number): void;
  lua_pushcclosure(L: number, fn: number, upvalues: number): void;
  lua_pushlightuserdata(L: number, p: number): void;
  lua_pushlstring(L: number, bytes: number, length: number): void;
  lua_pushnil(L: number): void;
  lua_pushnumber(L: number, n: number): void;
  lua_pushvalue(L: number, index: number): void;
  lua_rawget(L: number, index: number): void;
  lua_rawgeti(L: number, index: number, n: number): void;
  lua_rawset(L: number, index: number): void;
  lua_rawseti(L: number, index: number, n: number): void;
  lua_remove(L: number, index: number): void;
  lua_replace(L: number, index: number): void;
  lua_sethook(L: number, hook: number, mask: number, count: number): number;
  lua_setfield(L: number, index: number, name: number): void;
  lua_setmetatable(L: number, index: number): number;
  lua_settable(L: number, index: number): void;
  lua_settop(L: number, index: number): void;
  lua_toboolean(L: number, index: number): number;
  lua_tolstring(L: number, index: number, length: number): number;
  lua_tonumber(L: number, index: number): number;
  lua_topointer(L: number, index: number): number;
  lua_touserdata(L: number, index: number): number;
  lua_type(L: number, index: number): number;
}

const PAGE = 65536;

/** Thrown through the frames of the VM and of host functions when a Lua error unwinds. */
const UNWIND = { luaError: true };

let compiled: WebAssembly.Module | null = null;

/** The VM's module, patched and compiled at the first use. */
function vmModule(): WebAssembly.Module {
  if (compiled === null) {
    const file = Bun.resolveSync('wasmoon-lua5.1/dist/liblua5.1.wasm', import.meta.dir);
    compiled = new WebAssembly.Module(patchVm(readFileSync(file)));
  }
  return compiled;
}

export class LuaVm {
  readonly api: LuaApi;
  /** The main thread's lua_State. */
  readonly L: number;
  /** The whole memory, under three views; replaced when it grows. */
  buf: Buffer = Buffer.alloc(0);
  i32: Int32Array = new Int32Array(0);
  f64: Float64Array = new Float64Array(0);
  /** Memory address of the first byte, for libc's memcpy. */
  address = 0;
  /** Function-table index of the hook. */
  readonly hook: number;
  private readonly memory: WebAssembly.Memory;
  private readonly table: WebAssembly.Table;
  private readonly functions: readonly HostFunction[];
  /** Table index of functions[0]. */
  private readonly firstFunction: number;

  /**
   * Throws when the module cannot be loaded. `build` makes the host functions of this instance, with
   * its `api` in place; `memoryLimit` is in bytes, the VM's own start included.
   */
  constructor(
    build: (vm: LuaVm) => readonly HostFunction[],
    hook: Hook,
    private readonly memoryLimit: number,
  ) {
    const instance = new WebAssembly.Instance(vmModule(), this.imports());
    this.api = instance.exports as unknown as LuaApi;
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.table = instance.exports.__indirect_function_table as WebAssembly.Table;
    this.refreshViews();
    this.buf.latin1Write(`${READONLY_MESSAGE.text}\0`, READONLY_MESSAGE.address);
    this.api.emscripten_stack_init();
    this.api.__wasm_call_ctors();
    const functions = build(this);
    this.functions = functions;
    const host = new WebAssembly.Instance(hostModule(functions.length), {
      f: Object.fromEntries([...functions.entries()]),
      h: { hook },
    });
    this.firstFunction = this.table.grow(functions.length + 1);
    for (let i = 0; i < functions.length; i++) {
      this.table.set(this.firstFunction + i, host.exports[String(i)]);
    }
    this.hook = this.firstFunction + functions.length;
    this.table.set(this.hook, host.exports.hook);
    this.L = this.api.luaL_newstate();
    if (this.L === 0) throw new Error('the Lua VM has no memory to start');
  }

  /** What lua_pushcclosure takes for a function given to the constructor. */
  functionIndex(fn: HostFunction): number {
    return this.firstFunction + this.functions.indexOf(fn);
  }

  /** Bytes that the instance holds; it never shrinks. */
  get memorySize(): number {
    return this.buf.length;
  }

  private refreshViews(): void {
    const bytes = this.memory.buffer;
    this.buf = Buffer.from(bytes);
    this.i32 = new Int32Array(bytes);
    this.f64 = new Float64Array(bytes);
    this.address = addressOf(this.buf);
  }

  /** malloc asks for the memory to reach `bytes`; refused, Lua raises "not enough memory". */
  private grow(bytes: number): number {
    const wanted = bytes >>> 0;
    if (wanted > this.memoryLimit) return 0;
    const roomy = Math.min(this.memoryLimit, Math.max(wanted, this.buf.length * 1.25));
    try {
      this.memory.grow(Math.ceil(Math.max(wanted, roomy) / PAGE) - this.buf.length / PAGE);
    } catch {
      return 0;
    }
    this.refreshViews();
    return 1;
  }

  private imports() {
    /** Functions that setjmp runs protected, by table index: the parser and the callers. */
    const callees: ((a: number, b: number) => void)[] = [];
    const denied = () => -1;
    const env = {
      exit: () => {
        throw new Error('the Lua VM gave up');
      },
      invoke_vii: (index: number, a: number, b: number) => {
        const sp = this.api.stackSave();
        try {
          (callees[index] ??= this.table.get(index))(a, b);
        } catch (e) {
          this.api.stackRestore(sp);
          if (e !== UNWIND) throw e;
          this.api.setThrew(1, 0);
        }
      },
      _emscripten_throw_longjmp: () => {
        throw UNWIND;
      },
      emscripten_resize_heap: (bytes: number) => this.grow(bytes),
      emscripten_memcpy_js: (to: number, from: number, n: number) => {
        this.buf.copyWithin(to, from, from + n);
      },
      emscripten_date_now: () => Date.now(),
      _emscripten_get_now_is_monotonic: () => 1,
    };
    const wasi = {
      environ_sizes_get: (count: number, bytes: number) => {
        this.i32[count >> 2] = 0;
        this.i32[bytes >> 2] = 0;
        return 0;
      },
      environ_get: () => 0,
    };
    // Files, time zones and processes belong to libraries that are never opened.
    for (const { module, name } of WebAssembly.Module.imports(vmModule())) {
      const into: Record<string, unknown> = module === 'env' ? env : wasi;
      into[name] ??= denied;
    }
    return { env, wasi_snapshot_preview1: wasi };
  }
}
