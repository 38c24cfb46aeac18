/** The `_cat` APIs: each a list of columns and where its rows come from. */
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { catClusterRoutes } from './cluster.ts';
import { catIndexRoutes } from './indices.ts';
import { catNodeRoutes } from './nodes.ts';
import { catShardRoutes } from './shards.ts';

export function catalogue(node: NodeServices): Route[] {
  const routes = [
    ...catIndexRoutes(node),
    ...catShardRoutes(node),
    ...catNodeRoutes(node),
    ...catClusterRoutes(node),
  ];
  const listed = routes.map(({ path }) => path).sort();
  return [
    ...routes,
    {
      methods: ['GET'],
      path: '/_cat',
      params: ['help'],
      action: 'cluster:monitor/main',
      handler: () => RestResponse.text(`=^.^=\n${listed.map((path) => `${path}\n`).join('')}`),
    },
  ];
}
