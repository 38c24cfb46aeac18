/**
 * Whoever runs commands: a connected client, a script, the loader of an append-only file, the link
 * to a primary. Everything a command may ask about its caller is here; the socket is in `conn`.
 */
import type { User } from '../acl/user.ts';
import type { Command } from '../commands/spec.ts';
import type { Connection } from '../net/connection.ts';
import type { Args } from '../resp/args.ts';
import type { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';
import type { Database } from '../store/database.ts';
import type { Blocked } from './blocking.ts';
import type { Tracking } from './tracking.ts';

/** One queued command of a transaction. */
export interface QueuedCommand {
  readonly command: Command;
  readonly args: Args;
}

export interface Transaction {
  readonly queue: QueuedCommand[];
  /** A command was refused while queueing: EXEC will abort. */
  failed: boolean;
  /** Flags of all queued commands together. */
  flags: number;
  /** Bytes held by the queue, for client memory. */
  bytes: number;
}

/** CLIENT REPLY: on, off, skip the next command's reply, or the one being skipped now. */
export type ReplyMode = 'on' | 'off' | 'skip-next' | 'skip';

export type ClientKind = 'normal' | 'replica' | 'pubsub' | 'master' | 'script' | 'loader';

export class Client {
  kind: ClientKind = 'normal';
  resp: 2 | 3 = 2;
  name = '';
  libName = '';
  libVersion = '';
  authenticated = false;
  /** Times in ms since the epoch. */
  readonly createdAt: number;
  lastInteraction: number;
  lastCommand: Command | null = null;
  /** The command being executed now, and its arguments. */
  command: Command | null = null;
  args: Args | null = null;

  /** Arguments of the running command that no log may show; null almost always. */
  redacted: Set<number> | null = null;

  replyMode: ReplyMode = 'on';
  transaction: Transaction | null = null;
  /** A watched key changed: EXEC will not run. */
  dirtyCas = false;
  blocked: Blocked | null = null;
  monitor = false;
  noEvict = false;
  noTouch = false;
  readonlyCluster = false;
  asking = false;
  /** Subscriptions, made at the first SUBSCRIBE of each kind. */
  channels: Set<string> | null = null;
  patterns: Set<string> | null = null;
  shardChannels: Set<string> | null = null;
  /** CLIENT TRACKING state, owned by tracking.ts. */
  tracking: Tracking | null = null;
  /** SCRIPT DEBUG: whether this client's next EVAL is debugged. */
  scriptDebug: 'no' | 'yes' | 'sync' = 'no';
  /** Close after the reply; no further command is run. */
  closeAfterReply = false;
  /** Close as soon as the running command is done, without its reply. */
  closeAsap = false;
  /** Soft output limit reached since (ms), 0 when below it. */
  softLimitSince = 0;
  /** Bytes of its subscriptions, watched keys and tracking prefixes; kept up by their owners. */
  heldBytes = 0;
  /** What of its memory the sum of maxmemory-clients holds. */
  countedBytes = 0;

  constructor(
    readonly server: Server,
    readonly id: number,
    /** Null for clients without a socket. */
    readonly conn: Connection | null,
    public out: Writer,
    public db: Database,
    public user: User,
  ) {
    this.createdAt = this.lastInteraction = server.store.now;
  }

  /** Keeps argument i of the running command, a secret, out of SLOWLOG and MONITOR. */
  redact(i: number): void {
    this.server.observe.hasSecrets();
    this.redacted ??= new Set();
    this.redacted.add(i);
  }

  /** True while inside MULTI. */
  get inTransaction(): boolean {
    return this.transaction !== null;
  }

  /** Number of channels and patterns (not shard channels) subscribed to. */
  get subscriptions(): number {
    return (this.channels?.size ?? 0) + (this.patterns?.size ?? 0);
  }

  /** True while it has a subscription of any kind. */
  get isSubscribed(): boolean {
    return this.subscriptions > 0 || (this.shardChannels !== null && this.shardChannels.size > 0);
  }

  /** True when a command must not wait: inside MULTI, a script, or while loading. */
  get denyBlocking(): boolean {
    return this.server.inExec || this.kind === 'script' || this.kind === 'loader';
  }
}
