/** The table of all routes. A family is one file; adding one is adding a line here. */
import type { Route } from '../http/route.ts';
import { analyzeRoutes, analyzeServices } from './analyze.ts';
import { byQueryRoutes } from './by-query/index.ts';
import { catalogue } from './cat/index.ts';
import { clusterRoutes } from './cluster/index.ts';
import { documentRoutes } from './documents/index.ts';
import { indexRoutes } from './indices/index.ts';
import { licenseRoutes } from './license.ts';
import { mainRoutes } from './main.ts';
import type { NodeServices } from './node-services.ts';
import { allSearchRoutes } from './search/index.ts';
import { apiKeyRoutes } from './security/api-keys.ts';
import { applicationPrivilegeRoutes } from './security/application-privileges.ts';
import { enrollRoutes } from './security/enroll.ts';
import { privilegeRoutes } from './security/privileges.ts';
import { roleRoutes } from './security/roles.ts';
import { userRoutes } from './security/users.ts';
import { synonymRoutes } from './synonyms.ts';
import { taskRoutes } from './tasks.ts';

export function allRoutes(node: NodeServices): Route[] {
  const { security } = node;
  const secured =
    security === undefined
      ? []
      : [
          ...userRoutes(security),
          ...roleRoutes(node, security),
          ...privilegeRoutes(security),
          ...applicationPrivilegeRoutes(security),
          ...apiKeyRoutes(security),
          ...enrollRoutes(node.settings),
        ];
  return [
    ...mainRoutes(node),
    ...licenseRoutes(node),
    ...indexRoutes(node),
    ...documentRoutes(node),
    ...byQueryRoutes(node),
    ...allSearchRoutes(node),
    ...analyzeRoutes(analyzeServices(node)),
    ...clusterRoutes(node),
    ...catalogue(node),
    ...synonymRoutes(node),
    ...taskRoutes(node),
    ...secured,
  ];
}
