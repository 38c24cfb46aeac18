/** `GET /`: who answers here. */
import { RestResponse } from '../http/response.ts';
import type { Route } from '../http/route.ts';
import { BUILD_DATE, BUILD_HASH, LUCENE_VERSION, VERSION } from '../version.ts';
import type { NodeServices } from './node-services.ts';

export function mainRoutes(node: NodeServices): Route[] {
  return [
    {
      methods: ['GET', 'HEAD'],
      path: '/',
      params: [],
      action: 'cluster:monitor/main',
      prettyByDefault: true,
      handler: () =>
        RestResponse.of({
          name: node.nodeName,
          cluster_name: node.clusterName,
          cluster_uuid: node.identity.clusterUuid,
          version: {
            number: VERSION,
            build_flavor: 'default',
            build_type: 'tar',
            build_hash: BUILD_HASH,
            build_date: BUILD_DATE,
            build_snapshot: false,
            lucene_version: LUCENE_VERSION,
            minimum_wire_compatibility_version: '7.17.0',
            minimum_index_compatibility_version: '7.0.0',
          },
          tagline: 'You Know, for Search',
        }),
    },
  ];
}
