/**
 * A running server: builds the parts, holds them together, and carries what comes in from the
 * transport to dispatch. The parts do the work; this file only connects them.
 */
import { Acl } from './acl/acl.ts';
import { serverHost } from './acl/server-host.ts';
import { registerConfigHooks } from './apply-config.ts';
import { Blocking } from './blocking.ts';
import { hasPushReply, registerChecks } from './checks.ts';
import { Client } from './client.ts';
import { ClientLimits } from './client-limits.ts';
import { Clock } from './clock.ts';
import { FAMILIES } from './commands/index.ts';
import { CommandRegistry } from './commands/registry.ts';
import { COMMAND_TABLE } from './commands/table/index.ts';
import type { Config } from './config/config.ts';
import type { Statements } from './config/rewrite.ts';
import type { Settings } from './config/settings.ts';
import { Cron } from './cron.ts';
import { Dispatch } from './dispatch.ts';
import { KeyspaceEvents, NOTIFY } from './keyspace-events.ts';
import { Log } from './log.ts';
import type { Connection } from './net/connection.ts';
import { EpollTransport, keepRest } from './net/epoll.ts';
import { Listeners } from './net/listeners.ts';
import type { Transport, TransportHandler } from './net/transport.ts';
import { Observe } from './observe/observe.ts';
import { Stats } from './observe/stats.ts';
import { Pause } from './pause.ts';
import { Propagation } from './propagation.ts';
import { PubSub } from './pubsub.ts';
import type { Args } from './resp/args.ts';
import { Parser, ProtocolError } from './resp/parser.ts';
import { Writer } from './resp/writer.ts';
import { Database, type DatabaseEvents } from './store/database.ts';
import { ExpireCycle } from './store/expiry.ts';
import { Store } from './store/store.ts';
import { TYPE, type TypeId } from './store/value.ts';
import { TrackingTable } from './tracking.ts';

/** Replies gathered beyond this go to the socket before the batch is finished. */
const SPILL_BYTES = 256 * 1024;
/** Input below this is never over the query buffer limit. */
const QUERY_CHECK_BYTES = 1024 * 1024;
/** What CLIENT LIST says about a client's reply buffer: all clients share one. */
const REPLY_BUFFER = 16 * 1024;
/** The reference's advice to whoever reaches an unprotected server from outside. */
const PROTECTED_MODE =
  "DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. In this mode connections are only accepted from the loopback interface. If you want to connect from external computers to Redis you may adopt one of the following solutions: 1) Just disable protected mode sending the command 'CONFIG SET protected-mode no' from the loopback interface by connecting to Redis from the same host the server is running, however MAKE SURE Redis is not publicly accessible from internet if you do so. Use CONFIG REWRITE to make this change permanent. 2) Alternatively you can just disable the protected mode by editing the Redis configuration file, and setting the protected mode option to 'no', and then restarting the server. 3) If you started the server manually just for testing, restart it with the '--protected-mode no' option. 4) Setup a an authentication password for the default user. NOTE: You only need to do one of the above things in order for the server to start accepting connections from the outside.";
/** The loop returns to the runtime at least this often, for signals and promises. */
const YIELD_MS = 10;

export class Server implements TransportHandler, DatabaseEvents {
  readonly log = new Log();
  readonly store = new Store();
  readonly clock = new Clock(this.store);
  readonly propagation = new Propagation();
  readonly events = new KeyspaceEvents(this);
  readonly blocking = new Blocking(this);
  readonly pubsub = new PubSub(this);
  readonly dispatch = new Dispatch(this);
  readonly transport: Transport;
  readonly config: Config;
  readonly dbs: Database[] = [];
  readonly clients = new Map<number, Client>();
  readonly tracking = new TrackingTable(this);
  readonly pause = new Pause(this);
  readonly limits = new ClientLimits(this);
  readonly acl: Acl;
  readonly cron: Cron;
  readonly expiry: ExpireCycle;
  /** The client whose input is being handled, while its command runs. */
  current: Client | null = null;
  readonly stats = new Stats();
  readonly observe = new Observe(this, this.stats);
  /** True while a data set is read from disk or from a primary. */
  loading = false;
  /** True while EXEC runs its queue. */
  inExec = false;
  /** Set by a command whose effect must propagate although nothing is dirty. */
  forcePropagation = false;

