/** `_nodes`, `_nodes/stats` and `_cluster/state`. */
import { availableParallelism, freemem, totalmem } from 'node:os';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import { settingsBody } from '../../metadata/index-settings.ts';
import { LENIENT_ALL_HIDDEN } from '../../metadata/resolve-indices.ts';
import { BUILD_HASH, VERSION } from '../../version.ts';
import { MASTER_PARAMS, TARGET_PARAMS, targets } from '../indices/shared.ts';
import { totals } from '../indices/stats.ts';
import type { NodeServices } from '../node-services.ts';
import { machineOf } from './machine.ts';

const ROLES = [
  'data',
  'data_cold',
  'data_content',
  'data_frozen',
  'data_hot',
  'data_warm',
  'ingest',
  'master',
  'remote_cluster_client',
  'transform',
];

export function nodeRoutes(node: NodeServices): Route[] {
  const started = Date.now();
  const info = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: ['flat_settings', 'timeout'],
    action: 'cluster:monitor/nodes/info',
    handler: (request) => RestResponse.of(nodesBody(node, infoBody(request, node, started))),
  });
  const stats = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [
      'level',
      'types',
      'groups',
      'fields',
      'completion_fields',
      'fielddata_fields',
      'include_segment_file_sizes',
      'include_unloaded_segments',
      'timeout',
    ],
    action: 'cluster:monitor/nodes/stats',
    handler: (request) => RestResponse.of(nodesBody(node, statsBody(request, node, started))),
  });
  const state = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [
      ...TARGET_PARAMS,
      ...MASTER_PARAMS,
      'local',
      'flat_settings',
      'wait_for_metadata_version',
      'wait_for_timeout',
    ],
    action: 'cluster:monitor/state',
    handler: (request) => RestResponse.of(stateAnswer(request, node)),
  });
  return [
    info('/_nodes'),
    info('/_nodes/{nodeId}'),
    info('/_nodes/{nodeId}/{metrics}'),
    stats('/_nodes/stats'),
    stats('/_nodes/stats/{metric}'),
    stats('/_nodes/{nodeId}/stats'),
    stats('/_nodes/{nodeId}/stats/{metric}'),
    state('/_cluster/state'),
    state('/_cluster/state/{metric}'),
    state('/_cluster/state/{metric}/{index}'),
  ];
}

function nodesBody(node: NodeServices, body: Writable): Writable {
  return {
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: node.clusterName,
    nodes: { [node.identity.nodeId]: body },
  };
}

function nodeHead(node: NodeServices): Record<string, Writable> {
  const { transport } = node.addresses();
  return {
    name: node.nodeName,
    transport_address: transport,
    host: transport.replace(/:\d+$/, ''),
    ip: transport.replace(/:\d+$/, ''),
  };
}

const ALL_INFO = [
  'settings',
  'os',
  'process',
  'jvm',
  'thread_pool',
  'transport',
  'http',
  'plugins',
  'ingest',
  'aggregations',
  'indices',
];

function infoBody(request: RestRequest, node: NodeServices, started: number): Writable {
  const first = request.list('nodeId');
  // `/_nodes/http` names a metric where `/_nodes/node-1` names a node.
  const isMetric = first?.every((part) => ALL_INFO.includes(part) || part === '_all') === true;
  const wanted = request.list('metrics') ?? (isMetric ? first : undefined) ?? ['_all'];
  const has = (metric: string) => wanted.includes('_all') || wanted.includes(metric);
  const { http, transport } = node.addresses();
  const settings = new Map<string, Writable>([
    ...[...node.settings.entries()].filter(([name]) => !/password|secret|key/.test(name)),
    ['node.name', node.nodeName],
    ['cluster.name', node.clusterName],
  ]);
  return {
    ...nodeHead(node),
    version: VERSION,
    transport_version: 8512001,
    index_version: 8500003,
    build_flavor: 'default',
    build_type: 'tar',
    build_hash: BUILD_HASH,
    roles: ROLES,
    attributes: node.settings.below('node.attr.'),
    settings: has('settings')
      ? settingsBody(settings, request.flag('flat_settings', false))
      : undefined,
    os: has('os')
      ? {
          name: process.platform,
          arch: process.arch,
          available_processors: availableParallelism(),
          allocated_processors: availableParallelism(),
        }
      : undefined,
    process: has('process')
      ? { refresh_interval_in_millis: 1000, id: process.pid, mlockall: false }
      : undefined,
    jvm: has('jvm')
      ? {
          pid: process.pid,
          version: Bun.version,
          vm_name: 'Bun',
          start_time_in_millis: started,
          mem: {
            heap_init_in_bytes: node.breakers.budget,
            heap_max_in_bytes: node.breakers.budget,
          },
        }
      : undefined,
    transport: has('transport')
      ? { bound_address: [transport], publish_address: transport, profiles: {} }
      : undefined,
    http: has('http')
      ? {
          bound_address: [http],
          publish_address: http,
          max_content_length_in_bytes: node.settings.bytes(
            'http.max_content_length',
            100 * 2 ** 20,
          ),
        }
      : undefined,
    plugins: has('plugins') ? [] : undefined,
    modules: has('plugins') ? [] : undefined,
    ingest: has('ingest') ? { processors: [] } : undefined,
  };
}

