/** `_cluster/state`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { settingsBody } from '../../metadata/index-settings.ts';
import { STRICT_ALL_HIDDEN } from '../../metadata/resolve-indices.ts';
import { VERSION } from '../../version.ts';
import { copies, MASTER_PARAMS, replicasOf, TARGET_PARAMS, targets } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { nodeFacts, ROLES } from './node-facts.ts';

const METRICS = [
  'version',
  'master_node',
  'blocks',
  'nodes',
  'metadata',
  'routing_table',
  'routing_nodes',
  'customs',
];

export function stateRoutes(node: NodeServices): Route[] {
  return ['/_cluster/state', '/_cluster/state/{metric}', '/_cluster/state/{metric}/{index}'].map(
    (path) => ({
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
      handler: (request) => answer(request, node),
    }),
  );
}

const DEFAULT_WAIT_MS = 60_000;

/** Waits for the version a request asks for, when it does. */
async function answer(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const wanted = request.long('wait_for_metadata_version');
  if (wanted !== undefined) {
    if (wanted < 1) {
      throw illegalArgument('wait_for_metadata_version should be >= 1, but instead is [0]');
    }
    const until = Date.now() + request.time('wait_for_timeout', DEFAULT_WAIT_MS);
    while (node.indices.state.version < wanted) {
      const left = until - Date.now();
      if (left <= 0) return RestResponse.of({ ...head(node), wait_for_timed_out: true });
      await node.indices.cluster.changed(left);
    }
  }
  return RestResponse.of(stateBody(request, node));
}

function head(node: NodeServices): Record<string, Writable> {
  return { cluster_name: node.clusterName, cluster_uuid: node.identity.clusterUuid };
}

function stateBody(request: RestRequest, node: NodeServices): Writable {
  const wanted = request.list('metric') ?? ['_all'];
  const has = (metric: string) => wanted.includes('_all') || wanted.includes(metric);
  const metrics = METRICS.filter(has);
  const found = targets(request, node.indices, STRICT_ALL_HIDDEN);
  const body = new Map<string, Writable>(Object.entries(head(node)));
  const parts: Record<string, () => Writable> = {
    blocks: () => blocksBody(node, found),
    nodes: () => nodesBody(node),
    metadata: () => metadataBody(request, node, found),
    routing_table: () => ({
      indices: new Map(found.map((index) => [index.name, { shards: shardTable(node, index) }])),
    }),
    routing_nodes: () => routingNodes(node, found),
  };
  for (const metric of metrics) {
    if (metric === 'version') {
      body.set('version', node.indices.state.version);
      body.set('state_uuid', stateUuid(node));
    } else if (metric === 'master_node') body.set('master_node', node.identity.nodeId);
    else if (metric === 'customs') continue;
    else body.set(metric, (parts[metric] as () => Writable)());
  }
  return body;
}

/** Another one for every version. */
function stateUuid(node: NodeServices): string {
  const bytes = Buffer.from(`${node.identity.clusterUuid}${node.indices.state.version}`);
  return bytes.toString('base64url').slice(-22);
}

function nodesBody(node: NodeServices): Writable {
  const { id, name, transport_address } = nodeFacts(node);
  return {
    [id]: {
      name,
      ephemeral_id: id,
      transport_address,
      external_id: name,
      attributes: node.settings.below('node.attr.'),
      roles: ROLES,
      version: VERSION,
      min_index_version: 7000099,
      max_index_version: 8500003,
    },
  };
}

function metadataBody(
  request: RestRequest,
  node: NodeServices,
  found: readonly IndexMetadata[],
): Writable {
  const { state } = node.indices;
  const flat = request.flag('flat_settings', false);
  return {
    cluster_uuid: node.identity.clusterUuid,
    cluster_uuid_committed: true,
    cluster_coordination: {
      term: 1,
      last_committed_config: [node.identity.nodeId],
      last_accepted_config: [node.identity.nodeId],
      voting_config_exclusions: [],
    },
    templates: state.templates.legacy,
    indices: new Map(found.map((index) => [index.name, indexBody(index, flat)])),
    component_template: { component_template: state.templates.component },
    index_template: { index_template: state.templates.composable },
    'index-graveyard': { tombstones: [] },
    reserved_state: {},
  };
}