  private readonly out = new Writer();
  private readonly parser = new Parser();
  private readonly closing: Client[] = [];
  /** Pushes to the running client that must follow its reply. */
  private pushes: Buffer[] = [];
  private nextClientId = 1;
  private stopped = false;
  private resumed: Client[] = [];

  constructor(
    readonly settings: Settings,
    readonly registry = new CommandRegistry(COMMAND_TABLE, FAMILIES),
  ) {
    this.config = settings.config;
    this.acl = new Acl(serverHost(this));
    this.acl.setDefaultPassword(this.config.requirepass);
    settings.onChange('requirepass', () => {
      this.acl.setDefaultPassword(this.config.requirepass);
      return null;
    });
    registerChecks(this);
    registerConfigHooks(this);
    this.out.onError = (text) => this.stats.errorReplied(text);
    this.cron = new Cron(this);
    for (let i = 0; i < this.config.databases; i++)
      this.dbs.push(new Database(i, this.store, this));
    this.expiry = new ExpireCycle(this.dbs, this.config, this.stats, () => this.mayExpire());
    this.cron.every(0, () => this.observe.delayed('expire-cycle', this.expiry.slow()));
    this.cron.beforeWaiting(() => this.observe.delayed('expire-cycle', this.expiry.fast()));
    this.transport = new EpollTransport(this);
    this.clock.align();
  }

  // ---- connections --------------------------------------------------------------------------

  woke(): void {
    this.clock.tick();
    this.observe.loopStarts(this.clock.stamp);
  }

  accepted(conn: Connection): void {
    const refusal = this.refuseConnection(conn);
    if (refusal !== null) {
      this.stats.rejectedConnections++;
      conn.appendText(`-${refusal}\r\n`);
      conn.closeAfterWrite = true;
      return;
    }
    const db = this.dbs[0] as Database;
    const c = new Client(this, this.nextClientId++, conn, this.out, db, this.acl.defaultUser);
    this.acl.setDefaultUser(c);
    conn.client = c;
    this.clients.set(c.id, c);
    this.stats.connections++;
    if (this.config.tcpKeepalive > 0 && !conn.isUnix)
      this.transport.setKeepAlive(conn, this.config.tcpKeepalive);
  }

  /** Why a new connection is turned away, or null. */
  private refuseConnection(conn: Connection): string | null {
    if (this.clients.size >= this.config.maxclients) return 'ERR max number of clients reached';
    const open = this.config.protectedMode && this.acl.defaultUser.nopass && !conn.isLocal;
    return open ? PROTECTED_MODE : null;
  }

  closed(conn: Connection): void {
    const c = conn.client;
    if (c === null) return;
    conn.client = null;
    this.blocking.drop(c);
    this.pubsub.drop(c);
    this.tracking.disable(c);
    this.events.watches.unwatch(c);
    this.observe.stopMonitor(c);
    this.clients.delete(c.id);
  }

  /** Closes a client at once; the one whose command is running, after it. */
  closeClient(c: Client): void {
    if (c === this.current) this.closeClientSoon(c);
    else if (c.conn !== null) this.transport.close(c.conn);
  }

  /** Closes a client before it is served again, without what it has not read yet. */
  closeClientSoon(c: Client): void {
    if (c.closeAsap || c.conn === null) return;
    c.closeAsap = true;
    c.conn.closing = true;
    this.closing.push(c);
  }

  private closePending(): void {
    while (this.closing.length > 0) {
      const { conn } = this.closing.pop() as Client;
      if (conn !== null) this.transport.close(conn);
    }
  }

  drained(_conn: Connection): void {}

