/** The `_cat` APIs: each a list of columns and where its rows come from. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { JsonObject } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { STRICT_ALL, STRICT_ALL_HIDDEN, STRICT_OPEN } from '../../metadata/resolve-indices.ts';
import { componentsOf, numberIn, patternsOf } from '../../metadata/templates.ts';
import { VERSION } from '../../version.ts';
import { clusterHealth, indexHealth } from '../cluster/health.ts';
import { machineOf } from '../cluster/machine.ts';
import { copies, replicasOf, TARGET_PARAMS, targets } from '../indices/shared.ts';
import { totals } from '../indices/stats.ts';
import type { NodeServices } from '../node-services.ts';
import { catRoutes, columns, type Row } from './table.ts';

const INDICES = columns(
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
  '->segments.count,sc,segmentsCount|number of segments',
  '->pri.segments.count|number of segments',
);
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
const COUNT = columns(
  'epoch,t,time|seconds since 1970-01-01 00:00:00, that the count was executed',
  'timestamp,ts,hms|time that the count was executed',
  'count,dc,docs.count,docsCount|the document count',
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
const NODES = columns(
  '-id,nodeId|unique node id',
  '-pid,p|process id',
  'ip,i|ip address',
  '-port,po|bound transport port',
  '-http_address,http|bound http address',
  '-version,v|es version',
  '>heap.percent,hp,heapPercent|used heap ratio',
  '>ram.percent,rp,ramPercent|used machine memory ratio',
  '>cpu|recent cpu usage',
  '>load_1m,l|1m load avg',
  '>load_5m,l|5m load avg',
  '>load_15m,l|15m load avg',
  'node.role,r,role,nodeRole|m:master eligible node, d:data node, i:ingest node, -:coordinating node only',
  'master,m|*:current master',
  'name,n|node name',
);
const PLUGINS = columns(
  '-id|unique node id',
  'name,n|node name',
  'component,c|component',
  'version,v|component version',
  '-description,d|plugin details',
);
const SHARDS = columns(
  'index,i,idx|index name',
  '>shard,s,sh|shard name',
  'prirep,p,pr,primaryOrReplica|primary or replica',
  'state,st|shard state',
  '>docs,d,dc|number of docs in shard',
  '>store,sto|store size of shard (how much disk it uses)',
  '>dataset|total size of dataset',
  'ip|ip of node where it lives',
  '-id|unique id of node where it lives',
  'node,n|name of node where it lives',
);

export function catalogue(node: NodeServices): Route[] {
  const { indices } = node;
  const both = (name: string, key = 'index') => [`/_cat/${name}`, `/_cat/${name}/{${key}}`];
  const routes = [
    ...catRoutes(both('indices'), 'indices:monitor/stats', INDICES, (r) => indexRows(r, indices), [
      ...TARGET_PARAMS,
      'health',
      'include_unloaded_segments',
    ]),
    ...catRoutes(['/_cat/health'], 'cluster:monitor/health', HEALTH, () => healthRows(node), [
      'ts',
    ]),
    ...catRoutes(
      both('count'),
      'indices:data/read/search',
      COUNT,
      (r) => countRows(r, indices),
      TARGET_PARAMS,
    ),
    ...catRoutes(
      both('aliases', 'alias'),
      'indices:admin/aliases/get',
      ALIASES,
      (r) => aliasRows(r, indices),
      TARGET_PARAMS,
    ),
    ...catRoutes(both('templates', 'name'), 'cluster:monitor/state', TEMPLATES, (r) =>
      templateRows(r, indices),
    ),
    ...catRoutes(['/_cat/nodes'], 'cluster:monitor/state', NODES, (r) => nodeRows(r, node), [
      'full_id',
      'include_unloaded_segments',
    ]),
    ...catRoutes(['/_cat/plugins'], 'cluster:monitor/nodes/info', PLUGINS, () => [], [
      'include_bootstrap',
    ]),
    ...catRoutes(
      both('shards'),
      'indices:monitor/stats',
      SHARDS,
      (r) => shardRows(r, node),
      TARGET_PARAMS,
    ),
  ];
  const listed = routes.map(({ path }) => path).sort();
  return [
    ...routes,
    {
      methods: ['GET'],
      path: '/_cat',
      params: ['help'],
      action: 'cluster:monitor/main',
      handler: () => RestResponse.text(`=^.^=\n${listed.map((path) => `${path}\n`).join('')}`),
    },
  ];
}

function indexRows(request: RestRequest, indices: IndicesService): Row[] {
  const colour = request.param('health')?.toLowerCase();
  if (colour !== undefined && !['green', 'yellow', 'red'].includes(colour)) {
    throw illegalArgument(`unknown cluster health status [${request.param('health')}]`);
  }
  return targets(request, indices, STRICT_ALL)
    .map((index) => indexRow(index, indices))
    .filter((row) => colour === undefined || row.health === colour);
}

function indexRow(index: IndexMetadata, indices: IndicesService): Row {
  const opened = indices.shardsOf(index);
  const sum = opened === undefined ? undefined : totals(opened.stats());
  const size = sum === undefined ? null : { bytes: sum.bytes };
  const created = Number(index.settings.get('index.creation_date'));
  return {
    health: indexHealth(indices, index).status,
    status: index.state,
    index: index.name,
    uuid: index.uuid,
    pri: copies(index).primaries,
    rep: replicasOf(index),
    'docs.count': sum?.documents ?? null,
    'docs.deleted': sum?.deleted ?? null,
    'creation.date': created,
    'creation.date.string': new Date(created).toISOString(),
    'store.size': size,
    'pri.store.size': size,
    'dataset.size': size,
    'segments.count': sum?.segments ?? null,
    'pri.segments.count': sum?.segments ?? null,
  };
}

function clock(): { epoch: number; timestamp: string } {
  const now = new Date();
  return { epoch: Math.floor(now.getTime() / 1000), timestamp: now.toISOString().slice(11, 19) };
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
  const test = patternTest(request.param('name') ?? '*');
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

function nodeRows(request: RestRequest, node: NodeServices): Row[] {
  const facts = machineOf(node);
  return [
    {
      id: request.flag('full_id', false) ? node.identity.nodeId : node.identity.nodeId.slice(0, 4),
      pid: process.pid,
      ip: facts.ip,
      port: facts.transportPort,
      http_address: facts.httpAddress,
      version: VERSION,
      'heap.percent': facts.heapPercent,
      'ram.percent': facts.memoryPercent,
      cpu: facts.cpuPercent,
      load_1m: facts.load[0].toFixed(2),
      load_5m: facts.load[1].toFixed(2),
      load_15m: facts.load[2].toFixed(2),
      'node.role': 'cdfhilmrstw',
      master: '*',
      name: node.nodeName,
    },
  ];
}

function shardRows(request: RestRequest, node: NodeServices): Row[] {
  const rows: Row[] = [];
  for (const index of targets(request, node.indices, STRICT_ALL_HIDDEN)) {
    const opened = node.indices.shardsOf(index);
    for (let number = 0; number < copies(index).primaries; number += 1) {
      const shard = opened?.shards[number];
      const stats = shard === undefined || shard instanceof Error ? undefined : shard.stats();
      const isDown = shard instanceof Error;
      const size = stats === undefined ? null : { bytes: stats.bytes };
      rows.push({
        index: index.name,
        shard: number,
        prirep: 'p',
        state: isDown ? 'UNASSIGNED' : 'STARTED',
        docs: stats?.documents ?? null,
        store: size,
        dataset: size,
        ip: isDown ? null : machineOf(node).ip,
        id: isDown ? null : node.identity.nodeId,
        node: isDown ? null : node.nodeName,
      });
      for (let copy = 0; copy < replicasOf(index); copy += 1) {
        rows.push({ index: index.name, shard: number, prirep: 'r', state: 'UNASSIGNED' });
      }
    }
  }
  return rows;
}
