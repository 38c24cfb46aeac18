/**
 * JSON text to Lua values, read in place from the VM's memory, where a NUL ends every string (one
 * inside the text ends the text too). null becomes the light userdata cjson.null.
 */
import type { Lua } from '../lua/lua.ts';
import type { HostFunction } from '../lua/vm.ts';
import type { JsonConfig } from './json-config.ts';
import { Strtod } from './strtod.ts';

/** Tokens, named as errors name them. */
const TOKEN = {
  '{': 'T_OBJ_BEGIN',
  '}': 'T_OBJ_END',
  '[': 'T_ARR_BEGIN',
  ']': 'T_ARR_END',
  ':': 'T_COLON',
  ',': 'T_COMMA',
  '\0': 'T_END',
  string: 'T_STRING',
  number: 'T_NUMBER',
  boolean: 'T_BOOLEAN',
  null: 'T_NULL',
} as const;

const SINGLE = new Map<number, string>();
for (const [ch, token] of Object.entries(TOKEN)) {
  if (ch.length === 1) SINGLE.set(ch.charCodeAt(0), token);
}

const MEANT = new Map<number, number>();
for (const [from, to] of ['""', '\\\\', '//', 'b\b', 't\t', 'n\n', 'f\f', 'r\r']) {
  MEANT.set((from as string).charCodeAt(0), (to as string).charCodeAt(0));
}
const LETTER_U = 117;
const BACKSLASH = 92;
const QUOTE = 34;
const MINUS = 45;

/** Our own call stack ends before Lua's would where decode_max_depth was raised that far. */
const MAX_RECURSION = 3000;

