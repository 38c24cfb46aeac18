/**
 * One run of a script or function: may it run at all, may it run this command, has it written, is
 * it overdue. Reused from run to run, since scripts never nest.
 */
import { Client } from '../clients/client.ts';
import { type Command, FLAG } from '../commands/spec.ts';
import { ERR } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';
import type { Conditions } from './conditions.ts';
import type { DebugSession } from './debugger/session.ts';
import { errorText } from './error-table.ts';
import { COMPATIBLE, SCRIPT_FLAG } from './script-flags.ts';
import { REPL, type ScriptHost } from './script-host.ts';

export class ScriptRun implements ScriptHost {
  /** The client that commands of scripts run for; it has no connection. */
  readonly client: Client;
  readonly reply = new Writer();
  busyThreshold = 0;
  debugger: DebugSession | null = null;
  /** The digest of a script, the name of a function; and whose EVAL or FCALL it is. */
  name = '';
  caller: Client;
  isEval = true;
  /** performance.now() at the start. */
  startedAt = 0;
  /** Has run longer than busy-reply-threshold: others are told so. */
  timedOut = false;
  killed = false;
  /** Has written to the data set: it can no longer be stopped half-way. */
  hasWritten = false;
  private readOnly = false;
  /** The caller is the primary or the append-only file: what it sends has happened already. */
  private obeyed = false;
  private allowsOom = false;
  private crossSlot = false;

  constructor(
    private readonly server: Server,
    private readonly conditions: Conditions,
    /** Asked when the script is overdue: lets others be served. */
    private readonly overdue: () => void,
  ) {
    const db = server.dbs[0];
    if (db === undefined) throw new Error('a server has databases');
    this.client = new Client(server, 0, null, this.reply, db, server.acl.defaultUser);
    this.client.kind = 'script';
    this.client.authenticated = true;
    this.reply.onError = (text) => server.stats.errorReplied(text);
    this.caller = this.client;
  }

  /** Prepares a run; returns why the script may not run, or null. */
  begin(
    caller: Client,
    name: string,
    flags: number,
    readOnlyCommand: boolean,
    isEval: boolean,
  ): string | null {
    this.obeyed = caller.kind === 'master' || caller.kind === 'loader';
    const refusal = this.refusal(flags, readOnlyCommand);
    if (refusal !== null) return refusal;
    const { client, server } = this;
    const compatible = (flags & COMPATIBLE) !== 0;
    this.caller = caller;
    this.name = name;
    this.isEval = isEval;
    this.startedAt = performance.now();
    this.timedOut = this.killed = this.hasWritten = false;
    this.readOnly = readOnlyCommand || (!compatible && (flags & SCRIPT_FLAG['no-writes']) !== 0);
    this.allowsOom = !compatible && (flags & SCRIPT_FLAG['allow-oom']) !== 0;
    this.crossSlot = compatible || (flags & SCRIPT_FLAG['allow-cross-slot-keys']) !== 0;
    this.busyThreshold = Number(server.config.busyReplyThreshold);
    client.db = caller.db;
    client.user = caller.user;
    client.noTouch = caller.noTouch;
    this.reply.reset();
    this.reply.resp = client.resp = 2;
    server.propagation.targets = REPL.all;
    return null;
  }

  end(): void {
    this.server.propagation.targets = REPL.all;
    // Followers get what the script did, not the script.
    this.server.propagation.prevent();
    this.caller = this.client;
  }

  private refusal(flags: number, readOnlyCommand: boolean): string | null {
    const { conditions } = this;
    if ((flags & COMPATIBLE) !== 0) return conditions.stale() ? ERR.masterDown : null;
    if ((flags & SCRIPT_FLAG['no-cluster']) !== 0 && conditions.clusterEnabled())
      return "ERR Can not run script on cluster, 'no-cluster' flag is set.";
    if (conditions.stale() && (flags & SCRIPT_FLAG['allow-stale']) === 0)
      return "MASTERDOWN Link with MASTER is down, replica-serve-stale-data is set to 'no' and 'allow-stale' flag is not set on the script.";
    if ((flags & SCRIPT_FLAG['no-writes']) !== 0) return null;
    const refusal = this.writerRefusal(readOnlyCommand);
    if (refusal !== null) return refusal;
    if ((flags & SCRIPT_FLAG['allow-oom']) === 0 && !this.obeyed && conditions.outOfMemory())
      return "OOM allow-oom flag is not set on the script, can not run it when used memory > 'maxmemory'";
    return null;
  }

