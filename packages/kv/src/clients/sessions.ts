/**
 * Connected clients: how they come, what becomes of their input, how replies and messages reach
 * them, how they go. Sits between the transport, which knows bytes, and dispatch, which knows
 * commands.
 *
 * All clients share one writer. What a batch of one client's input writes is sent when the batch is
 * done; what others are to get meanwhile is cut out of it into their own output. Positions below a
 * batch's own start are never touched, so that a batch may run inside another (busy scripts).
 */

import { hasPushReply } from '../checks.ts';
import type { Connection } from '../net/connection.ts';
import type { TransportHandler } from '../net/transport.ts';
import type { Args } from '../resp/args.ts';
import { Parser, ProtocolError } from '../resp/parser.ts';
import { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';
import type { Database } from '../store/database.ts';
import { Admission } from './admission.ts';
import { Client } from './client.ts';
import { Frame } from './frame.ts';

/** Replies gathered beyond this go to the socket before the batch is finished. */
const SPILL_BYTES = 256 * 1024;
/** Input below this is never over the query buffer limit. */
const QUERY_CHECK_BYTES = 1024 * 1024;
export class Sessions implements TransportHandler {
  /** Where every connected client's replies are built. */
  readonly out = new Writer();
  private parser = new Parser();
  private spare: Parser | null = null;
  private readonly closing: Client[] = [];
  private frame = new Frame(null);
  private resumed: Client[] = [];
  /** The first two ids are those of the reference's own clients for scripts. */
  private nextClientId = 3;
  /** Where the replies of the batch being handled begin in `out`. */
  private batchBase = 0;
  private readonly admission: Admission;

  constructor(private readonly server: Server) {
    this.admission = new Admission(server);
    this.out.onError = (text) => server.stats.errorReplied(text);
  }

  // ---- coming and going ---------------------------------------------------------------------

  woke(): void {
    const { clock, observe } = this.server;
    clock.tick();
    observe.loopStarts(clock.stamp);
  }

  settled(): void {
    this.server.loop.eventsHandled();
  }

  accepted(conn: Connection): void {
    const { server } = this;
    const refusal = this.admission.refusal(conn);
    if (refusal !== null) {
      server.stats.rejectedConnections++;
      conn.appendText(`-${refusal}\r\n`);
      conn.closeAfterWrite = true;
      return;
    }
    const db = server.dbs[0] as Database;
    const c = new Client(server, this.nextClientId++, conn, this.out, db, server.acl.defaultUser);
    server.acl.setDefaultUser(c);
    conn.client = c;
    server.clients.set(c.id, c);
    server.stats.connections++;
    const seconds = server.config.tcpKeepalive;
    if (seconds > 0 && !conn.isUnix) server.transport.setKeepAlive(conn, seconds);
  }

  closed(conn: Connection): void {
    const c = conn.client;
    conn.release();
    if (c === null) {
      conn.peer?.closed();
      return;
    }
    const { server } = this;
    conn.client = null;
    server.blocking.drop(c);
    server.pubsub.drop(c);
    server.tracking.disable(c);
    server.events.watches.unwatch(c);
    server.observe.stopMonitor(c);
    server.limits.forget(c);
    server.feed.drop(c);
    server.clients.delete(c.id);
  }

  /** Closes a client at once; one whose command is running, after it. */
  close(c: Client): void {
    for (let f: Frame | null = this.frame; f !== null; f = f.outer)
      if (f.client === c) {
        this.closeSoon(c);
        return;
      }
    if (c.conn !== null) this.server.transport.close(c.conn);
  }

  /** Closes a client that speaks HTTP. */
  dropAttacker(c: Client): void {
    this.admission.attacked(c);
    this.closeSoon(c);
  }

  /** Closes a client before it is served again, without what it has not read yet. */
  closeSoon(c: Client): void {
    if (c.closeAsap || c.conn === null) return;
    c.closeAsap = true;
    c.conn.closing = true;
    this.closing.push(c);
  }

  private closePending(): void {
    while (this.closing.length > 0) {
      const { conn } = this.closing.pop() as Client;
      if (conn !== null) this.server.transport.close(conn);
    }
  }

  drained(conn: Connection): void {
    if (conn.client !== null) conn.client.lastInteraction = this.server.store.now;
  }

  // ---- input --------------------------------------------------------------------------------

  input(conn: Connection, buf: Buffer, address: number, length: number): void {
    const used = this.run(conn, buf, address, length);
    if (conn.closed) return;
    conn.query.keep(buf, used, length);
    const c = conn.client;
    if (c !== null && this.server.limits.counting) this.server.limits.count(c);
  }

  /** Runs what can be run of a connection's input; returns how many bytes were used. */
  private run(conn: Connection, buf: Buffer, address: number, length: number): number {
    const c = conn.client;
    if (conn.peer !== null) return conn.peer.input(buf, length);
    // Turned away, or closing: what it still says is not heard.
    if (c === null || c.closeAsap) return length;
    const { out, parser, server } = this;
    const { query } = conn;
    const base = out.pos;
    this.batchBase = base;
    let pos = 0;
    c.lastInteraction = server.store.now;
    conn.handling = length;
    const limited = server.limits.limitReplies(c, out, base);
    while (pos < length && c.blocked === null && !c.closeAfterReply && !c.closeAsap) {
      let next: number;
      try {
        next = parser.parse(
          query,
          buf,
          address,
          pos,
          length,
          server.config.protoMaxBulkLen,
          c.authenticated || !server.acl.loginRequired,
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
      if (conn.closed) {
        if (limited) out.setLimit(null);
        out.truncate(base);
        return length;
      }
      if (out.pos - base > SPILL_BYTES) {
        this.flushReplies(conn, base);
        if (limited) server.limits.limitReplies(c, out, base);
        if (server.limits.counting) server.limits.count(c);
      }
    }
    if (limited) out.setLimit(null);
    this.flushReplies(conn, base);
    conn.handling = 0;
    if (c.closeAfterReply || c.closeAsap) {
      if (conn.pendingBytes === 0) server.transport.close(conn);
      else conn.closeAfterWrite = true;
      return length;
    }
    if (length - pos > QUERY_CHECK_BYTES && server.limits.checkQuery(c, length - pos))
      server.transport.close(conn);
    return pos;
  }

  private execute(c: Client, a: Args): void {
    const { out, server, frame } = this;
    const mark = out.pos;
    out.resp = c.resp;
    frame.client = server.current = c;
    server.store.noTouch = c.noTouch;
    server.dispatch.run(c, a);
    frame.client = server.current = null;
    if (c.replyMode !== 'on') this.suppressReply(c, mark);
    if (frame.pushes.length > 0) this.writePushes(frame);
    if (this.closing.length > 0) this.closePending();
  }

  /** Goes on with input that came while the client was blocked, once the running command is done. */
  resumeInput(c: Client): void {
    if (c.conn !== null && c.conn.query.length > 0) this.resumed.push(c);
  }

  private runResumed(): void {
    const clients = this.resumed;
    this.resumed = [];
    for (const c of clients) {
      const conn = c.conn as Connection;
      const { buf, address, length } = conn.query;
      if (buf !== null && length > 0 && !conn.closed && c.blocked === null)
        this.input(conn, buf, address, length);
    }
  }

  /** Gives back what one huge reply made of the common buffer; called by cron. */
  trim(): void {
    this.out.trim();
  }

  /** What is left to do for clients before the loop waits again. */
  settle(): void {
    while (this.resumed.length > 0) this.runResumed();
    if (this.closing.length > 0) this.closePending();
  }

  /** Has `poll` handle the input of others while a command of the current client runs on. */
  whileRunning(poll: () => void): void {
    const { server, out, parser, frame, batchBase } = this;
    const { current } = server;
    const { resp } = out;
    const { noTouch } = server.store;
    const limit = out.setLimit(null);
    // The running command's arguments live in its parser.
    this.parser = this.spare ?? new Parser();
    this.spare = null;
    this.frame = new Frame(frame);
    server.current = null;
    const unheard = this.stopHearing(frame);
    try {
      poll();
    } finally {
      for (const conn of unheard) server.transport.resumeRead(conn);
      this.spare = this.parser;
      this.parser = parser;
      this.batchBase = batchBase;
      this.frame = frame;
      server.current = current;
      server.store.noTouch = noTouch;
      out.resp = resp;
      out.setLimit(limit);
    }
  }

  /** Those whose commands run have to wait with further ones; returns whom this silences. */
  private stopHearing(frame: Frame): Connection[] {
    const unheard: Connection[] = [];
    for (let f: Frame | null = frame; f !== null; f = f.outer) {
      const conn = f.client?.conn ?? null;
      if (conn === null || conn.paused) continue;
      this.server.transport.pauseRead(conn);
      unheard.push(conn);
    }
    return unheard;
  }

  // ---- output -------------------------------------------------------------------------------

  /** Bytes of replies to the batch being handled that are not with the connection yet. */
  get unsent(): number {
    return this.out.pos - this.batchBase;
  }

  /** Sends a push message; to a client whose command is running, after the reply to it. */
  push(c: Client, bytes: Buffer): void {
    for (let f: Frame | null = this.frame; f !== null; f = f.outer) {
      if (f.client !== c) continue;
      // Before the command has begun there is no reply yet; some replies are pushes themselves.
      const atOnce = this.server.clock.running === 0 || hasPushReply(c.command);
      if (f === this.frame && atOnce) c.out.raw(bytes);
      else f.pushes.push(bytes);
      return;
    }
    if (c.conn === null) return;
    c.conn.append(bytes, 0, bytes.length);
    this.grew(c);
  }

  private writePushes(frame: Frame): void {
    for (const bytes of frame.pushes) this.out.raw(bytes);
    frame.pushes = [];
  }

  /** Output was added to a client other than the one whose batch is handled. */
  private grew(c: Client): void {
    const { limits } = this.server;
    limits.checkOutput(c);
    if (limits.counting) limits.count(c);
  }

  private suppressReply(c: Client, mark: number): void {
    if (hasPushReply(c.command)) return;
    if (c.replyMode === 'skip-next') c.replyMode = 'skip';
    else {
      this.out.truncate(mark);
      if (c.replyMode === 'skip') c.replyMode = 'on';
    }
  }

  private flushReplies(conn: Connection, base: number): void {
    const { out, server } = this;
    const bytes = out.pos - base;
    if (bytes === 0) return;
    conn.replies.used(bytes);
    server.transport.send(conn, out.buf, out.address, base, out.pos);
    if (base === 0) out.reset();
    else out.truncate(base);
    if (conn.pendingBytes > 0 && conn.client !== null) server.limits.checkOutput(conn.client);
  }

  /** Writes something to a client that is not the one whose input is being handled. */
  replyTo(c: Client, write: () => void): void {
    const { out } = this;
    const mark = out.pos;
    const { resp } = out;
    const limit = out.setLimit(null);
    out.resp = c.resp;
    write();
    if (c.conn !== null && c.replyMode === 'on') {
      c.conn.append(out.buf, mark, out.pos);
      this.grew(c);
    }
    out.truncate(mark);
    out.resp = resp;
    out.setLimit(limit);
  }

  /** Runs a blocked client's command once more, checks included; it may block again. */
  runAgain(c: Client, a: Args): void {
    const { server, frame } = this;
    const { current } = server;
    this.replyTo(c, () => {
      const own = new Frame(frame);
      this.frame = own;
      own.client = server.current = c;
      try {
        server.dispatch.run(c, a);
        own.client = null;
        this.writePushes(own);
      } finally {
        this.frame = frame;
        server.current = current;
      }
    });
  }

  /** Runs the command that CLIENT PAUSE held back. */
  runPostponed(c: Client): void {
    const { args } = c;
    this.server.blocking.unblock(c);
    if (args !== null) this.runAgain(c, args);
  }
}
