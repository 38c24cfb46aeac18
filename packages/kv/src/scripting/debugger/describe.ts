/** Lua values and replies as the debugger prints them. */
import { quoteWord } from '../../resp/words.ts';
import { formatG } from '../lib/format-g.ts';
import { T } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import { TableWalk } from '../lua/table-reader.ts';

const MAX_DEPTH = 10;
const POINTERS: { readonly [type: number]: string } = {
  [T.function]: 'function',
  [T.userdata]: 'userdata',
  [T.thread]: 'thread',
  [T.lightUserdata]: 'light-userdata',
};

function number(n: number): string {
  if (Number.isNaN(n)) return 'nan';
  if (!Number.isFinite(n)) return n < 0 ? '-inf' : 'inf';
  return formatG(n, 6);
}

function pointer(p: number): string {
  return p === 0 ? '(nil)' : `0x${(p >>> 0).toString(16)}`;
}

/** The value at an address in the VM. */
export function describeValue(lua: Lua, value: number, depth = 0): string {
  if (depth === MAX_DEPTH) return '<max recursion level reached! Nested table?>';
  const type = lua.typeAt(value);
  switch (type) {
    case T.string:
      return quoteWord(lua.strAt(value));
    case T.boolean:
      return lua.pointerAt(value) !== 0 ? 'true' : 'false';
    case T.number:
      return number(lua.numberAt(value));
    case T.nil:
      return 'nil';
    case T.table:
      return describeTable(lua, lua.pointerAt(value), depth + 1);
    default:
      return `"${POINTERS[type]}@${pointer(lua.pointerAt(value))}"`;
  }
}

/** {a; b} for the keys 1, 2, ... in order, else {[key]=value; ...}. */
function describeTable(lua: Lua, table: number, depth: number): string {
  const items: string[] = [];
  const pairs: string[] = [];
  let isArray = true;
  const walk = new TableWalk(lua, table);
  for (let expected = 1; walk.step(); expected++) {
    const isNumber = walk.key === 0 || lua.typeAt(walk.key) === T.number;
    const index = walk.key === 0 ? walk.index : lua.numberAt(walk.key);
    if (!isNumber || index !== expected) isArray = false;
    const item = describeValue(lua, walk.value, depth);
    const key = walk.key === 0 ? number(walk.index) : describeValue(lua, walk.key, depth);
    items.push(item);
    pairs.push(`[${key}]=${item}`);
  }
  return `{${(isArray ? items : pairs).join('; ')}}`;
}

/** The reply at the start of `bytes`. */
export function describeReply(bytes: Buffer): string {
  let at = 0;
  const line = (): string => {
    const end = bytes.indexOf(13, at);
    const text = bytes.latin1Slice(at, end);
    at = end + 2;
    return text;
  };
  const many = (n: number): string[] => Array.from({ length: n }, one);
  const bulk = (n: number): string => {
    if (n < 0) return 'NULL';
    const text = quoteWord(bytes.latin1Slice(at, at + n));
    at += n + 2;
    return text;
  };
  function one(): string {
    const head = line();
    const rest = head.slice(1);
    switch (head[0]) {
      case ':':
        return rest;
      case '$':
        return bulk(Number(rest));
      case '+':
      case '-':
        return quoteWord(head);
      case '*':
        return rest === '-1' ? 'NULL' : `[${many(Number(rest)).join(',')}]`;
      case '~':
        return `~(${many(Number(rest)).join(',')})`;
      case '%':
        return `{${Array.from({ length: Number(rest) }, () => `${one()} => ${one()}`).join(',')}}`;
      case '_':
        return '(null)';
      case '#':
        return rest === 't' ? '#true' : '#false';
      case ',':
        return `(double) ${rest}`;
      case '=':
        return bulk(Number(rest));
      default:
        return rest;
    }
  }
  return one();
}
