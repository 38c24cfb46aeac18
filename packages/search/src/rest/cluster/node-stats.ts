/** `_nodes/stats`. */
import { availableParallelism } from 'node:os';
import { illegalArgument } from '../../errors/search-error.ts';
import { unrecognized } from '../../errors/suggest.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { Double, type Writable } from '../../json/values.ts';
import { RESERVED_NAMES } from '../../mapping/metadata-fields.ts';
import { bytesText } from '../../settings/units.ts';
import { FIGURE_PARAMS, indexFigures, levelOf } from '../indices/stats.ts';
import type { NodeServices } from '../node-services.ts';
import { sumTrees, treeBody } from '../stats/number-tree.ts';
import { METRIC_NAMES, noFigures } from '../stats/shard-figures.ts';
import {
  diskOf,
  fileDescriptors,
  machineOf,
  percent,
  processCpu,
  processCpuTime,
  virtualMemory,
} from './machine.ts';
import { metricsOf, nodesAnswer } from './node-choice.ts';
import { nodeFacts, ROLES } from './node-facts.ts';
import { poolUses, threadPools } from './thread-pools.ts';

type Part = (node: NodeServices, request: RestRequest) => Writable;

/** In the order of the answer; the name in the path differs where it is the singular. */
const PARTS: readonly (readonly [metric: string, title: string, part: Part])[] = [
  ['indices', 'indices', indicesPart],
  ['os', 'os', osPart],
  ['process', 'process', processPart],
  ['jvm', 'jvm', jvmPart],
  ['thread_pool', 'thread_pool', threadPoolPart],
  ['fs', 'fs', fsPart],
  ['transport', 'transport', transportPart],
  ['http', 'http', httpPart],
  ['breaker', 'breakers', breakerPart],
  ['script', 'script', scriptPart],
  ['discovery', 'discovery', discoveryPart],
  ['ingest', 'ingest', ingestPart],
  ['adaptive_selection', 'adaptive_selection', () => ({})],
  ['script_cache', 'script_cache', scriptCachePart],
  ['indexing_pressure', 'indexing_pressure', indexingPressure],
  ['repositories', 'repositories', () => ({})],
];
const METRICS = PARTS.map(([metric]) => metric);

export function nodeStatsRoutes(node: NodeServices): Route[] {
  return [
    '/_nodes/stats',
    '/_nodes/stats/{metric}',
    '/_nodes/stats/{metric}/{index_metric}',
    '/_nodes/{nodeId}/stats',
    '/_nodes/{nodeId}/stats/{metric}',
    '/_nodes/{nodeId}/stats/{metric}/{index_metric}',
  ].map((path) => ({
    methods: ['GET'],
    path,
    params: [...FIGURE_PARAMS, 'timeout'],
    action: 'cluster:monitor/nodes/stats',
    handler: (request) => RestResponse.of(stats(request, node)),
  }));
}

function stats(request: RestRequest, node: NodeServices): Writable {
  const wanted = request.list('metric') ?? ['_all'];
  const has = metricsOf(request, wanted, METRICS);
  if (request.param('index_metric') !== undefined && !wanted.includes('indices')) {
    throw illegalArgument(
      `request [${request.head.path}] contains index metrics [${request.param('index_metric')}] but ${
        wanted.includes('_all') ? 'all stats requested' : 'indices stats not requested'
      }`,
    );
  }
  levelOf(request, ['node', 'indices', 'shards'], 'node');
  indexMetrics(request);
  return nodesAnswer(request, node, () => {
    const { name, transport_address, host } = nodeFacts(node);
    const body = new Map<string, Writable>([
      ['timestamp', Date.now()],
      ['name', name],
      ['transport_address', transport_address],
      ['host', host],
      ['ip', transport_address],
      ['roles', ROLES],
      ['attributes', node.settings.below('node.attr.')],
    ]);
    for (const [metric, title, part] of PARTS)
      if (has(metric)) body.set(title, part(node, request));
    return body;
  });
}

