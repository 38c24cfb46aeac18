/** Directives of memory limits, eviction, expiry and freeing. A table. */
import {
  bool,
  INT_MAX,
  INT64_MAX,
  int,
  memory,
  memoryOrPercent,
  oneOf,
  text,
  UINT64_MAX,
} from '../kinds.ts';
import { type OomScores, oomScores } from '../special-kinds.ts';

export const EVICTION_POLICIES = [
  'volatile-lru',
  'volatile-lfu',
  'volatile-random',
  'volatile-ttl',
  'allkeys-lru',
  'allkeys-lfu',
  'allkeys-random',
  'noeviction',
] as const;
export type EvictionPolicy = (typeof EVICTION_POLICIES)[number];

const DEFAULT_OOM_SCORES: OomScores = [0, 200, 800];

/** The allocator has no defragmenter, as in a reference that was built on libc's malloc. */
function checkDefrag(on: boolean): string | null {
  return on
    ? 'Active defragmentation cannot be enabled: it requires a Redis server compiled with a modified Jemalloc like the one shipped by default with the Redis source distribution'
    : null;
}

export const MEMORY = {
  maxmemory: memory(0, 0, UINT64_MAX),
  'maxmemory-policy': oneOf(EVICTION_POLICIES, 'noeviction'),
  'maxmemory-samples': int(5, 1, INT_MAX),
  'maxmemory-eviction-tenacity': int(10, 0, 100),
  'maxmemory-clients': memoryOrPercent(0, -100, INT64_MAX),
  'lfu-log-factor': int(10, 0, INT_MAX),
  'lfu-decay-time': int(1, 0, INT_MAX),
  'active-expire-effort': int(1, 1, 10),
  activerehashing: bool(true),
  'lazyfree-lazy-eviction': bool(false, { debug: true }),
  'lazyfree-lazy-expire': bool(false, { debug: true }),
  'lazyfree-lazy-server-del': bool(false, { debug: true }),
  'lazyfree-lazy-user-del': bool(false, { debug: true }),
  'lazyfree-lazy-user-flush': bool(false, { debug: true }),
  'jemalloc-bg-thread': bool(true),
  activedefrag: bool(false, { debug: true, check: checkDefrag }),
  'active-defrag-ignore-bytes': memory(100 * 1024 * 1024, 1, INT64_MAX),
  'active-defrag-threshold-lower': int(10, 0, 1000),
  'active-defrag-threshold-upper': int(100, 0, 1000),
  'active-defrag-cycle-min': int(1, 1, 99),
  'active-defrag-cycle-max': int(25, 1, 99),
  'active-defrag-max-scan-fields': int(1000, 1, INT64_MAX),
  'disable-thp': bool(true, { immutable: true }),
  'ignore-warnings': text(''),
  'oom-score-adj': oneOf(['no', 'yes', 'absolute'], 'no', { synonyms: { relative: 'yes' } }),
  'oom-score-adj-values': { kind: oomScores, initial: DEFAULT_OOM_SCORES, multi: true },
} as const;
