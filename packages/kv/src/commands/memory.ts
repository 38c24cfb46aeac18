/** MEMORY: what keys and the server hold. */
import { ERR, fail } from '../errors.ts';
import { keyMemory } from '../observe/key-memory.ts';
import { datasetPercentage, peakPercentage, ratio } from '../observe/memory.ts';
import { memoryDoctor } from '../observe/memory-doctor.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

const HELP: readonly HelpEntry[] = [
  ['DOCTOR', 'Report what stands out in the use of memory.'],
  ['MALLOC-STATS', 'Print statistics of the allocator.'],
  ['PURGE', 'Give unused memory back to the system.'],
  ['STATS', 'Tell what memory is used for.'],
  [
    'USAGE <key> [SAMPLES <count>]',
    'Tell how many bytes <key> and its value hold; the figure is exact whatever <count> is.',
  ],
];

export const memoryCommands: Handlers = {
  'memory|usage'(c, a) {
    // Sizes are exact, so samples are accepted and not needed.
    for (let i = 3; i < a.n; i += 2) {
      if (!a.is(i, 'SAMPLES') || i + 1 >= a.n) fail(ERR.syntax);
      if (a.int(i + 1) < 0) fail(ERR.syntax);
    }
    const record = c.db.rawFind(a.str(2));
    if (record === 0) c.out.nil();
    else c.out.int(keyMemory(c.db, record));
  },

  'memory|stats'(c) {
    const { out } = c;
    const m = c.server.observe.memory.report();
    const int = (name: string, value: number): void => {
      out.bulkStr(name);
      out.int(value);
    };
    const double = (name: string, value: number): void => {
      out.bulkStr(name);
      out.double(value);
    };
    out.map(27 + m.databases.length);
    int('peak.allocated', m.peak);
    int('total.allocated', m.used);
    int('startup.allocated', m.startup);
    int('replication.backlog', m.backlog);
    int('clients.slaves', m.clientsReplicas);
    int('clients.normal', m.clientsNormal);
    int('cluster.links', m.clusterLinks);
    int('aof.buffer', m.aofBuffer);
    int('lua.caches', m.evalScripts);
    int('functions.caches', m.functionScripts);
    for (const db of m.databases) {
      out.bulkStr(`db.${db.index}`);
      out.map(3);
      int('overhead.hashtable.main', db.main);
      int('overhead.hashtable.expires', db.expires);
      int('overhead.hashtable.slot-to-keys', 0);
    }
    int('overhead.total', m.overhead);
    int('keys.count', m.keys);
    int('keys.bytes-per-key', m.bytesPerKey);
    int('dataset.bytes', m.dataset);
    double('dataset.percentage', datasetPercentage(m));
    double('peak.percentage', peakPercentage(m));
    int('allocator.allocated', m.allocated);
    int('allocator.active', m.active);
    int('allocator.resident', m.resident);
    double('allocator-fragmentation.ratio', ratio(m.active, m.allocated));
    int('allocator-fragmentation.bytes', m.active - m.allocated);
    double('allocator-rss.ratio', ratio(m.resident, m.active));
    int('allocator-rss.bytes', m.resident - m.active);
    double('rss-overhead.ratio', ratio(m.rss, m.resident));
    int('rss-overhead.bytes', m.rss - m.resident);
    double('fragmentation', ratio(m.rss, m.used));
    int('fragmentation.bytes', m.rss - m.used);
  },

  'memory|doctor'(c) {
    const { clients, observe } = c.server;
    const replicas = observe.facts.replicas();
    const { cachedScripts } = observe.facts.scripts();
    const facts = { clients: clients.size - replicas, replicas, cachedScripts };
    c.out.verbatim(memoryDoctor(observe.memory.report(), facts));
  },

  'memory|malloc-stats'(c) {
    c.out.bulkStr('Stats not supported for the current allocator');
  },

  'memory|purge'(c) {
    Bun.gc(true);
    c.out.ok();
  },

  'memory|help'(c, a) {
    replyHelp(c, a, HELP);
  },
};