  /** Why a script that declares to write may not run. */
  private writerRefusal(readOnlyCommand: boolean): string | null {
    const { conditions } = this;
    if (!this.obeyed && conditions.readonlyReplica())
      return 'READONLY Can not run script with write flag on readonly replica';
    const disk = this.obeyed ? null : conditions.diskError();
    if (disk?.kind === 'rdb')
      return "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk. Writable scripts are blocked. Use 'no-writes' flag for read only scripts.";
    if (disk?.kind === 'aof')
      return `MISCONF Redis is configured to persist data to AOF, but it's currently unable to persist to disk. Writable scripts are blocked. Use 'no-writes' flag for read only scripts. AOF error: ${disk.reason}`;
    if (readOnlyCommand) return 'ERR Can not execute a script with write flag using *_ro command.';
    return conditions.enoughReplicas() ? null : ERR.noReplicas;
  }

  // ---- commands of the script ---------------------------------------------------------------

  call(a: Args): string | null {
    const { server, client } = this;
    const command = server.registry.find(a);
    const refusal = this.commandRefusal(command, a);
    if (refusal !== null || command === null) {
      const text = refusal ?? '';
      server.stats.errorReplied(errorText(text));
      server.dispatch.rejectInScript(command);
      return text;
    }
    client.resp = this.reply.resp;
    client.lastCommand = command;
    server.dispatch.call(client, command, a);
    const { caller } = this;
    if (caller.tracking !== null && (command.flags & FLAG.readonly) !== 0) {
      server.tracking.remember(caller, command, a);
    }
    return null;
  }

  /** Why a script may not run a command now; texts without a code are ERR. */
  private commandRefusal(command: Command | null, a: Args): string | null {
    if (command === null) return 'Unknown Redis command called from script';
    const { arity, flags } = command;
    if ((arity > 0 ? a.n !== arity : a.n < -arity) || command.handler === null)
      return 'Wrong number of args calling Redis command from script';
    const { server, conditions } = this;
    if ((flags & FLAG.noscript) !== 0 && !server.observe.testing.scriptsMayAll)
      return 'This Redis command is not allowed from script';
    if ((flags & FLAG.stale) === 0 && conditions.stale())
      return 'Can not execute the command on a stale replica';
    const denied = server.acl.refuseInScript(this.caller, command, a);
    if (denied !== null) return denied;
    if ((flags & (FLAG.write | FLAG.may_replicate | FLAG.denyoom)) !== 0) {
      const refusal = this.writeRefusal(flags);
      if (refusal !== null) return refusal;
      if ((flags & FLAG.write) !== 0) this.hasWritten = true;
    }
    return conditions.clusterRefusal(this.caller, command, a, this.crossSlot);
  }

  private writeRefusal(flags: number): string | null {
    const { conditions } = this;
    if (this.readOnly && (flags & (FLAG.write | FLAG.may_replicate)) !== 0)
      return 'Write commands are not allowed from read-only scripts.';
    // Once it has written, a script is not stopped by what it cannot foresee.
    if (this.hasWritten) return null;
    if ((flags & FLAG.write) !== 0) {
      if (!this.obeyed && conditions.readonlyReplica()) return `-${ERR.readOnlyReplica}`;
      const disk = conditions.diskError();
      if (disk !== null) return `-${disk.text}`;
      if (!conditions.enoughReplicas()) return `-${ERR.noReplicas}`;
    }
    const limited = (flags & FLAG.denyoom) !== 0 && !this.allowsOom && !this.obeyed;
    return limited && conditions.outOfMemory() ? `-${ERR.oom}` : null;
  }

  setRepl(flags: number): void {
    this.server.propagation.targets = flags;
  }

  mayRun(a: Args): boolean | null {
    const { server, caller } = this;
    const command = server.registry.find(a);
    if (command === null) return null;
    return caller.user.allowsEverything || server.acl.explain(caller.user, command, a) === null;
  }

  log(level: number, text: string): void {
    writeLog(this.server, level, text);
  }

  interrupt(): boolean {
    const elapsed = Math.floor(performance.now() - this.startedAt);
    if (!this.timedOut) {
      if (elapsed < this.busyThreshold) return false;
      this.timedOut = true;
      this.server.log.warning(
        `Slow script detected: still in execution after ${elapsed} milliseconds. You can try killing the script using the ${this.isEval ? 'SCRIPT KILL' : 'FUNCTION KILL'} command. Script name is: ${this.name}.`,
      );
    }
    this.overdue();
    if (this.killed) this.server.log.notice('Lua script killed by user with SCRIPT KILL.');
    return this.killed;
  }
}

const LOG_METHODS = ['debug', 'verbose', 'notice', 'warning'] as const;

/** A line of redis.log. */
export function writeLog(server: Server, level: number, text: string): void {
  const method = LOG_METHODS[level];
  if (method !== undefined) server.log[method](text);
}
