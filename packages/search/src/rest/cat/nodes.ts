/** `_cat/nodes`, `_cat/nodeattrs`, `_cat/allocation`, `_cat/master` and `_cat/plugins`. */
import type { RestRequest } from '../../http/request.ts';
import type { Route } from '../../http/route.ts';
import { patternTest } from '../../metadata/index-names.ts';
import { VERSION } from '../../version.ts';
import { clusterHealth } from '../cluster/health.ts';
import { diskOf, fileDescriptors, machineOf, percent } from '../cluster/machine.ts';
import { nodeFacts, ROLE_LETTERS } from '../cluster/node-facts.ts';
import { poolUses, threadPools } from '../cluster/thread-pools.ts';
import { indexFigures } from '../indices/stats.ts';
import type { NodeServices } from '../node-services.ts';
import { type NumberTree, sumTrees } from '../stats/number-tree.ts';
import { fielddataOf } from '../stats/segment-figures.ts';
import { METRIC_NAMES, noFigures } from '../stats/shard-figures.ts';
import { figureCells, figureColumns } from './figure-columns.ts';
import { type Cell, catRoutes, columns, type Row } from './table.ts';

const FIGURES = figureColumns((name) => !/^(warmer|dense_vector)\./.test(name));
const NODES = [
  ...columns(
    '-id,nodeId|unique node id',
    '-pid,p|process id',
    'ip,i|ip address',
    '-port,po|bound transport port',
    '-http_address,http|bound http address',
    '-version,v|es version',
    '-type,t|es distribution type',
    '-build,b|es build hash',
    '-jdk,j|jdk version',
    '->disk.total,dt,diskTotal|total disk space',
    '->disk.used,du,diskUsed|used disk space',
    '->disk.avail,d,disk,da,diskAvail|available disk space',
    '->disk.used_percent,dup,diskUsedPercent|used disk space percentage',
    '->heap.current,hc,heapCurrent|used heap',
    '>heap.percent,hp,heapPercent|used heap ratio',
    '->heap.max,hm,heapMax|max configured heap',
    '->ram.current,rc,ramCurrent|used machine memory',
    '>ram.percent,rp,ramPercent|used machine memory ratio',
    '->ram.max,rm,ramMax|total machine memory',
    '->file_desc.current,fdc,fileDescriptorCurrent|used file descriptors',
    '->file_desc.percent,fdp,fileDescriptorPercent|used file descriptor ratio',
    '->file_desc.max,fdm,fileDescriptorMax|max file descriptors',
    '>cpu,cpu|recent cpu usage',
    '>load_1m,l|1m load avg',
    '>load_5m,l|5m load avg',
    '>load_15m,l|15m load avg',
    '->uptime,u|node uptime',
    'node.role,r,role,nodeRole|m:master eligible node, d:data node, i:ingest node, -:coordinating node only',
    'master,m|*:current master',
    'name,n|node name',
  ),
  ...FIGURES,
];
const ATTRIBUTES = columns(
  'node,name|node name',
  '-id,id,nodeId|unique node id',
  '-pid,p|process id',
  'host,h|host name',
  'ip,i|ip address',
  '-port,po|bound transport port',
  'attr,attr.name|attribute description',
  'value,attr.value|attribute value',
);
const ALLOCATION = columns(
  '>shards,s|number of shards on node',
  '>disk.indices,di,diskIndices|disk used by ES indices',
  '>disk.used,du,diskUsed|disk used (total, not just ES)',
  '>disk.avail,da,diskAvail|disk available',
  '>disk.total,dt,diskTotal|total capacity of all volumes',
  '>disk.percent,dp,diskPercent|percent disk used',
  'host,h|host of node',
  'ip|ip of node',
  'node,n|name of node',
  '-node.role,r,role,nodeRole|node roles',
);
const THREAD_POOLS = columns(
  'node_name,nn|node name',
  '-node_id,id|persistent node id',
  '-ephemeral_node_id,eid|ephemeral node id',
  '-pid,p|process id',
  '-host,h|host name',
  '-ip,i|ip address',
  '-port,po|bound transport port',
  'name,n|thread pool name',
  '-type,t|thread pool type',
  '>active,a|number of active threads',
  '->pool_size,psz|number of threads',
  '>queue,q|number of tasks currently in queue',
  '->queue_size,qs|maximum number of tasks permitted in queue',
  '>rejected,r|number of rejected tasks',
  '->largest,l|highest number of seen active threads',
  '->completed,c|number of completed tasks',
  '->core,cr|core number of threads in a scaling thread pool',
  '->max,mx|maximum number of threads in a scaling thread pool',
  '->size,sz|number of threads in a fixed thread pool',
  '-keep_alive,ka|thread keep alive time',
);
const FIELDDATA = columns(
  'id|node id',
  'host,h|host name',
  'ip|ip address',
  'node,n|node name',
  'field,f|field name',
  '>size,s|field data usage',
);
const MASTER = columns('id|node id', 'host,h|host name', 'ip|ip address', 'node,n|node name');
const PLUGINS = columns(
  '-id|unique node id',
  'name,n|node name',
  'component,c|component',
  'version,v|component version',
  '-description,d|plugin details',
);

