/** The functions of the `redis` table. Those that need a running script find it in the state. */
import { Args } from '../resp/args.ts';
import { shortestDouble } from '../resp/numbers.ts';
import { pushError, raiseError, upToNul } from './error-table.ts';
import { STRING, T } from './lua/layout.ts';
import type { Lua } from './lua/lua.ts';
import type { HostFunction } from './lua/vm.ts';
import { ReplyToLua } from './reply-to-lua.ts';
import { REPL, type ScriptHost } from './script-host.ts';

export const VERSION = { text: '7.2.3', number: 0x00070203 } as const;

export const LOG_LEVELS = {
  LOG_DEBUG: 0,
  LOG_VERBOSE: 1,
  LOG_NOTICE: 2,
  LOG_WARNING: 3,
} as const;

export const VERSION_CONSTANTS = {
  REDIS_VERSION_NUM: VERSION.number,
  REDIS_VERSION: VERSION.text,
} as const;

export const REPL_CONSTANTS = {
  REPL_NONE: REPL.none,
  REPL_AOF: REPL.aof,
  REPL_SLAVE: REPL.replica,
  REPL_REPLICA: REPL.replica,
  REPL_ALL: REPL.all,
} as const;

const NO_ARGUMENTS = 'Please specify at least one argument for this redis lib call';
const BAD_ARGUMENTS = 'Lua redis lib command arguments must be strings or integers';
const SINGLE_STRING = 'wrong number or type of arguments';

export function sha1hex(bytes: Uint8Array | string): string {
  const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  return new Bun.CryptoHasher('sha1').update(data).digest('hex');
}

export class RedisApi {
  /** Arguments of redis.call, read in place: valid while they stand on Lua's stack. */
  private readonly args: Args;
  private readonly replies: ReplyToLua;
  /** What redis.register_function does while a library loads; null at all other times. */
  register: ((L: number) => number) | null = null;
  /** Where redis.log of a library that loads goes. */
  logWhileLoading: (level: number, text: string) => void = () => {};
  /** What libraries have while they load. */
  readonly libraryFunctions: { readonly [name: string]: HostFunction } = {
    register_function: (L) =>
      this.register?.(L) ??
      raiseError(
        this.lua,
        L,
        'redis.register_function can only be called on FUNCTION LOAD command',
      ),
    log: (L) => this.log(L, this.logWhileLoading),
  };

  constructor(
    private readonly lua: Lua,
    /** The script that runs now; finalizers of userdata may call us when none does. */
    private readonly running: () => ScriptHost | null,
  ) {
    this.args = new Args(Buffer.alloc(0), 0);
    this.replies = new ReplyToLua(lua);
  }

  /** Everything that scripts and functions share. */
  functions(): { [name: string]: HostFunction } {
    return {
      call: (L) => this.command(L, true),
      pcall: (L) => this.command(L, false),
      log: (L) => this.log(L, (level, text) => this.host(L).log(level, text)),
      setresp: (L) => this.setResp(L),
      sha1hex: (L) => this.sha1hex(L),
      error_reply: (L) => this.errorReply(L),
      status_reply: (L) => this.statusReply(L),
      set_repl: (L) => this.setRepl(L),
      acl_check_cmd: (L) => this.aclCheck(L),
    };
  }

  /** What only EVAL has. */
  evalFunctions(): { [name: string]: HostFunction } {
    const { api } = this.lua;
    return {
      breakpoint: (L) => {
        const session = this.running()?.debugger ?? null;
        session?.breakpoint();
        api.lua_pushboolean(L, session === null ? 0 : 1);
        return 1;
      },
      debug: (L) => {
        this.running()?.debugger?.debug(L);
        return 0;
      },
      replicate_commands: (L) => {
        api.lua_pushboolean(L, 1);
        return 1;
      },
    };
  }

  private host(L: number): ScriptHost {
    return this.running() ?? raiseError(this.lua, L, 'no script is running');
  }

  private command(L: number, raises: boolean): number {
    const { lua } = this;
    const host = this.host(L);
    const wrong = this.readArgs(L);
    if (wrong !== null) {
      pushError(lua, L, wrong);
      return raises ? lua.api.lua_error(L) : 1;
    }
    const { reply, debugger: session } = host;
    session?.commandCalled(this.args.strs());
    const refusal = host.call(this.args);
    // Only now may the collector take the arguments.
    lua.api.lua_settop(L, 0);
    if (refusal !== null) {
      session?.failed(refusal);
      pushError(lua, L, refusal, true);
      return raises ? lua.api.lua_error(L) : 1;
    }
    const failed = reply.buf[0] === 45;
    session?.replied(reply.buf, failed);
    this.replies.push(L, reply.buf, reply.resp);
    reply.reset();
    return failed && raises ? lua.api.lua_error(L) : 1;
  }

