/** `_cluster/stats`. */
import { availableParallelism } from 'node:os';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { Double, type Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { VERSION } from '../../version.ts';
import { copies } from '../indices/shared.ts';
import { indexFigures } from '../indices/stats.ts';
import type { NodeServices } from '../node-services.ts';
import { sumTrees, treeBody } from '../stats/number-tree.ts';
import { noFigures } from '../stats/shard-figures.ts';
import { clusterHealth } from './health.ts';
import { diskOf, fileDescriptors, machineOf, prettySystemName, processCpu } from './machine.ts';
import { meansThisNode } from './node-choice.ts';
import { ROLES } from './node-facts.ts';
import { indexingPressure } from './node-stats.ts';
import { analysisUsage, mappingUsage } from './usage.ts';

/** In the order of the answer. */
const METRICS = [
  'docs',
  'store',
  'fielddata',
  'query_cache',
  'completion',
  'segments',
  'dense_vector',
];

export function clusterStatsRoutes(node: NodeServices): Route[] {
  return ['/_cluster/stats', '/_cluster/stats/nodes/{nodeId}'].map((path) => ({
    methods: ['GET'],
    path,
    params: ['flat_settings', 'timeout'],
    action: 'cluster:monitor/stats',
    handler: (request) => RestResponse.of(statsBody(request, node)),
  }));
}

function statsBody(request: RestRequest, node: NodeServices): Writable {
  const here = meansThisNode(request, node);
  const count = here ? 1 : 0;
  const all = [...node.indices.state.indices.values()];
  return {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: node.clusterName,
    cluster_uuid: node.identity.clusterUuid,
    timestamp: Date.now(),
    status: clusterHealth(node.indices, all).status,
    indices: indicesBody(request, node, all),
    nodes: nodesBody(node, count),
    snapshots: {
      current_counts: {
        snapshots: 0,
        shard_snapshots: 0,
        snapshot_deletions: 0,
        concurrent_operations: 0,
        cleanups: 0,
      },
      repositories: {},
    },
  };
}

function indicesBody(
  request: RestRequest,
  node: NodeServices,
  all: readonly IndexMetadata[],
): Writable {
  const figures = all.flatMap((index) => indexFigures(node, index, METRICS, request));
  const body = treeBody(sumTrees(figures, noFigures(METRICS)), request.human);
  const { dense_vector, ...parts } = Object.fromEntries(body as Map<string, Writable>);
  return {
    count: all.length,
    shards: shardsPart(all),
    ...parts,
    mappings: mappingUsage(all),
    analysis: analysisUsage(all),
    versions: versionsPart(all),
    search: { total: 0, queries: {}, sections: {} },
    dense_vector: dense_vector as Writable,
  };
}

function shardsPart(all: readonly IndexMetadata[]): Writable {
  if (all.length === 0) return {};
  const counts = all.map((index) => ({ primaries: copies(index).primaries }));
  const primaries = counts.reduce((sum, count) => sum + count.primaries, 0);
  const spread = (values: readonly number[]): Writable => ({
    min: Math.min(...values),
    max: Math.max(...values),
    avg: new Double(values.reduce((sum, n) => sum + n, 0) / values.length),
  });
  const byPrimaries = spread(counts.map((count) => count.primaries));
  return {
    total: primaries,
    primaries,
    replication: new Double(0),
    index: {
      shards: byPrimaries,
      primaries: byPrimaries,
      replication: { min: new Double(0), max: new Double(0), avg: new Double(0) },
    },
  };
}

function versionsPart(all: readonly IndexMetadata[]): Writable {
  if (all.length === 0) return [];
  const shards = all.reduce((sum, index) => sum + copies(index).primaries, 0);
  return [
    {
      version: VERSION,
      index_count: all.length,
      primary_shard_count: shards,
      total_primary_bytes: 0,
    },
  ];
}

function nodesBody(node: NodeServices, count: number): Writable {
  const machine = machineOf(node);
  const disk = diskOf(node);
  const files = fileDescriptors();
  const { total, used } = machine.memory;
  const cores = availableParallelism();
  const heap = process.memoryUsage();
  const name = process.platform === 'linux' ? 'Linux' : process.platform;
  return {
    count: {
      total: count,
      coordinating_only: 0,
      ...Object.fromEntries(ROLES.map((role) => [role, count])),
      index: 0,
      ml: 0,
      search: 0,
      voting_only: 0,
    },
    versions: [VERSION],
    os: {
      available_processors: cores,
      allocated_processors: cores,
      names: [{ name, count }],
      pretty_names: [{ pretty_name: prettySystemName(), count }],
      architectures: [{ arch: process.arch === 'x64' ? 'amd64' : process.arch, count }],
      mem: {
        total_in_bytes: total,
        adjusted_total_in_bytes: total,
        free_in_bytes: total - used,
        used_in_bytes: used,
        free_percent: 100 - machine.memoryPercent,
        used_percent: machine.memoryPercent,
      },
    },
    process: {
      cpu: { percent: processCpu() },
      open_file_descriptors: { min: files.open, max: files.open, avg: files.open },
    },
    jvm: {
      max_uptime_in_millis: Math.round(performance.now()),
      versions: [
        {
          version: Bun.version,
          vm_name: 'Bun',
          vm_version: Bun.version,
          vm_vendor: 'Oven',
          bundled_jdk: true,
          using_bundled_jdk: true,
          count,
        },
      ],
      mem: { heap_used_in_bytes: heap.heapUsed, heap_max_in_bytes: node.breakers.budget },
      threads: cores,
    },
    fs: {
      total_in_bytes: disk.total,
      free_in_bytes: disk.free,
      available_in_bytes: disk.available,
    },
    plugins: [],
    network_types: { transport_types: { netty4: count }, http_types: { netty4: count } },
    discovery_types: { [node.settings.text('discovery.type') ?? 'multi-node']: count },
    packaging_types: [{ flavor: 'default', type: 'tar', count }],
    ingest: { number_of_pipelines: 0, processor_stats: {} },
    indexing_pressure: indexingPressure(node),
  };
}
