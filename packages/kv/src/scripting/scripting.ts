/**
 * Scripts and functions of a server: what is loaded, what runs now, and how others are served while
 * a script takes too long.
 */
import type { Client } from '../clients/client.ts';
import type { Command } from '../commands/spec.ts';
import { fail } from '../errors.ts';
import type { ScriptFacts } from '../observe/facts.ts';
import type { Args } from '../resp/args.ts';
import type { Server } from '../server.ts';
import { type Conditions, noConditions } from './conditions.ts';
import { DebugSession } from './debugger/session.ts';
import { connectionWire } from './debugger/wire.ts';
import { EvalScripts } from './eval-scripts.ts';
import { Functions } from './functions.ts';
import { commandFlags, scriptHeader } from './script-flags.ts';
import { ScriptRun, writeLog } from './script-run.ts';
import type { RunError, ScriptState } from './script-state.ts';

const BUSY_EVAL =
  'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.';
const BUSY_FUNCTION =
  'BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN NOSAVE.';
const UNKILLABLE =
  'UNKILLABLE Sorry the script already executed write commands against the dataset. You can either wait the script termination or kill the server in a hard way using the SHUTDOWN NOSAVE command.';
const UNKILLABLE_MASTER =
  'UNKILLABLE The busy script was sent by a master instance in the context of replication and cannot be killed.';

/** A debugged script that does not stop is stopped after this, where no threshold is set. */
const DEBUG_LIMIT_MS = 5000;

/** What is run, and how it is named in errors. */
export interface Runnable {
  readonly name: string;
  readonly flags: number;
  readonly isEval: boolean;
  /** The state with the function compiled in it, and the reference to it. */
  prepare(): { state: ScriptState; ref: number };
}

export class Scripting {
  readonly evals = new EvalScripts();
  readonly functions: Functions;
  /** Replaced, member by member, by those who own the states. */
  readonly conditions: Conditions = noConditions();
  /** Made at the first run. */
  private reused: ScriptRun | null = null;
  /** The run in progress. */
  current: ScriptRun | null = null;
  private session: DebugSession | null = null;

  constructor(private readonly server: Server) {
    this.functions = new Functions((level, text) => writeLog(server, level, text));
  }

  /** True while a script runs that is overdue: others get -BUSY. */
  get busy(): boolean {
    return this.current?.timedOut ?? false;
  }

  /** Runs a script or function for a client whose keys and arguments begin at argument 3. */
  run(c: Client, a: Args, keys: number, what: Runnable, readOnly: boolean): void {
    this.reused ??= new ScriptRun(this.server, this.conditions, () => this.serveOthers());
    const run = this.reused;
    const refusal = run.begin(c, what.name, what.flags, readOnly, what.isEval);
    if (refusal !== null) fail(refusal);
    const { state, ref } = what.prepare();
    run.debugger = this.session;
    this.current = run;
    let error: RunError;
    try {
      error = state.run(run, ref, a, 3, keys, c.out);
    } finally {
      this.current = null;
      run.end();
      if (run.timedOut) this.resume(c);
      if (what.isEval) this.evals.settle();
    }
    if (error !== null) replyError(c, what.name, error);
    if (state.replies.uncounted > 0) {
      // An error that a command of the script was counted for still is the script's failure.
      state.replies.uncounted = 0;
      if (c.command !== null) c.command.failedCalls++;
    }
  }

  // ---- debugging ----------------------------------------------------------------------------

