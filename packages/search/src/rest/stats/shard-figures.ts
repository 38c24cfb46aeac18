/** What one shard has counted, metric by metric, in the words of `_stats`. */

import type { Segment } from '../../index/segment/segment.ts';
import type { Shard } from '../../index/shard/shard.ts';
import { noSearches, type SearchCounts, ShardCounters } from '../../index/shard/shard-counters.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { NumberTree } from './number-tree.ts';
import {
  type Fielddata,
  fielddataOf,
  fieldSizes,
  fileSizesOf,
  vectors,
} from './segment-figures.ts';

/** What a request wants to see beyond the sums. */
export interface FigureOptions {
  readonly groups?: readonly string[];
  readonly fielddataFields?: readonly string[];
  readonly completionFields?: readonly string[];
  readonly fileSizes?: boolean;
  /** The type of a field. */
  readonly typeOf?: (field: string) => string | undefined;
}

/** A shard as figures are taken from it; the counters of a closed one stand at zero. */
interface Source {
  readonly segments: readonly { readonly segment: Segment; readonly documents: number }[];
  /** Segments of a closed index are on the disk, but not loaded. */
  readonly loaded: boolean;
  readonly counters: ShardCounters;
  readonly bufferBytes: number;
  readonly translog: { readonly operations: number; readonly bytes: number };
}

/** The name of a metric in requests, and its name in answers where that differs. */
export const METRIC_TITLES: Readonly<Record<string, string>> = { merge: 'merges' };

const METRICS: Readonly<Record<string, (source: Source, options: FigureOptions) => NumberTree>> = {
  docs: ({ segments }) => ({
    count: segments.reduce((sum, { documents }) => sum + documents, 0),
    deleted: segments.reduce(
      (sum, { segment, documents }) => sum + segment.meta.roots - documents,
      0,
    ),
  }),
  shard_stats: () => ({ total_count: 1 }),
  store: ({ segments, translog }) => {
    const bytes = segments.reduce((sum, { segment }) => sum + segment.bytes, 0) + translog.bytes;
    return {
      size_in_bytes: bytes,
      total_data_set_size_in_bytes: bytes,
      reserved_in_bytes: 0,
    };
  },
  indexing: ({ counters: { indexing, openedAt } }) => ({
    index_total: indexing.total,
    index_time_in_millis: indexing.time,
    index_current: indexing.current,
    index_failed: indexing.failed,
    delete_total: indexing.deletes,
    delete_time_in_millis: indexing.deleteTime,
    delete_current: indexing.deleteCurrent,
    noop_update_total: indexing.noopUpdates,
    is_throttled: false,
    throttle_time_in_millis: 0,
    write_load: indexing.total === 0 ? 0 : indexing.time / Math.max(1, Date.now() - openedAt),
  }),
  get: ({ counters: { get } }) => ({
    total: get.hits + get.misses,
    time_in_millis: get.hitTime + get.missTime,
    exists_total: get.hits,
    exists_time_in_millis: get.hitTime,
    missing_total: get.misses,
    missing_time_in_millis: get.missTime,
    current: get.current,
  }),
  search: ({ counters }, { groups = [] }) => {
    const tests = groups.map(patternTest);
    const shown = [...counters.searchGroups].filter(([name]) => tests.some((test) => test(name)));
    const named = Object.fromEntries(shown.map(([name, counts]) => [name, searches(counts)]));
    return {
      open_contexts: counters.openContexts,
      ...searches(counters.search),
      ...(shown.length === 0 ? {} : { groups: named }),
    };
  },
  merge: ({ counters: { merge } }) => ({
    current: merge.current,
    current_docs: 0,
    current_size_in_bytes: 0,
    total: merge.total,
    total_time_in_millis: merge.time,
    total_docs: merge.documents,
    total_size_in_bytes: merge.bytes,
    total_stopped_time_in_millis: 0,
    total_throttled_time_in_millis: 0,
    total_auto_throttle_in_bytes: 0,
  }),
  refresh: ({ counters: { refresh } }) => ({
    total: refresh.total,
    total_time_in_millis: refresh.time,
    external_total: refresh.total,
    external_total_time_in_millis: refresh.time,
    listeners: 0,
  }),
  flush: ({ counters: { flush } }) => ({
    total: flush.total,
    periodic: flush.periodic,
    total_time_in_millis: flush.time,
  }),
  warmer: () => ({ current: 0, total: 0, total_time_in_millis: 0 }),
  query_cache: ({ counters: { queryCache } }) => ({
    memory_size_in_bytes: queryCache.bytes,
    total_count: queryCache.hits + queryCache.misses,
    hit_count: queryCache.hits,
    miss_count: queryCache.misses,
    cache_size: queryCache.cached - queryCache.evictions,
    cache_count: queryCache.cached,
    evictions: queryCache.evictions,
  }),
  fielddata: ({ segments }, { fielddataFields = [] }) => {
    const tests = fielddataFields.map(patternTest);
    const all = [...fielddataOf(segments.map(({ segment }) => segment))];
    const shown = all.filter(([field]) => tests.some((test) => test(field)));
    const fields = (of: (use: Fielddata) => NumberTree): NumberTree =>
      shown.length === 0
        ? {}
        : { fields: Object.fromEntries(shown.map(([field, use]) => [field, of(use)])) };
    return {
      memory_size_in_bytes: all.reduce((sum, [, { bytes }]) => sum + bytes, 0),
      evictions: 0,
      ...fields(({ bytes }) => ({ memory_size_in_bytes: bytes })),
      global_ordinals: {
        build_time_in_millis: all.reduce((sum, [, { time }]) => sum + time, 0),
        ...fields(({ time, values }) => ({
          build_time_in_millis: time,
          shard_max_value_count: values,
        })),
      },
    };
  },
  completion: ({ segments }, { completionFields = [], typeOf = () => undefined }) => {
    const tests = completionFields.map(patternTest);
    const sizes = new Map<string, number>();
    for (const { segment } of segments) {
      for (const [field, bytes] of fieldSizes(segment)) {
        if (typeOf(field) === 'completion') sizes.set(field, (sizes.get(field) ?? 0) + bytes);
      }
    }
    const shown = [...sizes].filter(([field]) => tests.some((test) => test(field)));
    return {
      size_in_bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
      ...(shown.length === 0
        ? {}
        : { fields: Object.fromEntries(shown.map(([f, bytes]) => [f, { size_in_bytes: bytes }])) }),
    };
  },
  segments: ({ segments, loaded, bufferBytes }, { fileSizes = false }) => ({
    count: loaded ? segments.length : 0,
    memory_in_bytes: 0,
    terms_memory_in_bytes: 0,
    stored_fields_memory_in_bytes: 0,
    term_vectors_memory_in_bytes: 0,
    norms_memory_in_bytes: 0,
    points_memory_in_bytes: 0,
    doc_values_memory_in_bytes: 0,
    index_writer_memory_in_bytes: bufferBytes,
    version_map_memory_in_bytes: 0,
    fixed_bit_set_memory_in_bytes: 0,
    max_unsafe_auto_id_timestamp: -1,
    file_sizes: fileSizes ? fileSizesOf(segments.map(({ segment }) => segment)) : {},
  }),
  translog: ({ translog }) => ({
    operations: translog.operations,
    size_in_bytes: translog.bytes,
    uncommitted_operations: translog.operations,
    uncommitted_size_in_bytes: translog.bytes,
    earliest_last_modified_age: 0,
  }),
  request_cache: ({ counters: { requestCache } }) => ({
    memory_size_in_bytes: requestCache.bytes,
    evictions: requestCache.evictions,
    hit_count: requestCache.hits,
    miss_count: requestCache.misses,
  }),
  recovery: () => ({
    current_as_source: 0,
    current_as_target: 0,
    throttle_time_in_millis: 0,
  }),
  bulk: ({ counters: { bulk } }) => ({
    total_operations: bulk.total,
    total_time_in_millis: bulk.time,
    total_size_in_bytes: bulk.bytes,
    avg_time_in_millis: bulk.total === 0 ? 0 : bulk.time / bulk.total,
    avg_size_in_bytes: bulk.total === 0 ? 0 : bulk.bytes / bulk.total,
  }),
  dense_vector: ({ segments }, { typeOf = () => undefined }) => ({
    value_count: segments.reduce((sum, { segment }) => sum + vectors(segment, typeOf), 0),
  }),
};

