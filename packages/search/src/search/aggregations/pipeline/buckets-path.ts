/** `buckets_path`: names of results, one below the other, and at the end which number is meant. */
import { SearchError } from '../../../errors/search-error.ts';
import type { Bucket, HasSubs, Level, Result } from '../aggregation.ts';

export type GapPolicy = 'skip' | 'insert_zeros' | 'keep_values';

interface Step {
  readonly name: string;
  /** A bucket of the result, or a number of the last one. */
  readonly key: string | undefined;
}

export class BucketsPath {
  readonly steps: readonly Step[];

  constructor(readonly text: string) {
    this.steps = text.split('>').map((part) => {
      const bracket = /^(.*?)\[['"]?(.*?)['"]?\]$/.exec(part);
      if (bracket === null) return { name: part, key: undefined };
      return { name: bracket[1] as string, key: bracket[2] };
    });
  }

  /** Whether the path starts with the result of this name. */
  startsAt(name: string): boolean {
    return isNamed(name, (this.steps[0] as Step).name, this.steps.length === 1);
  }

  /** The rest of a path that starts with the result of this name. */
  below(name: string): BucketsPath {
    const at = this.text.indexOf('>');
    if (at >= 0) return new BucketsPath(this.text.slice(at + 1));
    return new BucketsPath(this.text.slice(name.length + 1) || '_count');
  }

  /** What is wrong with the path at a level; undefined when it leads somewhere. */
  complaint(level: Level): string | undefined {
    let at: Level = level;
    for (const [i, { name }] of this.steps.entries()) {
      if (isMeta(name)) return undefined;
      const isLast = i === this.steps.length - 1;
      const found = [...at.aggregations, ...at.pipelines].find((one) =>
        isNamed(one.name, name, isLast),
      );
      if (found === undefined) {
        return i === 0
          ? `No aggregation found for path [${this.text}]`
          : `No aggregation [${name}] found for path [${this.text}]`;
      }
      if (!('below' in found)) return undefined;
      at = found.below;
    }
    return undefined;
  }

  /** The number in a bucket; undefined where there is none. */
  number(bucket: Bucket): number | undefined {
    return follow(bucket, this.steps, this.text);
  }

  /** The same, with what the policy says of gaps. */
  value(bucket: Bucket, policy: GapPolicy): number | undefined {
    const found = this.number(bucket);
    const value = found === undefined || !Number.isFinite(found) ? undefined : found;
    if (policy === 'keep_values') return value;
    const isGap = value === undefined || (bucket.docCount === 0 && this.text !== '_count');
    if (!isGap) return value;
    return policy === 'insert_zeros' ? 0 : undefined;
  }
}

const isMeta = (name: string) => name === '_count' || name === '_key';

/** A name may itself have dots; what stands behind the name is a number of the result. */
function isNamed(name: string, given: string, isLast: boolean): boolean {
  return given === name || (isLast && given.startsWith(`${name}.`));
}

function follow(at: Bucket | HasSubs, steps: readonly Step[], text: string): number | undefined {
  const [step, ...rest] = steps as [Step, ...Step[]];
  if (step.name === '_count') return at.docCount;
  if (step.name === '_key' && 'key' in at) return Number(at.key);
  const result = at.subs.find(({ of }) => isNamed(of.name, step.name, rest.length === 0));
  // A pipeline that had nothing to say left no result.
  if (result === undefined) return undefined;
  const metric = step.name.slice(result.of.name.length + 1) || step.key;
  if (rest.length === 0) return lastNumber(result, metric);
  if ('subs' in result) return follow(result as unknown as HasSubs, rest, text);
  const { buckets } = result;
  if (buckets === undefined) throw badPath('Object[]', result.of.name);
  if (step.key === undefined) throw badPath('Object[]', result.of.name);
  const bucket = buckets.find(({ keyText }) => keyText === step.key);
  return bucket === undefined ? undefined : follow(bucket, rest, text);
}

function lastNumber(result: Result, metric: string | undefined): number | undefined {
  const { buckets } = result;
  if (buckets !== undefined) {
    if (metric === '_bucket_count') return buckets.length;
    throw badPath(CLASSES[result.type] ?? result.type, result.of.name);
  }
  if (metric === undefined && result.isMultiValue) {
    throw new SearchError(
      'aggregation_execution_exception',
      `buckets_path must reference either a number value or a single value numeric metric aggregation, but [${result.of.name}] contains multiple values. Please specify which to use.`,
    );
  }
  return result.number(metric);
}

/** The names the reference's classes have, which its messages show. */
const CLASSES: Readonly<Record<string, string>> = {
  sterms: 'StringTerms',
  lterms: 'LongTerms',
  dterms: 'DoubleTerms',
  umterms: 'UnmappedTerms',
  date_histogram: 'InternalDateHistogram',
  histogram: 'InternalHistogram',
  filters: 'InternalFilters',
  range: 'InternalRange',
};

function badPath(found: string, name: string): SearchError {
  return new SearchError(
    'aggregation_execution_exception',
    `buckets_path must reference either a number value or a single value numeric metric aggregation, got: [${found}] at aggregation [${name}]`,
  );
}
