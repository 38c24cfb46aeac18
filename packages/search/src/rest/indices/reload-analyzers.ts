/** `_reload_search_analyzers`: files and sets that updateable filters name are read again. */
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
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

async function reload(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const found = targets(request, node.indices, STRICT_OPEN_FORBID_CLOSED);
  await node.indices.recoverFailed();
  return RestResponse.of(details(node, found, request.param('resource')));
}

/** Loads a set of synonyms anew wherever it is used. */
export async function reloaded(node: NodeServices, set: string): Promise<Writable> {
  await node.indices.recoverFailed();
  const open = [...node.indices.state.indices.values()].filter(({ state }) => state === 'open');
  return details(node, open, set);
}

/** Indices with a filter that names the set. */
export function usersOf({ indices }: NodeServices, set: string): IndexMetadata[] {
  return [...indices.state.indices.values()].filter((index) => filtersOf(index, set).size > 0);
}

const RESOURCE = /^index\.analysis\.filter\.(.+)\.(?:synonyms_set|synonyms_path|keywords_path)$/;

/** Filters that load a file or a set of this name; without one, all that load any. */
function filtersOf(index: IndexMetadata, resource: string | undefined): Set<string> {
  const found = new Set<string>();
  for (const [name, value] of index.settings) {
    const filter = RESOURCE.exec(name)?.[1];
    if (filter !== undefined && (resource === undefined || value === resource)) found.add(filter);
  }
  return found;
}

function details(
  { indices, identity }: NodeServices,
  found: readonly IndexMetadata[],
  resource: string | undefined,
): Writable {
  const reload_details: Writable[] = [];
  for (const index of found) {
    const filters = filtersOf(index, resource);
    if (filters.size === 0) continue;
    const names = indices.reloadAnalysis(index, filters);
    if (names.length === 0) continue;
    reload_details.push({
      index: index.name,
      reloaded_analyzers: names,
      reloaded_node_ids: [identity.nodeId],
    });
  }
  return { _shards: shardsBody(found), reload_details };
}
