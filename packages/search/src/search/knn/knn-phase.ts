/** The phase before a search with `knn`: every shard's nearest, of which the best of all are kept. */
import { toSearchError } from '../../errors/error-body.ts';
import type { Query } from '../../query/query.ts';
import type { ShardContext } from '../context.ts';
import type { ShardFailure } from '../failures.ts';
import type { ShardTarget } from '../shard/target.ts';
import { fixedQuery, type NearDocument, nearest } from './nearest.ts';
import type { Knn } from './parse-knn.ts';

export interface KnnResult {
  /** What each shard adds to the query. */
  readonly queries: ReadonlyMap<ShardTarget, readonly Query[]>;
  readonly failures: readonly ShardFailure[];
}

type Run = <T>(work: Generator<void, T>) => Promise<T>;

/** `contextOf`: a shard whose query is the filter of its alias, or everything. */
export async function knnPhase(
  list: readonly Knn[],
  targets: readonly ShardTarget[],
  contextOf: (target: ShardTarget) => ShardContext,
  run: Run,
): Promise<KnnResult> {
  const contexts = new Map<ShardTarget, ShardContext>();
  const failures: ShardFailure[] = [];
  const queries = new Map<ShardTarget, Query[]>();
  for (const knn of list) {
    const all: (NearDocument & { readonly target: ShardTarget })[] = [];
    for (const target of targets) {
      if (failures.some((failure) => failure.target === target)) continue;
      try {
        const context = contexts.get(target) ?? contextOf(target);
        contexts.set(target, context);
        const found = await run(nearest(context, knn, filterOf(context, knn)));
        for (const near of found) all.push({ ...near, target });
      } catch (error) {
        failures.push({ target, error: toSearchError(error) });
      }
    }
    all.sort((a, b) => b.score - a.score);
    const kept = all.slice(0, knn.k);
    for (const [target, context] of contexts) {
      const own = kept.filter((near) => near.target === target);
      if (own.length === 0) continue;
      queries.set(target, [...(queries.get(target) ?? []), fixedQuery(context, own)]);
    }
  }
  return { queries, failures };
}

function filterOf(context: ShardContext, knn: Knn): Query | undefined {
  const filters = knn.filters.map((filter) => context.build(filter));
  if (context.query.kind !== 'match_all') filters.push(context.query);
  if (filters.some(({ kind }) => kind === 'match_none')) return { kind: 'match_none' };
  return filters.length === 0 ? undefined : { kind: 'bool', filter: filters };
}
