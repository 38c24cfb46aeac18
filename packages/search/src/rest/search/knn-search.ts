/** `_knn_search`: the older way to ask for nearest vectors. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { JsonObject } from '../../json/values.ts';
import { filterList, parseKnn } from '../../search/knn/parse-knn.ts';
import { hitsBody, rank, searchBody } from '../../search/reduce.ts';
import { readBody } from '../../search/request/parse-body.ts';
import { emptyRequest } from '../../search/request/search-request.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyScope } from './params.ts';
import { searchTargets } from './run-search.ts';

const SHARED = ['_source', 'fields', 'docvalue_fields', 'stored_fields'];

async function knnSearch(node: NodeServices, request: RestRequest): Promise<RestResponse> {
  request.deprecate('The kNN search API has been replaced by the `knn` option in the search API.');
  const { body, scope } = bodyScope(request);
  const json = body?.get('knn');
  if (body === undefined || json === undefined) {
    throw illegalArgument('missing required [knn] section in search body');
  }
  const rest: JsonObject = new Map();
  for (const [name, value] of body) {
    if (name === 'knn' || name === 'filter') continue;
    if (!SHARED.includes(name)) {
      throw scope.contentError(
        `[knn-search] unknown field [${name}]`,
        body,
        name,
        undefined,
        'name',
      );
    }
    rest.set(name, value);
  }
  const parsed = emptyRequest();
  readBody(rest, parsed, scope);
  const filters = filterList(body, scope);
  const knn = parseKnn(json, scope).map((one) => ({
    ...one,
    filters: [...one.filters, ...filters],
  }));
  parsed.knn = knn;
  parsed.size = knn[0]?.k ?? parsed.size;
  const outcome = await node.search.query(searchTargets(node, request), parsed);
  const options = { totalAsInt: false, typedKeys: false };
  const hits = await hitsBody(outcome, parsed, rank(outcome.results, parsed), options);
  return RestResponse.of(searchBody(outcome, parsed, node.search.nodeId, options, hits));
}

export function knnSearchRoutes(node: NodeServices): Route[] {
  return [
    {
      methods: ['GET', 'POST'],
      path: '/{index}/_knn_search',
      params: [...TARGET_PARAMS, 'routing'],
      action: 'indices:data/read/search',
      handler: (request) => knnSearch(node, request),
    },
  ];
}