function indexMetrics(request: RestRequest): readonly string[] {
  const wanted = request.list('index_metric') ?? ['_all'];
  const unknown = wanted.filter((name) => name !== '_all' && !METRIC_NAMES.includes(name));
  if (unknown.length > 0) {
    throw illegalArgument(unrecognized(request.head.path, 'index metric', unknown, METRIC_NAMES));
  }
  return wanted.includes('_all') ? METRIC_NAMES : wanted;
}

function indicesPart(node: NodeServices, request: RestRequest): Writable {
  const metrics = indexMetrics(request);
  const level = request.param('level') ?? 'node';
  const found = [...node.indices.state.indices.values()];
  const shards = found.map((index) => ({
    index,
    figures: indexFigures(node, index, metrics, request),
  }));
  const print = (tree: Parameters<typeof treeBody>[0]) =>
    treeBody(tree, request.human) as Map<string, Writable>;
  const sum = (figures: Parameters<typeof sumTrees>[0]) =>
    print(sumTrees(figures, noFigures(metrics)));
  const body = new Map(sum(shards.flatMap(({ figures }) => figures)));
  if (metrics.includes('mappings') || metrics.length === METRIC_NAMES.length) {
    body.set('mappings', mappingFigures(node, request.human));
  }
  if (level === 'indices') {
    body.set('indices', new Map(shards.map(({ index, figures }) => [index.name, sum(figures)])));
  } else if (level === 'shards') {
    body.set(
      'shards',
      new Map(
        shards.map(({ index, figures }) => [
          index.name,
          figures.map((figure, number) => ({ [number]: print(figure) })),
        ]),
      ),
    );
  }
  return body;
}

/** Memory that mappings take, by the reference's estimate of 1 kB a field, its own fields too. */
function mappingFigures(node: NodeServices, human: boolean): Writable {
  let count = 0;
  for (const index of node.indices.state.indices.values()) {
    const { mapping } = node.indices.mappingOf(index);
    count += RESERVED_NAMES.size + mapping.fields.size + mapping.objects.size;
  }
  return treeBody({ total_count: count, total_estimated_overhead_in_bytes: count * 1024 }, human);
}

function osPart(node: NodeServices): Writable {
  const machine = machineOf(node);
  const { total, used } = machine.memory;
  return {
    timestamp: Date.now(),
    cpu: {
      percent: machine.cpuPercent,
      load_average: { '1m': machine.load[0], '5m': machine.load[1], '15m': machine.load[2] },
    },
    mem: {
      total_in_bytes: total,
      adjusted_total_in_bytes: total,
      free_in_bytes: total - used,
      used_in_bytes: used,
      free_percent: 100 - machine.memoryPercent,
      used_percent: machine.memoryPercent,
    },
    swap: { total_in_bytes: 0, free_in_bytes: 0, used_in_bytes: 0 },
  };
}

function processPart(): Writable {
  const files = fileDescriptors();
  return {
    timestamp: Date.now(),
    open_file_descriptors: files.open,
    max_file_descriptors: files.max,
    cpu: { percent: processCpu(), total_in_millis: processCpuTime() },
    mem: { total_virtual_in_bytes: virtualMemory() },
  };
}

/** The runtime's memory in the shape of the reference's. */
function jvmPart(node: NodeServices): Writable {
  const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
  const { budget } = node.breakers;
  return {
    timestamp: Date.now(),
    uptime_in_millis: Math.round(performance.now()),
    mem: {
      heap_used_in_bytes: heapUsed,
      heap_used_percent: percent(heapUsed, budget),
      heap_committed_in_bytes: heapTotal,
      heap_max_in_bytes: budget,
      non_heap_used_in_bytes: Math.max(0, rss - heapTotal),
      non_heap_committed_in_bytes: Math.max(0, rss - heapTotal),
      pools: {},
    },
    threads: { count: availableParallelism(), peak_count: availableParallelism() },
    gc: { collectors: {} },
    buffer_pools: {
      direct: { count: 0, used_in_bytes: external, total_capacity_in_bytes: external },
    },
    classes: { current_loaded_count: 0, total_loaded_count: 0, total_unloaded_count: 0 },
  };
}

