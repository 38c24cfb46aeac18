/**
 * A debugging session of one EVAL (SCRIPT DEBUG SYNC): stops before lines, prints, takes commands.
 * Runs in the VM's line hook; while it waits for its client the whole server waits.
 */
import { raiseError } from '../error-table.ts';
import { GLOBALS } from '../lua/layout.ts';
import type { Lua } from '../lua/lua.ts';
import { describeReply, describeValue } from './describe.ts';
import { Frames } from './frames.ts';
import { HELP } from './help.ts';
import { answer, parseCommand, type Wire, WireError } from './wire.ts';

const MAX_BREAKPOINTS = 64;
const MAX_LENGTH = 256;
const MAX_LENGTH_MIN = 60;
const MAX_INPUT = 1024 * 1024;
const SHOWN_WORDS = 10;
const CONTEXT_LINES = 5;

export class DebugSession {
  /** Stop at the next line; while set, commands of the script and their replies are printed. */
  stepping = true;
  private breakpointCalled = false;
  private readonly breakpoints: number[] = [];
  private line = 0;
  private maxLength = MAX_LENGTH;
  private hintGiven = false;
  private lines: string[] = [];
  private input = '';
  private readonly source: readonly string[];
  private readonly frames: Frames;
  /** performance.now() when the script was last let go on. */
  private resumedAt = performance.now();

  constructor(
    private readonly lua: Lua,
    private readonly wire: Wire,
    body: string,
    /** Milliseconds after which a script that does not stop is stopped. */
    private readonly limitMs: number,
  ) {
    this.source = body.replace(/[\r\n]+$/, '').split('\n');
    this.frames = new Frames(lua);
  }

  end(): void {
    this.lines.push('<endsession>');
    this.sendLines();
    this.frames.release();
  }

  // ---- what the script does -----------------------------------------------------------------

  /** redis.breakpoint() */
  breakpoint(): void {
    this.breakpointCalled = true;
  }

  /** redis.debug(...) */
  debug(L: number): void {
    const values: string[] = [];
    for (let i = 1; i <= this.lua.argCount(L); i++) {
      values.push(describeValue(this.lua, this.lua.arg(L, i)));
    }
    this.lines.push(`<debug> line ${this.line}: ${values.join(', ')}`);
  }

  commandCalled(words: readonly string[]): void {
    if (!this.stepping) return;
    const more = words.length - SHOWN_WORDS - 1;
    const shown = words.slice(0, SHOWN_WORDS).join(' ');
    this.lines.push(`<redis> ${shown}${words.length > SHOWN_WORDS ? ` ... (${more} more)` : ''}`);
  }

  replied(bytes: Buffer, failed: boolean): void {
    if (!this.stepping) return;
    if (failed) this.failed(bytes.latin1Slice(0, bytes.indexOf('\r')));
    this.cut(`<reply> ${describeReply(bytes)}`);
  }

  failed(text: string): void {
    if (this.stepping) this.lines.push(`<error> ${text}`);
  }

  /** The VM is about to run a line, or has run many instructions. */
  hook(L: number, ar: number): void {
    const { lua } = this;
    const counted = this.frames.isCountEvent(ar);
    const here = this.frames.at(L, 0);
    this.line = here?.line ?? 0;
    if (!here?.isScript) return;
    const stop = this.breakpointCalled || this.breakpoints.includes(this.line);
    let timeout = false;
    if (counted && !this.stepping && !stop) {
      if (performance.now() - this.resumedAt < this.limitMs) return;
      timeout = this.stepping = true;
    }
    if (!this.stepping && !stop) return;
    let reason = timeout ? 'timeout reached, infinite loop?' : 'step over';
    if (stop) reason = this.breakpointCalled ? 'redis.breakpoint() called' : 'break point';
    this.stepping = this.breakpointCalled = false;
    this.lines.push(`* Stopped at ${this.line}, stop reason = ${reason}`);
    this.showLine(this.line);
    this.sendLines();
    if (!this.takeCommands(L) && timeout) {
      raiseError(lua, L, 'timeout during Lua debugging with client closing connection');
    }
    this.resumedAt = performance.now();
  }