  /**
   * Runs an EVAL under the debugger of SCRIPT DEBUG. The connection is closed after its reply, which
   * tells the client that the session is over.
   */
  debug(c: Client, a: Args, run: () => void): void {
    const { transport, config, log } = this.server;
    const { conn } = c;
    const mode = c.scriptDebug;
    c.scriptDebug = 'no';
    if (mode !== 'sync' || conn === null || transport.receive === undefined) {
      // What the reference says where it cannot fork: sessions that undo their writes need one.
      fail("ERR Fork() failed: can't run EVAL in debugging mode: Function not implemented");
    }
    const wire = connectionWire(transport, conn);
    const limit = config.busyReplyThreshold || DEBUG_LIMIT_MS;
    const { lua } = this.evals.liveState();
    this.session = new DebugSession(lua, wire, a.str(1), limit);
    log.notice('A script is being debugged: nobody else is served');
    try {
      run();
    } finally {
      this.session.end();
      this.session = null;
      c.closeAfterReply = true;
      log.notice('The script is no longer being debugged');
    }
  }

  // ---- overdue scripts ----------------------------------------------------------------------

  /**
   * Handles what came in on other connections; the caller's own waits. Where the transport cannot be
   * polled from here nobody could send SCRIPT KILL, so that the time limit itself ends the script.
   */
  private serveOthers(): void {
    const run = this.current as ScriptRun;
    const { transport, sessions, dispatch } = this.server;
    const { conn } = run.caller;
    dispatch.guard('busy script', true);
    if (conn !== null) transport.pauseRead(conn);
    sessions.whileRunning(() => {
      const polled = transport.poll(0);
      if (!polled && !run.hasWritten) run.killed = true;
      transport.flush();
    });
  }

  private resume(c: Client): void {
    const { transport, dispatch } = this.server;
    dispatch.guard('busy script', false);
    if (c.conn !== null) transport.resumeRead(c.conn);
  }

  /** The error that others get while a script is overdue, or null. */
  get busyError(): string | null {
    if (this.current === null || !this.current.timedOut) return null;
    return this.current.isEval ? BUSY_EVAL : BUSY_FUNCTION;
  }

  /** SCRIPT KILL and FUNCTION KILL; throws when there is nothing that may be killed. */
  kill(isEval: boolean): void {
    const run = this.current;
    if (run === null) fail('NOTBUSY No scripts in execution right now.');
    if (run.caller.kind === 'master') fail(UNKILLABLE_MASTER);
    if (run.hasWritten) fail(UNKILLABLE);
    if (run.isEval !== isEval) fail(run.isEval ? BUSY_EVAL : BUSY_FUNCTION);
    run.killed = true;
  }

  // ---- facts --------------------------------------------------------------------------------

  /** The flags of a command, as a script that it runs changes them. */
  flagsOf(command: Command, a: Args): number {
    const { flags } = command;
    switch (command.spec.name) {
      case 'eval':
      case 'eval_ro': {
        const script = this.evals.findBody(a.str(1)) ?? scriptHeader(a.str(1));
        return typeof script === 'string' ? flags : commandFlags(flags, script.flags);
      }
      case 'evalsha':
      case 'evalsha_ro': {
        const script = this.evals.findSha(a.str(1));
        return script === null ? flags : commandFlags(flags, script.flags);
      }
      case 'fcall':
      case 'fcall_ro': {
        const found = this.functions.find(a.str(1));
        return found === null ? flags : commandFlags(flags, found.flags);
      }
      default:
        return flags;
    }
  }

  facts(): ScriptFacts {
    const { evals, functions } = this;
    return {
      evalVm: evals.vmBytes,
      functionsVm: functions.vmBytes,
      evalScripts: evals.bytes,
      functionScripts: functions.bytes,
      cachedScripts: evals.count,
      functions: functions.functionCount,
      libraries: functions.libraries.size,
    };
  }
}

function replyError(c: Client, name: string, error: Exclude<RunError, null>): void {
  if ('failure' in error) {
    c.out.error(`ERR Error running script ${name}, ${error.failure.slice(0, 100)}`);
    return;
  }
  const { text, source, line, counted } = error;
  const where = source !== null && line !== null ? ` script: ${name}, on ${source}:${line}.` : '';
  if (!counted) c.out.error(text + where);
  else {
    c.out.errorUncounted(text + where);
    if (c.command !== null) c.command.failedCalls++;
  }
}
