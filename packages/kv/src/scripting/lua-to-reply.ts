/**
 * What a script returns, as a reply: numbers lose their fraction, a table is an array up to its
 * first nil unless one of the fields err, ok, double, big_number, verbatim_string, map or set says
 * otherwise. Read from the VM's memory directly.
 */
import type { Writer } from '../resp/writer.ts';
import { upToNul } from './error-table.ts';
import { MAX_SLOTS, REGISTRY, T } from './lua/layout.ts';
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

  /** Writes the value at an address. `scriptResp`: the protocol version that the script has chosen. */
  write(out: Writer, value: number, scriptResp: 2 | 3): void {
    this.value(out, value, scriptResp, 2);
  }

  /** `slots` counts what the reference would hold on Lua's stack: its end limits the nesting. */
  private value(out: Writer, v: number, scriptResp: 2 | 3, slots: number): void {
    const { lua } = this;
    if (slots + 4 > MAX_SLOTS) {
      out.error(STACK_LIMIT);
      return;
    }
    switch (lua.typeAt(v)) {
      case T.string:
        this.bulk(out, v);
        return;
      case T.number:
        writeInteger(out, lua.numberAt(v));
        return;
      case T.boolean: {
        const on = lua.pointerAt(v) !== 0;
        if (scriptResp === 3) out.bool(on);
        else if (on) out.int(1);
        else out.nil();
        return;
      }
      case T.table: {
        const table = lua.pointerAt(v);
        if (hasNoHash(lua, table) || !this.special(out, table, scriptResp, slots)) {
          this.array(out, table, scriptResp, slots);
        }
        return;
      }
      default:
        out.nil();
    }
  }

  private bulk(out: Writer, v: number): void {
    const { lua } = this;
    const s = lua.pointerAt(v);
    out.bulk(lua.buf, s + 16, lua.i32[(s + 12) >> 2] as number);
  }

  private array(out: Writer, table: number, scriptResp: 2 | 3, slots: number): void {
    let length = 0;
    while (getInteger(this.lua, table, length + 1) !== 0) length++;
    out.array(length);
    for (let i = 1; i <= length; i++) {
      this.value(out, getInteger(this.lua, table, i), scriptResp, slots + 1);
    }
  }

  /** Writes a table that one of its fields makes something other than an array. */
  private special(out: Writer, table: number, scriptResp: 2 | 3, slots: number): boolean {
    const { lua } = this;
    let v: number;
    if (this.field(table, 'err', T.string) !== 0) {
      const info = this.errorInfo(table);
      if (info.counted) out.errorUncounted(info.text);
      else out.error(info.text);
    } else if ((v = this.field(table, 'ok', T.string)) !== 0) {
      out.simple(upToNul(lua.strAt(v)).replace(/[\r\n]/g, ' '));
    } else if ((v = this.field(table, 'double', T.number)) !== 0) out.double(lua.numberAt(v));
    else if ((v = this.field(table, 'big_number', T.string)) !== 0) {
      out.bigNumber(lua.strAt(v).replace(/[\r\n]/g, ' '));
    } else if (!this.verbatim(out, table)) {
      if ((v = this.field(table, 'map', T.table)) !== 0) this.map(out, v, scriptResp, slots);
      else if ((v = this.field(table, 'set', T.table)) !== 0) this.set(out, v, scriptResp, slots);
      else return false;
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

  private map(out: Writer, v: number, scriptResp: 2 | 3, slots: number): void {
    const table = this.lua.pointerAt(v);
    out.map(this.count(table));
    const walk = new TableWalk(this.lua, table);
    while (walk.step()) {
      if (walk.key === 0) out.int(walk.index);
      else this.value(out, walk.key, scriptResp, slots + 4);
      this.value(out, walk.value, scriptResp, slots + 3);
    }
  }

  private set(out: Writer, v: number, scriptResp: 2 | 3, slots: number): void {
    const table = this.lua.pointerAt(v);
    out.set(this.count(table));
    const walk = new TableWalk(this.lua, table);
    while (walk.step()) {
      if (walk.key === 0) out.int(walk.index);
      else this.value(out, walk.key, scriptResp, slots + 3);
    }
  }

  private count(table: number): number {
    const walk = new TableWalk(this.lua, table);
    let n = 0;
    while (walk.step()) n++;
    return n;
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
