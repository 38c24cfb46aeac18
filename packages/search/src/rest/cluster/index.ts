/** The routes of the cluster and its nodes. */
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { clusterAdminRoutes } from './admin.ts';
import { danglingRoutes } from './dangling.ts';
import { healthRoutes } from './health.ts';
import { nodeStatsRoutes } from './node-stats.ts';
import { nodeRoutes } from './nodes.ts';
import { clusterSettingsRoutes } from './settings.ts';
import { stateRoutes } from './state.ts';
import { clusterStatsRoutes } from './stats.ts';

export function clusterRoutes(node: NodeServices): Route[] {
  return [
    ...healthRoutes(node),
    ...clusterSettingsRoutes(node),
    ...stateRoutes(node),
    ...clusterStatsRoutes(node),
    ...clusterAdminRoutes(node),
    ...danglingRoutes(node),
    ...nodeRoutes(node),
    ...nodeStatsRoutes(node),
  ];
}
