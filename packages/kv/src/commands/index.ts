/** All families of handlers, in one list. */

import { aclCommands } from './acl.ts';
import { bitfieldCommands } from './bitfield.ts';
import { bitmapCommands } from './bitmap.ts';
import { clientCommands } from './client.ts';
import { clusterCommands } from './cluster.ts';
import { commandHandlers } from './command.ts';
import { configCommands } from './config.ts';
import { connectionCommands } from './connection.ts';
import { debugCommands } from './debug.ts';
import { dumpCommands } from './dump.ts';
import { expireCommands } from './expire.ts';
import { functionCommands } from './function.ts';
import { genericCommands } from './generic.ts';
import { geoCommands } from './geo.ts';
import { hashCommands } from './hash.ts';
import { hashRandomCommands } from './hash-random.ts';
import { hyperloglogCommands } from './hyperloglog.ts';
import { infoCommands } from './info.ts';
import { keyspaceCommands } from './keyspace.ts';
import { latencyCommands } from './latency.ts';
import { listCommands } from './list.ts';
import { listMoveCommands } from './list-move.ts';
import { listSearchCommands } from './list-search.ts';
import { memoryCommands } from './memory.ts';
import { migrateCommands } from './migrate.ts';
import { moduleCommands } from './module.ts';
import { objectCommands } from './object.ts';
import { persistenceCommands } from './persistence.ts';
import { pubsubCommands } from './pubsub.ts';
import { replicationCommands } from './replication.ts';
import { scriptingCommands } from './scripting.ts';
import { setCommands } from './set.ts';
import { setAlgebraCommands } from './set-algebra.ts';
import { setRandomCommands } from './set-random.ts';
import { shutdownCommands } from './shutdown.ts';
import { slowlogCommands } from './slowlog.ts';
import { sortCommands } from './sort.ts';
import { sortedSetCommands } from './sorted-set.ts';
import type { Handlers } from './spec.ts';
import { streamCommands } from './stream.ts';
import { streamGroupCommands } from './stream-group.ts';
import { streamInfoCommands } from './stream-info.ts';
import { streamPendingCommands } from './stream-pending.ts';
import { streamReadCommands } from './stream-read.ts';
import { stringCommands } from './string.ts';
import { stringCounterCommands } from './string-counter.ts';
import { stringEditCommands } from './string-edit.ts';
import { lcsCommands } from './string-lcs.ts';
import { transactionCommands } from './transactions.ts';

export const FAMILIES: readonly Handlers[] = [
  geoCommands,
  shutdownCommands,
  slowlogCommands,
  latencyCommands,
  moduleCommands,
  debugCommands,
  memoryCommands,
  infoCommands,
  configCommands,
  connectionCommands,
  aclCommands,
  clusterCommands,
  commandHandlers,
  transactionCommands,
  scriptingCommands,
  functionCommands,
  pubsubCommands,
  persistenceCommands,
  replicationCommands,
  clientCommands,
  hashCommands,
  hashRandomCommands,
  listCommands,
  listMoveCommands,
  listSearchCommands,
  setCommands,
  setAlgebraCommands,
  setRandomCommands,
  sortedSetCommands,
  streamCommands,
  streamGroupCommands,
  streamInfoCommands,
  streamPendingCommands,
  streamReadCommands,
  expireCommands,
  genericCommands,
  keyspaceCommands,
  objectCommands,
  stringCommands,
  sortCommands,
  migrateCommands,
  dumpCommands,
  hyperloglogCommands,
  bitfieldCommands,
  bitmapCommands,
  stringEditCommands,
  stringCounterCommands,
  lcsCommands,
];