export function catNodeRoutes(node: NodeServices): Route[] {
  const state = 'cluster:monitor/state';
  return [
    ...catRoutes(['/_cat/nodes'], state, NODES, (r) => nodeRows(r, node), [
      'full_id',
      'include_unloaded_segments',
    ]),
    ...catRoutes(['/_cat/nodeattrs'], state, ATTRIBUTES, (r) => attributeRows(r, node)),
    ...catRoutes(['/_cat/allocation', '/_cat/allocation/{nodes}'], state, ALLOCATION, (r) =>
      allocationRows(r, node),
    ),
    ...catRoutes(['/_cat/master'], state, MASTER, () => {
      const { id, host, ip, name } = nodeFacts(node);
      return [{ id, host, ip, node: name }];
    }),
    ...catRoutes(
      ['/_cat/thread_pool', '/_cat/thread_pool/{thread_pool_patterns}'],
      'cluster:monitor/nodes/stats',
      THREAD_POOLS,
      (request) => threadPoolRows(request, node),
      ['size'],
    ),
    ...catRoutes(
      ['/_cat/fielddata', '/_cat/fielddata/{fields}'],
      'cluster:monitor/nodes/stats',
      FIELDDATA,
      (request) => fielddataRows(request, node),
      ['fields'],
    ),
    ...catRoutes(['/_cat/plugins'], 'cluster:monitor/nodes/info', PLUGINS, () => [], [
      'include_bootstrap',
    ]),
  ];
}

function nodeRows(request: RestRequest, node: NodeServices): Row[] {
  const machine = machineOf(node);
  const disk = diskOf(node);
  const files = fileDescriptors();
  const { memory } = machine;
  return [
    {
      id: request.flag('full_id', false) ? node.identity.nodeId : node.identity.nodeId.slice(0, 4),
      pid: process.pid,
      ip: machine.ip,
      port: machine.transportPort,
      http_address: machine.httpAddress,
      version: VERSION,
      type: 'tar',
      build: 'default',
      jdk: Bun.version,
      'disk.total': { bytes: disk.total },
      'disk.used': { bytes: disk.total - disk.available },
      'disk.avail': { bytes: disk.available },
      'disk.used_percent': ((100 * (disk.total - disk.available)) / disk.total).toFixed(2),
      'heap.current': { bytes: machine.heapUsed },
      'heap.percent': machine.heapPercent,
      'heap.max': { bytes: node.breakers.budget },
      'ram.current': { bytes: memory.used },
      'ram.percent': machine.memoryPercent,
      'ram.max': { bytes: memory.total },
      'file_desc.current': files.open,
      'file_desc.percent': percent(files.open, files.max),
      'file_desc.max': files.max,
      cpu: machine.cpuPercent,
      load_1m: machine.load[0].toFixed(2),
      load_5m: machine.load[1].toFixed(2),
      load_15m: machine.load[2].toFixed(2),
      uptime: { time: performance.now() },
      'node.role': ROLE_LETTERS,
      master: '*',
      name: node.nodeName,
      ...figureCells(FIGURES, allFigures(node)),
    },
  ];
}