function statsBody(request: RestRequest, node: NodeServices, started: number): Writable {
  const wanted = request.list('metric') ?? ['_all'];
  const has = (metric: string) => wanted.includes('_all') || wanted.includes(metric);
  const { indices } = node;
  const sum = totals(
    [...indices.state.indices.values()].flatMap((index) => indices.shardsOf(index)?.stats() ?? []),
  );
  const memory = process.memoryUsage();
  const machine = machineOf(node);
  return {
    timestamp: Date.now(),
    ...nodeHead(node),
    roles: ROLES,
    attributes: node.settings.below('node.attr.'),
    indices: has('indices')
      ? {
          docs: { count: sum.documents, deleted: sum.deleted },
          store: {
            size_in_bytes: sum.bytes,
            total_data_set_size_in_bytes: sum.bytes,
            reserved_in_bytes: 0,
          },
          merges: { total: sum.merges },
          refresh: { total: sum.refreshes },
          flush: { total: sum.commits },
          segments: { count: sum.segments, index_writer_memory_in_bytes: sum.bufferBytes },
          translog: { operations: sum.translogOperations, size_in_bytes: sum.translogBytes },
        }
      : undefined,
    os: has('os')
      ? {
          timestamp: Date.now(),
          cpu: {
            percent: machine.cpuPercent,
            load_average: { '1m': machine.load[0], '5m': machine.load[1], '15m': machine.load[2] },
          },
          mem: {
            total_in_bytes: totalmem(),
            free_in_bytes: freemem(),
            used_in_bytes: totalmem() - freemem(),
            used_percent: machine.memoryPercent,
          },
        }
      : undefined,
    process: has('process')
      ? { timestamp: Date.now(), mem: { total_virtual_in_bytes: memory.rss } }
      : undefined,
    jvm: has('jvm')
      ? {
          timestamp: Date.now(),
          uptime_in_millis: Date.now() - started,
          mem: {
            heap_used_in_bytes: memory.heapUsed,
            heap_used_percent: machine.heapPercent,
            heap_committed_in_bytes: memory.heapTotal,
            heap_max_in_bytes: node.breakers.budget,
          },
        }
      : undefined,
    breakers: has('breaker')
      ? new Map(
          Object.entries(node.breakers.stats()).map(([name, breaker]) => [
            name,
            {
              limit_size_in_bytes: breaker.limit,
              estimated_size_in_bytes: breaker.estimated,
              overhead: breaker.overhead,
              tripped: breaker.tripped,
            },
          ]),
        )
      : undefined,
  };
}

function stateAnswer(request: RestRequest, node: NodeServices): Writable {
  const wanted = request.list('metric') ?? ['_all'];
  const has = (metric: string) => wanted.includes('_all') || wanted.includes(metric);
  const { state } = node.indices;
  const found = targets(request, node.indices, LENIENT_ALL_HIDDEN);
  const flat = request.flag('flat_settings', false);
  const metadata: Writable = {
    cluster_uuid: node.identity.clusterUuid,
    cluster_uuid_committed: true,
    templates: state.templates.legacy,
    indices: new Map<string, Writable>(
      found.map((index) => [
        index.name,
        {
          version: index.versions.metadata,
          mapping_version: index.versions.mapping,
          settings_version: index.versions.settings,
          aliases_version: index.versions.aliases,
          state: index.state,
          settings: settingsBody(index.settings, flat),
          mappings: index.mapping.size === 0 ? {} : { _doc: index.mapping },
          aliases: [...index.aliases.keys()],
          rollover_info: index.rolloverInfo,
        },
      ]),
    ),
    component_template: { component_template: state.templates.component },
    index_template: { index_template: state.templates.composable },
  };
  return {
    cluster_name: node.clusterName,
    cluster_uuid: node.identity.clusterUuid,
    version: has('version') || has('metadata') ? state.version : undefined,
    state_uuid: has('version') ? node.identity.clusterUuid : undefined,
    master_node: has('master_node') ? node.identity.nodeId : undefined,
    blocks: has('blocks') ? blocksBody(request, node) : undefined,
    nodes: has('nodes')
      ? {
          [node.identity.nodeId]: {
            name: node.nodeName,
            transport_address: node.addresses().transport,
            attributes: node.settings.below('node.attr.'),
            roles: ROLES,
          },
        }
      : undefined,
    metadata: has('metadata') ? metadata : undefined,
  };
}

/** Numbers and texts that the reference gives its blocks. */
const BLOCKS: Readonly<Record<string, readonly [string, string, readonly string[]]>> = {
  read_only: ['5', 'index read-only (api)', ['write', 'metadata_write']],
  read: ['7', 'index read (api)', ['read']],
  write: ['8', 'index write (api)', ['write']],
  metadata: ['9', 'index metadata (api)', ['metadata_write', 'metadata_read']],
};

function blocksBody(request: RestRequest, node: NodeServices): Writable {
  const blocked = new Map<string, Writable>();
  for (const index of targets(request, node.indices, LENIENT_ALL_HIDDEN)) {
    const blocks = new Map<string, Writable>();
    if (index.state === 'close') {
      blocks.set('4', { description: 'index closed', retryable: false, levels: ['read', 'write'] });
    }
    for (const [name, [id, description, levels]] of Object.entries(BLOCKS)) {
      if (index.settings.get(`index.blocks.${name}`) !== 'true') continue;
      blocks.set(id, { description, retryable: false, levels });
    }
    if (blocks.size > 0) blocked.set(index.name, blocks);
  }
  return blocked.size === 0 ? {} : { indices: blocked };
}
