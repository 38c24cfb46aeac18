/** Refusals that hold for every command, in the reference's order; registered with dispatch. */
import type { Client } from './clients/client.ts';
import { type Command, FLAG } from './commands/spec.ts';
import { type Check, POSTPONED } from './dispatch.ts';
import { ERR } from './errors.ts';
import type { Args } from './resp/args.ts';
import type { Server } from './server.ts';

/** What a RESP2 client may do while it is subscribed. */
const IN_SUBSCRIPTION = new Set([
  'ping',
  'subscribe',
  'ssubscribe',
  'unsubscribe',
  'sunsubscribe',
  'psubscribe',
  'punsubscribe',
  'quit',
  'reset',
]);

/** Commands whose reply is itself a push: further pushes may stand between. */
const PUSH_REPLY = new Set([
  'subscribe',
  'unsubscribe',
  'psubscribe',
  'punsubscribe',
  'ssubscribe',
  'sunsubscribe',
]);

const TOUCHES_KEYS = FLAG.write | FLAG.readonly | FLAG.may_replicate;

export function hasPushReply(command: Command | null): boolean {
  return command !== null && PUSH_REPLY.has(command.spec.name);
}

function noMulti(c: Client, command: Command): string | null {
  return c.transaction !== null && command.flags & FLAG.no_multi
    ? 'ERR Command not allowed inside a transaction'
    : null;
}

/** DEBUG and MODULE are open only as far as the configuration says. */
function protectedCommand(server: Server, c: Client, command: Command): string | null {
  if ((command.flags & FLAG.protected) === 0) return null;
  const name = (command.parent ?? command).spec.name;
  const allowed =
    name === 'debug' ? server.config.enableDebugCommand : server.config.enableModuleCommand;
  if (allowed === 'yes' || (allowed === 'local' && (c.conn?.isLocal ?? true))) return null;
  return `ERR ${name.toUpperCase()} command not allowed. If the enable-${name}-command option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.`;
}

/** Frees memory as maxmemory asks for, and refuses what needs more when that is not enough. */
function outOfMemory(server: Server, c: Client, command: Command, a: Args): string | null {
  const { config, eviction } = server;
  if (config.maxmemory === 0 || server.scripting.busy) return null;
  eviction.outOfMemory = eviction.perform() === 'fail';
  if (!eviction.outOfMemory) return null;
  // Queueing needs memory too; what ends a transaction does not.
  const queues = c.transaction !== null && !command.runsInMulti;
  const flags =
    command.spec.name === 'exec' && c.transaction !== null
      ? c.transaction.flags
      : server.scripting.flagsOf(command, a);
  return queues || (flags & FLAG.denyoom) !== 0 ? ERR.oom : null;
}

function inSubscription(c: Client, command: Command): string | null {
  if (c.resp !== 2 || !c.isSubscribed) return null;
  if (IN_SUBSCRIPTION.has(command.fullName)) return null;
  return `ERR Can't execute '${command.fullName}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context`;
}

/** Replicas and MONITOR, a replica of a kind, may not touch keys. */
function followsOnly(c: Client, command: Command): string | null {
  if (c.kind !== 'replica' && !c.monitor) return null;
  return command.flags & TOUCHES_KEYS ? "ERR Replica can't interact with the keyspace" : null;
}

function paused(server: Server, c: Client, command: Command, a: Args): string | null {
  if (!server.pause.holds(c, command, a) || c.denyBlocking) return null;
  c.args = a.clone();
  server.blocking.park(c, { kind: 'postponed', timeoutMs: 0 });
  return POSTPONED;
}

/** Closes the largest clients while all together hold too much; without a word if this one goes. */
function tooMuchMemory(server: Server, c: Client): string | null {
  if (!server.limits.counting) return null;
  server.limits.evict();
  return c.closeAsap ? POSTPONED : null;
}

/** Puts the checks in their order. Memory, cluster and replication add theirs between. */
export function registerChecks(server: Server): void {
  const { checks } = server.dispatch;
  const isProtected: Check = (c, command) => protectedCommand(server, c, command);
  server.dispatch.beforeLogin = isProtected;
  checks.push(
    isProtected,
    noMulti,
    (c, command, a) => server.acl.refuse(c, command, a),
    (c) => tooMuchMemory(server, c),
    (c, command, a) => outOfMemory(server, c, command, a),
    inSubscription,
    (_, command) => (command.flags & FLAG.allow_busy ? null : server.scripting.busyError),
    followsOnly,
    (c, command, a) => (server.pause.mode === null ? null : paused(server, c, command, a)),
  );
}
