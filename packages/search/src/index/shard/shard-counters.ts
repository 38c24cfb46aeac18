/** Times are milliseconds. */
export interface SearchCounts {
  queries: number;
  queryTime: number;
  queryCurrent: number;
  fetches: number;
  fetchTime: number;
  fetchCurrent: number;
  scrolls: number;
  scrollTime: number;
  scrollCurrent: number;
  suggests: number;
  suggestTime: number;
  suggestCurrent: number;
}

/**
 * What a shard has done since it was opened, for `_stats`. The shard counts writes, gets, refreshes,
 * flushes and merges itself; searches and bulks are counted by whoever runs them.
 */
export class ShardCounters {
  readonly indexing = {
    total: 0,
    time: 0,
    current: 0,
    failed: 0,
    deletes: 0,
    deleteTime: 0,
    deleteCurrent: 0,
    noopUpdates: 0,
  };
  readonly get = { hits: 0, hitTime: 0, misses: 0, missTime: 0, current: 0 };
  readonly bulk = { total: 0, time: 0, bytes: 0 };
  readonly refresh = { total: 0, time: 0 };
  readonly flush = { total: 0, periodic: 0, time: 0 };
  readonly merge = { total: 0, time: 0, documents: 0, bytes: 0, current: 0 };
  readonly search = noSearches();
  openContexts = 0;
  /** By the names that searches gave in `stats`. */
  readonly searchGroups = new Map<string, SearchCounts>();
  readonly queryCache = { hits: 0, misses: 0, bytes: 0, cached: 0, evictions: 0 };
  readonly requestCache = { hits: 0, misses: 0, bytes: 0, evictions: 0 };
  readonly openedAt = Date.now();
  /** When the last search came; the shard is idle some time after it. */
  searchedAt = Date.now();

  /** One query phase on this shard; `groups` is the `stats` of the request. */
  queried(time: number, groups: readonly string[] = []): void {
    this.searchedAt = Date.now();
    this.each(groups, (counts) => {
      counts.queries += 1;
      counts.queryTime += time;
    });
  }

  /** One fetch phase. */
  fetched(time: number, groups: readonly string[] = []): void {
    this.each(groups, (counts) => {
      counts.fetches += 1;
      counts.fetchTime += time;
    });
  }

  suggested(time: number): void {
    this.search.suggests += 1;
    this.search.suggestTime += time;
  }

  /** A scroll or point in time that holds the shard from now on. */
  held(isScroll: boolean): void {
    this.openContexts += 1;
    if (isScroll) this.search.scrollCurrent += 1;
  }

  /** One that has ended after `time`. */
  released(isScroll: boolean, time: number): void {
    this.openContexts -= 1;
    if (!isScroll) return;
    this.search.scrollCurrent -= 1;
    this.search.scrolls += 1;
    this.search.scrollTime += time;
  }

  /** The part of one bulk request that went to this shard. */
  bulked(time: number, bytes: number): void {
    this.bulk.total += 1;
    this.bulk.time += time;
    this.bulk.bytes += bytes;
  }

  private each(groups: readonly string[], count: (counts: SearchCounts) => void): void {
    count(this.search);
    for (const group of groups) {
      const counts = this.searchGroups.get(group) ?? noSearches();
      this.searchGroups.set(group, counts);
      count(counts);
    }
  }
}

export function noSearches(): SearchCounts {
  return {
    queries: 0,
    queryTime: 0,
    queryCurrent: 0,
    fetches: 0,
    fetchTime: 0,
    fetchCurrent: 0,
    scrolls: 0,
    scrollTime: 0,
    scrollCurrent: 0,
    suggests: 0,
    suggestTime: 0,
    suggestCurrent: 0,
  };
}

const ALL_TIMED = 64;
const SAMPLE = 16;

/**
 * How many operations the time of the next one stands for, 0 when it is not to be taken: the clock
 * costs as much as a small write, so that after the first ones only some are timed.
 */
export function timingWeight(count: number): number {
  if (count < ALL_TIMED) return 1;
  return count % SAMPLE === 0 ? SAMPLE : 0;
}
