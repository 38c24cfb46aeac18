/** `_cat/health`, `_cat/aliases`, `_cat/templates`, `_cat/component_templates` and `_cat/tasks`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type JsonObject } from '../../json/values.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { STRICT_ALL_HIDDEN } from '../../metadata/resolve-indices.ts';
import { componentsOf, numberIn, patternsOf } from '../../metadata/templates.ts';
import { clusterHealth } from '../cluster/health.ts';
import { machineOf } from '../cluster/machine.ts';
import { nodeFacts } from '../cluster/node-facts.ts';
import { TARGET_PARAMS, targets } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { chosenTasks, TASK_FILTERS } from '../tasks.ts';
import { clock } from './clock.ts';
import { catRoutes, columns, type Row } from './table.ts';

const HEALTH = columns(
  'epoch,t,time|seconds since 1970-01-01 00:00:00',
  'timestamp,ts,hms,hhmmss|time in HH:MM:SS',
  'cluster,cl|cluster name',
  'status,st|health status',
  '>node.total,nt,nodeTotal|total number of nodes',
  '>node.data,nd,nodeData|number of nodes that can store data',
  '>shards,t,sh,shards.total,shardsTotal|total number of shards',
  '>pri,p,shards.primary,shardsPrimary|number of primary shards',
  '>relo,r,shards.relocating,shardsRelocating|number of relocating nodes',
  '>init,i,shards.initializing,shardsInitializing|number of initializing nodes',
  '>unassign,u,shards.unassigned,shardsUnassigned|number of unassigned shards',
  '>pending_tasks,pt,pendingTasks|number of pending tasks',
  '>max_task_wait_time,mtwt,maxTaskWaitTime|wait time of longest task pending',
  '>active_shards_percent,asp,activeShardsPercent|active number of shards in percent',
);
const ALIASES = columns(
  'alias,a|alias name',
  'index,i,idx|index alias points to',
  'filter,f,fi|filter',
  'routing.index,ri,routingIndex|index routing',
  'routing.search,rs,routingSearch|search routing',
  'is_write_index,w,isWriteIndex|write index',
);
const TEMPLATES = columns(
  'name,n|template name',
  'index_patterns,t|template index patterns',
  'order,o,p|template application order/priority number',
  'version,v|version',
  'composed_of,c|component templates comprising index template',
);
const COMPONENTS = columns(
  'name,n|component template name',
  '>version,v|version',
  '>alias_count,a|alias count',
  '>mapping_count,m|mapping count',
  '>settings_count,s|settings count',
  '>metadata_count,me|metadata count',
  '>included_in,i|included in',
);
const TASKS = columns(
  '-id,id|id of the task with the node',
  'action,ac|task action',
  'task_id,ti|unique task id',
  'parent_task_id,pti|parent task id',
  'type,ty|task type',
  'start_time,start|start time in ms',
  'timestamp,ts,hms,hhmmss|start time in HH:MM:SS',
  '-running_time_ns,time|running time ns',
  'running_time,time|running time',
  '-node_id,ni|unique node id',
  'ip,i|ip address',
  '-port,po|bound transport port',
  'node,n|node name',
  '-version,v|es version',
  '-x_opaque_id,x|X-Opaque-ID header',
);
const DETAILED_TASKS = [...TASKS, ...columns('description,desc|task action description')];
const PENDING = columns(
  '>insertOrder,o|task insertion order',
  '>timeInQueue,t|how long task has been in queue',
  'priority,p|task priority',
  'source,s|task source',
);

export function catClusterRoutes(node: NodeServices): Route[] {
  const { indices } = node;
  const both = (name: string, key: string) => [`/_cat/${name}`, `/_cat/${name}/{${key}}`];
  const state = 'cluster:monitor/state';
  return [
    ...catRoutes(['/_cat/health'], 'cluster:monitor/health', HEALTH, () => healthRows(node), [
      'ts',
    ]),
    ...catRoutes(
      both('aliases', 'alias'),
      'indices:admin/aliases/get',
      ALIASES,
      (request) => aliasRows(request, indices),
      TARGET_PARAMS,
    ),
    ...catRoutes(both('templates', 'name'), state, TEMPLATES, (r) => templateRows(r, indices)),
    ...catRoutes(both('component_templates', 'name'), state, COMPONENTS, (r) =>
      componentRows(r, indices),
    ),
    // A change of the state is made when it is asked for: none ever waits.
    ...catRoutes(['/_cat/pending_tasks'], 'cluster:monitor/task', PENDING, () => []),
    ...catRoutes(
      ['/_cat/tasks'],
      'cluster:monitor/tasks/lists',
      (request) => (request.flag('detailed', false) ? DETAILED_TASKS : TASKS),
      (request) => taskRows(request, node),
      [...TASK_FILTERS, 'detailed'],
    ),
  ];
}

function healthRows(node: NodeServices): Row[] {
  const all = [...node.indices.state.indices.values()];
  const health = clusterHealth(node.indices, all);
  const total = health.active + health.unassigned;
  return [
    {
      ...clock(),
      cluster: node.clusterName,
      status: health.status,
      'node.total': 1,
      'node.data': 1,
      shards: health.active,
      pri: health.primaries,
      relo: 0,
      init: 0,
      unassign: health.unassigned,
      pending_tasks: 0,
      max_task_wait_time: '-',
      active_shards_percent: `${(total === 0 ? 100 : (100 * health.active) / total).toFixed(1)}%`,
    },
  ];
}

function aliasRows(request: RestRequest, indices: IndicesService): Row[] {
  const tests = (request.list('alias') ?? []).map(patternTest);
  const rows: Row[] = [];
  for (const index of targets(request, indices, STRICT_ALL_HIDDEN)) {
    for (const [name, alias] of index.aliases) {
      if (tests.length > 0 && !tests.some((test) => test(name))) continue;
      rows.push({
        alias: name,
        index: index.name,
        filter: alias.filter === undefined ? '-' : '*',
        'routing.index': alias.indexRouting ?? '-',
        'routing.search': alias.searchRouting ?? '-',
        is_write_index: alias.isWriteIndex ?? '-',
      });
    }
  }
  return rows;
}

function templateRows(request: RestRequest, indices: IndicesService): Row[] {
  const wanted = request.param('name') ?? '*';
  if (wanted.includes(',')) {
    throw illegalArgument('template name may not contain a comma');
  }
  const test = patternTest(wanted);
  const { legacy, composable } = indices.state.templates;
  const row = (name: string, body: JsonObject, order: string, parts: string): Row => ({
    name,
    index_patterns: `[${patternsOf(body).join(', ')}]`,
    order: numberIn(body, order),
    version: body.has('version') ? numberIn(body, 'version') : null,
    composed_of: parts,
  });
  return [
    ...[...legacy].map(([name, body]) => row(name, body, 'order', '')),
    ...[...composable].map(([name, body]) =>
      row(name, body, 'priority', `[${componentsOf(body).join(', ')}]`),
    ),
  ].filter(({ name }) => test(String(name)));
}

function componentRows(request: RestRequest, indices: IndicesService): Row[] {
  const test = patternTest(request.param('name') ?? '*');
  const { component, composable } = indices.state.templates;
  return [...component]
    .filter(([name]) => test(name))
    .map(([name, body]) => {
      const template = body.get('template');
      const size = (part: string) => {
        const value = isJsonObject(template) ? template.get(part) : undefined;
        return isJsonObject(value) ? value.size : 0;
      };
      const meta = body.get('_meta');
      const users = [...composable].filter(([, other]) => componentsOf(other).includes(name));
      return {
        name,
        version: body.has('version') ? numberIn(body, 'version') : null,
        alias_count: size('aliases'),
        mapping_count: size('mappings'),
        settings_count: size('settings'),
        metadata_count: isJsonObject(meta) ? meta.size : 0,
        included_in: `[${users.map(([user]) => user).join(', ')}]`,
      };
    });
}

function taskRows(request: RestRequest, node: NodeServices): Row[] {
  const machine = machineOf(node);
  return chosenTasks(request, node).map((task) => ({
    id: task.number,
    action: task.action,
    task_id: task.id,
    parent_task_id: task.parent ?? '-',
    type: task.type,
    start_time: task.startedAt,
    timestamp: new Date(task.startedAt).toISOString().slice(11, 19),
    running_time_ns: task.runningNanos,
    running_time: nanosText(task.runningNanos),
    node_id: nodeFacts(node).id.slice(0, 4),
    ip: machine.ip,
    port: machine.transportPort,
    node: node.nodeName,
    x_opaque_id: task.headers['X-Opaque-Id'] ?? '-',
    description: task.description,
  }));
}

/** Short times need their small units. */
function nanosText(nanos: number): string {
  if (nanos >= 1e9) return `${Math.floor(nanos / 1e8) / 10}s`;
  if (nanos >= 1e6) return `${Math.floor(nanos / 1e5) / 10}ms`;
  return nanos >= 1e3 ? `${Math.floor(nanos / 100) / 10}micros` : `${nanos}nanos`;
}
