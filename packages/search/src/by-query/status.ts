/** How far a run is, as responses and `_tasks` tell it. */
import { Float32, type Writable } from '../json/values.ts';

/** What became of documents; responses of an API leave out what it never does. */
export type Count = 'updated' | 'created' | 'deleted';
export const ALL_COUNTS: readonly Count[] = ['updated', 'created', 'deleted'];

export interface Status {
  readonly slice?: number | undefined;
  readonly total: number;
  readonly updated: number;
  readonly created: number;
  readonly deleted: number;
  readonly batches: number;
  readonly conflicts: number;
  readonly noops: number;
  readonly heldUp: number;
  readonly requestsPerSecond: number;
  readonly cancelled: string | undefined;
  readonly holdsUpFor: number;
  readonly slices?: readonly Status[];
}

/** The sum of slices; it waits as long as the one that waits least. */
export function sumOf(slices: readonly Status[], cancelled: string | undefined): Status {
  const sum = (of: (status: Status) => number) => slices.reduce((n, one) => n + of(one), 0);
  return {
    total: sum(({ total }) => total),
    updated: sum(({ updated }) => updated),
    created: sum(({ created }) => created),
    deleted: sum(({ deleted }) => deleted),
    batches: sum(({ batches }) => batches),
    conflicts: sum(({ conflicts }) => conflicts),
    noops: sum(({ noops }) => noops),
    heldUp: sum(({ heldUp }) => heldUp),
    requestsPerSecond: sum(({ requestsPerSecond }) => requestsPerSecond),
    cancelled,
    holdsUpFor: Math.min(...slices.map(({ holdsUpFor }) => holdsUpFor)),
    slices,
  };
}

export function statusBody(
  status: Status,
  counts: readonly Count[] = ALL_COUNTS,
): Record<string, Writable | undefined> {
  const isLimited = Number.isFinite(status.requestsPerSecond);
  return {
    slice_id: status.slice,
    total: status.total,
    ...Object.fromEntries(counts.map((name) => [name, status[name]])),
    batches: status.batches,
    version_conflicts: status.conflicts,
    noops: status.noops,
    // Nothing is turned away for want of room, so nothing is tried again.
    retries: { bulk: 0, search: 0 },
    throttled_millis: Math.round(status.heldUp),
    requests_per_second: new Float32(isLimited ? status.requestsPerSecond : -1),
    canceled: status.cancelled,
    throttled_until_millis: Math.round(status.holdsUpFor),
    slices: status.slices?.map((slice) => statusBody(slice, counts)),
  };
}
