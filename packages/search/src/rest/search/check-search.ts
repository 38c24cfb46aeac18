/** What a search may not ask for, by itself or together. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { ClusterState } from '../../metadata/cluster-state.ts';
import { indexNotFound } from '../../metadata/index-names.ts';
import { aliasTargets } from '../../metadata/resolve-indices.ts';
import { type SearchRequest, UNTRACKED } from '../../search/request/search-request.ts';
import { isByScore } from '../../search/shard/query-shard.ts';

/** Parameters with a bound of their own. */
export function checkParams(request: RestRequest): void {
  const batch = request.integer('batched_reduce_size', 512);
  if (batch < 2) throw illegalArgument('batchedReduceSize must be >= 2');
  const filter = request.integer('pre_filter_shard_size', 128);
  if (filter < 1) throw illegalArgument('preFilterShardSize must be >= 1');
  const concurrent = request.integer('max_concurrent_shard_requests', 5);
  if (concurrent < 1) throw illegalArgument('maxConcurrentShardRequests must be >= 1');
  const type = request.param('search_type') ?? 'query_then_fetch';
  if (type !== 'query_then_fetch' && type !== 'dfs_query_then_fetch') {
    throw illegalArgument(`No search type for [${type}]`);
  }
}

/** Boosts are for indices that are there. */
export function checkBoosts(
  state: ClusterState,
  request: RestRequest,
  parsed: SearchRequest,
): void {
  if (request.flag('ignore_unavailable', false)) return;
  for (const [name] of parsed.indicesBoost) {
    if (name.includes('*') || state.indices.has(name) || aliasTargets(state, name).length > 0)
      continue;
    throw indexNotFound(name);
  }
}

/** What cannot be asked for together. */
export function checkTogether(parsed: SearchRequest): void {
  const { collapse, searchAfter, sort, rescore } = parsed;
  if (rescore !== undefined && collapse !== undefined) {
    throw illegalArgument('cannot use `collapse` in conjunction with `rescore`');
  }
  if (rescore !== undefined && sort.length > 0 && !isByScore(parsed)) {
    throw illegalArgument('Cannot use [sort] option in conjunction with [rescore].');
  }
  if (collapse === undefined || searchAfter === undefined) return;
  if (sort.length === 1 && sort[0]?.field === collapse.field) return;
  throw illegalArgument(
    'Cannot use [collapse] in conjunction with [search_after] unless the search is sorted on the same field. Multiple sort fields are not allowed.',
  );
}

/** What a scroll cannot have. */
export function scrollComplaints(request: RestRequest, parsed: SearchRequest): string[] {
  const complaints: string[] = [];
  if (parsed.trackTotalHits === UNTRACKED) {
    complaints.push('disabling [track_total_hits] is not allowed in a scroll context');
  }
  if (parsed.from > 0) complaints.push('using [from] is not allowed in a scroll context');
  if (request.flag('request_cache', false)) {
    complaints.push('[request_cache] cannot be used in a scroll context');
  }
  if (parsed.collapse !== undefined) {
    complaints.push('cannot use `collapse` in a scroll context');
  }
  if (parsed.size === 0) complaints.push('[size] cannot be [0] in a scroll context');
  if (parsed.searchAfter !== undefined) {
    complaints.push('`search_after` cannot be used in a scroll context.');
  }
  if (parsed.pointInTime !== undefined) {
    complaints.push('using [point in time] is not allowed in a scroll context');
  }
  return complaints;
}
