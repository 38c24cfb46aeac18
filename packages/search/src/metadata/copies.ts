/** How many copies of its shards an index asks for. */
import type { IndexMetadata } from './cluster-state.ts';
import { integerSetting } from './index-settings.ts';

/** Copies of an index: one primary a shard, and replicas that a single node never starts. */
export function copies(index: IndexMetadata): { primaries: number; total: number } {
  const primaries = integerSetting(index.settings, 'index.number_of_shards');
  const replicas = replicasOf(index);
  return { primaries, total: primaries * (1 + replicas) };
}

/** `auto_expand_replicas` on one node means none. */
export function replicasOf(index: IndexMetadata): number {
  const auto = index.settings.get('index.auto_expand_replicas');
  if (typeof auto === 'string' && /^0-/.test(auto)) return 0;
  return integerSetting(index.settings, 'index.number_of_replicas');
}
