/**
 * Makes writes visible to searches: at once, or `index.refresh_interval` after the first write that
 * is not. An index that nobody writes to is never refreshed, and costs nothing.
 */
import type { Shard } from '../index/shard/shard.ts';
import type { IndexMetadata } from '../metadata/cluster-state.ts';
import { integerSetting } from '../metadata/index-settings.ts';
import { parseTime } from '../settings/units.ts';

const SETTING = 'index.refresh_interval';
const DEFAULT_INTERVAL = 1000;

export class RefreshScheduler {
  private readonly timers = new Map<Shard, ReturnType<typeof setTimeout>>();
  private isStopped = false;

  /** `metadata`: the newest form of an index, since its settings may change while a write waits. */
  constructor(private readonly metadata: (index: IndexMetadata) => IndexMetadata | undefined) {}

  /** Notes a write to a shard. */
  written(index: IndexMetadata, shard: Shard): void {
    if (this.isStopped || this.timers.has(shard)) return;
    const interval = this.interval(index);
    if (interval < 0) return;
    const timer = setTimeout(() => {
      this.timers.delete(shard);
      // A failing shard tells its next writer; there is nobody here to tell.
      shard.refresh().catch(() => {});
    }, interval);
    timer.unref();
    this.timers.set(shard, timer);
  }

  /** Resolves when searches see the writes so far; true when that took a refresh of its own. */
  async visible(index: IndexMetadata, shard: Shard): Promise<boolean> {
    const limit = integerSetting(index.settings, 'index.max_refresh_listeners');
    if (shard.waitingForRefresh >= limit) {
      await shard.refresh();
      return true;
    }
    this.written(index, shard);
    await shard.refreshed();
    return false;
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private interval(index: IndexMetadata): number {
    const text = (this.metadata(index) ?? index).settings.get(SETTING);
    return text === undefined ? DEFAULT_INTERVAL : parseTime(String(text), SETTING);
  }
}
