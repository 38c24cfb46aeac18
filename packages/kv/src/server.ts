/**
 * A running server: builds the parts, holds them together, and carries what comes in from the
 * transport to dispatch. The parts do the work; this file only connects them.
 */
import { type Blocked, Blocking } from './blocking.ts';
import { Client, type ClientUser } from './client.ts';
import { Clock } from './clock.ts';
import { FAMILIES } from './commands/index.ts';
import { CommandRegistry } from './commands/registry.ts';
import type { Command } from './commands/spec.ts';
import { COMMAND_TABLE } from './commands/table/index.ts';
import type { Config } from './config/config.ts';
import type { Settings } from './config/settings.ts';
import { Dispatch } from './dispatch.ts';
import { KeyspaceEvents, NOTIFY } from './keyspace-events.ts';
import { Log } from './log.ts';
import type { Connection } from './net/connection.ts';
import { EpollTransport, keepRest } from './net/epoll.ts';
import type { Transport, TransportHandler } from './net/transport.ts';
import { Propagation } from './propagation.ts';
import { PubSub } from './pubsub.ts';
import type { Args } from './resp/args.ts';
import { Parser, ProtocolError } from './resp/parser.ts';
import { Writer } from './resp/writer.ts';
import { Database, type DatabaseEvents } from './store/database.ts';
import { Store } from './store/store.ts';

/** Replies gathered beyond this go to the socket before the batch is finished. */
const SPILL_BYTES = 256 * 1024;
/** The loop returns to the runtime at least this often, for signals and promises. */
const YIELD_MS = 10;

/** What is told about each executed command; observe/ implements it. */
export interface CommandObserver {
  executed(c: Client, command: Command, a: Args, microseconds: number): void;
}

export class Server implements TransportHandler, DatabaseEvents {
  readonly log = new Log();
  readonly store = new Store();
  readonly clock = new Clock(this.store);
  readonly propagation = new Propagation();
  readonly events = new KeyspaceEvents(this);
  readonly blocking = new Blocking(this);
  readonly pubsub = new PubSub(this);
  readonly registry: CommandRegistry;
  readonly dispatch = new Dispatch(this);
  readonly transport: Transport;
  readonly config: Config;
  readonly dbs: Database[] = [];
  readonly clients = new Map<number, Client>();
  observe: CommandObserver = { executed() {} };
  /** True while EXEC runs its queue. */
  inExec = false;
  /** Set by a command whose effect must propagate although nothing is dirty. */
  forcePropagation = false;
  stats = { hits: 0, misses: 0, expiredKeys: 0, commands: 0, connections: 0, errors: 0 };

  private readonly out = new Writer();
  private readonly parser = new Parser();
  private nextClientId = 1;
  private stopped = false;
  private lastCron = 0;

  constructor(readonly settings: Settings) {
    this.config = settings.config;
    this.registry = new CommandRegistry(COMMAND_TABLE, FAMILIES);
    for (let i = 0; i < this.config.databases; i++)
      this.dbs.push(new Database(i, this.store, this));
    this.transport = new EpollTransport(this);
    this.clock.align();
  }

  // ---- connections --------------------------------------------------------------------------

  accepted(conn: Connection): void {
    const c = new Client(
      this,
      this.nextClientId++,
      conn,
      this.out,
      this.dbs[0] as Database,
      this.defaultUser(),
    );
    c.authenticated = !this.authRequired(c);
    conn.client = c;
    this.clients.set(c.id, c);
    this.stats.connections++;
  }

  closed(conn: Connection): void {
    const c = conn.client;
    if (c === null) return;
    this.blocking.drop(c);
    this.clients.delete(c.id);
  }

  drained(_conn: Connection): void {}

  /** Runs what can be run of a connection's input; returns how many bytes were used. */
  input(conn: Connection, buf: Buffer, address: number, length: number): number {
    const c = conn.client as Client;
    const { out, parser } = this;
    let pos = 0;
    c.lastInteraction = this.store.now;
    while (pos < length && c.blocked === null && !c.closeAfterReply) {
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
    this.stats.commands++;
    this.dispatch.run(c, a);
    if (c.replyMode !== 'on') this.suppressReply(c, mark);
  }

  private suppressReply(c: Client, mark: number): void {
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
  }

  /** Writes something to a client that is not the one whose input is being handled. */
  replyTo(c: Client, write: () => void): void {
    const { out } = this;
    const mark = out.pos;
    const { resp } = out;
    out.resp = c.resp;
    write();
    if (c.conn !== null) c.conn.append(out.buf, mark, out.pos);
    out.truncate(mark);
    out.resp = resp;
  }

  /** Runs a blocked client's command once more; it may block again. */
  runAgain(c: Client, blocked: Blocked): void {
    this.replyTo(c, () => {
      this.dispatch.call(c, c.command as Command, blocked.args as Args);
    });
  }

  /** Goes on with input that came while the client was blocked. */
  resumeInput(c: Client): void {
    const { conn } = c;
    if (conn === null || conn.query === null || conn.closed) return;
    queueMicrotask(() => {
      if (conn.query === null || conn.closed || c.blocked !== null) return;
      const { query } = conn;
      const length = conn.queryLen;
      const used = this.input(conn, query, conn.queryAddress, length);
      if (!conn.closed) keepRest(conn, query, used, length);
    });
  }

  // ---- authentication -----------------------------------------------------------------------

  authRequired(_c: Client): boolean {
    return false;
  }

  private defaultUser(): ClientUser {
    return { name: 'default', allowsEverything: true };
  }

  /** EXEC was refused before it ran. */
  abortTransaction(c: Client, text: string): void {
    c.transaction = null;
    c.out.error(`EXECABORT Transaction discarded because of: ${text.replace(/^[A-Z]+ /, '')}`);
  }

  errorReplied(_text: string): void {
    this.stats.errors++;
  }

  // ---- events of the keyspace ---------------------------------------------------------------

  mayExpire(): boolean {
    return true;
  }

  expired(db: Database, key: string): void {
    this.stats.expiredKeys++;
    this.propagation.also(db, 'DEL', key);
    this.events.notifyKey(NOTIFY.expired, 'expired', db, key);
    this.events.modifiedKey(null, db, key);
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

  /** Opens the listening sockets; throws with a plain message when one cannot be had. */
  listen(): void {
    const { config } = this;
    for (const host of config.bind) {
      const optional = host.startsWith('-');
      try {
        this.transport.listen(
          { host: optional ? host.slice(1) : host, port: config.port },
          config.tcpBacklog,
        );
      } catch (e) {
        if (!optional) throw e;
      }
    }
    if (config.unixsocket !== '')
      this.transport.listen({ path: config.unixsocket }, config.tcpBacklog);
  }

  /** Runs until stop(). */
  run(): void {
    const tick = () => {
      if (this.stopped) return;
      const started = performance.now();
      do {
        this.transport.poll(this.pollTimeout());
        this.clock.tick();
        this.cron();
        this.transport.flush();
      } while (performance.now() - started < YIELD_MS && !this.stopped);
      setImmediate(tick);
    };
    tick();
  }

  private pollTimeout(): number {
    const untilDeadline = this.blocking.nextDeadline() - this.store.now;
    return Math.max(0, Math.min(100, untilDeadline));
  }

  private cron(): void {
    const { now } = this.store;
    if (this.blocking.count > 0) this.blocking.expire(now);
    if (now - this.lastCron < 100) return;
    this.lastCron = now;
    this.clock.align();
  }

  stop(): void {
    this.stopped = true;
    this.transport.stopListening();
  }
}