  /** Runs what can be run of a connection's input; returns how many bytes were used. */
  input(conn: Connection, buf: Buffer, address: number, length: number): number {
    const c = conn.client;
    // Turned away, or closing: what it still says is not heard.
    if (c === null || c.closeAsap) return length;
    const { out, parser } = this;
    let pos = 0;
    c.lastInteraction = this.store.now;
    if (length > QUERY_CHECK_BYTES && this.limits.checkQuery(c, length)) {
      this.transport.close(conn);
      return length;
    }
    while (pos < length && c.blocked === null && !c.closeAfterReply && !c.closeAsap) {
      let next: number;
      try {
        next = parser.parse(
          conn,
          buf,
          address,
          pos,
          length,
          this.config.protoMaxBulkLen,
          c.authenticated,
        );
      } catch (e) {
        if (!(e instanceof ProtocolError)) throw e;
        out.error(`ERR Protocol error: ${e.text}`);
        c.closeAfterReply = true;
        pos = length;
        break;
      }
      if (next < 0) break;
      pos = next;
      if (parser.args.n === 0) continue;
      this.execute(c, parser.args);
      if (conn.closed) return length;
      if (out.pos > SPILL_BYTES) this.flushReplies(conn);
    }
    this.flushReplies(conn);
    if (c.closeAfterReply || c.closeAsap) {
      if (conn.pendingBytes === 0) this.transport.close(conn);
      else conn.closeAfterWrite = true;
      return length;
    }
    return pos;
  }

  private execute(c: Client, a: Args): void {
    const { out } = this;
    const mark = out.pos;
    out.resp = c.resp;
    this.current = c;
    this.store.noTouch = c.noTouch;
    this.dispatch.run(c, a);
    this.current = null;
    if (c.replyMode !== 'on') this.suppressReply(c, mark);
    if (this.pushes.length > 0) this.writePushes();
    if (this.closing.length > 0) this.closePending();
  }

  /** Sends a push message; to the running client, after the reply of its command. */
  push(c: Client, bytes: Buffer): void {
    if (c === this.current && !hasPushReply(c.command)) this.pushes.push(bytes);
    else if (c === this.current) c.out.raw(bytes);
    else if (c.conn !== null) {
      c.conn.append(bytes, 0, bytes.length);
      this.limits.checkOutput(c);
    }
  }

  private writePushes(): void {
    for (const bytes of this.pushes) this.out.raw(bytes);
    this.pushes = [];
  }

  private suppressReply(c: Client, mark: number): void {
    if (hasPushReply(c.command)) return;
    if (c.replyMode === 'skip-next') c.replyMode = 'skip';
    else {
      this.out.truncate(mark);
      if (c.replyMode === 'skip') c.replyMode = 'on';
    }
  }

  private flushReplies(conn: Connection): void {
    const { out } = this;
    if (out.pos === 0) return;
    this.transport.send(conn, out.buf, out.address, out.pos);
    out.reset();
    if (conn.pendingBytes > 0 && conn.client !== null) this.limits.checkOutput(conn.client);
  }

  /** Writes something to a client that is not the one whose input is being handled. */
  replyTo(c: Client, write: () => void): void {
    const { out } = this;
    const mark = out.pos;
    const { resp } = out;
    out.resp = c.resp;
    write();
    if (c.conn !== null && c.replyMode === 'on') c.conn.append(out.buf, mark, out.pos);
    out.truncate(mark);
    out.resp = resp;
  }

  /** Runs a blocked client's command once more, checks included; it may block again. */
  runAgain(c: Client, a: Args): void {
    this.replyTo(c, () => this.dispatch.run(c, a));
  }

  /** Goes on with input that came while the client was blocked, once the running command is done. */
  resumeInput(c: Client): void {
    if (c.conn !== null && c.conn.query !== null) this.resumed.push(c);
  }

  private runResumed(): void {
    const clients = this.resumed;
    this.resumed = [];
    for (const c of clients) {
      const conn = c.conn as Connection;
      const { query } = conn;
      if (query === null || conn.closed || c.blocked !== null) continue;
      const length = conn.queryLen;
      const used = this.input(conn, query, conn.queryAddress, length);
      if (!conn.closed) keepRest(conn, query, used, length);
    }
  }

  // ---- authentication -----------------------------------------------------------------------

  authRequired(c: Client): boolean {
    return !c.authenticated && this.acl.loginRequired;
  }

  /** Runs the command that CLIENT PAUSE held back. */
  runPostponed(c: Client): void {
    const { args } = c;
    this.blocking.unblock(c);
    if (args !== null) this.runAgain(c, args);
  }

  /** maxmemory-clients in bytes: an absolute number, or a share of maxmemory. */
  maxmemoryClients(): number {
    const limit = Number(this.config.maxmemoryClients);
    return limit >= 0 ? limit : Math.floor((Number(this.config.maxmemory) * -limit) / 100);
  }

