/**
 * `_dangling`. The metadata of all indices is in the one cluster state, so that no index can be found
 * on the disk that the cluster does not know: there is never one to import.
 */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { MASTER_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';

const ACTION = 'cluster:admin/indices/dangling';

export function danglingRoutes(node: NodeServices): Route[] {
  const change = (method: 'POST' | 'DELETE', action: string): Route => ({
    methods: [method],
    path: '/_dangling/{index_uuid}',
    params: [...MASTER_PARAMS, 'accept_data_loss'],
    action: `${ACTION}/${action}`,
    handler: (request) => refuse(request),
  });
  return [
    {
      methods: ['GET'],
      path: '/_dangling',
      params: [],
      action: `${ACTION}/list`,
      handler: () =>
        RestResponse.of({
          _nodes: { total: 1, successful: 1, failed: 0 },
          cluster_name: node.clusterName,
          dangling_indices: [],
        }),
    },
    change('POST', 'import'),
    change('DELETE', 'delete'),
  ];
}

function refuse(request: RestRequest): never {
  if (!request.flag('accept_data_loss', false)) {
    throw illegalArgument('accept_data_loss must be set to true');
  }
  throw illegalArgument(`No dangling index found for UUID [${request.pathParam('index_uuid')}]`);
}
