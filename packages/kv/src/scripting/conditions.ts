/**
 * States of the server that decide what scripts may do. The values here are those of a primary with
 * nothing wrong; the owners of memory, persistence, replication and cluster replace them.
 */
import type { Client } from '../clients/client.ts';
import type { Command } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';

export interface Conditions {
  /** Memory was above maxmemory when the running command began, and eviction did not help. */
  outOfMemory(): boolean;
  /** Why nothing can be persisted, or null. */
  diskError(): DiskError | null;
  /** A replica that clients may not write to. */
  readonlyReplica(): boolean;
  /** A replica without its primary that may not serve stale data. */
  stale(): boolean;
  /** As many replicas as min-replicas-to-write asks for are there. */
  enoughReplicas(): boolean;
  clusterEnabled(): boolean;
  /** Why a cluster node may not run this command of a script, or null. */
  clusterRefusal(caller: Client, command: Command, a: Args, crossSlot: boolean): string | null;
}

export interface DiskError {
  readonly kind: 'rdb' | 'aof';
  /** strerror's text, for the AOF. */
  readonly reason: string;
  /** The error that ordinary write commands get. */
  readonly text: string;
}

export function noConditions(): Conditions {
  return {
    outOfMemory: () => false,
    diskError: () => null,
    readonlyReplica: () => false,
    stale: () => false,
    enoughReplicas: () => true,
    clusterEnabled: () => false,
    clusterRefusal: () => null,
  };
}
