/** INFO persistence. */
import type { Server } from '../../server.ts';
import { type Field, flag, type Section } from './field.ts';

const status = (ok: boolean): string => (ok ? 'ok' : 'err');

/** How far a load is, and how long it will take at this pace. */
function loading(server: Server, now: number): Field[] {
  const p = server.observe.facts.persistence;
  const total = p.loadTotalBytes || p.loadRdbUsedMemory;
  const known = p.loadTotalBytes > 0;
  const share = total === 0 ? 0 : (p.loadedBytes / total) * 100;
  const left = total === 0 ? 1 : Math.max(1, total - p.loadedBytes);
  const elapsed = now - p.loadStartedAt;
  return [
    ['loading_start_time', p.loadStartedAt],
    ['loading_total_bytes', p.loadTotalBytes],
    ['loading_rdb_used_mem', p.loadRdbUsedMemory],
    ['loading_loaded_bytes', p.loadedBytes],
    // Used memory is only a guess at the file's size: never say that a load is done.
    ['loading_loaded_perc', (known ? share : Math.min(share, 99.99)).toFixed(2)],
    ['loading_eta_seconds', elapsed === 0 ? 1 : Math.trunc((elapsed * left) / (p.loadedBytes + 1))],
  ];
}

export const persistenceSection: Section = (server) => {
  const { config } = server;
  const p = server.observe.facts.persistence;
  const now = Math.floor(Date.now() / 1000);
  const done = p.saveKeysTotal === 0 ? 0 : (p.saveKeysProcessed / p.saveKeysTotal) * 100;
  const lines: Field[] = [
    ['loading', flag(server.loading && !p.asyncLoading)],
    ['async_loading', flag(p.asyncLoading)],
    // Snapshots are made without a copy-on-write child.
    ['current_cow_peak', 0],
    ['current_cow_size', 0],
    ['current_cow_size_age', 0],
    ['current_fork_perc', done.toFixed(2)],
    ['current_save_keys_processed', p.saveKeysProcessed],
    ['current_save_keys_total', p.saveKeysTotal],
    ['rdb_changes_since_last_save', server.propagation.dirty - p.dirtyAtLastSave],
    ['rdb_bgsave_in_progress', flag(p.saveRunning)],
    ['rdb_last_save_time', p.lastSave],
    ['rdb_last_bgsave_status', status(p.lastSaveOk)],
    ['rdb_last_bgsave_time_sec', p.lastSaveSeconds],
    ['rdb_current_bgsave_time_sec', p.saveRunning ? now - p.saveStartedAt : -1],
    ['rdb_saves', p.saves],
    ['rdb_last_cow_size', 0],
    ['rdb_last_load_keys_expired', p.lastLoadKeysExpired],
    ['rdb_last_load_keys_loaded', p.lastLoadKeysLoaded],
    ['aof_enabled', flag(config.appendonly)],
    ['aof_rewrite_in_progress', flag(p.rewriteRunning)],
    ['aof_rewrite_scheduled', flag(p.rewriteScheduled)],
    ['aof_last_rewrite_time_sec', p.lastRewriteSeconds],
    ['aof_current_rewrite_time_sec', p.rewriteRunning ? now - p.rewriteStartedAt : -1],
    ['aof_last_bgrewrite_status', status(p.lastRewriteOk)],
    ['aof_rewrites', p.rewrites],
    ['aof_rewrites_consecutive_failures', p.rewriteFailures],
    ['aof_last_write_status', status(p.lastWriteOk)],
    ['aof_last_cow_size', 0],
    ['module_fork_in_progress', 0],
    ['module_fork_last_cow_size', 0],
  ];
  if (config.appendonly) {
    lines.push(
      ['aof_current_size', p.aofSize],
      ['aof_base_size', p.aofBaseSize],
      ['aof_pending_rewrite', flag(p.rewriteScheduled)],
      ['aof_buffer_length', p.aofBufferBytes],
      ['aof_pending_bio_fsync', p.aofPendingSyncs],
      ['aof_delayed_fsync', p.aofDelayedSyncs],
    );
  }
  if (server.loading) lines.push(...loading(server, now));
  return lines;
};
