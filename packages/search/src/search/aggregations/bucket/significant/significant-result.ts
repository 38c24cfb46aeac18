import type { Writable } from '../../../../json/values.ts';
import {
  type Bucket,
  type JsonOptions,
  type Named,
  Result,
  resultsJson,
} from '../../aggregation.ts';
import { double } from '../../metric/metric-result.ts';
import type { ValueFormat } from '../../values/value-format.ts';
import { compareKeys } from '../order.ts';

export class SignificantBucket implements Bucket {
  constructor(
    readonly key: string | number | bigint,
    readonly docCount: number,
    readonly background: number,
    readonly score: number,
    readonly subs: readonly Result[],
    readonly format: ValueFormat,
  ) {}

  get keyText(): string {
    return typeof this.key === 'string' ? this.key : this.format.print(this.key);
  }

  withSubs(subs: readonly Result[]): SignificantBucket {
    return new SignificantBucket(
      this.key,
      this.docCount,
      this.background,
      this.score,
      subs,
      this.format,
    );
  }
}

export class SignificantResult extends Result {
  constructor(
    of: Named,
    readonly type: string,
    readonly size: number,
    readonly backgroundSize: number,
    readonly list: readonly SignificantBucket[],
  ) {
    super(of);
  }

  override get buckets(): readonly Bucket[] {
    return this.list;
  }

  withBuckets(buckets: readonly Bucket[]): SignificantResult {
    const { of, type, size, backgroundSize } = this;
    return new SignificantResult(of, type, size, backgroundSize, buckets as SignificantBucket[]);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    return {
      doc_count: this.size,
      bg_count: this.backgroundSize,
      buckets: this.list.map(({ key, docCount, background, score, subs, format }) => ({
        key,
        key_as_string: typeof key === 'string' || format.isRaw ? undefined : format.print(key),
        doc_count: docCount,
        score: double(score),
        bg_count: background,
        ...resultsJson(subs, options),
      })),
    };
  }
}

/** The most significant first. */
export function best(all: readonly SignificantBucket[], count: number): SignificantBucket[] {
  return [...all]
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareKeys(a, b))
    .slice(0, count);
}
