/** `_cat/shards`, `_cat/segments` and `_cat/recovery`. */
import type { RestRequest } from '../../http/request.ts';
import type { Route } from '../../http/route.ts';
import type { Shard } from '../../index/shard/shard.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { STRICT_ALL_HIDDEN, STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import { machineOf } from '../cluster/machine.ts';
import { segmentFacts } from '../indices/segments.ts';
import { copies, replicasOf, TARGET_PARAMS, targets } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { shardFigures } from '../stats/shard-figures.ts';
import { figureCells, figureColumns } from './figure-columns.ts';
import { catRoutes, columns, type Row } from './table.ts';

/** Columns of other tables that this one does not have, and where its own stand between them. */
const FIGURES = figureColumns((name) => !/^(request_cache|suggest)\./.test(name));
const before = (name: string) => FIGURES.findIndex((column) => column.name === name);
const SHARDS = [
  ...columns(
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
    '-sync_id,sync_id|sync id',
    '-unassigned.reason,ur|reason shard became unassigned',
    '-unassigned.at,ua|time shard became unassigned (UTC)',
    '->unassigned.for,uf|time has been unassigned',
    '-unassigned.details,ud|additional details as to why the shard became unassigned',
    '-recoverysource.type,rs|recovery source type',
  ),
  ...FIGURES.slice(0, before('warmer.current')),
  ...columns(
    '->seq_no.max,sqm,maxSeqNo|max sequence number',
    '->seq_no.local_checkpoint,sql,localCheckpoint|local checkpoint',
    '->seq_no.global_checkpoint,sqg,globalCheckpoint|global checkpoint',
  ),
  ...FIGURES.slice(before('warmer.current'), before('bulk.total_operations')),
  ...columns(
    '->path.data,pd,dataPath|shard data path',
    '->path.state,ps,statsPath|shard state path',
  ),
  ...FIGURES.slice(before('bulk.total_operations')),
];

const SEGMENTS = columns(
  'index,i,idx|index name',
  '>shard,s,sh|shard name',
  'prirep,p,pr,primaryOrReplica|primary or replica',
  'ip|ip of node where it lives',
  '-id|unique id of node where it lives',
  'segment,seg|segment name',
  '>generation,g,gen|segment generation',
  '>docs.count,dc,docsCount|number of docs in segment',
  '>docs.deleted,dd,docsDeleted|number of deleted docs in segment',
  '>size,si|segment size in bytes',
  '>size.memory,sm,sizeMemory|segment memory in bytes',
  'committed,ic,isCommitted|is segment committed',
  'searchable,is,isSearchable|is segment searched',
  'version,v,ver|version',
  'compound,ico,isCompound|is segment compound',
);

const RECOVERY = columns(
  'index,i,idx|index name',
  'shard,s,sh|shard name',
  '-start_time,start|recovery start time',
  '-start_time_millis,start_millis|recovery start time in epoch milliseconds',
  '-stop_time,stop|recovery stop time',
  '-stop_time_millis,stop_millis|recovery stop time in epoch milliseconds',
  '>time,t,ti|recovery time',
  'type,ty|recovery type',
  'stage,st|recovery stage',
  'source_host,shost|source host',
  '-source_node,snode|source node name',
  'target_host,thost|target host',
  '-target_node,tnode|target node name',
  'repository,rep|repository',
  'snapshot,snap|snapshot',
  '>files,f|number of files to recover',
  '>files_recovered,fr|files recovered',
  '>files_percent,fp|percent of files recovered',
  '>files_total,tf|total number of files',
  '>bytes,b|number of bytes to recover',
  '>bytes_recovered,br|bytes recovered',
  '>bytes_percent,bp|percent of bytes recovered',
  '>bytes_total,tb|total number of bytes',
  '>translog_ops,to|number of translog ops to recover',
  '>translog_ops_recovered,tor|translog ops recovered',
  '>translog_ops_percent,top|percent of translog ops recovered',
);

export function catShardRoutes(node: NodeServices): Route[] {
  const both = (name: string) => [`/_cat/${name}`, `/_cat/${name}/{index}`];
  const action = 'indices:monitor/';
  return [
    ...catRoutes(
      both('shards'),
      `${action}stats`,
      SHARDS,
      (r) => shardRows(r, node),
      TARGET_PARAMS,
    ),
    ...catRoutes(
      both('segments'),
      `${action}segments`,
      SEGMENTS,
      (r) => segmentRows(r, node),
      TARGET_PARAMS,
    ),
    ...catRoutes(both('recovery'), `${action}recovery`, RECOVERY, (r) => recoveryRows(r, node), [
      ...TARGET_PARAMS,
      'active_only',
      'detailed',
    ]),
  ];
}

