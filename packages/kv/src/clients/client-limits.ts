/**
 * What keeps one client from costing the others: output buffer limits, the query buffer limit, idle
 * timeouts, trimmed buffers, and eviction of clients under maxmemory-clients.
 */

import type { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';
import { clientInfo, clientMemory, clientType, IDLE_MS } from './client-info.ts';

/** Clients looked at per turn of cron, if there are as many; more where each second must see all. */
const MIN_PER_TURN = 5;

/** Classes of client-output-buffer-limit. */
function limitClass(c: Client): 'normal' | 'replica' | 'pubsub' {
  const type = clientType(c);
  return type === 'master' ? 'normal' : type;
}

export class ClientLimits {
  /** True while maxmemory-clients is set: memory of clients is then counted as it changes. */
  counting = false;
  private total = 0;
  private round: Iterator<Client> | null = null;

  constructor(private readonly server: Server) {}

  // ---- output -------------------------------------------------------------------------------

  /**
   * Limits what the replies from `base` on may grow to while c's commands run; false when there is
   * no limit. A client that passes it is closed and gets nothing.
   */
  limitReplies(c: Client, out: Writer, base: number): boolean {
    const limits = this.server.config.clientOutputBufferLimit;
    // Almost nobody sets one for ordinary clients.
    const hard = limits[c.isSubscribed ? 'pubsub' : 'normal'].hardBytes;
    if (hard === 0) return false;
    const used = c.conn?.outputMemory ?? 0;
    out.setLimit({
      from: base,
      to: base + Math.max(0, hard - used),
      passed: false,
      onPassed: () => this.closeForOutput(c),
    });
    return true;
  }

  private closeForOutput(c: Client): void {
    this.server.log.warning(
      `Client ${clientInfo(c)} scheduled to be closed ASAP for overcoming of output buffer limits.`,
    );
    this.server.sessions.closeSoon(c);
  }

  /** Closes a client whose unsent output is over its limit; called when output was added. */
  checkOutput(c: Client): void {
    if (c.closeAsap) return;
    const used = c.conn?.outputMemory ?? 0;
    const limit = this.server.config.clientOutputBufferLimit[limitClass(c)];
    const { now } = this.server.store;
    let over = limit.hardBytes > 0 && used >= limit.hardBytes;
    if (limit.softBytes > 0 && used >= limit.softBytes) {
      if (c.softLimitSince === 0) c.softLimitSince = now;
      else if (now - c.softLimitSince > limit.softSeconds * 1000) over = true;
    } else c.softLimitSince = 0;
    if (over) this.closeForOutput(c);
  }

  // ---- input --------------------------------------------------------------------------------

  /** True, and told to the log, when `bytes` of unparsed input are more than may be kept. */
  checkQuery(c: Client, bytes: number): boolean {
    const unparsed = bytes - (c.conn?.query.settled ?? 0);
    if (unparsed <= this.server.config.clientQueryBufferLimit && bytes <= 0x7fffffff) return false;
    this.server.log.warning(
      `Closing client that reached max query buffer length: ${clientInfo(c)}`,
    );
    return true;
  }

  // ---- from time to time --------------------------------------------------------------------

  /** Looks after some of the clients, so that all are seen within a second; called by cron. */
  turn(): void {
    const { clients, config } = this.server;
    let n = Math.min(clients.size, Math.max(MIN_PER_TURN, Math.ceil(clients.size / config.hz)));
    for (; n > 0; n--) {
      this.round ??= clients.values();
      const { value, done } = this.round.next();
      if (done) this.round = null;
      else this.lookAfter(value);
    }
  }

  private lookAfter(c: Client): void {
    const { conn } = c;
    if (conn === null) return;
    const { config, store, observe, stats } = this.server;
    const idle = store.now - c.lastInteraction;
    if (config.timeout > 0 && idle > config.timeout * 1000 && this.mayTimeOut(c)) {
      this.server.log.verbose('Closing idle client');
      this.server.sessions.close(c);
      return;
    }
    conn.query.trim(idle > IDLE_MS);
    const { resizeReplyBuffers, replyPeakResetMs } = observe.testing;
    if (resizeReplyBuffers) {
      const change = conn.replies.adapt(store.now, replyPeakResetMs, conn.bufferedBytes);
      if (change > 0) stats.replyBufferExpands++;
      else if (change < 0) stats.replyBufferShrinks++;
    }
    if (this.counting) this.count(c);
    if (c.softLimitSince > 0) this.checkOutput(c);
  }

  private mayTimeOut(c: Client): boolean {
    return c.kind === 'normal' && c.blocked === null && !c.monitor && clientType(c) !== 'pubsub';
  }

  // ---- maxmemory-clients --------------------------------------------------------------------

  /** The limit was set, changed or taken away. */
  limitChanged(): void {
    this.counting = this.server.config.maxmemoryClients !== 0;
    this.total = 0;
    for (const c of this.server.clients.values()) {
      c.countedBytes = 0;
      if (this.counting) this.count(c);
    }
    this.server.dispatch.guard('maxmemory-clients', this.counting);
  }

  /** Brings the sum up to date with what a client holds now. */
  count(c: Client): void {
    const type = clientType(c);
    const counts = (type === 'normal' || type === 'pubsub') && c.conn !== null && !c.closeAsap;
    const bytes = counts ? clientMemory(c) : 0;
    this.total += bytes - c.countedBytes;
    c.countedBytes = bytes;
  }

  /** A client went away. */
  forget(c: Client): void {
    this.total -= c.countedBytes;
    c.countedBytes = 0;
  }

  /** Closes the largest clients until all together hold less than maxmemory-clients. */
  evict(): void {
    if (!this.counting) return;
    const limit = this.server.maxmemoryClients();
    if (limit === 0 || this.total < limit) return;
    const bySize = [...this.server.clients.values()]
      .filter((c) => c.countedBytes > 0 && !c.noEvict)
      .sort((x, y) => y.countedBytes - x.countedBytes);
    for (const c of bySize) {
      if (this.total < limit) return;
      this.server.log.notice(`Evicting client: ${clientInfo(c)}`);
      this.server.stats.evictedClients++;
      this.server.sessions.close(c);
      this.forget(c);
    }
  }
}
