/**
 * Lua values to JSON text. A table is an array when its keys are positive integers (unless that
 * array would be mostly holes), any other table and the empty one an object.
 */
import { MAX_SLOTS, STRING, T } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import { getInteger, TableWalk } from '../lua/table-reader.ts';
import type { HostFunction } from '../lua/vm.ts';
import { Bytes } from './bytes.ts';
import { formatG } from './format-g.ts';
import type { JsonConfig } from './json-config.ts';

/** Escapes by byte: control characters, DEL, quote, backslash and slash. */
const ESCAPES: (string | undefined)[] = [];
for (let i = 0; i < 32; i++) ESCAPES[i] = `\\u${i.toString(16).padStart(4, '0')}`;
ESCAPES[127] = '\\u007f';
for (const [ch, letter] of ['\bb', '\tt', '\nn', '\ff', '\rr', '""', '\\\\', '//']) {
  ESCAPES[(ch as string).charCodeAt(0)] = `\\${letter}`;
}

/** Our own call stack ends before Lua's would where encode_max_depth was raised that far. */
const MAX_RECURSION = 3000;

const TYPE_NAMES = [
  'nil',
  'boolean',
  'userdata',
  'number',
  'string',
  'table',
  'function',
  'userdata',
  'thread',
];

export function encodeFunction(lua: Lua, config: JsonConfig): HostFunction {
  const out = new Bytes();
  let sparseConvert = 0;
  let sparseRatio = 0;
  let sparseSafe = 0;
  let maxDepth = 0;
  let invalidNumbers = 0;
  let precision = 0;

  function refuse(L: number, type: number, reason: string): never {
    return lua.raise(L, `Cannot serialise ${TYPE_NAMES[type]}: ${reason}`);
  }

  function string(s: number): void {
    const n = lua.i32[(s + STRING.length) >> 2] as number;
    const from = s + STRING.bytes;
    out.need(n * 6 + 2);
    const to = out.buf;
    let at = out.length;
    to[at++] = 34;
    for (let i = 0; i < n; i++) {
      const byte = lua.buf[from + i] as number;
      const escaped = ESCAPES[byte];
      if (escaped === undefined) to[at++] = byte;
      else at += to.latin1Write(escaped, at);
    }
    to[at++] = 34;
    out.length = at;
  }

  function number(L: number, n: number): void {
    if (Number.isFinite(n)) out.text(formatG(n, precision));
    else if (invalidNumbers === 0) refuse(L, T.number, 'must not be NaN or Inf');
    else if (invalidNumbers === 2) out.text('null');
    else out.text(Number.isNaN(n) ? 'nan' : n < 0 ? '-inf' : 'inf');
  }

  /** The highest index of a table to be written as an array, or 0 for an object. */
  function arrayLength(L: number, table: number): number {
    let max = 0;
    let items = 0;
    const walk = new TableWalk(lua, table);
    while (walk.step()) {
      let key = walk.index;
      if (walk.key !== 0) {
        if (lua.typeAt(walk.key) !== T.number) return 0;
        key = lua.numberAt(walk.key);
        if (!(key >= 1 && Math.floor(key) === key)) return 0;
      }
      if (key > max) max = key;
      items++;
    }
    if (sparseRatio > 0 && max > items * sparseRatio && max > sparseSafe) {
      if (sparseConvert === 0) refuse(L, T.table, 'excessively sparse array');
      return 0;
    }
    return max;
  }

  function object(L: number, table: number, depth: number, slots: number): void {
    out.byte(123);
    const walk = new TableWalk(lua, table);
    let first = true;
    while (walk.step()) {
      if (first) first = false;
      else out.byte(44);
      const type = walk.key === 0 ? T.number : lua.typeAt(walk.key);
      if (type === T.string) string(lua.pointerAt(walk.key));
      else if (type === T.number) {
        out.byte(34);
        number(L, walk.key === 0 ? walk.index : lua.numberAt(walk.key));
        out.byte(34);
      } else refuse(L, type, 'table key must be a number or string');
      out.byte(58);
      value(L, walk.value, depth, slots + 2);
    }
    out.byte(125);
  }

  /** `slots` counts what the reference would hold on Lua's stack, whose end also ends recursion. */
  function table(L: number, t: number, depth: number, slots: number): void {
    if (depth > maxDepth || depth > MAX_RECURSION || slots + 3 > MAX_SLOTS) {
      lua.raise(L, `Cannot serialise, excessive nesting (${depth})`);
    }
    const length = arrayLength(L, t);
    if (length === 0) {
      object(L, t, depth, slots);
      return;
    }
    out.byte(91);
    for (let i = 1; i <= length; i++) {
      if (i > 1) out.byte(44);
      const item = getInteger(lua, t, i);
      if (item === 0) out.text('null');
      else value(L, item, depth, slots + 1);
    }
    out.byte(93);
  }

  function value(L: number, v: number, depth: number, slots: number): void {
    const type = lua.typeAt(v);
    if (type === T.string) string(lua.pointerAt(v));
    else if (type === T.number) number(L, lua.numberAt(v));
    else if (type === T.boolean) out.text(lua.pointerAt(v) !== 0 ? 'true' : 'false');
    else if (type === T.table) table(L, lua.pointerAt(v), depth + 1, slots);
    else if (type === T.nil) out.text('null');
    else if (type === T.lightUserdata && lua.pointerAt(v) === 0) out.text('null');
    else refuse(L, type, 'type not supported');
  }

  return (L) => {
    if (lua.argCount(L) !== 1) lua.argError(L, 1, 'expected 1 argument');
    sparseConvert = config.get(L, 'sparseConvert');
    sparseRatio = config.get(L, 'sparseRatio');
    sparseSafe = config.get(L, 'sparseSafe');
    maxDepth = config.get(L, 'encodeMaxDepth');
    invalidNumbers = config.get(L, 'encodeInvalidNumbers');
    precision = config.get(L, 'numberPrecision');
    out.reset();
    value(L, lua.arg(L, 1), 0, 1);
    lua.pushBytes(L, out.buf, 0, out.length);
    return 1;
  };
}
