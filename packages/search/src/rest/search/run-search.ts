/** One search of an address and a body, kept open or not. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { Writable } from '../../json/values.ts';
import { checkBlocks } from '../../metadata/blocks.ts';
import {
  indexClosed,
  optionsFrom,
  resolveIndices,
  STRICT_OPEN_FORBID_CLOSED,
} from '../../metadata/resolve-indices.ts';
import { expandGroups } from '../../search/collapse/expand.ts';
import { someFailed } from '../../search/failures.ts';
import { MemoryHold } from '../../search/memory-hold.ts';
import type { OpenContext, ScrollState } from '../../search/open-contexts.ts';
import { hitsBody, notePositions, type Outcome, rank, searchBody } from '../../search/reduce.ts';
import { EXACT, type SearchRequest } from '../../search/request/search-request.ts';
import type { Position } from '../../search/shard/query-shard.ts';
import { type ShardTarget, shardTargets } from '../../search/shard/target.ts';
import { parseTime } from '../../settings/units.ts';
import { permitted } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { checkBoosts, checkParams, checkTogether, scrollComplaints } from './check-search.ts';
import { searchRequest } from './params.ts';

/** What reading the document that a query names is. */
const GET_ACTION = 'indices:data/read/get';

/** The shards a request means, after privileges and blocks. */
export function searchTargets(
  node: NodeServices,
  request: RestRequest,
  names = request.list('index') ?? [],
  action = request.action,
): ShardTarget[] {
  const { indices } = node;
  const options = optionsFrom(request, STRICT_OPEN_FORBID_CLOSED);
  const all = resolveIndices(indices.state, names, options);
  const found = permitted(request, names, all, action);
  for (const index of found) {
    if (index.state !== 'open' && !options.ignoreUnavailable) throw indexClosed(index);
    checkBlocks(indices.state, index, 'read');
  }
  return shardTargets(indices, names, found, {
    routing: request.param('routing'),
    preference: request.param('preference'),
    mustRead: (index) => {
      const { caller } = request;
      if (caller?.allowsIndex(GET_ACTION, index) === false) {
        throw caller.refusal(GET_ACTION, [index]);
      }
    },
  });
}

/** The answer to a search. */
export async function runSearch(node: NodeServices, request: RestRequest): Promise<Writable> {
  const { task } = request;
  if (task !== undefined) task.cancellable = true;
  checkParams(request);
  const parsed = searchRequest(request);
  parsed.isDfs = request.param('search_type') === 'dfs_query_then_fetch';
  if (parsed.knn !== undefined && request.param('search_type') !== undefined) {
    throw illegalArgument(
      'cannot set [search_type] when using [knn] search, since the search type is determined automatically',
    );
  }
  checkTogether(parsed);
  checkBoosts(node.indices.state, request, parsed);
  const scroll = request.param('scroll');
  if (scroll !== undefined) return openScroll(node, request, parsed, parseTime(scroll, 'scroll'));
  if (parsed.pointInTime !== undefined) return searchPoint(node, request, parsed);
  if (parsed.sort.some(({ field }) => field === '_shard_doc')) {
    throw validationError(['[_shard_doc] sort field cannot be used without [point in time]']);
  }
  if (parsed.slice !== undefined) {
    throw validationError(['[slice] can only be used with [scroll] or [point-in-time] requests']);
  }
  const targets = searchTargets(node, request);
  const buckets = new MemoryHold(node.breakers, '<reused_arrays>');
  try {
    const outcome = await node.search.query(targets, parsed, {
      check: () => task?.check(),
      hold: (bytes) => buckets.add(bytes),
    });
    if (outcome.failures.length > 0 && !request.flag('allow_partial_search_results', true)) {
      throw someFailed(outcome.failures, node.search.nodeId);
    }
    return await answer(node, request, parsed, outcome);
  } finally {
    buckets.release();
  }
}

