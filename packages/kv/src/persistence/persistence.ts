/** What a server keeps on disk and reads back: SAVE, the start, DEBUG RELOAD. */
import type { Server } from '../server.ts';
import type { LoadOptions } from './rdb/load-snapshot.ts';
import { RdbCorrupt } from './rdb/rdb-reader.ts';
import type { SnapshotSource } from './rdb/snapshot.ts';
import { loadSnapshotFile, saveSnapshotFile } from './snapshot-file.ts';

export class Persistence {
  constructor(private readonly server: Server) {}

  get source(): SnapshotSource {
    const { store, config, dbs, scripting } = this.server;
    return { store, config, dbs, functions: scripting.functions };
  }

  private get path(): string {
    return Buffer.from(this.server.config.dbfilename, 'latin1').toString();
  }

  /** Writes the snapshot now; false when it failed (the log says why). */
  save(): boolean {
    const { observe, log, propagation } = this.server;
    const facts = observe.facts.persistence;
    const started = performance.now();
    try {
      saveSnapshotFile(this.source, this.path);
    } catch (e) {
      log.warning(`Error saving the snapshot ${this.path}: ${(e as Error).message}`);
      facts.lastSaveOk = false;
      return false;
    }
    log.notice('DB saved on disk');
    facts.lastSaveOk = true;
    facts.lastSave = Math.floor(Date.now() / 1000);
    facts.lastSaveSeconds = Math.floor((performance.now() - started) / 1000);
    facts.dirtyAtLastSave = propagation.dirty;
    facts.saves++;
    return true;
  }

  /** Reads the snapshot, if there is one. Returns what is wrong with it, or null. */
  load(options: LoadOptions = {}): string | null {
    const { server } = this;
    const facts = server.observe.facts.persistence;
    const started = performance.now();
    server.loading = true;
    try {
      const result = loadSnapshotFile(this.source, this.path, options);
      if (result === null) return null;
      facts.lastLoadKeysLoaded = result.loaded;
      facts.lastLoadKeysExpired = result.expired;
      const seconds = ((performance.now() - started) / 1000).toFixed(3);
      server.log.notice(
        `Done loading RDB, keys loaded: ${result.loaded}, keys expired: ${result.expired}, empty keys skipped: ${result.empty}.`,
      );
      server.log.notice(`DB loaded from disk: ${seconds} seconds`);
      return null;
    } catch (e) {
      if (!(e instanceof RdbCorrupt)) throw e;
      return `Fatal error loading the DB, check server logs. Exiting. (${this.path}: ${e.message})`;
    } finally {
      server.loading = false;
    }
  }
}
