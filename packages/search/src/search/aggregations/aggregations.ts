/** The `aggs` of a search: parsed once, collected in every shard, reduced to the answer. */
import { SearchError } from '../../errors/search-error.ts';
import type { ParseAggregations } from '../context.ts';
import { type Result, resultsJson } from './aggregation.ts';
import { collectShard } from './collect-shard.ts';
import { parseLevel } from './parse.ts';
import { applyPipelines, validatePipelines } from './pipelines.ts';
import { BucketLimit, reduceLevel } from './reduce.ts';

/** What the buckets of one shard may take; beyond it the request is refused, and the node lives. */
const SHARD_BYTES = 256 * 1024 * 1024;

export const parseAggregations: ParseAggregations = (body, scope) => {
  const level = parseLevel(body, scope);
  validatePipelines(level);
  const started = Date.now();
  return {
    collect(shard) {
      return collectShard(level, shard, accountant(shard.hold));
    },
    reduce(shards, { typedKeys, maxBuckets }) {
      const reduction = new BucketLimit(started, maxBuckets);
      const lists = shards as readonly (readonly Result[])[];
      const results = applyPipelines(level, reduceLevel(level, lists, reduction));
      return resultsJson(results, { typedKeys });
    },
  };
};

function accountant(hold: ((bytes: number) => void) | undefined): (bytes: number) => void {
  let taken = 0;
  return (bytes) => {
    hold?.(bytes);
    taken += bytes;
    if (taken <= SHARD_BYTES) return;
    throw new SearchError(
      'circuit_breaking_exception',
      `[request] Data too large, data for [<agg>] would be [${taken}/${Math.round(taken / 2 ** 20)}mb], which is larger than the limit of [${SHARD_BYTES}/256mb]`,
      { fields: { bytes_wanted: taken, bytes_limit: SHARD_BYTES, durability: 'TRANSIENT' } },
    );
  };
}