function shardRows(request: RestRequest, node: NodeServices): Row[] {
  return targets(request, node.indices, STRICT_ALL_HIDDEN).flatMap((index) =>
    Array.from({ length: copies(index).primaries }, (_, number) => [
      primaryRow(node, index, number),
      ...Array.from({ length: replicasOf(index) }, () => replicaRow(index, number)),
    ]).flat(),
  );
}

function primaryRow(node: NodeServices, index: IndexMetadata, number: number): Row {
  const shard = node.indices.shardsOf(index)?.shards[number];
  const place = { index: index.name, shard: number, prirep: 'p' };
  if (shard instanceof Error) return { ...place, state: 'UNASSIGNED' };
  const stats = shard?.stats();
  const figures = shard === undefined ? undefined : shardFigures(shard);
  const size = figures === undefined ? null : (figureOf(figures) as { bytes: number });
  const path = `${node.dataDir}/indices/${index.uuid}/${number}`;
  return {
    ...place,
    state: 'STARTED',
    docs: stats?.documents ?? null,
    store: size,
    dataset: size,
    ip: machineOf(node).ip,
    id: node.identity.nodeId,
    node: node.nodeName,
    ...figureCells(FIGURES, figures),
    'seq_no.max': stats?.maxSeqNo ?? null,
    'seq_no.local_checkpoint': stats?.maxSeqNo ?? null,
    'seq_no.global_checkpoint': stats?.maxSeqNo ?? null,
    'path.data': path,
    'path.state': path,
  };
}

function figureOf(figures: ReturnType<typeof shardFigures>): { bytes: number } {
  return { bytes: Number((figures.store as Record<string, number>).size_in_bytes) };
}

/** Replicas wait for a node that never comes. */
function replicaRow(index: IndexMetadata, number: number): Row {
  const created = Number(index.settings.get('index.creation_date'));
  return {
    index: index.name,
    shard: number,
    prirep: 'r',
    state: 'UNASSIGNED',
    'unassigned.reason': 'INDEX_CREATED',
    'unassigned.at': new Date(created).toISOString(),
    'unassigned.for': { time: Date.now() - created },
    'recoverysource.type': 'peer',
  };
}

function segmentRows(request: RestRequest, node: NodeServices): Row[] {
  const { ip } = machineOf(node);
  return eachShard(request, node).flatMap(({ index, number, shard }) =>
    segmentFacts(shard).map((facts) => ({
      index: index.name,
      shard: number,
      prirep: 'p',
      ip,
      id: node.identity.nodeId,
      segment: facts.name,
      generation: facts.generation,
      'docs.count': facts.documents,
      'docs.deleted': facts.deleted,
      size: { bytes: facts.bytes },
      'size.memory': 0,
      committed: facts.isCommitted,
      searchable: facts.isSearchable,
      version: facts.version,
      compound: true,
    })),
  );
}

function recoveryRows(request: RestRequest, node: NodeServices): Row[] {
  if (request.flag('active_only', false)) return [];
  const host = machineOf(node).ip;
  return eachShard(request, node).map(({ index, number, shard }) => {
    const { recovery } = shard;
    const isNew = recovery.type === 'EMPTY_STORE';
    return {
      index: index.name,
      shard: number,
      start_time: new Date(recovery.startedAt).toISOString(),
      start_time_millis: recovery.startedAt,
      stop_time: new Date(recovery.stoppedAt).toISOString(),
      stop_time_millis: recovery.stoppedAt,
      time: { time: recovery.stoppedAt - recovery.startedAt },
      type: recovery.type.toLowerCase(),
      stage: 'done',
      source_host: isNew ? 'n/a' : host,
      source_node: isNew ? 'n/a' : node.nodeName,
      target_host: host,
      target_node: node.nodeName,
      repository: 'n/a',
      snapshot: 'n/a',
      files: 0,
      files_recovered: 0,
      files_percent: isNew ? '0.0%' : '100.0%',
      files_total: recovery.files,
      bytes: { bytes: 0 },
      bytes_recovered: { bytes: 0 },
      bytes_percent: isNew ? '0.0%' : '100.0%',
      bytes_total: { bytes: recovery.bytes },
      translog_ops: recovery.operations,
      translog_ops_recovered: recovery.operations,
      translog_ops_percent: '100.0%',
    };
  });
}

function eachShard(
  request: RestRequest,
  node: NodeServices,
): { index: IndexMetadata; number: number; shard: Shard }[] {
  return targets(request, node.indices, STRICT_OPEN_FORBID_CLOSED).flatMap((index) =>
    [...(node.indices.shardsOf(index)?.shards.entries() ?? [])].flatMap(([number, shard]) =>
      shard instanceof Error ? [] : [{ index, number, shard }],
    ),
  );
}