export function decodeFunction(lua: Lua, config: JsonConfig): HostFunction {
  const { api } = lua;
  const strtod = new Strtod();
  /** Address of the text, of the next byte and of the current token. */
  let start = 0;
  let at = 0;
  let tokenAt = 0;
  /** Current token: one of TOKEN, or the words for what is wrong. */
  let token: string = '';
  let numberValue = 0;
  let booleanValue = 0;
  /** Bytes of a string token: in place, or in `unescaped` when it held escapes. */
  let stringAt = 0;
  let stringLength = 0;
  let unescaped: number[] | null = null;
  let depth = 0;
  let maxDepth = 0;
  let invalidNumbers = true;

  function byte(address: number): number {
    return lua.buf[address] as number;
  }

  function wrong(reason: string): void {
    token = reason;
    tokenAt = at;
  }

  function follows(word: string): boolean {
    for (let i = 0; i < word.length; i++) {
      if (byte(at + i) !== word.charCodeAt(i)) return false;
    }
    return true;
  }

  function next(): void {
    let ch = byte(at);
    while (ch === 32 || ch === 9 || ch === 10 || ch === 13) ch = byte(++at);
    tokenAt = at;
    const single = SINGLE.get(ch);
    if (single !== undefined) {
      token = single;
      if (ch !== 0) at++;
    } else if (ch === QUOTE) readString();
    else if (ch === MINUS || (ch >= 48 && ch <= 57)) {
      if (!invalidNumbers && isInvalidNumber()) wrong('invalid number');
      else readNumber();
    } else if (follows('true')) boolean(1, 4);
    else if (follows('false')) boolean(0, 5);
    else if (follows('null')) {
      token = TOKEN.null;
      at += 4;
    } else if ('iInN+'.includes(String.fromCharCode(ch)) && invalidNumbers && isInvalidNumber()) {
      readNumber();
    } else wrong('invalid token');
  }

  function boolean(value: number, length: number): void {
    token = TOKEN.boolean;
    booleanValue = value;
    at += length;
  }

  /** What strtod would take although JSON has no such number. */
  function isInvalidNumber(): boolean {
    const ch = String.fromCharCode(byte(at));
    if (ch === '+') return true;
    const from = ch === '-' ? at + 1 : at;
    const text = lua.buf.latin1Slice(from, from + 3).toLowerCase();
    if (text[0] === '0') return /^0[x0-9]/.test(text);
    return text === 'inf' || text === 'nan';
  }

  function readNumber(): void {
    numberValue = strtod.read(lua.buf, at);
    if (strtod.end === at) {
      wrong('invalid number');
      return;
    }
    token = TOKEN.number;
    at = strtod.end;
  }

  function readString(): void {
    at++;
    stringAt = at;
    unescaped = null;
    for (let ch = byte(at); ch !== QUOTE; ch = byte(at)) {
      if (ch === 0) {
        wrong('unexpected end of string');
        return;
      }
      if (ch !== BACKSLASH) {
        unescaped?.push(ch);
        at++;
        continue;
      }
      unescaped ??= [...lua.buf.subarray(stringAt, at)];
      const letter = byte(at + 1);
      if (letter === LETTER_U) {
        if (!unicode(unescaped)) {
          wrong('invalid unicode escape code');
          return;
        }
        continue;
      }
      const meant = MEANT.get(letter);
      if (meant === undefined) {
        wrong('invalid escape code');
        return;
      }
      unescaped.push(meant);
      at += 2;
    }
    stringLength = at - stringAt;
    at++;
    token = TOKEN.string;
  }

  function hex4(address: number): number {
    const text = lua.buf.latin1Slice(address, address + 4);
    return /^[0-9a-fA-F]{4}$/.test(text) ? Number.parseInt(text, 16) : -1;
  }

  /** Appends the UTF-8 of \uXXXX, or of a surrogate pair of them, and goes past it. */
  function unicode(to: number[]): boolean {
    let code = hex4(at + 2);
    if (code < 0) return false;
    let length = 6;
    if ((code & 0xf800) === 0xd800) {
      if ((code & 0x400) !== 0) return false;
      if (byte(at + 6) !== BACKSLASH || byte(at + 7) !== LETTER_U) return false;
      const low = hex4(at + 8);
      if ((low & 0xfc00) !== 0xdc00 || low < 0) return false;
      code = (((code & 0x3ff) << 10) | (low & 0x3ff)) + 0x10000;
      length = 12;
    }
    to.push(...Buffer.from(String.fromCodePoint(code), 'utf8'));
    at += length;
    return true;
  }

  function expected(L: number, what: string): never {
    return lua.raise(L, `Expected ${what} but found ${token} at character ${tokenAt - start + 1}`);
  }

  function descend(L: number, slots: number): void {
    depth++;
    if (depth <= maxDepth && depth <= MAX_RECURSION && api.lua_checkstack(L, slots) !== 0) return;
    lua.raise(L, `Found too many nested data structures (${depth}) at character ${at - start}`);
  }

  function pushString(L: number): void {
    if (unescaped === null) api.lua_pushlstring(L, stringAt, stringLength);
    else lua.pushBytes(L, Uint8Array.from(unescaped), 0, unescaped.length);
  }

  /** The compiler cannot see that next() changes the token. */
  function is(kind: string): boolean {
    return token === kind;
  }

  function object(L: number): void {
    descend(L, 3);
    api.lua_createtable(L, 0, 0);
    next();
    if (!is(TOKEN['}'])) {
      for (;;) {
        if (!is(TOKEN.string)) expected(L, 'object key string');
        pushString(L);
        next();
        if (!is(TOKEN[':'])) expected(L, 'colon');
        next();
        value(L);
        api.lua_rawset(L, -3);
        next();
        if (is(TOKEN['}'])) break;
        if (!is(TOKEN[','])) expected(L, 'comma or object end');
        next();
      }
    }
    depth--;
  }

  function array(L: number): void {
    descend(L, 2);
    api.lua_createtable(L, 0, 0);
    next();
    if (!is(TOKEN[']'])) {
      for (let i = 1; ; i++) {
        value(L);
        api.lua_rawseti(L, -2, i);
        next();
        if (is(TOKEN[']'])) break;
        if (!is(TOKEN[','])) expected(L, 'comma or array end');
        next();
      }
    }
    depth--;
  }

  /** Pushes the value that begins with the current token. */
  function value(L: number): void {
    if (token === TOKEN.string) pushString(L);
    else if (token === TOKEN.number) api.lua_pushnumber(L, numberValue);
    else if (token === TOKEN.boolean) api.lua_pushboolean(L, booleanValue);
    else if (token === TOKEN.null) api.lua_pushlightuserdata(L, 0);
    else if (token === TOKEN['{']) object(L);
    else if (token === TOKEN['[']) array(L);
    else expected(L, 'value');
  }

  return (L) => {
    if (lua.argCount(L) !== 1) lua.argError(L, 1, 'expected 1 argument');
    maxDepth = config.get(L, 'decodeMaxDepth');
    invalidNumbers = config.get(L, 'decodeInvalidNumbers') !== 0;
    lua.checkBytes(L, 1);
    start = at = lua.at;
    depth = 0;
    if (lua.length >= 2 && (byte(at) === 0 || byte(at + 1) === 0)) {
      lua.raise(L, 'JSON parser does not support UTF-16 or UTF-32');
    }
    next();
    value(L);
    next();
    if (token !== TOKEN['\0']) expected(L, 'the end');
    return 1;
  };
}
