/** `_cluster/pending_tasks`, `_cluster/reroute`, `_remote/info` and other things of many nodes. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { unrecognized } from '../../errors/suggest.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { indexNotFound } from '../../metadata/index-names.ts';
import { copies, MASTER_PARAMS, replicasOf } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { nodeFacts } from './node-facts.ts';
import { httpPart, ingestPart, scriptPart, threadPoolPart } from './node-stats.ts';

export function clusterAdminRoutes(node: NodeServices): Route[] {
  return [
    {
      // A change of the state is made when it is asked for: none ever waits.
      methods: ['GET'],
      path: '/_cluster/pending_tasks',
      params: ['local', 'master_timeout'],
      action: 'cluster:monitor/task',
      handler: () => RestResponse.of({ tasks: [] }),
    },
    {
      methods: ['POST'],
      path: '/_cluster/reroute',
      params: [...MASTER_PARAMS, 'dry_run', 'explain', 'retry_failed', 'metric'],
      action: 'cluster:admin/reroute',
      handler: (request) => reroute(request, node),
    },
    {
      methods: ['GET'],
      path: '/_info/{target}',
      params: [],
      action: 'cluster:monitor/nodes/stats',
      handler: (request) => info(request, node),
    },
    {
      methods: ['GET'],
      path: '/_remote/info',
      params: [],
      action: 'cluster:monitor/remote/info',
      handler: () => RestResponse.of({}),
    },
    {
      methods: ['GET', 'POST'],
      path: '/_cluster/allocation/explain',
      params: ['include_disk_info', 'include_yes_decisions'],
      action: 'cluster:monitor/allocation/explain',
      handler: (request) => explain(request, node),
    },
  ];
}

const INFO: Readonly<Record<string, (node: NodeServices) => Writable>> = {
  http: httpPart,
  ingest: ingestPart,
  thread_pool: threadPoolPart,
  script: scriptPart,
};

/** Sums over all nodes of what each tells in `_nodes/stats`. */
function info(request: RestRequest, node: NodeServices): RestResponse {
  const wanted = request.list('target') ?? [];
  const { path } = request.head;
  if (wanted.includes('_all') && wanted.length > 1) {
    throw illegalArgument(
      `request [${path}] contains _all and individual target [${wanted.join(',')}]`,
    );
  }
  const known = Object.keys(INFO);
  const unknown = wanted.filter((name) => name !== '_all' && !known.includes(name));
  if (unknown.length > 0) throw illegalArgument(unrecognized(path, 'target', unknown, known));
  const shown = Object.entries(INFO).filter(
    ([name]) => wanted.includes('_all') || wanted.includes(name),
  );
  return RestResponse.of(
    new Map<string, Writable>([
      ['cluster_name', node.clusterName],
      ...shown.map(([name, part]): [string, Writable] => [name, part(node)]),
    ]),
  );
}

/** Nothing can move with one node: commands that would are refused as the reference refuses them. */
function reroute(request: RestRequest, node: NodeServices): RestResponse {
  const commands = request.optionalObject()?.get('commands');
  if (Array.isArray(commands) && commands.length > 0) {
    throw illegalArgument('[allocate_command] there is no other node to allocate a shard to');
  }
  const state =
    request.param('metric') === 'none' || request.param('metric') === undefined
      ? undefined
      : { cluster_uuid: node.identity.clusterUuid };
  return RestResponse.of({
    acknowledged: true,
    state,
    explanations: request.flag('explain', false) ? [] : undefined,
  });
}

function explain(request: RestRequest, node: NodeServices): RestResponse {
  const body = request.optionalObject();
  const chosen = body === undefined ? firstUnassigned(node) : named(body, node);
  if (chosen === undefined) {
    throw illegalArgument(
      'No shard was specified in the explain API request, so this response explains a randomly chosen unassigned shard. There are no unassigned shards in this cluster. Specify an assigned shard in the request body to explain its allocation.',
    );
  }
  const { index, shard, primary } = chosen;
  const facts = nodeFacts(node);
  const head = { index: index.name, shard, primary };
  if (primary) {
    return RestResponse.of({
      ...head,
      current_state: 'started',
      current_node: {
        id: facts.id,
        name: facts.name,
        transport_address: facts.transport_address,
        attributes: node.settings.below('node.attr.'),
        weight_ranking: 1,
      },
      can_remain_on_current_node: 'yes',
      can_rebalance_cluster: 'yes',
      can_rebalance_to_other_node: 'no',
      rebalance_explanation:
        'Elasticsearch cannot rebalance this shard to another node since there is no node to which allocation is permitted which would improve the cluster balance. If you expect this shard to be rebalanced to another node, find this node in the node-by-node explanation and address the reasons which prevent Elasticsearch from rebalancing this shard there.',
    });
  }
  return RestResponse.of({
    ...head,
    current_state: 'unassigned',
    unassigned_info: {
      reason: 'INDEX_CREATED',
      at: new Date(Number(index.settings.get('index.creation_date'))).toISOString(),
      last_allocation_status: 'no_attempt',
    },
    can_allocate: 'no',
    allocate_explanation:
      "Elasticsearch isn't allowed to allocate this shard to any of the nodes in the cluster. Choose a node to which you expect this shard to be allocated, find this node in the node-by-node explanation, and address the reasons which prevent Elasticsearch from allocating this shard there.",
    node_allocation_decisions: [
      {
        node_id: facts.id,
        node_name: facts.name,
        transport_address: facts.transport_address,
        node_decision: 'no',
        deciders: [
          {
            decider: 'same_shard',
            decision: 'NO',
            explanation: `a copy of this shard is already allocated to this node [[${index.name}][${shard}], node[${facts.id}], [P], s[STARTED]]`,
          },
        ],
      },
    ],
  });
}

interface Chosen {
  readonly index: IndexMetadata;
  readonly shard: number;
  readonly primary: boolean;
}

function firstUnassigned(node: NodeServices): Chosen | undefined {
  const index = [...node.indices.state.indices.values()].find((one) => replicasOf(one) > 0);
  return index === undefined ? undefined : { index, shard: 0, primary: false };
}

function named(body: ReadonlyMap<string, unknown>, node: NodeServices): Chosen {
  const [name, shard, primary] = ['index', 'shard', 'primary'].map((key) => body.get(key));
  if (typeof name !== 'string' || typeof shard !== 'number' || typeof primary !== 'boolean') {
    throw new SearchError(
      'action_request_validation_exception',
      'Validation Failed: 1: index, shard, and primary must be specified;',
    );
  }
  const index = node.indices.state.indices.get(name);
  if (index === undefined) throw indexNotFound(name);
  if (shard < 0 || shard >= copies(index).primaries) {
    throw new SearchError('shard_not_found_exception', 'no such shard', {
      fields: { index_uuid: index.uuid, shard: String(shard), index: name },
    });
  }
  if (!primary && replicasOf(index) === 0) {
    throw illegalArgument('No shard was found that matches the request');
  }
  return { index, shard, primary };
}
