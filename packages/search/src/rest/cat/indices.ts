/** `_cat/indices` and `_cat/count`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { Route } from '../../http/route.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { STRICT_ALL, STRICT_OPEN } from '../../metadata/resolve-indices.ts';
import { indexHealth } from '../cluster/health.ts';
import { copies, replicasOf, TARGET_PARAMS, targets } from '../indices/shared.ts';
import { indexFigures } from '../indices/stats.ts';
import type { NodeServices } from '../node-services.ts';
import { type NumberTree, sumTrees } from '../stats/number-tree.ts';
import { METRIC_NAMES, noFigures } from '../stats/shard-figures.ts';
import { clock } from './clock.ts';
import { figureCells, figureColumns } from './figure-columns.ts';
import { type Cell, type Column, catRoutes, columns, type Row } from './table.ts';

const HEAD = columns(
  'health,h|current health status',
  'status,s|open/close status',
  'index,i,idx|index name',
  'uuid,id|index uuid',
  '>pri,p,shards.primary,shardsPrimary|number of primary shards',
  '>rep,r,shards.replica,shardsReplica|number of replica shards',
  '>docs.count,dc,docsCount|available docs',
  '>docs.deleted,dd,docsDeleted|deleted docs',
  '-creation.date,cd|index creation date (millisecond value)',
  '-creation.date.string,cds|index creation date (as string)',
  '>store.size,ss,storeSize|store size of primaries & replicas',
  '>pri.store.size|store size of primaries',
  '>dataset.size|total size of dataset',
);
const FIGURES = figureColumns(() => true);
const INDICES = [...HEAD, ...FIGURES.flatMap((column) => [column, ofPrimaries(column)])];

function ofPrimaries(column: Column): Column {
  return { ...column, name: `pri.${column.name}`, aliases: [] };
}

const COUNT = columns(
  'epoch,t,time|seconds since 1970-01-01 00:00:00, that the count was executed',
  'timestamp,ts,hms|time that the count was executed',
  'count,dc,docs.count,docsCount|the document count',
);

export function catIndexRoutes(node: NodeServices): Route[] {
  return [
    ...catRoutes(
      ['/_cat/indices', '/_cat/indices/{index}'],
      'indices:monitor/stats',
      INDICES,
      (request) => indexRows(request, node),
      [...TARGET_PARAMS, 'health', 'include_unloaded_segments'],
    ),
    ...catRoutes(
      ['/_cat/count', '/_cat/count/{index}'],
      'indices:data/read/search',
      COUNT,
      (request) => countRows(request, node.indices),
      TARGET_PARAMS,
    ),
  ];
}

function indexRows(request: RestRequest, node: NodeServices): Row[] {
  const colour = request.param('health')?.toLowerCase();
  if (colour !== undefined && !['green', 'yellow', 'red'].includes(colour)) {
    throw illegalArgument(`unknown cluster health status [${request.param('health')}]`);
  }
  return targets(request, node.indices, STRICT_ALL)
    .map((index) => indexRow(index, node, request))
    .filter((row) => colour === undefined || row.health === colour);
}

function indexRow(index: IndexMetadata, node: NodeServices, request: RestRequest): Row {
  const isOpen = index.state === 'open';
  const tree = isOpen
    ? sumTrees(indexFigures(node, index, METRIC_NAMES, request), noFigures())
    : undefined;
  const part = (name: string) => tree?.[name] as NumberTree | undefined;
  const size = tree === undefined ? null : { bytes: Number(part('store')?.size_in_bytes) };
  const created = Number(index.settings.get('index.creation_date'));
  const figures = figureCells(FIGURES, tree);
  return {
    health: indexHealth(node.indices, index).status,
    status: index.state,
    index: index.name,
    uuid: index.uuid,
    pri: copies(index).primaries,
    rep: replicasOf(index),
    'docs.count': tree === undefined ? null : Number(part('docs')?.count),
    'docs.deleted': tree === undefined ? null : Number(part('docs')?.deleted),
    'creation.date': created,
    'creation.date.string': new Date(created).toISOString(),
    'store.size': size,
    'pri.store.size': size,
    'dataset.size': size,
    ...figures,
    ...Object.fromEntries(
      Object.entries(figures).map(([name, cell]): [string, Cell] => [`pri.${name}`, cell]),
    ),
  };
}

/** Documents that searches see. */
function countRows(request: RestRequest, indices: IndicesService): Row[] {
  let count = 0;
  for (const index of targets(request, indices, STRICT_OPEN)) {
    for (const shard of indices.shardsOf(index)?.live ?? []) {
      for (const { segment, live } of shard.searchViews()) count += segment.liveRoots(live);
    }
  }
  return [{ ...clock(), count }];
}
