/** The routes of writes that a search chooses. */
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import type { Jobs } from './execute.ts';
import { reindexRoutes } from './reindex.ts';
import { rethrottleRoutes } from './rethrottle.ts';
import { updateAndDeleteRoutes } from './update-delete.ts';

export function byQueryRoutes(node: NodeServices): Route[] {
  const jobs: Jobs = new WeakMap();
  return [
    ...updateAndDeleteRoutes(node, jobs),
    ...reindexRoutes(node, jobs),
    ...rethrottleRoutes(node, jobs),
  ];
}