  // ---- what the client says -----------------------------------------------------------------

  /** Runs commands until one lets the script go on; false when the client is gone. */
  private takeCommands(L: number): boolean {
    for (;;) {
      const words = this.nextCommand(L);
      if (words === null) {
        this.stepping = false;
        this.breakpoints.length = 0;
        return false;
      }
      if (this.runCommand(L, words)) return true;
      this.sendLines();
    }
  }

  private nextCommand(L: number): string[] | null {
    for (;;) {
      try {
        const words = parseCommand(this.input);
        if (words !== null) {
          this.input = '';
          return words;
        }
      } catch (e) {
        if (!(e instanceof WireError)) throw e;
        this.input = '';
        raiseError(this.lua, L, e.text);
      }
      const more = this.wire.receive();
      if (more === null) return null;
      this.input += more;
      if (this.input.length > MAX_INPUT) {
        this.input = '';
        raiseError(this.lua, L, 'max client buffer reached');
      }
    }
  }

  /** True when the script is to go on. */
  private runCommand(L: number, words: readonly string[]): boolean {
    const [name, ...args] = words as [string, ...string[]];
    switch (name.toLowerCase()) {
      case 'h':
      case 'help':
        this.lines.push(...HELP);
        return false;
      case 's':
      case 'step':
      case 'n':
      case 'next':
        this.stepping = true;
        return true;
      case 'c':
      case 'continue':
        return true;
      case 't':
      case 'trace':
        this.trace(L);
        return false;
      case 'm':
      case 'maxlen':
        this.setMaxLength(args);
        return false;
      case 'b':
      case 'break':
        this.changeBreakpoints(args);
        return false;
      case 'e':
      case 'eval':
        this.eval(L, args.join(' '));
        return false;
      case 'a':
      case 'abort':
        return raiseError(this.lua, L, 'script aborted for user request');
      case 'p':
      case 'print':
        if (args.length === 1) this.print(L, args[0] as string);
        else this.printAll(L);
        return false;
      case 'l':
      case 'list':
        this.list(
          positive(args[0]) || this.line,
          args[1] === undefined ? CONTEXT_LINES : positive(args[1]),
        );
        return false;
      case 'w':
      case 'whole':
        this.list(1, Number.POSITIVE_INFINITY);
        return false;
      case 'r':
      case 'redis':
        if (args.length === 0) break;
        this.redis(L, args);
        return false;
    }
    this.lines.push('<error> Unknown Redis Lua debugger command or wrong number of arguments.');
    return false;
  }

  private sendLines(): void {
    this.wire.send(answer(this.lines));
    this.lines = [];
  }

  private cut(text: string): void {
    const isLong = this.maxLength > 0 && text.length > this.maxLength;
    this.lines.push(isLong ? `${text.slice(0, this.maxLength)} ...` : text);
    if (!isLong || this.hintGiven) return;
    this.hintGiven = true;
    this.lines.push("<hint> The above reply was trimmed. Use 'maxlen 0' to disable trimming.");
  }

  private showLine(n: number): void {
    const isCurrent = n === this.line;
    const mark = this.breakpoints.includes(n) ? '#' : ' ';
    const text = this.source[n - 1] ?? '<out of range source code line>';
    this.lines.push(`${isCurrent ? '->' : '  '}${mark}${String(n).padEnd(3)} ${text}`);
  }

  private list(around: number, context: number): void {
    for (let n = 1; n <= this.source.length; n++) {
      if (Math.abs(around - n) <= context) this.showLine(n);
    }
  }

