/** What the index APIs share: targets of a request, flags everybody takes, shard counts. */
import type { RestRequest } from '../../http/request.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { copies } from '../../metadata/copies.ts';
import { isPattern } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import {
  optionsFrom,
  type ResolveOptions,
  resolveIndices,
} from '../../metadata/resolve-indices.ts';

export { copies, replicasOf } from '../../metadata/copies.ts';

import { isSystemIndex, systemAccessWarning } from '../../metadata/system-indices.ts';

/** Parameters of every API that takes several indices. */
export const TARGET_PARAMS = [
  'ignore_unavailable',
  'allow_no_indices',
  'expand_wildcards',
] as const;
/** Parameters of every API that changes the cluster state. */
export const MASTER_PARAMS = ['master_timeout', 'timeout'] as const;

/** The indices that the `{index}` of a request means. */
export function targets(
  request: RestRequest,
  indices: IndicesService,
  base: ResolveOptions,
): IndexMetadata[] {
  const names = request.list('index') ?? [];
  const found = permitted(
    request,
    names,
    resolveIndices(indices.state, names, optionsFrom(request, base)),
  );
  if (names.length > 0) warnOfSystem(request, found);
  return found;
}

/** Tells whoever named system indices that this will not always be possible. */
export function warnOfSystem(request: RestRequest, found: readonly IndexMetadata[]): void {
  const system = found.map(({ name }) => name).filter(isSystemIndex);
  if (system.length > 0) request.deprecate(systemAccessWarning(system));
}

/**
 * Those of the indices found under `names` that the caller may touch. Patterns stand only for what
 * is allowed; an index that was named in another way (an alias, date math) and is not allowed is
 * refused. Actions on the cluster are not about indices.
 */
export function permitted(
  request: RestRequest,
  names: readonly string[],
  found: IndexMetadata[],
  action = request.action,
): IndexMetadata[] {
  const { caller } = request;
  if (caller === undefined || !action.startsWith('indices:')) return found;
  const refused = found.filter(
    ({ name, dataStream }) =>
      !caller.allowsIndex(action, name) &&
      // A right on a data stream is one on its indices.
      (dataStream === undefined || !caller.allowsIndex(action, dataStream)),
  );
  if (refused.length === 0) return found;
  const byPattern = names.length === 0 || names.some((name) => isPattern(name) || name === '_all');
  if (!byPattern)
    throw caller.refusal(
      action,
      refused.map(({ name }) => name),
    );
  return found.filter((index) => !refused.includes(index));
}

/** The `_shards` of an answer that went to every shard of these indices. */
export function shardsBody(indices: readonly IndexMetadata[]): Writable {
  let total = 0;
  let successful = 0;
  for (const index of indices) {
    total += copies(index).total;
    successful += copies(index).primaries;
  }
  return { total, successful, failed: 0 };
}
