/**
 * From arguments to an executed command: the checks in the reference's order, each one small, then
 * the call with its accounting. Clients, EXEC, scripts and loaders all come through here.
 */
import type { Client } from './clients/client.ts';
import { type Command, FLAG } from './commands/spec.ts';
import { discard } from './commands/transactions.ts';
import { CommandError, ERR, wrongArity } from './errors.ts';
import type { Args } from './resp/args.ts';
import type { Server } from './server.ts';

/** CLIENT LIST counts a pointer for each argument of a queued command. */
const POINTER_BYTES = 8;
/** Commands that a check may refuse without any condition being in force. */
const GUARDED = FLAG.protected | FLAG.no_multi;
/** Reads are tracked; a script's are, one by one, and the script itself is not. */
const TRACKED = FLAG.readonly | FLAG.noscript;

export class Dispatch {
  /** Further checks, registered by their owners (ACL, memory, cluster, replication, pause ...). */
  readonly checks: Check[] = [];
  /** The check that even a client that has not logged in gets the answer of. */
  beforeLogin: Check | null = null;
  /**
   * Conditions in force that may refuse any command (a pause, maxmemory, being a replica ...). While
   * there is none, ordinary commands of all-powerful clients skip the checks.
   */
  private readonly guards = new Set<string>();
  /** Errors replied that are some command's failure already: EXEC does not fail with what it runs. */
  private errorsSeen = 0;

  constructor(private readonly server: Server) {}

  /** Says whether a condition that a check looks at holds now. */
  guard(condition: string, holds: boolean): void {
    if (holds) this.guards.add(condition);
    else this.guards.delete(condition);
  }

  /** Runs one command of a client: appends its reply to c.out. */
  run(c: Client, a: Args): void {
    const command = this.server.registry.find(a);
    this.runCommand(c, command, a);
    if (c.tracking !== null) this.server.tracking.commandEnded(c, command);
  }

  private runCommand(c: Client, command: Command | null, a: Args): void {
    const server = this.server;
    c.args = a;
    c.command = c.lastCommand = command;
    if (command === null && isCrossProtocol(a)) {
      this.server.sessions.dropAttacker(c);
      return;
    }
    const refusal = this.refusal(c, command, a);
    if (command === null || refusal !== null) {
      if (refusal !== null && refusal !== POSTPONED) this.reject(c, command, refusal);
      return;
    }
    if (c.transaction !== null && !command.runsInMulti) {
      c.transaction.queue.push({ command, args: a.clone() });
      c.transaction.bytes += a.totalLength + a.n * POINTER_BYTES;
      c.transaction.flags |= server.scripting.flagsOf(command, a);
      c.out.simple('QUEUED');
      return;
    }
    this.call(c, command, a);
    if (server.blocking.hasReady && !server.scripting.busy) server.blocking.serveReady();
  }

  /** Why a command may not run now, or null. */
  private refusal(c: Client, command: Command | null, a: Args): string | null {
    const { server } = this;
    if (command === null) return server.registry.unknown(a);
    const { arity } = command;
    if ((arity > 0 ? a.n !== arity : a.n < -arity) || command.handler === null)
      return wrongArity(command.fullName);
    if (!c.authenticated && (command.flags & FLAG.no_auth) === 0 && server.authRequired(c))
      return this.beforeLogin?.(c, command, a) ?? ERR.noAuth;
    // Nothing is on guard and the client is an ordinary one: the usual case skips the checks.
    if (
      this.guards.size === 0 &&
      c.user.allowsEverything &&
      (command.flags & GUARDED) === 0 &&
      c.channels === null &&
      c.patterns === null &&
      c.shardChannels === null
    )
      return null;
    for (const check of this.checks) {
      const verdict = check(c, command, a);
      if (verdict !== null) return verdict;
    }
    return null;
  }

  /** A refusal before execution: it also spoils an open transaction. */
  reject(c: Client, command: Command | null, text: string): void {
    if (c.transaction !== null) c.transaction.failed = true;
    if (command !== null) command.rejectedCalls++;
    if (command === null || command.spec.name !== 'exec') {
      c.out.error(text);
      return;
    }
    // EXEC itself was refused: the transaction is over, for those who watch as well.
    discard(c);
    c.out.error(`EXECABORT Transaction discarded because of: ${text.replace(/^ERR /, '')}`);
    if (c.args !== null) this.server.observe.show(c, command, c.args);
  }

  /** A script's command was refused, and its error counted: the script itself has not failed yet. */
  rejectInScript(command: Command | null): void {
    if (command !== null) command.rejectedCalls++;
    this.errorsSeen = this.server.stats.errorReplies;
  }

  /** Executes a command that passed all checks. */
  call(c: Client, command: Command, a: Args): void {
    const server = this.server;
    const { propagation } = server;
    const out = c.out;
    const mark = out.pos;
    const dirty = propagation.dirty;
    const started = server.clock.commandStarts();
    propagation.begin();
    propagation.enter();
    c.command = command;
    c.args = a;
    const { stats } = server;
    this.errorsSeen = stats.errorReplies;
    try {
      (command.handler as NonNullable<Command['handler']>)(c, a);
    } catch (e) {
      if (!(e instanceof CommandError)) {
        propagation.leave();
        throw e;
      }
      out.truncate(mark);
      out.error(e.text);
    }
    if (propagation.isDue(dirty)) propagation.commit(c.db, a);
    propagation.leave((command.flags & FLAG.touches_arbitrary_keys) !== 0);
    const duration = server.clock.commandEnds(started);
    if (c.blocked === null) {
      command.calls++;
      stats.commands++;
      command.microseconds += duration;
      server.observe.executed(c, command, a, duration);
    } else server.observe.show(c, command, a);
    if (c.tracking !== null && (command.flags & TRACKED) === FLAG.readonly)
      server.tracking.remember(c, command, a);
    if (stats.errorReplies !== this.errorsSeen) {
      command.failedCalls++;
      this.errorsSeen = stats.errorReplies;
    }
  }
}

/** The first words of an HTTP request and of one of its headers. */
function isCrossProtocol(a: Args): boolean {
  return a.is(0, 'POST') || a.is(0, 'HOST:');
}

/** Returns null to let a command pass, an error text to refuse it, or POSTPONED to run it later. */
export type Check = (c: Client, command: Command, a: Args) => string | null;
export const POSTPONED = '\0postponed';