  private changeBreakpoints(args: readonly string[]): void {
    const { breakpoints, lines } = this;
    if (args.length === 0) {
      if (breakpoints.length === 0) lines.push("No breakpoints set. Use 'b <line>' to add one.");
      else {
        lines.push(`${breakpoints.length} breakpoints set:`);
        for (const n of breakpoints) this.showLine(n);
      }
    }
    for (const arg of args) {
      if (!/^(0|-?[1-9][0-9]*)$/.test(arg)) lines.push(`Invalid argument:'${arg}'`);
      else this.changeBreakpoint(Number(arg));
    }
  }

  private changeBreakpoint(n: number): void {
    const { breakpoints, lines } = this;
    if (n === 0) {
      breakpoints.length = 0;
      lines.push('All breakpoints removed.');
    } else if (n < 0) {
      const at = breakpoints.indexOf(-n);
      if (at >= 0) breakpoints.splice(at, 1);
      lines.push(at >= 0 ? 'Breakpoint removed.' : 'No breakpoint in the specified line.');
    } else if (breakpoints.length === MAX_BREAKPOINTS) lines.push('Too many breakpoints set.');
    else if (n > this.source.length || breakpoints.includes(n)) lines.push('Wrong line number.');
    else {
      breakpoints.push(n);
      this.list(n, 1);
    }
  }

  private setMaxLength(args: readonly string[]): void {
    if (args.length === 1) {
      const n = positive(args[0]);
      this.hintGiven = true;
      this.maxLength = n === 0 ? 0 : Math.max(MAX_LENGTH_MIN, n);
    }
    this.lines.push(
      this.maxLength > 0
        ? `<value> replies are truncated at ${this.maxLength} bytes.`
        : '<value> replies are unlimited.',
    );
  }

  private trace(L: number): void {
    for (let level = 0; ; level++) {
      const frame = this.frames.at(L, level);
      if (frame === null) return;
      if (!frame.isScript) continue;
      this.lines.push(`${level === 0 ? 'In' : 'From'} ${frame.name ?? 'top level'}:`);
      this.showLine(frame.line);
    }
  }

  /** The variable of that name in the innermost frame that has one. */
  private print(L: number, name: string): void {
    const found = this.frames.variable(L, name);
    if (found === null) this.lines.push('No such variable.');
    else this.cut(`<value> ${found}`);
  }

  private printAll(L: number): void {
    const locals = this.frames.locals(L, 0).filter(({ name }) => !name.includes('(*temporary)'));
    for (const { name, value } of locals) this.cut(`<value> ${name} = ${value}`);
    if (locals.length === 0) this.lines.push('No local variables in the current context.');
  }

  /** As an expression, or else as a statement. */
  private eval(L: number, code: string): void {
    const { lua } = this;
    const wrong =
      lua.load(L, `return ${code}`, '@ldb_eval') === null ? null : lua.load(L, code, '@ldb_eval');
    if (wrong !== null) {
      this.lines.push(`<error> ${wrong}`);
      return;
    }
    if (lua.api.lua_pcall(L, 0, 1, 0) !== 0)
      this.lines.push(`<error> ${lua.toStr(L, -1) ?? '(null)'}`);
    else this.cut(`<retval> ${describeValue(lua, lua.top(L))}`);
    lua.api.lua_settop(L, -2);
  }

  /** Calls redis.call, which prints the command and its reply while `stepping` is set. */
  private redis(L: number, args: readonly string[]): void {
    const { lua } = this;
    const { api } = lua;
    if (api.lua_checkstack(L, args.length + 2) === 0) return;
    api.lua_getfield(L, GLOBALS, lua.name('redis'));
    api.lua_getfield(L, -1, lua.name('call'));
    for (const arg of args) lua.pushStr(L, arg);
    this.stepping = true;
    api.lua_pcall(L, args.length, 1, 0);
    this.stepping = false;
    api.lua_settop(L, -3);
  }
}

/** As C's atoi, but never below zero. */
function positive(text: string | undefined): number {
  return Math.max(0, Number.parseInt(text ?? '', 10) || 0);
}
