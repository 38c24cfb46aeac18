/** The shards of one index, open on this node. Files: `indices/<uuid>/<shard>/`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DiskDirectory } from '../index/directory/disk-directory.ts';
import type { BufferBudget } from '../index/shard/buffer-budget.ts';
import { openShard } from '../index/shard/open-shard.ts';
import { DEFAULT_TRANSLOG_BYTES, type Shard, type ShardStats } from '../index/shard/shard.ts';
import { parseBytes, parseTime } from '../settings/units.ts';
import type { IndexMetadata } from './cluster-state.ts';
import { integerSetting } from './index-settings.ts';
import type { IndexMapping } from './mapping-port.ts';
import { defaultRoutingShards, partitionOffset, shardFor } from './routing.ts';

const FLUSH_SIZE = 'index.translog.flush_threshold_size';
const SYNC_INTERVAL = 'index.translog.sync_interval';

/** Whether a start waits until all checksums are compared; else that is done on the side. */
const CHECKS = ['index.shard.check_on_startup', 'index.check_on_startup'];
const CHECKED = new Set(['true', 'checksum']);
/** Between pieces of 256 KiB: some 12 MB a second, which nobody notices. */
const CHECK_PAUSE_MS = 20;

/** Makes the mapping of an index one that a document asked for, durably; throws when it cannot. */
export type AdoptMapping = (index: OpenIndex, mapping: IndexMapping) => void;

export class OpenIndex {
  /** By number; an Error stands for a shard whose files could not be read. */
  readonly shards: readonly (Shard | Error)[];
  mapping: IndexMapping;
  /** Why `mapping` is a mere stand-in. */
  failure: Error | undefined;

  private constructor(
    readonly uuid: string,
    readonly name: string,
    private readonly routingShards: number,
    private readonly partitionSize: number,
    shards: (Shard | Error)[],
    mapping: IndexMapping,
  ) {
    this.shards = shards;
    this.mapping = mapping;
  }

  /** An index that cannot be understood (its synonyms are gone): every shard stands for the error. */
  static failed(index: IndexMetadata, error: Error, mapping: IndexMapping): OpenIndex {
    const count = integerSetting(index.settings, 'index.number_of_shards');
    const shards: Error[] = Array.from({ length: count }, () => error);
    const failed = new OpenIndex(
      index.uuid,
      index.name,
      defaultRoutingShards(count),
      1,
      shards,
      mapping,
    );
    failed.failure = error;
    return failed;
  }

  /** Opens (or makes) every shard; one that is damaged leaves the others usable. */
  static async open(
    dataDir: string,
    index: IndexMetadata,
    mapping: IndexMapping,
    adopt: AdoptMapping,
    warn: (message: string) => void,
    buffers: BufferBudget,
  ): Promise<OpenIndex> {
    const count = integerSetting(index.settings, 'index.number_of_shards');
    const explicit = index.settings.get('index.number_of_routing_shards');
    const routingShards = explicit === undefined ? defaultRoutingShards(count) : Number(explicit);
    const shards: (Shard | Error)[] = [];
    const partition = integerSetting(index.settings, 'index.routing_partition_size');
    const { uuid, name } = index;
    const open = new OpenIndex(uuid, name, routingShards, partition, shards, mapping);
    const failed = (number: number, error: unknown) => {
      const shard = shards[number];
      shards[number] = asError(error);
      warn(`[${name}][${number}] shard failed: ${asError(error).message}`);
      if (shard !== undefined && !(shard instanceof Error)) shard.close().catch(() => {});
    };
    for (let number = 0; number < count; number += 1) {
      try {
        shards.push(
          await openShard({
            directory: new DiskDirectory(join(indexPath(dataDir, index.uuid), String(number))),
            durability: durabilityOf(index),
            buffers,
            onFailure: (error) => failed(number, error),
            fill: (operation, rows) => {
              const grown = open.mapping.fillRows(operation, rows);
              // In force and on the disk before the document is: a replay finds its fields mapped.
              if (grown !== undefined) adopt(open, grown);
            },
          }),
        );
      } catch (error) {
        failed(number, error);
      }
    }
    open.configure(index);
    const isChecked = CHECKS.some((name) => CHECKED.has(String(index.settings.get(name))));
    for (const shard of open.live) {
      // A difference fails the shard, which tells `onFailure`.
      const check = shard.check(isChecked ? 0 : CHECK_PAUSE_MS).catch(() => {});
      if (isChecked) await check;
    }
    return open;
  }

  /** Where a document belongs: its routing decides, by default its id. */
  shardNumber(id: string, routing?: string | undefined): number {
    const isPartitioned = routing !== undefined && this.partitionSize > 1;
    const offset = isPartitioned ? partitionOffset(id, this.partitionSize) : 0;
    return shardFor(routing ?? id, this.shards.length, this.routingShards, offset);
  }

  /** Where documents of a routing may be: one shard, or several of a partitioned index. */
  *searchShards(routing: string): Generator<number> {
    for (let offset = 0; offset < Math.max(1, this.partitionSize); offset += 1) {
      yield shardFor(routing, this.shards.length, this.routingShards, offset);
    }
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
    for (const shard of this.live) {
      shard.durability = durabilityOf(index);
      const size = index.settings.get(FLUSH_SIZE);
      shard.translogBytes =
        size === undefined ? DEFAULT_TRANSLOG_BYTES : parseBytes(String(size), FLUSH_SIZE);
      const every = index.settings.get(SYNC_INTERVAL);
      if (every !== undefined) shard.syncEveryMs = parseTime(String(every), SYNC_INTERVAL);
    }
  }

  stats(): ShardStats[] {
    return this.live.map((shard) => shard.stats());
  }

  async close(): Promise<void> {
    for (const shard of this.live) await shard.close();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
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
