/**
 * What keeps one client from costing the others: output buffer limits, the query buffer limit, idle
 * timeouts, and eviction of clients under maxmemory-clients.
 */
import type { Client } from './client.ts';
import { clientInfo, clientMemory, clientType } from './client-info.ts';
import type { Server } from './server.ts';

/** Classes of client-output-buffer-limit. */
function limitClass(c: Client): 'normal' | 'replica' | 'pubsub' {
  const type = clientType(c);
  return type === 'master' ? 'normal' : type;
}

export class ClientLimits {
  constructor(private readonly server: Server) {}

  /** Closes a client whose unsent output is over its limit; called when output was added. */
  checkOutput(c: Client): void {
    const used = c.conn?.pendingBytes ?? 0;
    const limit = this.server.config.clientOutputBufferLimit[limitClass(c)];
    const { now } = this.server.store;
    let over = limit.hardBytes > 0 && used >= limit.hardBytes;
    if (limit.softBytes > 0 && used >= limit.softBytes) {
      if (c.softLimitSince === 0) c.softLimitSince = now;
      else if (now - c.softLimitSince > limit.softSeconds * 1000) over = true;
    } else c.softLimitSince = 0;
    if (!over) return;
    this.server.log.warning(
      `Client ${clientInfo(c)} scheduled to be closed ASAP for overcoming of output buffer limits.`,
    );
    this.server.sessions.closeSoon(c);
  }

  /** Closes a client that sends more than may be buffered; true when it did. */
  checkQuery(c: Client, bytes: number): boolean {
    if (bytes <= Number(this.server.config.clientQueryBufferLimit)) return false;
    this.server.log.warning(
      `Closing client that reached max query buffer length: ${clientInfo(c)}`,
    );
    return true;
  }

  /** Closes clients that were idle too long, and re-checks soft limits; called by cron. */
  tick(): void {
    const { timeout } = this.server.config;
    const { now } = this.server.store;
    for (const c of [...this.server.clients.values()]) {
      if (c.softLimitSince > 0) this.checkOutput(c);
      if (timeout === 0 || now - c.lastInteraction <= timeout * 1000) continue;
      if (c.kind !== 'normal' || c.blocked !== null || c.monitor || clientType(c) === 'pubsub')
        continue;
      this.server.log.verbose('Closing idle client');
      this.server.sessions.close(c);
    }
  }

  /** Bytes that count towards maxmemory-clients. */
  memory(): number {
    let total = 0;
    for (const c of this.server.clients.values()) if (this.evictable(c)) total += clientMemory(c);
    return total;
  }

  private evictable(c: Client): boolean {
    const type = clientType(c);
    return !c.noEvict && (type === 'normal' || type === 'pubsub');
  }

  /** Closes the largest clients until all together fit maxmemory-clients. */
  evict(): void {
    const limit = this.server.maxmemoryClients();
    if (limit === 0) return;
    let total = this.memory();
    if (total <= limit) return;
    const bySize = [...this.server.clients.values()]
      .filter((c) => this.evictable(c))
      .map((c) => ({ c, bytes: clientMemory(c) }))
      .sort((x, y) => y.bytes - x.bytes);
    for (const { c, bytes } of bySize) {
      if (total <= limit) return;
      this.server.log.notice(`Evicting client: ${clientInfo(c)}`);
      this.server.stats.evictedClients++;
      this.server.sessions.closeSoon(c);
      total -= bytes;
    }
  }
}
