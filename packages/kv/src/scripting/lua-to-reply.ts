/**
 * What a script returns, as a reply: numbers lose their fraction, a table is an array up to its
 * first nil unless one of the fields err, ok, double, big_number, verbatim_string, map or set says
 * otherwise. Read from the VM's memory directly.
 */
import type { Writer } from '../resp/writer.ts';
import { upToNul } from './error-table.ts';
import { MAX_SLOTS, REGISTRY, STRING, T } from './lua/layout.ts';
import type { Lua } from './lua/lua.ts';
import { getInteger, getString, hasNoHash, TableWalk } from './lua/table-reader.ts';

const STACK_LIMIT = 'ERR reached lua stack limit';
const FIELDS = [
  'err',
  'ok',
  'double',
  'big_number',
  'verbatim_string',
  'format',
  'string',
  'map',
  'set',
  'source',
  'line',
  'ignore_error_stats_update',
] as const;
type FieldName = (typeof FIELDS)[number];

/** A table whose entries are being written. */
interface OpenTable {
  readonly at: number;
  /** Arrays: entries written so far, and in all. */
  index: number;
  readonly length: number;
  /** Maps and sets: where the walk is; maps have values after their keys. */
  readonly walk: TableWalk | null;
  readonly hasValues: boolean;
  valueFollows: boolean;
  /** What the reference would hold on Lua's stack at an entry: its end limits the nesting. */
  readonly slots: number;
}

/** Stack slots in use around the value returned, and those that must be free to write a value. */
const FIRST_SLOT = 2;
const SLOTS_NEEDED = 4;

/** What a script said about its failure. */
export interface ErrorInfo {
  readonly text: string;
  readonly source: string | null;
  readonly line: string | null;
  /** Already in the server's statistics. */
  readonly counted: boolean;
}

export class LuaToReply {
  /** Addresses of the field names, which the registry keeps alive. */
  private readonly keys = {} as { [name in FieldName]: number };

  /** Errors written that were counted where they arose; whoever runs scripts sets it back. */
  uncounted = 0;

  constructor(private readonly lua: Lua) {
    for (const name of FIELDS) {
      lua.pushStr(lua.L, name);
      this.keys[name] = lua.pointerAt(lua.top(lua.L));
      lua.api.luaL_ref(lua.L, REGISTRY);
    }
  }

  private field(table: number, name: FieldName, type: number): number {
    const value = getString(this.lua, table, this.keys[name]);
    return value !== 0 && this.lua.typeAt(value) === type ? value : 0;
  }

