/** `_recovery` and `_shard_stores`: how shards came up, and where their files are. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Shard } from '../../index/shard/shard.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { STRICT_OPEN } from '../../metadata/resolve-indices.ts';
import { nodeFacts } from '../cluster/node-facts.ts';
import type { NodeServices } from '../node-services.ts';
import { copies, replicasOf, TARGET_PARAMS, targets } from './shared.ts';

export function recoveryRoutes(node: NodeServices): Route[] {
  const both = (name: string) => [`/${name}`, `/{index}/${name}`];
  return [
    ...both('_recovery').map(
      (path): Route => ({
        methods: ['GET'],
        path,
        params: [...TARGET_PARAMS, 'detailed', 'active_only'],
        action: 'indices:monitor/recovery',
        handler: (request) => recovery(request, node),
      }),
    ),
    ...both('_shard_stores').map(
      (path): Route => ({
        methods: ['GET'],
        path,
        params: [...TARGET_PARAMS, 'status'],
        action: 'indices:monitor/shard_stores',
        handler: (request) => shardStores(request, node),
      }),
    ),
  ];
}

function recovery(request: RestRequest, node: NodeServices): RestResponse {
  const found = request.flag('active_only', false)
    ? []
    : targets(request, node.indices, STRICT_OPEN);
  const answer = new Map<string, Writable>();
  for (const index of found) {
    const opened = node.indices.shardsOf(index)?.shards ?? [];
    const shards = [...opened.entries()].flatMap(([number, shard]) =>
      shard instanceof Error ? [] : [recoveryBody(node, number, shard, request)],
    );
    if (shards.length > 0) answer.set(index.name, { shards });
  }
  return RestResponse.of(answer);
}

function recoveryBody(
  node: NodeServices,
  number: number,
  { recovery: { type, startedAt, stoppedAt, files, bytes, operations } }: Shard,
  request: RestRequest,
): Writable {
  const { human } = request;
  const facts = nodeFacts(node);
  const all = files === 0 ? '0.0%' : '100.0%';
  const details = request.flag('detailed', false) ? [] : undefined;
  return {
    id: number,
    type,
    stage: 'DONE',
    primary: true,
    start_time: human ? new Date(startedAt).toISOString() : undefined,
    start_time_in_millis: startedAt,
    stop_time: human ? new Date(stoppedAt).toISOString() : undefined,
    stop_time_in_millis: stoppedAt,
    total_time: human ? `${stoppedAt - startedAt}ms` : undefined,
    total_time_in_millis: stoppedAt - startedAt,
    source: type === 'EMPTY_STORE' ? {} : { bootstrap_new_history_uuid: false },
    target: facts,
    index: {
      size: {
        total_in_bytes: bytes,
        reused_in_bytes: bytes,
        recovered_in_bytes: 0,
        recovered_from_snapshot_in_bytes: 0,
        percent: all,
      },
      files: { total: files, reused: files, recovered: 0, percent: all, details },
      total_time_in_millis: stoppedAt - startedAt,
      source_throttle_time_in_millis: 0,
      target_throttle_time_in_millis: 0,
    },
    translog: {
      recovered: operations,
      total: operations,
      percent: '100.0%',
      total_on_start: operations,
      total_time_in_millis: 0,
    },
    verify_index: { check_index_time_in_millis: 0, total_time_in_millis: 0 },
  };
}

const STATUSES = ['green', 'yellow', 'red', 'all'];

/** Unless told otherwise only shards that lack a copy are shown. */
function shardStores(request: RestRequest, node: NodeServices): RestResponse {
  const wanted = request.list('status') ?? ['yellow', 'red'];
  for (const status of wanted) {
    if (!STATUSES.includes(status)) {
      throw illegalArgument(`unknown cluster health status [${status}]`);
    }
  }
  const found = targets(request, node.indices, STRICT_OPEN);
  const indices = new Map<string, Writable>();
  for (const index of found) {
    const shards = storesOf(node, index, wanted);
    if (shards.size > 0) indices.set(index.name, { shards });
  }
  return RestResponse.of({ indices });
}

function storesOf(
  node: NodeServices,
  index: IndexMetadata,
  wanted: readonly string[],
): Map<string, Writable> {
  const shards = new Map<string, Writable>();
  const opened = node.indices.shardsOf(index)?.shards ?? [];
  for (let number = 0; number < copies(index).primaries; number += 1) {
    const shard = opened[number];
    const isDown = shard instanceof Error;
    const status = isDown ? 'red' : replicasOf(index) > 0 ? 'yellow' : 'green';
    if (!wanted.includes(status) && !wanted.includes('all')) continue;
    const { id, ...facts } = nodeFacts(node);
    const store = {
      [id]: { ...facts },
      allocation_id: index.uuid,
      allocation: isDown ? 'unused' : 'primary',
      store_exception: isDown
        ? { type: 'corrupt_index_exception', reason: shard.message }
        : undefined,
    };
    shards.set(String(number), { stores: [store] });
  }
  return shards;
}
