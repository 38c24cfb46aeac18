/** The routes of documents. */
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { bulkRoutes } from './bulk.ts';
import { getRoutes } from './get.ts';
import { multiGetRoutes } from './mget.ts';
import { termVectorRoutes } from './term-vectors.ts';
import { updateRoutes } from './update.ts';
import { writeRoutes } from './write.ts';

export function documentRoutes(node: NodeServices): Route[] {
  return [
    ...writeRoutes(node),
    ...getRoutes(node),
    ...multiGetRoutes(node),
    ...updateRoutes(node),
    ...bulkRoutes(node),
    ...termVectorRoutes(node),
  ];
}
