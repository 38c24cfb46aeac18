import type { Writable } from '../../../json/values.ts';
import {
  type HasSubs,
  type JsonOptions,
  type Level,
  type Named,
  type Reduction,
  Result,
  resultsJson,
} from '../aggregation.ts';
import { mergeContents } from '../reduce.ts';

/** The result of filter, global, missing, nested …: one bucket without a key. */
export class SingleBucketResult extends Result implements HasSubs {
  constructor(
    of: Named,
    readonly type: string,
    readonly docCount: number,
    readonly subs: readonly Result[],
  ) {
    super(of);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    return { doc_count: this.docCount, ...resultsJson(this.subs, options) };
  }

  override number(name: string | undefined): number | undefined {
    return name === undefined || name === '_count' || name === 'doc_count'
      ? this.docCount
      : undefined;
  }

  withSubs(subs: readonly Result[]): SingleBucketResult {
    return new SingleBucketResult(this.of, this.type, this.docCount, subs);
  }
}

export function reduceSingle(
  of: Named,
  type: string,
  below: Level,
  results: readonly Result[],
  reduction: Reduction,
): SingleBucketResult {
  const { docCount, subs } = mergeContents(below, results as SingleBucketResult[], reduction);
  return new SingleBucketResult(of, type, docCount, subs);
}
