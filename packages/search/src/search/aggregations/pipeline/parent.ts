/** Calculations from one bucket to the next, inside a histogram. */
import { illegalArgument } from '../../../errors/search-error.ts';
import type { Writable } from '../../../json/values.ts';
import { parseTime } from '../../../settings/units.ts';
import type { Bucket, Named, Pipeline } from '../aggregation.ts';
import { CALENDAR_UNITS } from '../bucket/histogram/rounding.ts';
import { double, SingleValue } from '../metric/metric-result.ts';
import { integer, readOptions, text } from '../options.ts';
import type { PipelineParser } from '../parser.ts';
import type { ValueFormat } from '../values/value-format.ts';
import {
  histogramComplaints,
  PIPELINE_OPTIONS,
  type PipelineInput,
  pathComplaints,
  pipelineInput,
} from './pipeline-options.ts';

/** Adds a value to every bucket that `values` has one for. */
function added(
  buckets: readonly Bucket[],
  values: readonly (SingleValue | undefined)[],
): readonly Bucket[] {
  return buckets.map((bucket, i) => {
    const value = values[i];
    return value === undefined ? bucket : bucket.withSubs([...bucket.subs, value]);
  });
}

function stepwise(
  of: Named,
  type: string,
  input: PipelineInput,
  calculate: (
    values: readonly (number | undefined)[],
    buckets: readonly Bucket[],
  ) => readonly (SingleValue | undefined)[],
): Pipeline {
  const { path, policy } = input;
  return {
    ...of,
    type,
    validate: (level, owner) => [
      ...histogramComplaints(type, of.name, owner),
      ...pathComplaints(path, level),
    ],
    parent: (buckets) => {
      const values = buckets.map((bucket) => path.value(bucket, policy));
      return added(buckets, calculate(values, buckets));
    },
  };
}

/** What a unit of the calendar or of the clock lasts, for slopes per unit. */
function unitMillis(given: string): number {
  const DAY = 86_400_000;
  const long: Record<string, number> = {
    week: 7 * DAY,
    month: 30 * DAY,
    quarter: 91 * DAY,
    year: 365 * DAY,
    day: DAY,
    hour: 3_600_000,
    minute: 60_000,
    second: 1000,
  };
  const unit = CALENDAR_UNITS[given];
  return unit === undefined ? parseTime(given, 'derivative.unit') : (long[unit] as number);
}

class Derivative extends SingleValue {
  constructor(
    of: Named,
    value: number | undefined,
    format: ValueFormat,
    private readonly normalized: number | undefined,
  ) {
    super(of, 'derivative', value, format);
  }

  override json(): Record<string, Writable | undefined> {
    const { normalized, format } = this;
    if (normalized === undefined) return super.json();
    return {
      ...super.json(),
      normalized_value: double(normalized),
      normalized_value_as_string: format.isRaw ? undefined : format.print(normalized),
    };
  }

  override number(name: string | undefined): number | undefined {
    return name === 'normalized_value' ? this.normalized : super.number(name);
  }
}

const parseDerivative: PipelineParser = (body, place, of) => {
  const options = readOptions(body, { ...PIPELINE_OPTIONS, unit: text }, place);
  const input = pipelineInput(options, place, body);
  const unit = options.unit === undefined ? undefined : unitMillis(options.unit);
  return stepwise(of, 'derivative', input, (values, buckets) =>
    values.map((value, i) => {
      const before = values[i - 1];
      if (i === 0 || value === undefined || before === undefined) return undefined;
      const slope = value - before;
      const distance = Number(buckets[i]?.key) - Number(buckets[i - 1]?.key);
      const normalized = unit === undefined ? undefined : slope / (distance / unit);
      return new Derivative(of, slope, input.format, normalized);
    }),
  );
};

const parseCumulativeSum: PipelineParser = (body, place, of) => {
  const { buckets_path: path, format } = { ...PIPELINE_OPTIONS };
  const options = readOptions(body, { buckets_path: path, format }, place);
  const input: PipelineInput = { ...pipelineInput(options, place, body), policy: 'insert_zeros' };
  return stepwise(of, 'cumulative_sum', input, (values) => {
    let sum = 0;
    return values.map((value) => {
      sum += value ?? 0;
      return new SingleValue(of, 'simple_value', sum, input.format);
    });
  });
};

const parseSerialDiff: PipelineParser = (body, place, of) => {
  const options = readOptions(body, { ...PIPELINE_OPTIONS, lag: integer('lag') }, place);
  const input = pipelineInput(options, place, body);
  const { lag = 1 } = options;
  if (lag <= 0) {
    throw illegalArgument(`[lag] must be a positive integer: [${of.name}]`);
  }
  return stepwise(of, 'serial_diff', input, (values) =>
    values.map((value, i) => {
      const before = values[i - lag];
      if (value === undefined || before === undefined) return undefined;
      return new SingleValue(of, 'simple_value', value - before, input.format);
    }),
  );
};

export const PARENT_PIPELINES = [
  { type: 'derivative', parse: parseDerivative },
  { type: 'cumulative_sum', parse: parseCumulativeSum },
  { type: 'serial_diff', parse: parseSerialDiff },
];