  replyBufferSize(_c: Client): number {
    return REPLY_BUFFER;
  }

  replyBufferPeak(_c: Client): number {
    return 0;
  }

  /** EXEC was refused before it ran. */
  abortTransaction(c: Client, text: string): void {
    c.transaction = null;
    c.out.error(`EXECABORT Transaction discarded because of: ${text.replace(/^[A-Z]+ /, '')}`);
  }

  /** Lines of the configuration file that are no directives, for CONFIG REWRITE. */
  statements(): Statements {
    const { aclfile } = this.config;
    return {
      users: aclfile === '' ? this.acl.list().map((u) => `${u.name} ${u.describe()}`) : null,
    };
  }

  // ---- events of the keyspace ---------------------------------------------------------------

  mayExpire(): boolean {
    return !this.loading && !this.pause.stopsExpiry;
  }

  expired(db: Database, key: string): void {
    this.stats.expiredKeys++;
    this.events.notifyKey(NOTIFY.expired, 'expired', db, key);
    this.events.modifiedKey(null, db, key);
    this.propagation.also(db, this.freesExpiredLazily ? 'UNLINK' : 'DEL', key);
  }

  get freesExpiredLazily(): boolean {
    return this.config.lazyfreeLazyExpire;
  }

  get watchesNewKeys(): boolean {
    return this.blocking.keyCount > 0 || (this.config.notifyKeyspaceEvents & NOTIFY.new) !== 0;
  }

  added(db: Database, r: number): void {
    const key = db.key(r);
    this.blocking.signalKey(db, key);
    this.events.notifyKey(NOTIFY.new, 'new', db, key);
  }

  removed(db: Database, key: string, type: TypeId): void {
    if (type === TYPE.stream) this.blocking.signalKey(db, key, true);
  }

  hit(): void {
    this.stats.hits++;
  }

  miss(db: Database, buf: Uint8Array, off: number, len: number): void {
    this.stats.misses++;
    if (this.config.notifyKeyspaceEvents & NOTIFY.keyMiss)
      this.events.notifyKey(
        NOTIFY.keyMiss,
        'keymiss',
        db,
        Buffer.from(buf.subarray(off, off + len)).latin1Slice(),
      );
  }

  // ---- the loop -----------------------------------------------------------------------------

  /** Opens the listening sockets; throws ListenError when one cannot be had. */
  listen(): void {
    const listeners = new Listeners(this.transport, this.config, this.log);
    listeners.start();
    this.settings.onChange('port', () =>
      listeners.rebind('Unable to listen on this port. Check server logs.'),
    );
    this.settings.onChange('bind', () =>
      listeners.rebind('Failed to bind to specified addresses.'),
    );
  }

  /** Runs until stop(). */
  run(): void {
    this.observe.memory.startup = this.observe.memory.used();
    const tick = () => {
      if (this.stopped) return;
      const started = performance.now();
      let now = started;
      do {
        this.transport.poll(this.pollTimeout());
        this.clock.tick();
        this.betweenEvents();
        this.transport.flush();
        now = performance.now();
        this.observe.loopEnds(now);
      } while (now - started < YIELD_MS && !this.stopped);
      setImmediate(tick);
    };
    tick();
  }

  private pollTimeout(): number {
    const untilDeadline = this.blocking.nextDeadline() - this.store.now;
    return Math.max(0, Math.min(this.cron.intervalMs, untilDeadline));
  }

  /** What is to be done between two waits for events. */
  private betweenEvents(): void {
    if (this.blocking.count > 0) this.blocking.expire(this.store.now);
    if (this.blocking.hasReady) this.blocking.serveReady();
    while (this.resumed.length > 0) this.runResumed();
    this.cron.turn();
    if (this.closing.length > 0) this.closePending();
  }

  /** Ends the loop and gives the listening sockets back. */
  stop(): void {
    this.stopped = true;
    this.transport.stopListening();
  }

  /** Stops and ends the process. */
  shutdown(): void {
    this.stop();
    this.log.warning('Tandem kv is now ready to exit, bye bye...');
    process.exit(0);
  }
}
