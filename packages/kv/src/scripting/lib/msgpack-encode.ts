/**
 * Lua values to MessagePack. A table whose keys are exactly 1..n is an array, any other a map; an
 * integral number takes the shortest integer form, another the float form that loses nothing.
 */
import { STRING, T } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import { getInteger, TableWalk } from '../lua/table-reader.ts';
import type { HostFunction } from '../lua/vm.ts';
import { Bytes } from './bytes.ts';

/** Deeper tables are packed as nil, which also ends cycles. */
const MAX_NESTING = 16;

/** First byte of the forms for up to 15 entries, up to 16 bits and up to 32 bits of them. */
const ARRAY = { short: 0x90, wide16: 0xdc, wide32: 0xdd };
const MAP = { short: 0x80, wide16: 0xde, wide32: 0xdf };

export function packFunction(lua: Lua): HostFunction {
  const out = new Bytes();

  function header(form: typeof ARRAY, n: number): void {
    if (n <= 15) out.byte(form.short | n);
    else tagged(n <= 0xffff ? form.wide16 : form.wide32, n, n <= 0xffff ? 2 : 4);
  }

  function tagged(tag: number, n: number, bytes: number): void {
    out.byte(tag);
    out.integer(n, bytes, false);
  }

  function number(n: number): void {
    if (!Number.isInteger(n) || n >= 2 ** 63 || n < -(2 ** 63)) {
      const short = Math.fround(n) === n;
      out.byte(short ? 0xca : 0xcb);
      out.float(n, short ? 4 : 8, false);
    } else if (n >= 0) {
      if (n <= 127) out.byte(n);
      else if (n <= 0xff) tagged(0xcc, n, 1);
      else if (n <= 0xffff) tagged(0xcd, n, 2);
      else if (n <= 0xffffffff) tagged(0xce, n, 4);
      else tagged(0xcf, n, 8);
    } else if (n >= -32) out.byte(n & 0xff);
    else if (n >= -128) tagged(0xd0, n, 1);
    else if (n >= -32768) tagged(0xd1, n, 2);
    else if (n >= -2147483648) tagged(0xd2, n, 4);
    else tagged(0xd3, n, 8);
  }

  function string(s: number): void {
    const n = lua.i32[(s + STRING.length) >> 2] as number;
    if (n < 32) out.byte(0xa0 | n);
    else if (n <= 0xff) tagged(0xd9, n, 1);
    else if (n <= 0xffff) tagged(0xda, n, 2);
    else tagged(0xdb, n, 4);
    out.copy(lua.buf, s + STRING.bytes, n);
  }

  /** The length of a table that is an array, else -1 - its number of entries. */
  function shape(table: number): number {
    let max = 0;
    let count = 0;
    let isArray = true;
    const walk = new TableWalk(lua, table);
    while (walk.step()) {
      count++;
      let key = walk.index;
      if (walk.key !== 0) {
        key = lua.typeAt(walk.key) === T.number ? lua.numberAt(walk.key) : 0;
        if (!(key > 0 && key <= 0x7fffffff && Number.isInteger(key))) isArray = false;
      }
      if (key > max) max = key;
    }
    return isArray && max === count ? count : -1 - count;
  }

  function table(t: number, level: number): void {
    const length = shape(t);
    if (length >= 0) {
      header(ARRAY, length);
      for (let i = 1; i <= length; i++) value(getInteger(lua, t, i), level + 1);
      return;
    }
    header(MAP, -1 - length);
    const walk = new TableWalk(lua, t);
    while (walk.step()) {
      if (walk.key === 0) number(walk.index);
      else value(walk.key, level + 1);
      value(walk.value, level + 1);
    }
  }

  function value(v: number, level: number): void {
    const type = lua.typeAt(v);
    if (type === T.string) string(lua.pointerAt(v));
    else if (type === T.boolean) out.byte(lua.pointerAt(v) !== 0 ? 0xc3 : 0xc2);
    else if (type === T.number) number(lua.numberAt(v));
    else if (type === T.table && level < MAX_NESTING) table(lua.pointerAt(v), level);
    else out.byte(0xc0);
  }

  return (L) => {
    const args = lua.argCount(L);
    if (args === 0) lua.argError(L, 0, 'MessagePack pack needs input.');
    out.reset();
    for (let i = 1; i <= args; i++) value(lua.arg(L, i), 0);
    lua.pushBytes(L, out.buf, 0, out.length);
    return 1;
  };
}