export function threadPoolPart({ tasks }: NodeServices): Writable {
  const uses = poolUses(tasks);
  return new Map(
    threadPools().map(({ name, size }) => {
      const { active, completed } = uses.get(name) ?? { active: 0, completed: 0 };
      return [name, { threads: size, queue: 0, active, rejected: 0, largest: size, completed }];
    }),
  );
}

function fsPart(node: NodeServices): Writable {
  const { total, free, available } = diskOf(node);
  const sizes = { total_in_bytes: total, free_in_bytes: free, available_in_bytes: available };
  return {
    timestamp: Date.now(),
    total: sizes,
    data: [{ path: node.dataDir, mount: '/', type: 'disk', ...sizes }],
    io_stats: {},
  };
}

function transportPart(): Writable {
  return {
    server_open: 0,
    total_outbound_connections: 0,
    rx_count: 0,
    rx_size_in_bytes: 0,
    tx_count: 0,
    tx_size_in_bytes: 0,
  };
}

export function httpPart(node: NodeServices): Writable {
  const connections = node.http()?.connections ?? { current: 0, opened: 0 };
  return {
    current_open: connections.current,
    total_opened: connections.opened,
    clients: [],
    routes: {},
  };
}

function breakerPart(node: NodeServices): Writable {
  return new Map(
    Object.entries(node.breakers.stats()).map(([name, breaker]) => [
      name,
      {
        limit_size_in_bytes: breaker.limit,
        limit_size: bytesText(breaker.limit),
        estimated_size_in_bytes: breaker.estimated,
        estimated_size: bytesText(breaker.estimated),
        overhead: Number.isInteger(breaker.overhead)
          ? new Double(breaker.overhead)
          : breaker.overhead,
        tripped: breaker.tripped,
      },
    ]),
  );
}

function discoveryPart(node: NodeServices): Writable {
  return {
    cluster_state_queue: { total: 0, pending: 0, committed: 0 },
    published_cluster_states: {
      full_states: node.indices.state.version,
      incompatible_diffs: 0,
      compatible_diffs: 0,
    },
    cluster_state_update: {
      unchanged: { count: 0, computation_time_millis: 0, notification_time_millis: 0 },
    },
    serialized_cluster_states: {
      full_states: { count: 0, uncompressed_size_in_bytes: 0, compressed_size_in_bytes: 0 },
      diffs: { count: 0, uncompressed_size_in_bytes: 0, compressed_size_in_bytes: 0 },
    },
    cluster_applier_stats: { recordings: [] },
  };
}

export function ingestPart(): Writable {
  return { total: { count: 0, time_in_millis: 0, current: 0, failed: 0 }, pipelines: {} };
}

export function scriptPart(): Writable {
  return { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 };
}

function scriptCachePart(): Writable {
  const sum = { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 };
  return { sum, contexts: [] };
}

/** Bytes of documents on their way in: requests are counted with the in-flight breaker. */
export function indexingPressure(node: NodeServices): Writable {
  const inFlight = node.breakers.stats().inflight_requests?.estimated ?? 0;
  const none = {
    combined_coordinating_and_primary_in_bytes: 0,
    coordinating_in_bytes: 0,
    primary_in_bytes: 0,
    replica_in_bytes: 0,
    all_in_bytes: 0,
  };
  return {
    memory: {
      current: {
        ...none,
        combined_coordinating_and_primary_in_bytes: inFlight,
        coordinating_in_bytes: inFlight,
        all_in_bytes: inFlight,
      },
      total: {
        ...none,
        coordinating_rejections: 0,
        primary_rejections: 0,
        replica_rejections: 0,
        primary_document_rejections: 0,
      },
      limit_in_bytes: Math.floor(node.breakers.budget / 10),
    },
  };
}
