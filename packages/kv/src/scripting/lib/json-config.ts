/**
 * The settings of one cjson module, kept in a userdata of the VM that is an upvalue of the module's
 * functions: cjson.new() makes another, which the collector frees with its functions. One
 * 32-bit integer per field, in the order of DEFAULTS.
 */
import { T, upvalue } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import type { HostFunction } from '../lua/vm.ts';

const DEFAULTS = {
  sparseConvert: 0,
  sparseRatio: 2,
  sparseSafe: 10,
  encodeMaxDepth: 1000,
  decodeMaxDepth: 1000,
  /** 0: an error, 1: as nan and inf, 2: as null. */
  encodeInvalidNumbers: 0,
  decodeInvalidNumbers: 1,
  keepBuffer: 1,
  numberPrecision: 14,
};
type Field = keyof typeof DEFAULTS;
const FIELDS = Object.keys(DEFAULTS) as Field[];
const SIZE = FIELDS.length * 4;

const INT_MAX = 0x7fffffff;
const SWITCH = ['off', 'on'];

export class JsonConfig {
  constructor(private readonly lua: Lua) {}

  /** Pushes a userdata with the defaults. */
  push(L: number): void {
    const at = this.lua.api.lua_newuserdata(L, SIZE);
    for (const [i, field] of FIELDS.entries()) this.lua.i32[(at >> 2) + i] = DEFAULTS[field];
  }

  private cell(L: number, field: Field): number {
    return (this.lua.api.lua_touserdata(L, upvalue(1)) >> 2) + FIELDS.indexOf(field);
  }

  /** A setting of the module whose function runs. */
  get(L: number, field: Field): number {
    return this.lua.i32[this.cell(L, field)] as number;
  }

  /** The functions that read and change settings: each returns what then holds. */
  functions(): { [name: string]: HostFunction } {
    const one =
      (field: Field, set: (L: number, arg: number, field: Field) => void): HostFunction =>
      (L) => {
        this.limitArgs(L, 1);
        set(L, 1, field);
        return 1;
      };
    const onOff = (L: number, arg: number, field: Field) => this.choice(L, arg, field, SWITCH);
    const depth = (L: number, arg: number, field: Field) => this.integer(L, arg, field, 1, INT_MAX);
    return {
      encode_sparse_array: (L) => {
        this.limitArgs(L, 3);
        onOff(L, 1, 'sparseConvert');
        this.integer(L, 2, 'sparseRatio', 0, INT_MAX);
        this.integer(L, 3, 'sparseSafe', 0, INT_MAX);
        return 3;
      },
      encode_max_depth: one('encodeMaxDepth', depth),
      decode_max_depth: one('decodeMaxDepth', depth),
      encode_number_precision: one('numberPrecision', (L, arg, field) =>
        this.integer(L, arg, field, 1, 14),
      ),
      encode_keep_buffer: one('keepBuffer', onOff),
      encode_invalid_numbers: one('encodeInvalidNumbers', (L, arg, field) =>
        this.choice(L, arg, field, [...SWITCH, 'null']),
      ),
      decode_invalid_numbers: one('decodeInvalidNumbers', onOff),
    };
  }

  private limitArgs(L: number, n: number): void {
    if (this.lua.argCount(L) > n) this.lua.argError(L, n + 1, 'found too many arguments');
    this.lua.api.lua_settop(L, n);
  }

  private integer(L: number, arg: number, field: Field, min: number, max: number): void {
    const { lua } = this;
    if (lua.typeAt(lua.arg(L, arg)) !== T.nil) {
      const value = lua.checkInt(L, arg);
      if (!(min <= value && value <= max)) {
        lua.argError(L, 1, `expected integer between ${min} and ${max}`);
      }
      lua.i32[this.cell(L, field)] = value;
    }
    lua.api.lua_pushnumber(L, this.get(L, field));
  }

  /** A setting with names; true and false stand for 'on' and 'off'. */
  private choice(L: number, arg: number, field: Field, options: readonly string[]): void {
    const { lua } = this;
    const given = lua.arg(L, arg);
    if (lua.typeAt(given) === T.boolean) lua.i32[this.cell(L, field)] = lua.pointerAt(given);
    else if (lua.typeAt(given) !== T.nil) {
      const name = lua.checkStr(L, arg);
      const index = options.indexOf(name);
      if (index < 0) lua.argError(L, arg, `invalid option '${name}'`);
      lua.i32[this.cell(L, field)] = index;
    }
    const value = this.get(L, field);
    if (value <= 1) lua.api.lua_pushboolean(L, value);
    else lua.pushStr(L, options[value] as string);
  }
}
