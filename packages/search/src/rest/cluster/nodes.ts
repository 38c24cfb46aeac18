/** `_nodes`, `_nodes/usage` and `_nodes/hot_threads`. */
import { availableParallelism } from 'node:os';
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import { settingsBody } from '../../metadata/index-settings.ts';
import { BUILD_HASH, VERSION } from '../../version.ts';
import type { NodeServices } from '../node-services.ts';
import { prettySystemName, processCpu } from './machine.ts';
import { meansThisNode, metricsOf, nodesAnswer } from './node-choice.ts';
import { nodeFacts, ROLES } from './node-facts.ts';
import { threadPools } from './thread-pools.ts';

const INFO_METRICS = [
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
  'remote_cluster_server',
];

export function nodeRoutes(node: NodeServices): Route[] {
  const started = Date.now();
  const info = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: ['flat_settings', 'timeout'],
    action: 'cluster:monitor/nodes/info',
    handler: (request) => nodeInfo(request, node, started),
  });
  const usage = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: ['timeout'],
    action: 'cluster:monitor/nodes/usage',
    handler: (request) =>
      RestResponse.of(
        nodesAnswer(request, node, () => ({
          timestamp: Date.now(),
          since: started,
          rest_actions: new Map(node.tasks.counts),
          aggregations: {},
        })),
      ),
  });
  const hot = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: ['threads', 'interval', 'snapshots', 'type', 'ignore_idle_threads', 'sort', 'timeout'],
    action: 'cluster:monitor/nodes/hot_threads',
    handler: (request) => RestResponse.text(hotThreads(request, node)),
  });
  const reload = (path: string): Route => ({
    methods: ['POST'],
    path,
    params: ['timeout'],
    action: 'cluster:admin/nodes/reload_secure_settings',
    // There is no key store: a password for one cannot be right.
    handler: (request) => {
      const password = request.optionalObject()?.get('secure_settings_password');
      const refused = typeof password === 'string' && password !== '';
      const reason = 'Provided keystore password was incorrect';
      const failure = { reload_exception: { type: 'security_exception', reason } };
      return RestResponse.of(
        nodesAnswer(request, node, () => ({ name: node.nodeName, ...(refused ? failure : {}) })),
      );
    },
  });
  return [
    reload('/_nodes/reload_secure_settings'),
    reload('/_nodes/{nodeId}/reload_secure_settings'),
    info('/_nodes'),
    info('/_nodes/{nodeId}'),
    info('/_nodes/{nodeId}/{metrics}'),
    usage('/_nodes/usage'),
    usage('/_nodes/usage/{metric}'),
    usage('/_nodes/{nodeId}/usage'),
    usage('/_nodes/{nodeId}/usage/{metric}'),
    hot('/_nodes/hot_threads'),
    hot('/_nodes/{nodeId}/hot_threads'),
  ];
}

function nodeInfo(request: RestRequest, node: NodeServices, started: number): RestResponse {
  const first = request.list('nodeId');
  // `/_nodes/http` names a metric where `/_nodes/node-1` names a node.
  const isMetric = first?.every((part) => INFO_METRICS.includes(part) || part === '_all') === true;
  const named = request.list('metrics') ?? (isMetric ? first : undefined);
  const known = (named ?? ['_all']).filter((m) => INFO_METRICS.includes(m) || m === '_all');
  const has = metricsOf(request, known, INFO_METRICS);
  const body = () => infoBody(request, node, started, has);
  if (!isMetric) return RestResponse.of(nodesAnswer(request, node, body));
  return RestResponse.of({
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: node.clusterName,
    nodes: { [node.identity.nodeId]: body() },
  });
}

function infoBody(
  request: RestRequest,
  node: NodeServices,
  started: number,
  has: (metric: string) => boolean,
): Writable {
  const { http, transport } = node.addresses();
  const facts = nodeFacts(node);
  const { budget } = node.breakers;
  const parts: Record<string, () => Writable> = {
    settings: () => settingsBody(shownSettings(node), request.flag('flat_settings', false)),
    os: () => ({
      refresh_interval_in_millis: 1000,
      name: process.platform === 'linux' ? 'Linux' : process.platform,
      pretty_name: prettySystemName(),
      arch: process.arch === 'x64' ? 'amd64' : process.arch,
      version: process.version,
      available_processors: availableParallelism(),
      allocated_processors: availableParallelism(),
    }),
    process: () => ({ refresh_interval_in_millis: 1000, id: process.pid, mlockall: false }),
    jvm: () => ({
      pid: process.pid,
      version: Bun.version,
      vm_name: 'Bun',
      vm_version: Bun.version,
      vm_vendor: 'Oven',
      using_bundled_jdk: true,
      start_time_in_millis: started,
      mem: { heap_init_in_bytes: budget, heap_max_in_bytes: budget },
      gc_collectors: [],
      memory_pools: [],
      input_arguments: [],
    }),
    thread_pool: () =>
      new Map(
        threadPools().map((pool) => [
          pool.name,
          pool.type === 'scaling'
            ? { type: pool.type, core: pool.core, max: pool.size, keep_alive: '5m', queue_size: -1 }
            : { type: pool.type, size: pool.size, queue_size: pool.queueSize },
        ]),
      ),
    transport: () => ({ bound_address: [transport], publish_address: transport, profiles: {} }),
    http: () => ({
      bound_address: [http],
      publish_address: http,
      max_content_length_in_bytes: node.settings.bytes('http.max_content_length', 100 * 2 ** 20),
    }),
    plugins: () => [],
    modules: () => [],
    ingest: () => ({ processors: [] }),
    aggregations: () => ({}),
  };
  const body = new Map<string, Writable>([
    ['name', facts.name],
    ['transport_address', facts.transport_address],
    ['host', facts.host],
    ['ip', facts.ip],
    ['version', VERSION],
    ['transport_version', 8512001],
    ['index_version', 8500003],
    ['build_flavor', 'default'],
    ['build_type', 'tar'],
    ['build_hash', BUILD_HASH],
    ['roles', ROLES],
    ['attributes', node.settings.below('node.attr.')],
  ]);
  if (has('indices')) body.set('total_indexing_buffer', Math.floor(budget / 10));
  for (const [name, part] of Object.entries(parts)) {
    if (has(name === 'modules' ? 'plugins' : name)) body.set(name, part());
  }
  return body;
}

function shownSettings(node: NodeServices): Map<string, string> {
  return new Map([
    ...[...node.settings.entries()].filter(([name]) => !/password|secret|key/.test(name)),
    ['node.name', node.nodeName],
    ['cluster.name', node.clusterName],
  ]);
}

/** The one thread that all requests run on, with what runs on it now. */
function hotThreads(request: RestRequest, node: NodeServices): string {
  const type = request.param('type') ?? 'cpu';
  if (!['cpu', 'wait', 'block', 'mem'].includes(type)) {
    throw illegalArgument(`type not supported [${type}]`);
  }
  if (!meansThisNode(request, node)) return '';
  const { id, name, host, transport_address } = nodeFacts(node);
  const tasks = node.tasks.list().map((task) => `     ${task.action} [${task.id}]\n`);
  return [
    `::: {${name}}{${id}}{${host}}{${transport_address}}{${VERSION}}\n`,
    `   Hot threads at ${new Date().toISOString()}, interval=500ms, busiestThreads=3, ignoreIdleThreads=true:\n   \n`,
    `   ${processCpu().toFixed(1)}% cpu usage by thread 'elasticsearch[${name}][main]'\n`,
    ...tasks,
    '\n',
  ].join('');
}
