/** The routes of indices, family by family. */
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { aliasRoutes } from './aliases.ts';
import { dataStreamRoutes } from './data-streams.ts';
import { diskUsageRoutes } from './disk-usage.ts';
import { lifecycleRoutes } from './lifecycle.ts';
import { maintenanceRoutes } from './maintenance.ts';
import { mappingRoutes } from './mappings.ts';
import { recoveryRoutes } from './recovery.ts';
import { reloadAnalyzerRoutes } from './reload-analyzers.ts';
import { resolveRoutes } from './resolve.ts';
import { rolloverRoutes } from './rollover.ts';
import { segmentRoutes } from './segments.ts';
import { settingsRoutes } from './settings.ts';
import { statsRoutes } from './stats.ts';
import { templateRoutes } from './templates.ts';

export function indexRoutes(node: NodeServices): Route[] {
  return [
    ...lifecycleRoutes(node),
    ...resolveRoutes(node),
    ...rolloverRoutes(node),
    ...dataStreamRoutes(node),
    ...settingsRoutes(node),
    ...aliasRoutes(node),
    ...mappingRoutes(node),
    ...maintenanceRoutes(node),
    ...reloadAnalyzerRoutes(node),
    ...statsRoutes(node),
    ...segmentRoutes(node),
    ...diskUsageRoutes(node),
    ...recoveryRoutes(node),
    ...templateRoutes(node),
  ];
}
