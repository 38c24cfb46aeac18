/** Directives of encodings and their thresholds. A table. */
import { INT_MAX, INT_MIN, INT64_MAX, int, memory } from '../kinds.ts';

export const DATA_STRUCTURES = {
  'hash-max-listpack-entries': int(512, 0, INT64_MAX, { alias: 'hash-max-ziplist-entries' }),
  'hash-max-listpack-value': memory(64, 0, INT64_MAX, { alias: 'hash-max-ziplist-value' }),
  'list-max-listpack-size': int(-2, INT_MIN, INT_MAX, { alias: 'list-max-ziplist-size' }),
  'list-compress-depth': int(0, 0, INT_MAX, { debug: true }),
  'set-max-intset-entries': int(512, 0, INT64_MAX),
  'set-max-listpack-entries': int(128, 0, INT64_MAX),
  'set-max-listpack-value': int(64, 0, INT64_MAX),
  'zset-max-listpack-entries': int(128, 0, INT64_MAX, { alias: 'zset-max-ziplist-entries' }),
  'zset-max-listpack-value': memory(64, 0, INT64_MAX, { alias: 'zset-max-ziplist-value' }),
  'hll-sparse-max-bytes': memory(3000, 0, INT64_MAX),
  'stream-node-max-bytes': memory(4096, 0, INT64_MAX),
  'stream-node-max-entries': int(100, 0, INT64_MAX),
} as const;
