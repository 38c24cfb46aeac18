/** min, max, sum, avg, stats and extended_stats: one collector, a row for each of them. */
import { illegalArgument } from '../../../errors/search-error.ts';
import type { JsonObject, Writable } from '../../../json/values.ts';
import { type Aggregation, type Collector, type Named, Result } from '../aggregation.ts';
import { EmptyCollector } from '../collect/bucket-collector.ts';
import { number, type OptionKind, readOptions } from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import { RAW, type ValueFormat } from '../values/value-format.ts';
import { resolveValues } from '../values/values.ts';
import { VALUES, valuesConfig } from '../values/values-config.ts';
import { extendedStats } from './extended-stats.ts';
import { double, SingleValue } from './metric-result.ts';
import { addMoments, type Moments, MomentsCollector, NO_MOMENTS, type Wanted } from './moments.ts';

/** What one of the types makes of the moments. */
interface Shape {
  readonly wanted: Wanted;
  readonly json: (moments: Moments, format: ValueFormat, sigma: number) => Record<string, Writable>;
  readonly numbers: (
    moments: Moments,
    sigma: number,
  ) => Readonly<Record<string, number | undefined>>;
}

/** Moments of a bucket, on their way to one of the shapes. */
class MomentsResult extends Result {
  constructor(
    of: Named,
    readonly type: string,
    readonly shape: Shape,
    readonly moments: Moments,
    readonly format: ValueFormat,
    readonly isUnmapped: boolean,
    readonly sigma: number,
  ) {
    super(of);
  }

  json(): Record<string, Writable | undefined> {
    return this.shape.json(this.moments, this.format, this.sigma);
  }

  override get isMultiValue(): boolean {
    return this.type.endsWith('stats');
  }

  override number(name: string | undefined): number | undefined {
    const numbers = this.shape.numbers(this.moments, this.sigma);
    return name === undefined ? numbers.value : numbers[name];
  }
}

/** The one number of min, max, sum or avg; undefined where there is none. */
function single(wanted: Wanted, value: (moments: Moments) => number | undefined): Shape {
  return {
    wanted,
    json: (moments, format) =>
      new SingleValue({ name: '', meta: undefined }, '', value(moments), format).json() as Record<
        string,
        Writable
      >,
    numbers: (moments) => ({ value: value(moments) }),
  };
}

const some = (moments: Moments, value: number) => (moments.count === 0 ? undefined : value);
const average = (moments: Moments) => some(moments, moments.sum.value / moments.count);

const ALL: Wanted = { min: true, max: true, sum: true };

export const STATS: Shape = {
  wanted: ALL,
  json: (moments, format) => {
    const { count, min, max, sum } = moments;
    const json: Record<string, Writable> = {
      count,
      min: double(some(moments, min)),
      max: double(some(moments, max)),
      avg: double(average(moments)),
      sum: double(sum.value),
    };
    if (format.isRaw || count === 0) return json;
    return {
      ...json,
      min_as_string: format.print(min),
      max_as_string: format.print(max),
      avg_as_string: format.print(sum.value / count),
      sum_as_string: format.print(sum.value),
    };
  },
  numbers: (moments) => ({
    count: moments.count,
    min: moments.min,
    max: moments.max,
    avg: average(moments),
    sum: moments.sum.value,
  }),
};

const EXTENDED: Shape = {
  wanted: { ...ALL, squares: true },
  json: (moments, format, sigma) => ({
    ...STATS.json(moments, format, sigma),
    ...extendedStats(moments, sigma).json(format),
  }),
  numbers: (moments, sigma) => ({
    ...STATS.numbers(moments, sigma),
    ...extendedStats(moments, sigma).numbers,
  }),
};

const SHAPES: Readonly<Record<string, Shape>> = {
  min: single({ min: true }, (moments) => some(moments, moments.min)),
  max: single({ max: true }, (moments) => some(moments, moments.max)),
  sum: single({ sum: true }, (moments) => moments.sum.value),
  avg: single({ sum: true }, average),
  stats: STATS,
  extended_stats: EXTENDED,
};

const SIGMA: OptionKind<number> = {
  accepts: number.accepts,
  read: (value, place) => {
    const sigma = number.read(value, place);
    if (sigma >= 0) return sigma;
    throw illegalArgument(
      `[sigma] must be greater than or equal to 0. Found [${sigma.toFixed(1)}] in [${place.name}]`,
    );
  },
};

function parseStats(type: string): AggregationParser {
  const shape = SHAPES[type] as Shape;
  const kinds = type === 'extended_stats' ? { ...VALUES, sigma: SIGMA } : VALUES;
  return (body: JsonObject, place, common): Aggregation => {
    const options = readOptions(body, kinds, place);
    const config = valuesConfig(options, place, body);
    const sigma = ('sigma' in options ? (options.sigma as number | undefined) : undefined) ?? 2;
    const make = (moments: Moments, format: ValueFormat, isUnmapped = false) =>
      new MomentsResult(common, type, shape, moments, format, isUnmapped, sigma);
    return {
      ...common,
      type,
      collector({ shard }): Collector {
        const values = resolveValues(config, shard, type, ['number', 'date', 'boolean']);
        const { format } = values;
        if (values.isUnmapped) return new EmptyCollector(() => make(NO_MOMENTS, format, true));
        return new MomentsCollector(values.numbers(), shape.wanted, (found) => make(found, format));
      },
      reduce(results) {
        const own = results as readonly MomentsResult[];
        const mapped = own.find(({ isUnmapped }) => !isUnmapped) ?? own[0];
        return make(addMoments(own.map(({ moments }) => moments)), mapped?.format ?? RAW);
      },
    };
  };
}

export const STATS_PARSERS = Object.keys(SHAPES).map((type) => ({ type, parse: parseStats(type) }));
