/** `_search` and `_count`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { checkBlocks } from '../../metadata/blocks.ts';
import {
  optionsFrom,
  resolveIndices,
  STRICT_OPEN_FORBID_CLOSED,
} from '../../metadata/resolve-indices.ts';
import { searchBody, shardsBody } from '../../search/reduce.ts';
import { type ShardTarget, shardTargets } from '../../search/shard/target.ts';
import { permitted, TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyScope, QUERY_PARAMS, SEARCH_PARAMS, searchRequest, uriQuery } from './params.ts';

/** The shards a request means, after privileges and blocks. */
export function searchTargets(node: NodeServices, request: RestRequest): ShardTarget[] {
  const { indices } = node;
  const names = request.list('index') ?? [];
  const options = optionsFrom(request, STRICT_OPEN_FORBID_CLOSED);
  const found = permitted(request, names, resolveIndices(indices.state, names, options));
  for (const index of found) checkBlocks(indices.state, index, 'read');
  return shardTargets(indices, names, found, {
    routing: request.param('routing'),
    preference: request.param('preference'),
  });
}

/** Parameters with a bound of their own. */
function checkParams(request: RestRequest): void {
  const batch = request.integer('batched_reduce_size', 512);
  if (batch < 2) throw illegalArgument('batchedReduceSize must be >= 2');
  const filter = request.integer('pre_filter_shard_size', 128);
  if (filter < 1) throw illegalArgument('preFilterShardSize must be >= 1');
  const concurrent = request.integer('max_concurrent_shard_requests', 5);
  if (concurrent < 1) throw illegalArgument('maxConcurrentShardRequests must be >= 1');
}

export function searchRoutes(node: NodeServices): Route[] {
  const { search } = node;
  const handler = async (request: RestRequest) => {
    checkParams(request);
    const parsed = searchRequest(request);
    const targets = searchTargets(node, request);
    const outcome = await search.query(targets, parsed);
    const body = searchBody(outcome, parsed, search.nodeId, {
      totalAsInt: request.flag('rest_total_hits_as_int', false),
      typedKeys: request.flag('typed_keys', false),
      batchedReduceSize: request.integer('batched_reduce_size', 512),
    });
    return RestResponse.of(body);
  };
  const count = async (request: RestRequest) => {
    const terminateAfter = request.integer('terminate_after', 0);
    if (terminateAfter < 0) throw illegalArgument('terminateAfter must be > 0');
    const { body, scope } = bodyScope(request);
    for (const [name, value] of body ?? []) {
      if (name !== 'query') {
        throw scope.error(`request does not support [${name}]`, body, name, 'name');
      }
      if (value === null) throw illegalArgument('query malformed, empty clause found');
    }
    const json = body?.get('query');
    const inBody = json === undefined ? undefined : scope.query(json, body, 'query');
    const query = uriQuery(request) ?? inBody;
    const targets = searchTargets(node, request);
    const result = await search.count(targets, query, {
      terminateAfter,
    });
    return RestResponse.of({
      count: result.count,
      terminated_early:
        request.param('terminate_after') === undefined ? undefined : result.isTerminated,
      _shards: shardsBody(targets.length, result.failures, search.nodeId, true),
    });
  };
  const both = (path: string, params: readonly string[], action: string, run: Route['handler']) =>
    [path, `/{index}${path}`].map(
      (full): Route => ({
        methods: ['GET', 'POST'],
        path: full,
        params,
        action,
        handler: run,
      }),
    );
  return [
    ...both('/_search', SEARCH_PARAMS, 'indices:data/read/search', handler),
    ...both('/_count', COUNT_PARAMS, 'indices:data/read/search', count),
  ];
}

const COUNT_PARAMS = [
  ...TARGET_PARAMS,
  ...QUERY_PARAMS,
  'ignore_throttled',
  'min_score',
  'preference',
  'routing',
  'source',
  'source_content_type',
  'terminate_after',
];
