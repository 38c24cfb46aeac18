/** Calculations over the buckets of an aggregation beside them. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { doubleText } from '../../../json/number-text.ts';
import { isJsonNumber, type Json, toNumber, type Writable } from '../../../json/values.ts';
import { type Bucket, type Named, Result } from '../aggregation.ts';
import { extendedStats } from '../metric/extended-stats.ts';
import { double, SingleValue } from '../metric/metric-result.ts';
import type { Moments } from '../metric/moments.ts';
import { STATS } from '../metric/stats.ts';
import { flag, list, number, type OptionKind, readOptions } from '../options.ts';
import type { PipelineParser } from '../parser.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { PIPELINE_OPTIONS, pathComplaints, pipelineInput } from './pipeline-options.ts';

interface Found {
  readonly value: number;
  readonly bucket: Bucket;
}

/** Any JSON made of the values of buckets, with numbers for further paths. */
class CalculatedResult extends Result {
  constructor(
    of: Named,
    readonly type: string,
    private readonly body: Record<string, Writable | undefined>,
    private readonly numbers: Readonly<Record<string, number | undefined>>,
  ) {
    super(of);
  }

  json(): Record<string, Writable | undefined> {
    return this.body;
  }

  override get isMultiValue(): boolean {
    return !('value' in this.numbers);
  }

  override number(name: string | undefined): number | undefined {
    return this.numbers[name ?? 'value'];
  }
}

type Calculate = (found: readonly Found[], of: Named, format: ValueFormat) => Result;

function sibling<S extends Record<string, OptionKind<unknown>>>(
  type: string,
  extra: S,
  prepare: (options: { readonly [K in keyof S]?: unknown }, name: string) => Calculate,
): { type: string; parse: PipelineParser } {
  const parse: PipelineParser = (body, place, of) => {
    const options = readOptions(body, { ...PIPELINE_OPTIONS, ...extra }, place);
    const { path, policy, format } = pipelineInput(options as never, place, body);
    const calculate = prepare(options as never, of.name);
    return {
      ...of,
      type,
      validate: (level) => pathComplaints(path, level),
      sibling(siblings) {
        const found: Found[] = [];
        const start = siblings.find(({ of: { name } }) => path.startsAt(name));
        const inner = path.below(start?.of.name ?? '');
        for (const bucket of start?.buckets ?? []) {
          const value = inner.value(bucket, policy);
          if (value !== undefined) found.push({ value, bucket });
        }
        return calculate(found, of, format);
      },
    };
  };
  return { type, parse };
}

const sumOf = (found: readonly Found[]) => found.reduce((sum, { value }) => sum + value, 0);

/** The largest or smallest value, and the keys of the buckets that have it. */
function extreme(type: string, isBetter: (a: number, b: number) => boolean) {
  return sibling(type, {}, () => (found, of, format) => {
    let best: number | undefined;
    let keys: string[] = [];
    for (const { value, bucket } of found) {
      if (best === undefined || isBetter(value, best)) {
        best = value;
        keys = [];
      }
      if (value === best) keys.push(bucket.keyText);
    }
    const shown = new SingleValue(of, '', best, format).json();
    return new CalculatedResult(of, 'bucket_metric_value', { ...shown, keys }, { value: best });
  });
}

function moments(found: readonly Found[]): Moments {
  const values = found.map(({ value }) => value);
  return {
    count: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    sum: { value: sumOf(found), lost: 0 },
    squares: { value: values.reduce((sum, value) => sum + value * value, 0), lost: 0 },
  };
}

const PERCENTS: OptionKind<readonly number[]> = {
  accepts: list.accepts,
  read: (value, place) =>
    list.read(value, place).map((percent: Json) => {
      const given = isJsonNumber(percent) ? toNumber(percent) : Number.NaN;
      if (given >= 0 && given <= 100) return given;
      throw illegalArgument('percents must only contain non-null doubles from 0.0-100.0 inclusive');
    }),
};

/** Every percentile is one of the values. */
const PERCENTILES = sibling(
  'percentiles_bucket',
  { percents: PERCENTS, keyed: flag },
  (options) => {
    const percents = (options.percents as readonly number[] | undefined) ?? [
      1, 5, 25, 50, 75, 95, 99,
    ];
    const isKeyed = options.keyed !== false;
    return (found, of, format) => {
      const sorted = found.map(({ value }) => value).sort((a, b) => a - b);
      const numbers: Record<string, number | undefined> = {};
      const values: Record<string, Writable | undefined> = {};
      const rows: Writable[] = [];
      for (const percent of percents) {
        const key = doubleText(percent);
        const index = Math.round((percent / 100) * (sorted.length - 1));
        const value = sorted[index];
        numbers[key] = value;
        values[key] = double(value);
        const text = value !== undefined && !format.isRaw ? format.print(value) : undefined;
        if (text !== undefined) values[`${key}_as_string`] = text;
        rows.push({ key: double(percent), value: double(value), value_as_string: text });
      }
      return new CalculatedResult(
        of,
        'percentiles_bucket',
        { values: isKeyed ? values : rows },
        numbers,
      );
    };
  },
);

export const SIBLING_PIPELINES = [
  sibling('avg_bucket', {}, () => (found, of, format) => {
    const value = found.length === 0 ? undefined : sumOf(found) / found.length;
    return new SingleValue(of, 'simple_value', value, format);
  }),
  sibling(
    'sum_bucket',
    {},
    () => (found, of, format) => new SingleValue(of, 'simple_value', sumOf(found), format),
  ),
  extreme('max_bucket', (a, b) => a > b),
  extreme('min_bucket', (a, b) => a < b),
  sibling('stats_bucket', {}, () => (found, of, format) => {
    const stats = moments(found);
    return new CalculatedResult(
      of,
      'stats_bucket',
      STATS.json(stats, format, 0),
      STATS.numbers(stats, 0),
    );
  }),
  sibling('extended_stats_bucket', { sigma: number }, (options, name) => {
    const sigma = (options.sigma as number | undefined) ?? 2;
    if (sigma < 0) throw illegalArgument(`[sigma] must be a non-negative double in [${name}]`);
    return (found, of, format) => {
      const stats = moments(found);
      const extended = extendedStats(stats, sigma);
      return new CalculatedResult(
        of,
        'extended_stats_bucket',
        { ...STATS.json(stats, format, sigma), ...extended.json(format) },
        { ...STATS.numbers(stats, sigma), ...extended.numbers },
      );
    };
  }),
  PERCENTILES,
];
