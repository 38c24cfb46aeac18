/** The shards of one index, open on this node. Files: `indices/<uuid>/<shard>/`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DiskDirectory } from '../index/directory/disk-directory.ts';
import { openShard } from '../index/shard/open-shard.ts';
import type { Shard, ShardStats } from '../index/shard/shard.ts';
import type { IndexMetadata } from './cluster-state.ts';
import { integerSetting } from './index-settings.ts';
import type { IndexMapping } from './mapping-port.ts';
import { defaultRoutingShards, shardFor } from './routing.ts';

export class OpenIndex {
  /** By number; an Error stands for a shard whose files could not be read. */
  readonly shards: readonly (Shard | Error)[];
  mapping: IndexMapping;

  private constructor(
    readonly uuid: string,
    readonly name: string,
    private readonly routingShards: number,
    shards: (Shard | Error)[],
    mapping: IndexMapping,
  ) {
    this.shards = shards;
    this.mapping = mapping;
  }

  /** Opens (or makes) every shard; one that is damaged leaves the others usable. */
  static async open(
    dataDir: string,
    index: IndexMetadata,
    mapping: IndexMapping,
  ): Promise<OpenIndex> {
    const count = integerSetting(index.settings, 'index.number_of_shards');
    const explicit = index.settings.get('index.number_of_routing_shards');
    const routingShards = explicit === undefined ? defaultRoutingShards(count) : Number(explicit);
    const shards: (Shard | Error)[] = [];
    const open = new OpenIndex(index.uuid, index.name, routingShards, shards, mapping);
    for (let number = 0; number < count; number += 1) {
      try {
        shards.push(
          await openShard({
            directory: new DiskDirectory(join(indexPath(dataDir, index.uuid), String(number))),
            durability: durabilityOf(index),
            fill: (operation, rows) => open.mapping.fill(operation, rows),
          }),
        );
      } catch (error) {
        shards.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    return open;
  }

  shardNumber(routing: string): number {
    return shardFor(routing, this.shards.length, this.routingShards);
  }

  /** The shards that work. */
  get live(): Shard[] {
    return this.shards.filter((shard): shard is Shard => !(shard instanceof Error));
  }

  get isDamaged(): boolean {
    return this.shards.some((shard) => shard instanceof Error);
  }

  /** Takes on settings that changed while the index is open. */
  configure(index: IndexMetadata): void {
    for (const shard of this.live) shard.durability = durabilityOf(index);
  }

  stats(): ShardStats[] {
    return this.live.map((shard) => shard.stats());
  }

  async close(): Promise<void> {
    for (const shard of this.live) await shard.close();
  }
}

function durabilityOf(index: IndexMetadata): 'request' | 'async' {
  const value = String(index.settings.get('index.translog.durability') ?? 'request');
  return value.toLowerCase() === 'async' ? 'async' : 'request';
}

export function indexPath(dataDir: string, uuid: string): string {
  return join(dataDir, 'indices', uuid);
}

export function deleteIndexFiles(dataDir: string, uuid: string): void {
  rmSync(indexPath(dataDir, uuid), { recursive: true, force: true });
}