  /** Points `args` at the strings on the stack; returns what is wrong with them, or null. */
  private readArgs(L: number): string | null {
    const { lua, args } = this;
    const n = lua.argCount(L);
    if (n === 0) return NO_ARGUMENTS;
    args.reserve(n);
    args.n = n;
    const { off, len } = args;
    for (let i = 0; i < n; i++) {
      const value = lua.arg(L, i + 1);
      let type = lua.typeAt(value);
      if (type === T.number) {
        // Lua's own conversion would lose digits.
        lua.pushStr(L, shortestDouble(lua.numberAt(value)));
        lua.api.lua_replace(L, i + 1);
        type = T.string;
      }
      if (type !== T.string) return BAD_ARGUMENTS;
      const s = lua.pointerAt(lua.arg(L, i + 1));
      off[i] = s + STRING.bytes;
      len[i] = lua.i32[(s + STRING.length) >> 2] as number;
    }
    args.buf = lua.buf;
    args.address = lua.address;
    return null;
  }

  private aclCheck(L: number): number {
    const { lua } = this;
    const host = this.host(L);
    const wrong = this.readArgs(L);
    if (wrong !== null) raiseError(lua, L, wrong);
    const allowed = host.mayRun(this.args);
    if (allowed === null) raiseError(lua, L, 'Invalid command passed to redis.acl_check_cmd()');
    lua.api.lua_pushboolean(L, allowed ? 1 : 0);
    return 1;
  }

  private sha1hex(L: number): number {
    const { lua } = this;
    if (lua.argCount(L) !== 1) raiseError(lua, L, 'wrong number of arguments');
    lua.pushStr(L, sha1hex(lua.toStr(L, 1) ?? ''));
    return 1;
  }

  private isSingleString(L: number): boolean {
    return this.lua.argCount(L) === 1 && this.lua.typeAt(this.lua.arg(L, 1)) === T.string;
  }

  private errorReply(L: number): number {
    const { lua } = this;
    if (!this.isSingleString(L)) pushError(lua, L, SINGLE_STRING);
    else {
      const text = upToNul(lua.strAt(lua.arg(L, 1)));
      pushError(lua, L, text[0] === '-' ? text : `-${text}`);
    }
    return 1;
  }

  private statusReply(L: number): number {
    const { lua } = this;
    if (!this.isSingleString(L)) pushError(lua, L, SINGLE_STRING);
    else {
      lua.api.lua_createtable(L, 0, 1);
      lua.api.lua_pushvalue(L, 1);
      lua.setField(L, -2, 'ok');
    }
    return 1;
  }

  private setRepl(L: number): number {
    const { lua } = this;
    const host = this.host(L);
    if (lua.argCount(L) !== 1) raiseError(lua, L, 'redis.set_repl() requires one argument.');
    const flags = Math.trunc(lua.api.lua_tonumber(L, 1));
    if ((flags & ~REPL.all) !== 0) {
      raiseError(
        lua,
        L,
        'Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.',
      );
    }
    host.setRepl(flags);
    return 0;
  }

  private setResp(L: number): number {
    const { lua } = this;
    const host = this.host(L);
    if (lua.argCount(L) !== 1) raiseError(lua, L, 'redis.setresp() requires one argument.');
    const version = Math.trunc(lua.api.lua_tonumber(L, 1));
    if (version !== 2 && version !== 3) raiseError(lua, L, 'RESP version must be 2 or 3.');
    host.reply.resp = version;
    return 0;
  }

  private log(L: number, write: (level: number, text: string) => void): number {
    const { lua } = this;
    const n = lua.argCount(L);
    if (n < 2) raiseError(lua, L, 'redis.log() requires two arguments or more.');
    if (lua.api.lua_isnumber(L, 1) === 0) {
      raiseError(lua, L, 'First argument must be a number (log level).');
    }
    const level = Math.trunc(lua.api.lua_tonumber(L, 1));
    if (level < LOG_LEVELS.LOG_DEBUG || level > LOG_LEVELS.LOG_WARNING) {
      raiseError(lua, L, 'Invalid debug level.');
    }
    let text = '';
    for (let i = 2; i <= n; i++) {
      const part = lua.toStr(L, i);
      if (part !== null) text += i === 2 ? part : ` ${part}`;
    }
    write(level, text);
    return 0;
  }
}
