/**
 * What INFO and MEMORY tell about parts of the server that other modules own. The values here are
 * those of a server without such a part in use; the owners keep them up to date, or set a function
 * where counting as one goes would cost more than counting when asked.
 */

export class PersistenceFacts {
  asyncLoading = false;
  /** While a snapshot runs: keys written and to be written. */
  saveKeysProcessed = 0;
  saveKeysTotal = 0;
  /** Value of propagation.dirty at the last successful save. */
  dirtyAtLastSave = 0;
  /** Seconds since the epoch. */
  lastSave = Math.floor(Date.now() / 1000);
  saveRunning = false;
  saveStartedAt = 0;
  lastSaveOk = true;
  lastSaveSeconds = -1;
  saves = 0;
  lastLoadKeysExpired = 0;
  lastLoadKeysLoaded = 0;
  rewriteRunning = false;
  rewriteScheduled = false;
  rewriteStartedAt = 0;
  lastRewriteSeconds = -1;
  lastRewriteOk = true;
  rewrites = 0;
  rewriteFailures = 0;
  lastWriteOk = true;
  aofSize = 0;
  aofBaseSize = 0;
  aofBufferBytes = 0;
  aofPendingSyncs = 0;
  aofDelayedSyncs = 0;
  /** While a data set loads. */
  loadStartedAt = 0;
  loadTotalBytes = 0;
  loadRdbUsedMemory = 0;
  loadedBytes = 0;
}

export interface ScriptFacts {
  /** Bytes held by the virtual machines of EVAL and of functions. */
  readonly evalVm: number;
  readonly functionsVm: number;
  /** Bytes of cached scripts and of function libraries. */
  readonly evalScripts: number;
  readonly functionScripts: number;
  readonly cachedScripts: number;
  readonly functions: number;
  readonly libraries: number;
}

const NO_SCRIPTS: ScriptFacts = {
  evalVm: 0,
  functionsVm: 0,
  evalScripts: 0,
  functionScripts: 0,
  cachedScripts: 0,
  functions: 0,
  libraries: 0,
};

/** Bytes of replication and cluster, and what of them eviction does not count. */
export interface ReplicationMemory {
  readonly backlog: number;
  readonly buffers: number;
  readonly replicaClients: number;
  readonly clusterLinks: number;
  readonly notCountedForEviction: number;
}

const NO_REPLICATION: ReplicationMemory = {
  backlog: 0,
  buffers: 0,
  replicaClients: 0,
  clusterLinks: 0,
  notCountedForEviction: 0,
};

/** What DEBUG sets for tests; read by the owners of what it changes. */
export class Testing {
  scriptsMayAll = false;
  skipChecksums = false;
  resizeReplyBuffers = true;
  /** How long the peak of a client's replies is remembered; -1 for ever. */
  replyPeakResetMs = 5000;
  /** Memory lost on purpose by DEBUG LEAK. */
  readonly leaked: Uint8Array[] = [];
}

export class Facts {
  readonly persistence = new PersistenceFacts();
  scripts: () => ScriptFacts = () => NO_SCRIPTS;
  replicationMemory: () => ReplicationMemory = () => NO_REPLICATION;
  /** Clients that are replicas: connected, but not counted among connected_clients. */
  replicas: () => number = () => 0;
  clusterConnections: () => number = () => 0;
  /** Cached sockets of MIGRATE. */
  migrateSockets: () => number = () => 0;
  /** When an announced shutdown happens, ms since the epoch; 0 when none was. */
  shutdownAt = 0;
  /** INFO says 'sentinel' for one, and 'cluster' where cluster-enabled is set. */
  sentinel = false;
  supervised: 'no' | 'upstart' | 'systemd' | 'unknown' = 'no';
}