function allFigures(node: NodeServices): NumberTree {
  const open = [...node.indices.state.indices.values()].filter(({ state }) => state === 'open');
  return sumTrees(
    open.flatMap((index) => indexFigures(node, index, METRIC_NAMES)),
    noFigures(),
  );
}

/** What identifies a node in several tables. */
function identity(node: NodeServices): Record<string, Cell> {
  const { host, ip, id } = nodeFacts(node);
  const { transportPort } = machineOf(node);
  return {
    node: node.nodeName,
    id: id.slice(0, 4),
    pid: process.pid,
    host,
    ip,
    port: transportPort,
  };
}

function threadPoolRows(request: RestRequest, node: NodeServices): Row[] {
  const tests = (request.list('thread_pool_patterns') ?? ['*']).map(patternTest);
  const uses = poolUses(node.tasks);
  const { node: name, id, ...place } = identity(node);
  return threadPools()
    .filter((pool) => tests.some((test) => test(pool.name)))
    .map((pool) => {
      const isScaling = pool.type === 'scaling';
      const { active, completed } = uses.get(pool.name) ?? { active: 0, completed: 0 };
      return {
        node_name: name as string,
        node_id: node.identity.nodeId,
        ephemeral_node_id: id as string,
        ...place,
        name: pool.name,
        type: pool.type,
        active,
        pool_size: pool.size,
        queue: 0,
        queue_size: pool.queueSize,
        rejected: 0,
        largest: pool.size,
        completed,
        core: isScaling ? pool.core : null,
        max: isScaling ? pool.size : null,
        size: isScaling ? null : pool.size,
        keep_alive: isScaling ? '5m' : null,
      };
    });
}

function fielddataRows(request: RestRequest, node: NodeServices): Row[] {
  const tests = request.list('fields')?.map(patternTest);
  const sizes = new Map<string, number>();
  for (const index of node.indices.state.indices.values()) {
    for (const { documents } of node.indices.shardsOf(index)?.live ?? []) {
      const segments = documents.segments.map(({ segment }) => segment);
      for (const [field, { bytes }] of fielddataOf(segments)) {
        sizes.set(field, (sizes.get(field) ?? 0) + bytes);
      }
    }
  }
  const { id, host, ip, name } = nodeFacts(node);
  return [...sizes]
    .filter(([field]) => tests === undefined || tests.some((test) => test(field)))
    .map(([field, bytes]) => ({ id, host, ip, node: name, field, size: { bytes } }));
}

function attributeRows(_request: RestRequest, node: NodeServices): Row[] {
  return [...node.settings.below('node.attr.')].map(([attr, value]) => ({
    ...identity(node),
    attr,
    value: String(value),
  }));
}

function allocationRows(request: RestRequest, node: NodeServices): Row[] {
  const { indices } = node;
  const all = [...indices.state.indices.values()];
  const { active, unassigned } = clusterHealth(indices, all);
  const disk = diskOf(node);
  const { host, ip, id, name } = nodeFacts(node);
  const wanted = request.list('nodes') ?? [];
  const isMeant =
    wanted.length === 0 ||
    wanted.some((w) => ['_all', '_local', '_master', '*', id, name].includes(w));
  const used = disk.total - disk.available;
  const store = allFigures(node).store as Record<string, number>;
  const own: Row = {
    shards: active,
    'disk.indices': { bytes: store.size_in_bytes ?? 0 },
    'disk.used': { bytes: used },
    'disk.avail': { bytes: disk.available },
    'disk.total': { bytes: disk.total },
    'disk.percent': percent(used, disk.total),
    host,
    ip,
    node: name,
    'node.role': ROLE_LETTERS,
  };
  return [
    ...(isMeant ? [own] : []),
    ...(unassigned > 0 ? [{ shards: unassigned, node: 'UNASSIGNED' }] : []),
  ];
}
