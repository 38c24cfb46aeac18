/** `_stats`. */
import { createHash } from 'node:crypto';
import { illegalArgument } from '../../errors/search-error.ts';
import { unrecognized } from '../../errors/suggest.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Shard } from '../../index/shard/shard.ts';
import type { Writable } from '../../json/values.ts';
import { closedSegments } from '../../metadata/closed-index.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { STRICT_OPEN, STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import { parseTime } from '../../settings/units.ts';
import { indexHealth } from '../cluster/health.ts';
import type { NodeServices } from '../node-services.ts';
import { type NumberTree, sumTrees, treeBody } from '../stats/number-tree.ts';
import {
  closedFigures,
  type FigureOptions,
  METRIC_NAMES,
  noFigures,
  shardFigures,
} from '../stats/shard-figures.ts';
import { shardsBody, TARGET_PARAMS, targets } from './shared.ts';

/** Parameters that choose among figures, of `_stats` and `_nodes/stats`. */
export const FIGURE_PARAMS = [
  'level',
  'groups',
  'types',
  'fields',
  'completion_fields',
  'fielddata_fields',
  'include_segment_file_sizes',
  'include_unloaded_segments',
];

/** Metrics of no index, that `_stats` still takes. */
const FURTHER = ['shards'];

export function statsRoutes(node: NodeServices): Route[] {
  const route = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [...TARGET_PARAMS, ...FIGURE_PARAMS, 'forbid_closed_indices'],
    action: 'indices:monitor/stats',
    handler: (request) => stats(request, node),
  });
  return [
    route('/_stats'),
    route('/_stats/{metric}'),
    route('/{index}/_stats'),
    route('/{index}/_stats/{metric}'),
  ];
}

function stats(request: RestRequest, node: NodeServices): RestResponse {
  const level = levelOf(request, ['cluster', 'indices', 'shards'], 'indices');
  const metrics = wantedMetrics(request);
  const forbidClosed = request.flag('forbid_closed_indices', true);
  const base = forbidClosed ? STRICT_OPEN_FORBID_CLOSED : STRICT_OPEN;
  const found = targets(request, node.indices, base);
  const parts = found.map((index) => ({
    index,
    shards: indexFigures(node, index, metrics, request),
  }));
  const sum = (shards: readonly NumberTree[]) =>
    treeBody(sumTrees(shards, noFigures(metrics)), request.human);
  const both = (shards: readonly NumberTree[]) => ({ primaries: sum(shards), total: sum(shards) });
  const indices = new Map<string, Writable>(
    parts.map(({ index, shards }) => [
      index.name,
      {
        uuid: index.uuid,
        health: indexHealth(node.indices, index).status,
        status: index.state,
        ...both(shards),
        shards: level === 'shards' ? shardBodies(node, index, shards, request.human) : undefined,
      },
    ]),
  );
  return RestResponse.of({
    _shards: shardsBody(found),
    _all: both(parts.flatMap(({ shards }) => shards)),
    indices: level === 'cluster' ? undefined : indices,
  });
}

/** Throws for a `level` the API does not have. */
export function levelOf(request: RestRequest, known: readonly string[], otherwise: string): string {
  const level = request.param('level') ?? otherwise;
  if (known.includes(level)) return level;
  const names = known.map((name) => `[${name}]`);
  throw illegalArgument(
    `level parameter must be one of ${names.slice(0, -1).join(' or ')} or ${names.at(-1)} but was [${level}]`,
  );
}

function wantedMetrics(request: RestRequest): readonly string[] {
  const wanted = request.list('metric') ?? ['_all'];
  const known = [...METRIC_NAMES, ...FURTHER];
  const isAll = wanted.includes('_all');
  if (isAll && wanted.length > 1) {
    throw illegalArgument(
      `request [${request.head.path}] contains _all and individual metrics [${wanted.join(',')}]`,
    );
  }
  const unknown = wanted.filter((name) => name !== '_all' && !known.includes(name));
  if (unknown.length > 0) {
    throw illegalArgument(unrecognized(request.head.path, 'metric', unknown, known));
  }
  return isAll ? METRIC_NAMES : wanted;
}

/** The figures of each shard of an index that is open, or whose files can be read. */
export function indexFigures(
  node: NodeServices,
  index: IndexMetadata,
  metrics: readonly string[],
  request?: RestRequest,
): NumberTree[] {
  const options = figureOptions(node, index, request);
  const opened = node.indices.shardsOf(index);
  if (opened !== undefined) {
    return opened.live.map((shard) => shardFigures(shard, metrics, options));
  }
  const loaded = request?.flag('include_unloaded_segments', false) ?? false;
  return closedSegments(node.dataDir, index).map((segments) =>
    closedFigures(segments, loaded, metrics, options),
  );
}

function figureOptions(
  node: NodeServices,
  index: IndexMetadata,
  request: RestRequest | undefined,
): FigureOptions {
  const fields = request?.list('fields');
  const { mapping } = node.indices.mappingOf(index);
  return {
    groups: request?.list('groups') ?? [],
    fielddataFields: request?.list('fielddata_fields') ?? fields ?? [],
    completionFields: request?.list('completion_fields') ?? fields ?? [],
    fileSizes: request?.flag('include_segment_file_sizes', false) ?? false,
    typeOf: (field) => mapping.fields.get(field)?.type.name,
  };
}

const IDLE_AFTER = '30s';

function shardBodies(
  node: NodeServices,
  index: IndexMetadata,
  figures: readonly NumberTree[],
  human: boolean,
): Writable {
  const opened = node.indices.shardsOf(index);
  const idleAfter = parseTime(
    String(index.settings.get('index.search.idle.after') ?? IDLE_AFTER),
    'index.search.idle.after',
  );
  const numbers = [...(opened?.shards ?? figures).keys()].filter(
    (number) => !(opened?.shards[number] instanceof Error),
  );
  return new Map(
    numbers.map((number, i) => {
      const shard = opened?.shards[number] as Shard | undefined;
      const idle = Date.now() - (shard?.counters.searchedAt ?? Date.now());
      const body = {
        routing: {
          state: 'STARTED',
          primary: true,
          node: node.identity.nodeId,
          relocating_node: null,
        },
        ...Object.fromEntries(treeBody(figures[i] as NumberTree, human) as Map<string, Writable>),
        commit: shard === undefined ? undefined : commitBody(shard, `${index.uuid}/${number}`),
        seq_no: shard === undefined ? undefined : seqNoBody(shard),
        retention_leases: { primary_term: shard?.primaryTerm ?? 1, version: 1, leases: [] },
        shard_path: {
          state_path: `${node.dataDir}/indices/${index.uuid}/${number}`,
          data_path: `${node.dataDir}/indices/${index.uuid}/${number}`,
          is_custom_data_path: false,
        },
        search_idle: idle > idleAfter,
        search_idle_time: idle,
      };
      return [String(number), [body]];
    }),
  );
}

/** A commit has an id that no other has. */
function commitBody(shard: Shard, place: string): Writable {
  const { number, maxSeqNo } = shard.lastCommit;
  return {
    id: createHash('sha1').update(`${place}/${number}`).digest('base64'),
    generation: number,
    user_data: { max_seq_no: String(maxSeqNo), local_checkpoint: String(maxSeqNo) },
    num_docs: shard.stats().documents,
  };
}

function seqNoBody(shard: Shard): Writable {
  const { maxSeqNo } = shard.stats();
  return { max_seq_no: maxSeqNo, local_checkpoint: maxSeqNo, global_checkpoint: maxSeqNo };
}
