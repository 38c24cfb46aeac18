/** Runs the calculations on reduced results, from the innermost level outwards. */
import { validationError } from '../../errors/search-error.ts';
import type { Aggregation, Bucket, HasSubs, Level, Result } from './aggregation.ts';

/** A result whose buckets can be put back changed. */
interface MultiBucket extends Result {
  withBuckets(buckets: readonly Bucket[]): Result;
}

interface SingleBucket extends Result, HasSubs {
  withSubs(subs: readonly Result[]): Result;
}

/** Refuses calculations that cannot work where they stand. */
export function validatePipelines(level: Level, owner?: Aggregation): void {
  const complaints = level.pipelines.flatMap((pipeline) => pipeline.validate?.(level, owner) ?? []);
  if (complaints.length > 0) throw validationError(complaints);
  for (const aggregation of level.aggregations) validatePipelines(aggregation.below, aggregation);
}

export function hasPipelines(level: Level): boolean {
  return level.pipelines.length > 0 || level.aggregations.some(({ below }) => hasPipelines(below));
}

export function applyPipelines(level: Level, results: readonly Result[]): readonly Result[] {
  if (!hasPipelines(level)) return results;
  const done = level.aggregations.map((aggregation, i) => below(aggregation, results[i] as Result));
  const added: Result[] = [];
  for (const pipeline of level.pipelines) {
    if (pipeline.sibling !== undefined) added.push(pipeline.sibling([...done, ...added]));
  }
  return [...done, ...added];
}

function below(aggregation: Aggregation, result: Result): Result {
  const level = aggregation.below;
  if (!hasPipelines(level)) return result;
  if ('subs' in result) {
    const one = result as SingleBucket;
    return one.withSubs(applyPipelines(level, one.subs));
  }
  let { buckets } = result;
  if (buckets === undefined) return result;
  buckets = buckets.map((bucket) => bucket.withSubs(applyPipelines(level, bucket.subs)));
  for (const pipeline of level.pipelines) {
    if (pipeline.parent !== undefined) buckets = pipeline.parent(buckets, aggregation);
  }
  return (result as MultiBucket).withBuckets(buckets);
}