  /**
   * Writes the value at an address. `scriptResp`: the protocol version that the script has chosen.
   * Tables wait on a list, not on the call stack: a script may nest them as deep as it likes.
   */
  write(out: Writer, value: number, scriptResp: 2 | 3): void {
    const open: OpenTable[] = [];
    this.value(out, value, scriptResp, FIRST_SLOT, open);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = this.nextOf(top, out);
      if (next === 0) open.pop();
      else this.value(out, next, scriptResp, top.slots, open);
    }
  }

  /** The next value to be written of a table, 0 after the last; integer keys of maps are written here. */
  private nextOf(table: OpenTable, out: Writer): number {
    const { walk } = table;
    if (walk === null) {
      return table.index === table.length ? 0 : getInteger(this.lua, table.at, ++table.index);
    }
    if (table.valueFollows) {
      table.valueFollows = false;
      return walk.value;
    }
    for (;;) {
      if (!walk.step()) return 0;
      table.valueFollows = table.hasValues;
      if (walk.key !== 0) return walk.key;
      out.int(walk.index);
      if (table.hasValues) {
        table.valueFollows = false;
        return walk.value;
      }
    }
  }

  private value(out: Writer, v: number, scriptResp: 2 | 3, slots: number, open: OpenTable[]): void {
    const { lua } = this;
    if (slots + SLOTS_NEEDED > MAX_SLOTS) {
      out.error(STACK_LIMIT);
      return;
    }
    const type = lua.typeAt(v);
    if (type === T.string) this.bulk(out, v);
    else if (type === T.number) writeInteger(out, lua.numberAt(v));
    else if (type === T.boolean) {
      const on = lua.pointerAt(v) !== 0;
      if (scriptResp === 3) out.bool(on);
      else if (on) out.int(1);
      else out.nil();
    } else if (type === T.table) {
      const table = lua.pointerAt(v);
      if (hasNoHash(lua, table) || !this.special(out, table, slots, open)) {
        this.openArray(out, table, slots, open);
      }
    } else out.nil();
  }

  private bulk(out: Writer, v: number): void {
    const { lua } = this;
    const s = lua.pointerAt(v);
    out.bulk(lua.buf, s + STRING.bytes, lua.i32[(s + STRING.length) >> 2] as number);
  }

  private openArray(out: Writer, at: number, slots: number, open: OpenTable[]): void {
    let length = 0;
    while (getInteger(this.lua, at, length + 1) !== 0) length++;
    out.array(length);
    const shape = { walk: null, hasValues: false, valueFollows: false };
    open.push({ ...shape, at, index: 0, length, slots: slots + 1 });
  }

  private openMap(out: Writer, v: number, isMap: boolean, slots: number, open: OpenTable[]): void {
    const at = this.lua.pointerAt(v);
    const count = this.count(at);
    if (isMap) out.map(count);
    else out.set(count);
    const walk = new TableWalk(this.lua, at);
    const shape = { walk, hasValues: isMap, valueFollows: false };
    open.push({ ...shape, at, index: 0, length: count, slots: slots + (isMap ? 4 : 3) });
  }

  private count(table: number): number {
    const walk = new TableWalk(this.lua, table);
    let n = 0;
    while (walk.step()) n++;
    return n;
  }

  /** Writes a table that one of its fields makes something other than an array. */
  private special(out: Writer, table: number, slots: number, open: OpenTable[]): boolean {
    const { lua } = this;
    let v: number;
    if (this.field(table, 'err', T.string) !== 0) {
      const info = this.errorInfo(table);
      if (info.counted) {
        this.uncounted++;
        out.errorUncounted(info.text);
      } else out.error(info.text);
    } else if ((v = this.field(table, 'ok', T.string)) !== 0) {
      out.simple(upToNul(lua.strAt(v)).replace(/[\r\n]/g, ' '));
    } else if ((v = this.field(table, 'double', T.number)) !== 0) out.double(lua.numberAt(v));
    else if ((v = this.field(table, 'big_number', T.string)) !== 0) {
      out.bigNumber(lua.strAt(v).replace(/[\r\n]/g, ' '));
    } else if (!this.verbatim(out, table)) {
      const map = this.field(table, 'map', T.table);
      const set = map === 0 ? this.field(table, 'set', T.table) : 0;
      if (map === 0 && set === 0) return false;
      this.openMap(out, map === 0 ? set : map, map !== 0, slots, open);
    }
    return true;
  }

  private verbatim(out: Writer, table: number): boolean {
    const { lua } = this;
    const v = this.field(table, 'verbatim_string', T.table);
    if (v === 0) return false;
    const format = this.field(lua.pointerAt(v), 'format', T.string);
    const text = this.field(lua.pointerAt(v), 'string', T.string);
    if (format === 0 || text === 0) return false;
    out.verbatim(lua.strAt(text), upToNul(lua.strAt(format)).slice(0, 3).padEnd(3));
    return true;
  }

  /** The fields of an error table. */
  errorInfo(table: number): ErrorInfo {
    const { lua } = this;
    const text = (name: FieldName): string | null => {
      const v = getString(lua, table, this.keys[name]);
      if (v === 0) return null;
      if (lua.typeAt(v) === T.string) return upToNul(lua.strAt(v));
      return lua.typeAt(v) === T.number ? String(lua.numberAt(v)) : null;
    };
    const counted = this.field(table, 'ignore_error_stats_update', T.boolean);
    return {
      // What the reference prints for an error table without a message.
      text: text('err') ?? '(null)',
      source: text('source'),
      line: text('line'),
      counted: counted !== 0 && lua.pointerAt(counted) !== 0,
    };
  }
}

/** A number as a 64-bit integer, its fraction dropped. */
function writeInteger(out: Writer, n: number): void {
  const whole = Math.trunc(n);
  if (Number.isSafeInteger(whole)) out.int(whole === 0 ? 0 : whole);
  else if (Number.isNaN(whole)) out.int(0);
  else if (whole >= 2 ** 63) out.bigint(2n ** 63n - 1n);
  else if (whole < -(2 ** 63)) out.bigint(-(2n ** 63n));
  else out.bigint(BigInt(whole));
}
