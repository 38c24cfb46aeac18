/**
 * Replies to Lua values. RESP2: integers and bulks are numbers and strings, nulls false, arrays
 * tables, statuses {ok=}, errors {err=}. RESP3 adds {map=}, {set=}, {double=}, {big_number=},
 * {verbatim_string={string=,format=}}, booleans and nil; attributes are dropped.
 */
import { parseDouble } from '../resp/numbers.ts';
import { pushError } from './error-table.ts';
import type { Lua } from './lua/lua.ts';

const CR = 13;

export class ReplyToLua {
  private buf: Buffer = Buffer.alloc(0);
  private at = 0;
  private resp: 2 | 3 = 2;

  constructor(private readonly lua: Lua) {}

  /** Pushes the value of the reply that begins at the start of `buf`. */
  push(L: number, buf: Buffer, resp: 2 | 3): void {
    this.buf = buf;
    this.resp = resp;
    this.at = 0;
    this.value(L);
  }

  private value(L: number): void {
    const { lua } = this;
    const { api } = lua;
    api.lua_checkstack(L, 4);
    switch (this.buf[this.at++]) {
      case 36: // '$'
        this.bulk(L);
        return;
      case 58: // ':'
        api.lua_pushnumber(L, this.number());
        return;
      case 42: // '*'
        this.array(L, this.number());
        return;
      case 43: // '+'
        this.field(L, 'ok', this.line());
        return;
      case 45: // '-'
        pushError(lua, L, `-${this.line()}`, true);
        return;
      case 95: // '_'
        this.at += 2;
        api.lua_pushnil(L);
        return;
      case 35: // '#'
        api.lua_pushboolean(L, this.buf[this.at] === 116 ? 1 : 0);
        this.at += 3;
        return;
      case 44: // ','
        api.lua_createtable(L, 0, 1);
        api.lua_pushnumber(L, parseDouble(this.line()));
        lua.setField(L, -2, 'double');
        return;
      case 40: // '('
        this.field(L, 'big_number', this.line());
        return;
      case 61: // '='
        this.verbatim(L, this.number());
        return;
      case 37: // '%'
        this.map(L, this.number());
        return;
      case 126: // '~'
        this.set(L, this.number());
        return;
      case 124: // '|'
        for (let n = this.number() * 2; n > 0; n--) {
          this.value(L);
          api.lua_settop(L, -2);
        }
        this.value(L);
        return;
      default:
        throw new Error(`a command replied with no known type: ${this.buf.latin1Slice(0, 100)}`);
    }
  }

  private line(): string {
    const end = this.buf.indexOf(CR, this.at);
    const text = this.buf.latin1Slice(this.at, end);
    this.at = end + 2;
    return text;
  }

  private number(): number {
    let { at } = this;
    const negative = this.buf[at] === 45;
    if (negative) at++;
    let n = 0;
    for (let b = this.buf[at] as number; b !== CR; b = this.buf[++at] as number) {
      n = n * 10 + b - 48;
    }
    // Beyond 2^53 the digits must be rounded once, not at every step.
    if (n > Number.MAX_SAFE_INTEGER)
      n = Number(this.buf.latin1Slice(negative ? this.at + 1 : this.at, at));
    this.at = at + 2;
    return negative ? -n : n;
  }

  private bulk(L: number): void {
    const n = this.number();
    if (n < 0) {
      this.lua.api.lua_pushboolean(L, 0);
      return;
    }
    this.lua.pushBytes(L, this.buf, this.at, n);
    this.at += n + 2;
  }

  private field(L: number, name: string, text: string): void {
    this.lua.api.lua_createtable(L, 0, 1);
    this.lua.pushStr(L, text);
    this.lua.setField(L, -2, name);
  }

  private array(L: number, n: number): void {
    const { api } = this.lua;
    if (n < 0) {
      api.lua_pushboolean(L, 0);
      return;
    }
    // RESP3 arrays may hold nil, and then # depends on how the table grew.
    api.lua_createtable(L, this.resp === 2 ? n : 0, 0);
    for (let i = 1; i <= n; i++) {
      this.value(L);
      api.lua_rawseti(L, -2, i);
    }
  }

  private map(L: number, n: number): void {
    const { api } = this.lua;
    api.lua_createtable(L, 0, 1);
    api.lua_createtable(L, 0, 0);
    for (let i = 0; i < n; i++) {
      this.value(L);
      this.value(L);
      api.lua_rawset(L, -3);
    }
    this.lua.setField(L, -2, 'map');
  }

  private set(L: number, n: number): void {
    const { api } = this.lua;
    api.lua_createtable(L, 0, 1);
    api.lua_createtable(L, 0, 0);
    for (let i = 0; i < n; i++) {
      this.value(L);
      api.lua_pushboolean(L, 1);
      api.lua_rawset(L, -3);
    }
    this.lua.setField(L, -2, 'set');
  }

  private verbatim(L: number, n: number): void {
    const { lua } = this;
    const format = this.buf.latin1Slice(this.at, this.at + 3);
    lua.api.lua_createtable(L, 0, 1);
    lua.api.lua_createtable(L, 0, 2);
    lua.pushBytes(L, this.buf, this.at + 4, n - 4);
    lua.setField(L, -2, 'string');
    lua.pushStr(L, format);
    lua.setField(L, -2, 'format');
    lua.setField(L, -2, 'verbatim_string');
    this.at += n + 2;
  }
}
