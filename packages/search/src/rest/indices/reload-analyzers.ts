/** `_reload_search_analyzers`: files and sets that updateable filters name are read again. */
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { shardsBody, TARGET_PARAMS, targets } from './shared.ts';

export function reloadAnalyzerRoutes(node: NodeServices): Route[] {
  return [
    {
      methods: ['GET', 'POST'],
      path: '/{index}/_reload_search_analyzers',
      params: [...TARGET_PARAMS, 'resource'],
      action: 'indices:admin/reload_analyzers',
      handler: (request) => reload(request, node),
    },
  ];
}

function reload(request: RestRequest, { indices, identity }: NodeServices): RestResponse {
  const found = targets(request, indices, STRICT_OPEN_FORBID_CLOSED);
  const details = found.map((index) => ({
    index: index.name,
    reloaded_analyzers: indices.reloadAnalysis(index),
    reloaded_node_ids: [identity.nodeId],
  }));
  return RestResponse.of({ _shards: shardsBody(found), reload_details: details });
}
