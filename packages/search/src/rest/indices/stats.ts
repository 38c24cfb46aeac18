/** `_stats` and `_segments`. */

import { illegalArgument } from '../../errors/search-error.ts';
import { unrecognized } from '../../errors/suggest.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { ShardStats } from '../../index/shard/shard.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import { indexHealth } from '../cluster/health.ts';
import type { NodeServices } from '../node-services.ts';
import { shardsBody, TARGET_PARAMS, targets } from './shared.ts';

type Numbers = { -readonly [name in keyof ShardStats]: number };

/** The sum of the counters of several shards. */
export function totals(stats: readonly ShardStats[]): Numbers {
  const sum: Numbers = {
    documents: 0,
    deleted: 0,
    segments: 0,
    bytes: 0,
    bufferBytes: 0,
    translogOperations: 0,
    translogBytes: 0,
    maxSeqNo: -1,
    refreshes: 0,
    commits: 0,
    merges: 0,
  };
  for (const one of stats) {
    for (const name of Object.keys(sum) as (keyof Numbers)[]) {
      if (name === 'maxSeqNo') sum.maxSeqNo = Math.max(sum.maxSeqNo, one.maxSeqNo);
      else sum[name] += one[name];
    }
  }
  return sum;
}

/** What is counted, by the name of its metric; what the engine does not count is not shown. */
const METRICS: Readonly<Record<string, (sum: Numbers) => Writable>> = {
  docs: (sum) => ({ count: sum.documents, deleted: sum.deleted }),
  store: (sum) => ({
    size_in_bytes: sum.bytes,
    total_data_set_size_in_bytes: sum.bytes,
    reserved_in_bytes: 0,
  }),
  merge: (sum) => ({ total: sum.merges }),
  refresh: (sum) => ({ total: sum.refreshes }),
  flush: (sum) => ({ total: sum.commits }),
  segments: (sum) => ({ count: sum.segments, index_writer_memory_in_bytes: sum.bufferBytes }),
  translog: (sum) => ({
    operations: sum.translogOperations,
    size_in_bytes: sum.translogBytes,
    uncommitted_operations: sum.translogOperations,
    uncommitted_size_in_bytes: sum.translogBytes,
    earliest_last_modified_age: 0,
  }),
};
/** Metrics of the reference that nothing is counted for yet. */
const UNCOUNTED = [
  'bulk',
  'completion',
  'fielddata',
  'get',
  'indexing',
  'query_cache',
  'recovery',
  'request_cache',
  'search',
  'suggest',
  'warmer',
  'shards',
  'shard_stats',
  'dense_vector',
];
const SHOWN_AS: Readonly<Record<string, string>> = { merge: 'merges' };

export function statsRoutes({ indices }: NodeServices): Route[] {
  const route = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [
      ...TARGET_PARAMS,
      'level',
      'groups',
      'types',
      'fields',
      'completion_fields',
      'fielddata_fields',
      'include_segment_file_sizes',
      'include_unloaded_segments',
      'forbid_closed_indices',
    ],
    action: 'indices:monitor/stats',
    handler: (request) => {
      const metrics = wantedMetrics(request);
      const found = targets(request, indices, STRICT_OPEN_FORBID_CLOSED);
      const numbers = (index: IndexMetadata) => indices.shardsOf(index)?.stats() ?? [];
      const both = (stats: readonly ShardStats[]): Record<string, Writable> => {
        const body = counted(totals(stats), metrics);
        return { primaries: body, total: body };
      };
      return RestResponse.of({
        _shards: shardsBody(found),
        _all: both(found.flatMap(numbers)),
        indices:
          request.param('level') === 'cluster'
            ? undefined
            : new Map<string, Writable>(
                found.map((index) => [
                  index.name,
                  {
                    uuid: index.uuid,
                    health: indexHealth(indices, index).status,
                    status: index.state,
                    ...both(numbers(index)),
                  },
                ]),
              ),
      });
    },
  });
  return [
    route('/_stats'),
    route('/_stats/{metric}'),
    route('/{index}/_stats'),
    route('/{index}/_stats/{metric}'),
  ];
}

function wantedMetrics(request: RestRequest): readonly string[] {
  const wanted = request.list('metric') ?? ['_all'];
  const known = [...Object.keys(METRICS), ...UNCOUNTED];
  const unknown = wanted.filter((name) => name !== '_all' && !known.includes(name));
  if (unknown.length > 0) {
    throw illegalArgument(unrecognized(request.head.path, 'metric', unknown, known));
  }
  return wanted.includes('_all') ? Object.keys(METRICS) : wanted;
}

function counted(sum: Numbers, metrics: readonly string[]): Writable {
  const body = new Map<string, Writable>();
  for (const [name, print] of Object.entries(METRICS)) {
    if (metrics.includes(name)) body.set(SHOWN_AS[name] ?? name, print(sum));
  }
  return body;
}
