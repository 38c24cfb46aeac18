/**
 * Thread pools as the reference lists them. Requests run on one thread here and compression, disk and
 * merges on the runtime's own, so the sizes are those a machine of this width would be given; what a
 * pool does is what tasks of its kind do.
 */
import { availableParallelism } from 'node:os';
import type { TaskRegistry } from '../../tasks/task-registry.ts';

export interface ThreadPool {
  readonly name: string;
  readonly type: 'fixed' | 'scaling' | 'fixed_auto_queue_size';
  readonly core: number;
  readonly size: number;
  readonly queueSize: number;
}

export function threadPools(): ThreadPool[] {
  const cores = availableParallelism();
  const half = Math.max(1, Math.min(5, Math.floor((cores + 1) / 2)));
  const searchers = Math.floor((cores * 3) / 2) + 1;
  const fixed = (name: string, size: number, queueSize: number): ThreadPool => ({
    name,
    type: 'fixed',
    core: size,
    size,
    queueSize,
  });
  const scaling = (name: string, core: number, size: number): ThreadPool => ({
    name,
    type: 'scaling',
    core,
    size,
    queueSize: -1,
  });
  return [
    fixed('analyze', 1, 16),
    fixed('auto_complete', Math.max(1, Math.floor(cores / 4)), 100),
    scaling('cluster_coordination', 0, 1),
    scaling('fetch_shard_started', 1, 2 * cores),
    scaling('fetch_shard_store', 1, 2 * cores),
    scaling('flush', 1, half),
    fixed('force_merge', Math.max(1, Math.floor(cores / 8)), -1),
    scaling('generic', 4, Math.max(128, Math.min(512, 4 * cores))),
    fixed('get', searchers, 1000),
    scaling('management', 1, Math.max(1, Math.min(5, cores))),
    scaling('refresh', 1, Math.max(1, Math.min(10, Math.floor((cores + 1) / 2)))),
    fixed('search', searchers, 1000),
    fixed('search_coordination', Math.max(1, Math.floor(cores / 2)), 1000),
    fixed('search_throttled', 1, 100),
    scaling('snapshot', 1, half),
    scaling('snapshot_meta', 1, Math.min(cores * 3, 50)),
    fixed('system_critical_read', half, 2000),
    fixed('system_critical_write', half, 1500),
    fixed('system_read', half, 2000),
    fixed('system_write', half, 1000),
    scaling('warmer', 1, half),
    fixed('write', cores, 10_000),
  ];
}

/** Which pool an action's tasks run in. */
const POOLS: readonly (readonly [RegExp, string])[] = [
  [/^indices:data\/read\/(m?get|termvectors|mtv)\b/, 'get'],
  [/^indices:data\/read\//, 'search'],
  [/^indices:data\/write\//, 'write'],
  [/^indices:admin\/refresh/, 'refresh'],
  [/^indices:admin\/flush/, 'flush'],
  [/^indices:admin\/forcemerge/, 'force_merge'],
  [/^indices:admin\/analyze/, 'analyze'],
  [/^(cluster|indices):monitor\//, 'management'],
];

export interface PoolUse {
  readonly active: number;
  readonly completed: number;
}

/** What each pool has done and is doing, by name. */
export function poolUses(tasks: TaskRegistry): Map<string, PoolUse> {
  const uses = new Map<string, PoolUse>();
  const poolOf = (action: string) => POOLS.find(([test]) => test.test(action))?.[1] ?? 'generic';
  for (const [action, count] of tasks.counts) {
    const known = uses.get(poolOf(action)) ?? { active: 0, completed: 0 };
    uses.set(poolOf(action), { ...known, completed: known.completed + count });
  }
  for (const { action } of tasks.list()) {
    const known = uses.get(poolOf(action)) ?? { active: 0, completed: 1 };
    uses.set(poolOf(action), { active: known.active + 1, completed: known.completed - 1 });
  }
  return uses;
}
