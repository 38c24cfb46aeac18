/** `_search` and `_count`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { numberValue } from '../../search/dsl/params.ts';
import { shardsBody } from '../../search/failures.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyQuery, QUERY_PARAMS, SEARCH_PARAMS } from './params.ts';
import { runSearch, searchTargets } from './run-search.ts';

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

async function count(node: NodeServices, request: RestRequest): Promise<RestResponse> {
  const terminateAfter = request.integer('terminate_after', 0);
  if (terminateAfter < 0) throw illegalArgument('terminateAfter must be > 0');
  const query = bodyQuery(request);
  const { search } = node;
  const targets = searchTargets(node, request);
  const given = request.param('min_score');
  const minScore = given === undefined ? undefined : numberValue(given);
  const result = await search.count(targets, query, { terminateAfter, minScore });
  const isLimited = request.param('terminate_after') !== undefined;
  return RestResponse.of({
    count: result.count,
    terminated_early: isLimited ? result.isTerminated : undefined,
    _shards: shardsBody(targets.length, result.failures, search.nodeId, true),
  });
}

export function searchRoutes(node: NodeServices): Route[] {
  const both = (path: string, params: readonly string[], handler: Route['handler']) =>
    [path, `/{index}${path}`].map(
      (full): Route => ({
        methods: ['GET', 'POST'],
        path: full,
        params,
        action: 'indices:data/read/search',
        handler,
      }),
    );
  return [
    ...both('/_search', SEARCH_PARAMS, async (request) =>
      RestResponse.of(await runSearch(node, request)),
    ),
    ...both('/_count', COUNT_PARAMS, (request) => count(node, request)),
  ];
}
