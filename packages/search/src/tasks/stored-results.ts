/** Results of background tasks as documents of the system index `.tasks`. */

import type { Shard } from '../index/shard/shard.ts';
import { writeJson } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import { type JsonObject, RawJson, type Writable } from '../json/values.ts';
import { parseCreateBody } from '../metadata/create-index.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import type { TaskResults } from './task-registry.ts';

const INDEX = '.tasks';
const opaque = { type: 'object', enabled: false };
const DEFINITION = {
  settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
  mappings: {
    dynamic: 'strict',
    properties: {
      completed: { type: 'boolean' },
      response: opaque,
      error: opaque,
      task: {
        properties: {
          action: { type: 'keyword' },
          cancellable: { type: 'boolean' },
          cancelled: { type: 'boolean' },
          description: { type: 'text' },
          headers: opaque,
          id: { type: 'long' },
          node: { type: 'keyword' },
          parent_task_id: { type: 'keyword' },
          running_time_in_nanos: { type: 'long' },
          start_time_in_millis: { type: 'long' },
          status: opaque,
          type: { type: 'keyword' },
        },
      },
    },
  },
};

export class StoredTaskResults implements TaskResults {
  constructor(private readonly indices: IndicesService) {}

  async save(id: string, result: Writable): Promise<void> {
    const definition = parseJson(JSON.stringify(DEFINITION)) as JsonObject;
    await this.indices.createIfMissing(INDEX, parseCreateBody(definition));
    const shard = this.shard(id);
    if (shard === undefined) return;
    shard.index({ id, source: writeJson(result) });
    await shard.settle();
  }

  async load(id: string): Promise<Writable | undefined> {
    const found = this.shard(id)?.get(id);
    return found === undefined ? undefined : new RawJson(found.source);
  }

  private shard(id: string): Shard | undefined {
    const index = this.indices.state.indices.get(INDEX);
    const open = index === undefined ? undefined : this.indices.shardsOf(index);
    const shard = open?.shards[open.shardNumber(id)];
    return shard instanceof Error ? undefined : shard;
  }
}