async function answer(
  node: NodeServices,
  request: RestRequest,
  parsed: SearchRequest,
  outcome: Outcome,
  ids: Readonly<Record<string, Writable>> = {},
): Promise<Writable> {
  const hold = new MemoryHold(node.breakers, '<search_hits>');
  const options = {
    totalAsInt: request.flag('rest_total_hits_as_int', false),
    typedKeys: request.flag('typed_keys', false),
    batchedReduceSize: request.integer('batched_reduce_size', 512),
    maxBuckets: maxBuckets(node),
    nodeId: node.search.nodeId,
    hold: (bytes: number) => hold.add(bytes),
    ...(parsed.profile ? { fetched: new Map() } : {}),
  };
  try {
    const ranked = rank(outcome.results, parsed);
    const inner =
      parsed.collapse === undefined
        ? undefined
        : await expandGroups(node.search, outcome, parsed, ranked, options);
    const hits = await hitsBody(outcome, parsed, ranked, options, inner);
    return searchBody(outcome, parsed, node.search.nodeId, options, hits, ids);
  } finally {
    hold.release();
  }
}

async function openScroll(
  node: NodeServices,
  request: RestRequest,
  parsed: SearchRequest,
  keepAlive: number,
): Promise<Writable> {
  const complaints = scrollComplaints(request, parsed);
  if (complaints.length > 0) throw validationError(complaints);
  const { contexts } = node.search;
  contexts.checkKeepAlive(keepAlive, (text) => parseTime(text, 'search.max_keep_alive'));
  parsed.trackTotalHits = EXACT;
  const targets = node.search.pinned(searchTargets(node, request));
  const positions = new Map<ShardTarget, Position>();
  const totalAsInt = request.flag('rest_total_hits_as_int', false);
  const scroll: ScrollState = { request: parsed, positions, totalAsInt };
  const outcome = await node.search.query(targets, parsed, { isScroll: true });
  const context = contexts.add('scroll', {
    owner: request.caller?.username,
    targets,
    scroll,
    keepAlive,
  });
  notePositions(rank(outcome.results, parsed), positions);
  return answer(node, request, parsed, outcome, { _scroll_id: context.id });
}

/** The next page of a scroll. */
export async function continueScroll(
  node: NodeServices,
  request: RestRequest,
  context: OpenContext,
): Promise<Writable> {
  const { request: parsed, positions } = context.scroll as ScrollState;
  const outcome = await node.search.query(context.targets, parsed, { isScroll: true, positions });
  notePositions(rank(outcome.results, parsed), positions);
  return answer(node, request, parsed, outcome, { _scroll_id: context.id });
}

async function searchPoint(
  node: NodeServices,
  request: RestRequest,
  parsed: SearchRequest,
): Promise<Writable> {
  const { id, keepAlive } = parsed.pointInTime as { id: string; keepAlive: number | undefined };
  const complaints: string[] = [];
  if ((request.list('index') ?? []).length > 0) {
    complaints.push(
      '[indices] cannot be used with point in time. Do not specify any index with point in time.',
    );
  }
  for (const name of ['routing', 'preference']) {
    if (request.param(name) !== undefined) {
      complaints.push(`[${name}] cannot be used with point in time`);
    }
  }
  if (complaints.length > 0) throw validationError(complaints);
  const { contexts } = node.search;
  if (keepAlive !== undefined) {
    contexts.checkKeepAlive(keepAlive, (text) => parseTime(text, 'search.max_keep_alive'));
  }
  const context = contexts.use('pit', id, request.caller?.username, keepAlive);
  const isBroken =
    parsed.sort.length > 0 && !parsed.sort.some(({ field }) => field === '_shard_doc');
  const sorted = isBroken
    ? {
        ...parsed,
        sort: [...parsed.sort, { field: '_shard_doc', order: 'asc' as const, isImplicit: true }],
      }
    : parsed;
  const outcome = await node.search.query(context.targets, sorted);
  return answer(node, request, sorted, outcome, { pit_id: id });
}

/** How many buckets an answer may have, as the cluster's settings say. */
function maxBuckets({ indices, settings }: NodeServices): number | undefined {
  const { transientSettings, persistentSettings } = indices.state;
  const name = 'search.max_buckets';
  const given = transientSettings.get(name) ?? persistentSettings.get(name) ?? settings.text(name);
  return given === undefined || given === null ? undefined : Number(given);
}
