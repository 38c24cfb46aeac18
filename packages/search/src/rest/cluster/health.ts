/** The colour of indices and of the cluster, and `_cluster/health`. */

import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { Double, type Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { LENIENT_ALL_HIDDEN } from '../../metadata/resolve-indices.ts';
import { copies, MASTER_PARAMS, replicasOf, TARGET_PARAMS, targets } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';

export type Colour = 'green' | 'yellow' | 'red';
const COLOURS: readonly Colour[] = ['green', 'yellow', 'red'];

export interface Health {
  readonly status: Colour;
  readonly primaries: number;
  readonly unassigned: number;
  readonly active: number;
}

/** A single node never starts replicas, so an index that wants some is yellow. */
export function indexHealth(indices: IndicesService, index: IndexMetadata): Health {
  const { primaries, total } = copies(index);
  const opened = indices.shardsOf(index);
  // The files of a closed index are there, as the reference's closed copies are.
  const active = opened === undefined ? primaries : opened.live.length;
  const status = active < primaries ? 'red' : total > primaries ? 'yellow' : 'green';
  return { status, primaries: active, active, unassigned: total - active };
}

export function clusterHealth(indices: IndicesService, of: readonly IndexMetadata[]): Health {
  const parts = of.map((index) => indexHealth(indices, index));
  const sum = (pick: (health: Health) => number) => parts.reduce((n, part) => n + pick(part), 0);
  const worst = Math.max(0, ...parts.map(({ status }) => COLOURS.indexOf(status)));
  return {
    status: COLOURS[worst] as Colour,
    primaries: sum((part) => part.primaries),
    active: sum((part) => part.active),
    unassigned: sum((part) => part.unassigned),
  };
}

export function healthRoutes(node: NodeServices): Route[] {
  const route = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [
      ...TARGET_PARAMS,
      ...MASTER_PARAMS,
      'local',
      'level',
      'wait_for_status',
      'wait_for_nodes',
      'wait_for_active_shards',
      'wait_for_no_relocating_shards',
      'wait_for_no_initializing_shards',
      'wait_for_events',
      'return_200_for_cluster_health_timeout',
    ],
    action: 'cluster:monitor/health',
    handler: (request) => health(request, node),
  });
  return [route('/_cluster/health'), route('/_cluster/health/{index}')];
}

const DEFAULT_WAIT_MS = 30_000;

/** Waits until what the request asks for is so, or its time is up; then it answers with a 408. */
async function health(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const until = Date.now() + request.time('timeout', DEFAULT_WAIT_MS);
  for (;;) {
    const { body, timedOut } = healthNow(request, node);
    const left = until - Date.now();
    if (!timedOut || left <= 0) {
      const isFine = !timedOut || request.flag('return_200_for_cluster_health_timeout', false);
      return RestResponse.of(body, isFine ? 200 : 408);
    }
    await node.indices.cluster.changed(left);
  }
}

function healthNow(
  request: RestRequest,
  node: NodeServices,
): { body: Writable; timedOut: boolean } {
  const { indices } = node;
  const level = request.param('level') ?? 'cluster';
  if (!['cluster', 'indices', 'shards'].includes(level)) {
    throw illegalArgument(
      `level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`,
    );
  }
  const names = request.list('index') ?? [];
  const found = targets(request, indices, LENIENT_ALL_HIDDEN);
  const isMissing =
    found.length === 0 &&
    names.length > 0 &&
    names.some((name) => !name.includes('*') && name !== '_all');
  const total = clusterHealth(indices, found);
  const status = isMissing ? 'red' : total.status;
  const timedOut = isMissing || !reached(request, status, total);
  const all = total.active + total.unassigned;
  const body: Writable = {
    cluster_name: node.clusterName,
    status,
    timed_out: timedOut,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    active_primary_shards: total.primaries,
    active_shards: total.active,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: total.unassigned,
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue: request.human ? '0s' : undefined,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent: request.human ? `${percent(total.active, all)}%` : undefined,
    active_shards_percent_as_number: new Double(percent(total.active, all)),
    indices:
      level === 'cluster'
        ? undefined
        : new Map(
            found.map((index) => [index.name, indexBody(indices, index, level === 'shards')]),
          ),
  };
  return { body, timedOut };
}

function percent(active: number, all: number): number {
  return all === 0 ? 100 : (active / all) * 100;
}

/** Whether what a request waits for holds. */
function reached(request: RestRequest, status: Colour, health: Health): boolean {
  const wanted = request.param('wait_for_status')?.toLowerCase();
  if (wanted !== undefined) {
    const index = COLOURS.indexOf(wanted as Colour);
    if (index < 0) throw illegalArgument(`unknown cluster health status [${wanted}]`);
    if (COLOURS.indexOf(status) > index) return false;
  }
  const shards = request.param('wait_for_active_shards');
  if (shards === 'all' && health.unassigned > 0) return false;
  if (shards !== undefined && shards !== 'all' && Number(shards) > health.active) return false;
  const nodes = request.param('wait_for_nodes');
  return nodes === undefined || oneNodeIs(nodes);
}

/** `1`, `>=2`, `ge(1)`: whether one node is enough. */
function oneNodeIs(wanted: string): boolean {
  const match = /^(>=|<=|>|<|ge\(|le\(|gt\(|lt\()?(\d+)\)?$/.exec(wanted);
  const count = Number(match?.[2]);
  switch (match?.[1]) {
    case '>=':
    case 'ge(':
      return 1 >= count;
    case '<=':
    case 'le(':
      return 1 <= count;
    case '>':
    case 'gt(':
      return 1 > count;
    case '<':
    case 'lt(':
      return 1 < count;
    default:
      return count === 1;
  }
}

function indexBody(indices: IndicesService, index: IndexMetadata, withShards: boolean): Writable {
  const health = indexHealth(indices, index);
  const { primaries } = copies(index);
  const replicas = replicasOf(index);
  const opened = indices.shardsOf(index);
  const shard = (number: number): [string, Writable] => {
    const isUp = opened === undefined || !(opened.shards[number] instanceof Error);
    return [
      String(number),
      {
        status: !isUp ? 'red' : replicas > 0 ? 'yellow' : 'green',
        primary_active: isUp,
        active_shards: isUp ? 1 : 0,
        relocating_shards: 0,
        initializing_shards: 0,
        unassigned_shards: replicas + (isUp ? 0 : 1),
      },
    ];
  };
  return {
    status: health.status,
    number_of_shards: primaries,
    number_of_replicas: replicas,
    active_primary_shards: health.primaries,
    active_shards: health.active,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: health.unassigned,
    shards: withShards ? new Map(Array.from({ length: primaries }, (_, i) => shard(i))) : undefined,
  };
}
