/** The call frames of a stopped script and the variables in them. */
import { GLOBALS } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import { describeValue } from './describe.ts';

/** lua_Debug: its size and where its fields lie. */
const DEBUG = { size: 100, event: 0, name: 4, currentLine: 20, shortSource: 36 } as const;
const EVENT_COUNT = 3;
const CHUNK = 'user_script';

export interface Frame {
  readonly line: number;
  /** What the function was called as; null for the script itself. */
  readonly name: string | null;
  /** Runs the script's own code. */
  readonly isScript: boolean;
}

export interface Variable {
  readonly name: string;
  /** As the debugger prints it. */
  readonly value: string;
}

export class Frames {
  private readonly ar: number;

  constructor(private readonly lua: Lua) {
    this.ar = lua.api.malloc(DEBUG.size);
  }

  release(): void {
    this.lua.api.free(this.ar);
  }

  /** Whether a hook was called for the instructions run, not for a new line. */
  isCountEvent(ar: number): boolean {
    return this.lua.i32[(ar + DEBUG.event) >> 2] === EVENT_COUNT;
  }

  /** The frame `level` calls up, null beyond the outermost. */
  at(L: number, level: number): Frame | null {
    const { lua, ar } = this;
    if (lua.api.lua_getstack(L, level, ar) === 0) return null;
    lua.api.lua_getinfo(L, lua.name('Snl'), ar);
    const name = lua.i32[(ar + DEBUG.name) >> 2] as number;
    return {
      line: lua.i32[(ar + DEBUG.currentLine) >> 2] as number,
      name: name === 0 ? null : this.text(name),
      isScript: this.text(ar + DEBUG.shortSource).includes(CHUNK),
    };
  }

  private text(address: number): string {
    return this.lua.buf.latin1Slice(address, this.lua.buf.indexOf(0, address));
  }

  /** The local variables of a frame, temporary ones included. */
  locals(L: number, level: number): Variable[] {
    const { lua, ar } = this;
    const found: Variable[] = [];
    if (lua.api.lua_getstack(L, level, ar) === 0) return found;
    for (let i = 1; ; i++) {
      const name = lua.api.lua_getlocal(L, ar, i);
      if (name === 0) return found;
      found.push({ name: this.text(name), value: describeValue(lua, lua.top(L)) });
      lua.api.lua_settop(L, -2);
    }
  }

  /** The innermost variable of that name, or the global KEYS or ARGV. */
  variable(L: number, name: string): string | null {
    const { lua } = this;
    for (let level = 0; lua.api.lua_getstack(L, level, this.ar) !== 0; level++) {
      const found = this.locals(L, level).find((v) => v.name === name);
      if (found !== undefined) return found.value;
    }
    if (name !== 'ARGV' && name !== 'KEYS') return null;
    lua.api.lua_getfield(L, GLOBALS, lua.name(name));
    const value = describeValue(lua, lua.top(L));
    lua.api.lua_settop(L, -2);
    return value;
  }
}
