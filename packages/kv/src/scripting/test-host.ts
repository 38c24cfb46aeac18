/** For tests: a state with a host whose few commands are enough to see every kind of reply. */
import { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import type { DebugSession } from './debugger/session.ts';
import type { ScriptHost } from './script-host.ts';
import { ScriptState } from './script-state.ts';

export class TestScripts implements ScriptHost {
  readonly state = new ScriptState('eval', 64 * 1024 * 1024);
  readonly reply = new Writer();
  readonly out = new Writer();
  readonly logged: [number, string][] = [];
  busyThreshold = 5000;
  debugger: DebugSession | null = null;
  /** Bytes that the command RAW replies with. */
  raw = '';
  interrupt: () => boolean = () => false;

  call(args: Args): string | null {
    switch (args.lower(0)) {
      case 'echo':
        this.reply.bulkStr(args.str(1));
        return null;
      case 'raw':
        this.reply.rawText(this.raw);
        return null;
      default:
        return 'Unknown Redis command called from script';
    }
  }

  setRepl(): void {}

  mayRun(args: Args): boolean | null {
    return args.lower(0) === 'echo' ? true : null;
  }

  log(level: number, text: string): void {
    this.logged.push([level, text]);
  }

  /** The reply to EVAL as bytes; the script's digest in errors is written as SHA. */
  eval(code: string, keys: string[] = [], argv: string[] = [], resp: 2 | 3 = 2): string {
    const { state, out } = this;
    const ref = state.load(code, '@user_script');
    if (typeof ref === 'string') return `-ERR Error compiling script (new function): ${ref}\r\n`;
    out.reset();
    out.resp = resp;
    this.reply.reset();
    this.reply.resp = 2;
    const args = Args.of([...keys, ...argv]);
    const error = state.run(this, ref, args, 0, keys.length, out);
    state.release(ref);
    if (error === null) return out.buf.latin1Slice(0, out.pos);
    if ('failure' in error) return `-ERR Error running script SHA, ${error.failure}\r\n`;
    const where = error.line === null ? '' : ` script: SHA, on ${error.source}:${error.line}.`;
    return `-${error.text.replace(/[\r\n]/g, ' ')}${where}\r\n`;
  }
}
