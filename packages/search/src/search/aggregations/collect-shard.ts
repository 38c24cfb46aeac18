import { matchBlocks } from '../../query/match-blocks.ts';
import type { Query } from '../../query/query.ts';
import type { ShardContext } from '../context.ts';
import type { CollectContext, Collector, Level, Result } from './aggregation.ts';
import type { Account } from './collect/bucket-numbers.ts';

const BLOCK = 1024;
const ALL: Query = { kind: 'match_all' };

/** The results of one level in one shard; yields after every block of matches. */
export function* collectShard(
  level: Level,
  shard: ShardContext,
  account: Account,
): Generator<void, readonly Result[]> {
  const collectors = level.aggregations.map((aggregation) => {
    const query = aggregation.isGlobal === true ? (shard.aliasFilter ?? ALL) : shard.query;
    const isAll = query.kind === 'match_all';
    return aggregation.collector({ shard, account, isAll } satisfies CollectContext);
  });
  const of = (isGlobal: boolean) =>
    collectors.filter((_, i) => (level.aggregations[i]?.isGlobal === true) === isGlobal);
  yield* feed(of(false), shard, shard.query);
  yield* feed(of(true), shard, shard.aliasFilter ?? ALL);
  for (const collector of collectors) collector.finish?.();
  return collectors.map((collector) => collector.result(0));
}

function* feed(
  collectors: readonly Collector[],
  shard: ShardContext,
  query: Query,
): Generator<void> {
  if (collectors.length === 0) return;
  const { searcher } = shard;
  let owners = new Int32Array(BLOCK);
  for (const [i, view] of searcher.views.entries()) {
    const waiting = collectors.filter((collector) =>
      collector.begin(view, searcher.bases[i] as number),
    );
    if (waiting.length === 0) continue;
    const blocks = matchBlocks(searcher, view, query);
    for (let n = blocks.next(); n > 0; n = blocks.next()) {
      if (n > owners.length) owners = new Int32Array(n);
      for (const collector of waiting) collector.collect(blocks.docs, owners, n);
      yield;
    }
  }
}
