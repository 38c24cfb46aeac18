/** The routes of the cluster and its nodes. */
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { healthRoutes } from './health.ts';
import { nodeRoutes } from './nodes.ts';
import { clusterSettingsRoutes } from './settings.ts';

export function clusterRoutes(node: NodeServices): Route[] {
  return [...healthRoutes(node), ...clusterSettingsRoutes(node), ...nodeRoutes(node)];
}
