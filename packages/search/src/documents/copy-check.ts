/**
 * `wait_for_active_shards`: whether there are as many copies of a shard as a write wants. One node
 * starts primaries only, so whoever wants more waits until the time is up, and is refused.
 */
import { SearchError } from '../errors/search-error.ts';
import type { IndexMetadata } from '../metadata/cluster-state.ts';
import { replicasOf } from '../metadata/copies.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import { timeText } from '../settings/units.ts';
import type { WriteDocument, WriteOptions } from './requests.ts';
import { writeTarget } from './write-target.ts';

const SETTING = 'index.write.wait_for_active_shards';
const DEFAULT_TIMEOUT = 60_000;

export class CopyCheck {
  /** By name: why its writes cannot go ahead. */
  private readonly refused = new Map<string, SearchError>();

  constructor(
    private readonly indices: IndicesService,
    private readonly options: WriteOptions,
  ) {}

  /** Waits, once for all indices, when writes to one want more copies than there are. */
  async wait(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      const refusal = this.refusalOf(name);
      if (refusal !== undefined) this.refused.set(name, refusal);
    }
    if (this.refused.size === 0) return;
    const { timeout = DEFAULT_TIMEOUT } = this.options;
    await new Promise((resolve) => setTimeout(resolve, timeout));
  }

  /** Throws when the write did not get its copies. */
  check(write: WriteDocument): void {
    const refusal = this.refused.size === 0 ? undefined : this.refused.get(write.index);
    if (refusal !== undefined) throw refusal;
  }

  private refusalOf(name: string): SearchError | undefined {
    let index: IndexMetadata;
    try {
      index = writeTarget(this.indices, name, false).index;
    } catch {
      // The write itself will say what is wrong with its index.
      return undefined;
    }
    const wanted = this.options.activeShards ?? index.settings.get(SETTING) ?? '1';
    const count = wanted === 'all' ? 1 + replicasOf(index) : Number(wanted);
    if (count <= 1) return undefined;
    const { timeout = DEFAULT_TIMEOUT } = this.options;
    return new SearchError(
      'unavailable_shards_exception',
      `[${index.name}][0] Not enough active copies to meet shard count of [${wanted === 'all' ? 'ALL' : count}] (have 1, needed ${count}). Timeout: [${timeText(timeout)}], request: [BulkShardRequest [[${index.name}][0]]]`,
    );
  }
}
