/** The routes of searches, family by family. */
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { explainRoutes } from './explain.ts';
import { fieldCapsRoutes } from './field-caps.ts';
import { knnSearchRoutes } from './knn-search.ts';
import { multiSearchRoutes } from './msearch.ts';
import { scrollRoutes } from './scroll.ts';
import { searchRoutes } from './search.ts';

export function allSearchRoutes(node: NodeServices): Route[] {
  return [
    ...searchRoutes(node),
    ...multiSearchRoutes(node),
    ...knnSearchRoutes(node),
    ...scrollRoutes(node),
    ...explainRoutes(node),
    ...fieldCapsRoutes(node),
  ];
}