function indexBody(index: IndexMetadata, flat: boolean): Writable {
  const { primaries } = copies(index);
  const perShard = <T extends Writable>(value: (shard: number) => T) =>
    Object.fromEntries(Array.from({ length: primaries }, (_, i) => [i, value(i)]));
  const routingShards = index.settings.get('index.number_of_routing_shards');
  return {
    version: index.versions.metadata,
    mapping_version: index.versions.mapping,
    settings_version: index.versions.settings,
    aliases_version: index.versions.aliases,
    routing_num_shards: Number(routingShards ?? 1024),
    state: index.state,
    settings: settingsBody(index.settings, flat),
    mappings: index.mapping.size === 0 ? {} : { _doc: index.mapping },
    aliases: [...index.aliases.keys()],
    primary_terms: perShard(() => 1),
    in_sync_allocations: perShard((shard) => [allocationId(index, shard)]),
    rollover_info: index.rolloverInfo,
    system: false,
    timestamp_range: { shards: [] },
  };
}

function allocationId(index: IndexMetadata, shard: number): string {
  return Buffer.from(`${index.uuid}${shard}`).toString('base64url').slice(0, 22);
}

function primaryEntry(node: NodeServices, index: IndexMetadata, shard: number): Writable {
  const isDown = node.indices.shardsOf(index)?.shards[shard] instanceof Error;
  return {
    state: isDown ? 'UNASSIGNED' : 'STARTED',
    primary: true,
    node: isDown ? null : node.identity.nodeId,
    relocating_node: null,
    shard,
    index: index.name,
    allocation_id: isDown ? undefined : { id: allocationId(index, shard) },
    relocation_failure_info: { failed_attempts: 0 },
  };
}

function replicaEntry(index: IndexMetadata, shard: number): Writable {
  const created = Number(index.settings.get('index.creation_date'));
  return {
    state: 'UNASSIGNED',
    primary: false,
    node: null,
    relocating_node: null,
    shard,
    index: index.name,
    recovery_source: { type: 'PEER' },
    unassigned_info: {
      reason: 'INDEX_CREATED',
      at: new Date(created).toISOString(),
      delayed: false,
      allocation_status: 'no_attempt',
    },
    relocation_failure_info: { failed_attempts: 0 },
  };
}

function shardTable(node: NodeServices, index: IndexMetadata): Writable {
  const entries = Array.from({ length: copies(index).primaries }, (_, shard) => [
    shard,
    [
      primaryEntry(node, index, shard),
      ...Array.from({ length: replicasOf(index) }, () => replicaEntry(index, shard)),
    ],
  ]);
  return Object.fromEntries(entries);
}

function routingNodes(node: NodeServices, found: readonly IndexMetadata[]): Writable {
  const shards = (index: IndexMetadata) => [...Array(copies(index).primaries).keys()];
  return {
    unassigned: found.flatMap((index) =>
      shards(index).flatMap((shard) =>
        Array.from({ length: replicasOf(index) }, () => replicaEntry(index, shard)),
      ),
    ),
    nodes: {
      [node.identity.nodeId]: found.flatMap((index) =>
        shards(index).map((shard) => primaryEntry(node, index, shard)),
      ),
    },
  };
}

/** Numbers and texts that the reference gives its blocks. */
const BLOCKS: Readonly<Record<string, readonly [string, string, readonly string[]]>> = {
  read_only: ['5', 'index read-only (api)', ['write', 'metadata_write']],
  read: ['7', 'index read (api)', ['read']],
  write: ['8', 'index write (api)', ['write']],
  metadata: ['9', 'index metadata (api)', ['metadata_write', 'metadata_read']],
  read_only_allow_delete: [
    '12',
    'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    ['write', 'metadata_write'],
  ],
};

function blocksBody(node: NodeServices, found: readonly IndexMetadata[]): Writable {
  const blocked = new Map<string, Writable>();
  for (const index of found) {
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
  const global = globalBlocks(node);
  return {
    ...(global.size > 0 ? { global } : {}),
    ...(blocked.size > 0 ? { indices: blocked } : {}),
  };
}

function globalBlocks(node: NodeServices): Map<string, Writable> {
  const { persistentSettings, transientSettings } = node.indices.state;
  const blocks = new Map<string, Writable>();
  const isOn = (name: string) =>
    String(transientSettings.get(name) ?? persistentSettings.get(name)) === 'true';
  if (isOn('cluster.blocks.read_only')) {
    const levels = ['write', 'metadata_write'];
    blocks.set('6', { description: 'cluster read-only (api)', retryable: false, levels });
  }
  if (isOn('cluster.blocks.read_only_allow_delete')) {
    const levels = ['write', 'metadata_write'];
    const description = 'cluster read-only / allow delete (api)';
    blocks.set('13', { description, retryable: false, levels });
  }
  return blocks;
}
