/**
 * Where the memory goes. `used` counts what data, clients, scripts and buffers hold: the figure that
 * maxmemory limits. What the runtime itself needs is not in it and shows as RSS overhead.
 */
import { clientMemory } from '../clients/client-info.ts';
import type { Server } from '../server.ts';

/** How long a reading of the resident size is good enough, in ms. */
const RSS_MAX_AGE = 100;

export interface DatabaseOverhead {
  readonly index: number;
  readonly main: number;
  readonly expires: number;
}

/** Everything that INFO memory, MEMORY STATS and MEMORY DOCTOR tell. */
export interface MemoryReport {
  readonly used: number;
  readonly peak: number;
  readonly startup: number;
  readonly clientsNormal: number;
  readonly clientsReplicas: number;
  readonly backlog: number;
  readonly clusterLinks: number;
  readonly aofBuffer: number;
  readonly evalScripts: number;
  readonly functionScripts: number;
  readonly databases: readonly DatabaseOverhead[];
  readonly keys: number;
  readonly overhead: number;
  readonly dataset: number;
  readonly bytesPerKey: number;
  /** Blocks handed out, slabs and tables that hold them, process. */
  readonly allocated: number;
  readonly active: number;
  readonly resident: number;
  readonly rss: number;
}

export class Memory {
  /** Used memory when the server was ready, before any data. */
  startup = 0;
  private rssBytes = 0;
  private rssReadAt = Number.NEGATIVE_INFINITY;
  private clientBytes = 0;

  constructor(private readonly server: Server) {}

  /** Resident set size of the process. */
  rss(): number {
    const now = performance.now();
    if (now - this.rssReadAt > RSS_MAX_AGE) {
      this.rssBytes = process.memoryUsage.rss();
      this.rssReadAt = now;
    }
    return this.rssBytes;
  }

  /** Bytes that all connected clients hold; counted anew by cron and for reports. */
  countClients(): number {
    let bytes = 0;
    for (const c of this.server.clients.values()) bytes += clientMemory(c);
    this.clientBytes = bytes;
    return bytes;
  }

  /** Used memory with the clients as last counted: cheap enough to ask before every write. */
  used(): number {
    return this.server.store.usedBytes + this.clientBytes + this.others();
  }

  private others(): number {
    const { facts } = this.server.observe;
    const scripts = facts.scripts();
    const replication = facts.replicationMemory();
    return (
      scripts.evalScripts +
      scripts.functionScripts +
      replication.buffers +
      replication.clusterLinks +
      facts.persistence.aofBufferBytes
    );
  }

  report(): MemoryReport {
    const { server } = this;
    const { facts, stats } = server.observe;
    const clients = this.countClients();
    const used = this.used();
    if (used > stats.peakMemory) stats.peakMemory = used;
    const scripts = facts.scripts();
    const replication = facts.replicationMemory();
    const databases: DatabaseOverhead[] = [];
    let keys = 0;
    let overhead = this.startup + clients + this.others();
    for (const db of server.dbs) {
      if (db.keys.size === 0) continue;
      keys += db.keys.size;
      databases.push({ index: db.index, main: db.keys.bytes, expires: db.expires.bytes });
      overhead += db.keys.bytes + db.expires.bytes;
    }
    const net = Math.max(1, used - this.startup);
    const { arena } = server.store;
    const rss = this.rss();
    const active = arena.committed + arena.outside;
    return {
      used,
      peak: stats.peakMemory,
      startup: this.startup,
      clientsNormal: Math.max(0, clients - replication.replicaClients),
      clientsReplicas: replication.replicaClients,
      backlog: replication.backlog,
      clusterLinks: replication.clusterLinks,
      aofBuffer: facts.persistence.aofBufferBytes,
      evalScripts: scripts.evalScripts,
      functionScripts: scripts.functionScripts,
      databases,
      keys,
      overhead,
      dataset: Math.max(0, used - overhead),
      bytesPerKey: keys === 0 ? 0 : Math.trunc(net / keys),
      allocated: arena.used + arena.outside,
      active,
      resident: Math.min(active, rss),
      rss,
    };
  }
}

/** a / b as the reference prints ratios of possibly empty things. */
export function ratio(a: number, b: number): number {
  return b === 0 ? 0 : a / b;
}

export function datasetPercentage(m: MemoryReport): number {
  return (m.dataset * 100) / Math.max(1, m.used - m.startup);
}

export function peakPercentage(m: MemoryReport): number {
  return ratio(m.used * 100, m.peak);
}