export const METRIC_NAMES = Object.keys(METRICS);

export function shardFigures(
  shard: Shard,
  metrics: readonly string[] = METRIC_NAMES,
  options: FigureOptions = {},
): NumberTree {
  const stats = shard.stats();
  return figures(
    {
      // Also what a flush has written and no refresh has shown yet, as the reference counts.
      segments: shard.documents.segments.map(({ segment, latest }) => ({
        segment,
        documents: segment.liveRoots(latest),
      })),
      loaded: true,
      counters: shard.counters,
      bufferBytes: stats.bufferBytes,
      translog: { operations: stats.translogOperations, bytes: stats.translogBytes },
    },
    metrics,
    options,
  );
}

/** Of a shard that is not open: `segments` are those its files hold. */
export function closedFigures(
  segments: Source['segments'],
  loaded: boolean,
  metrics: readonly string[],
  options: FigureOptions,
): NumberTree {
  const translog = { operations: 0, bytes: 0 };
  const counters = new ShardCounters();
  return figures({ segments, loaded, counters, bufferBytes: 0, translog }, metrics, options);
}

/** What the sum over no shards is. */
export function noFigures(metrics: readonly string[] = METRIC_NAMES): NumberTree {
  const none = closedFigures([], true, metrics, {});
  if (metrics.includes('shard_stats')) none.shard_stats = { total_count: 0 };
  return none;
}

function figures(source: Source, metrics: readonly string[], options: FigureOptions): NumberTree {
  const tree: NumberTree = {};
  for (const [name, metric] of Object.entries(METRICS)) {
    if (metrics.includes(name)) tree[METRIC_TITLES[name] ?? name] = metric(source, options);
  }
  return tree;
}

function searches(counts: SearchCounts = noSearches()): NumberTree {
  return {
    query_total: counts.queries,
    query_time_in_millis: counts.queryTime,
    query_current: counts.queryCurrent,
    fetch_total: counts.fetches,
    fetch_time_in_millis: counts.fetchTime,
    fetch_current: counts.fetchCurrent,
    scroll_total: counts.scrolls,
    scroll_time_in_millis: counts.scrollTime,
    scroll_current: counts.scrollCurrent,
    suggest_total: counts.suggests,
    suggest_time_in_millis: counts.suggestTime,
    suggest_current: counts.suggestCurrent,
  };
}
