/** Connects eviction with the server: when it runs, what it counts, whom it tells. */
import { NOTIFY } from '../keyspace-events.ts';
import type { Server } from '../server.ts';
import { Eviction } from '../store/eviction.ts';

/** Milliseconds that a turn of the loop may spend freeing values in the background. */
const FREE_MS = 1;
/** While above the limit, clients are counted again at most this often. */
const CLIENTS_MAX_AGE_MS = 1;

export function makeEviction(server: Server): Eviction {
  const { config, settings, store, dbs, stats, observe, events, propagation, cron } = server;
  const lastCounted = () =>
    observe.memory.used() - observe.facts.replicationMemory().notCountedForEviction;
  let clientsCountedAt = 0;
  const used = () => {
    const bytes = lastCounted();
    const now = performance.now();
    if (bytes <= config.maxmemory || now - clientsCountedAt < CLIENTS_MAX_AGE_MS) return bytes;
    // Cron counts what clients hold; no key shall go because of buffers that are gone already.
    observe.memory.countClients();
    clientsCountedAt = now;
    return lastCounted();
  };
  const eviction = new Eviction({
    dbs,
    config,
    store,
    stats,
    used,
    mayEvict: () => !server.loading && !server.pause.stopsExpiry,
    evicted(db, key) {
      events.modifiedKey(null, db, key);
      events.notifyKey(NOTIFY.evicted, 'evicted', db, key);
      propagation.also(db, config.lazyfreeLazyEviction ? 'UNLINK' : 'DEL', key);
    },
    delayed: (event, microseconds) => observe.delayed(event, microseconds),
  });
  store.arena.allowsTable = (bytes) => eviction.allowsTable(bytes);
  const limit = () => server.dispatch.guard('maxmemory', config.maxmemory > 0);
  limit();
  settings.onChange('maxmemory', () => {
    limit();
    if (config.maxmemory === 0) {
      eviction.running = eviction.outOfMemory = false;
      return null;
    }
    if (used() > config.maxmemory)
      server.log.warning(
        `WARNING: the new maxmemory value set via CONFIG SET (${config.maxmemory}) is smaller than the current memory usage (${used()}). This will result in key eviction and/or the inability to accept new write commands depending on the maxmemory-policy.`,
      );
    eviction.running = true;
    return null;
  });
  settings.onChange('maxmemory-policy', () => {
    eviction.policyChanged();
    return null;
  });
  server.scripting.conditions.outOfMemory = () => eviction.outOfMemory;
  cron.beforeWaiting(() => {
    if (eviction.running) eviction.perform();
    if (store.lazyPending > 0) store.freeSome(performance.now() + FREE_MS);
  });
  return eviction;
}
