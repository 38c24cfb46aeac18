/** auto_date_histogram: the finest interval that keeps to a number of buckets. */
import { illegalArgument } from '../../../../errors/search-error.ts';
import type { Writable } from '../../../../json/values.ts';
import { TimeZone } from '../../../../mapping/date/time-zone.ts';
import type { JsonOptions, Level, Reduction, Result } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { integer, readOptions, text } from '../../options.ts';
import type { AggregationParser, Common } from '../../parser.ts';
import { mergeContents, reduceLevel } from '../../reduce.ts';
import { resolveValues } from '../../values/values.ts';
import { valuesConfig, ZONED_VALUES } from '../../values/values-config.ts';
import { KEY_ASC } from '../order.ts';
import { HistogramCollector } from './histogram-collector.ts';
import {
  HistogramBucket,
  HistogramResult,
  type HistogramRules,
  type HistogramSpan,
} from './histogram-result.ts';
import { roundingKeys } from './interval-keys.ts';
import { type CalendarUnit, calendarRounding, type Rounding } from './rounding.ts';

interface Unit {
  readonly unit: CalendarUnit;
  readonly letter: string;
  readonly millis: number;
  /** How many of the unit an interval may be. */
  readonly steps: readonly number[];
}

const DAY = 86_400_000;
const UNITS: readonly Unit[] = [
  { unit: 'second', letter: 's', millis: 1000, steps: [1, 5, 10, 30] },
  { unit: 'minute', letter: 'm', millis: 60_000, steps: [1, 5, 10, 30] },
  { unit: 'hour', letter: 'h', millis: 3_600_000, steps: [1, 3, 12] },
  { unit: 'day', letter: 'd', millis: DAY, steps: [1, 7] },
  { unit: 'month', letter: 'M', millis: 30 * DAY, steps: [1, 3] },
  { unit: 'year', letter: 'y', millis: 365 * DAY, steps: [1, 5, 10, 20, 50, 100] },
];

const RULES: HistogramRules = { minDocCount: 0, order: [KEY_ASC], isKeyed: false, isDate: true };

class AutoDateResult extends HistogramResult {
  constructor(
    of: HistogramResult['of'],
    list: readonly HistogramBucket[],
    span: HistogramSpan | undefined,
    /** Which of the units the keys are rounded to. */
    readonly unit: number,
    readonly interval: string,
  ) {
    super(of, list, span, RULES, 'auto_date_histogram');
  }

  override withBuckets(list: Parameters<HistogramResult['withBuckets']>[0]): AutoDateResult {
    return new AutoDateResult(
      this.of,
      list as HistogramBucket[],
      this.span,
      this.unit,
      this.interval,
    );
  }

  override json(options: JsonOptions): Record<string, Writable | undefined> {
    return { ...super.json(options), interval: this.interval };
  }
}

/** The finest unit that can keep to the number of buckets over a span. */
function unitFor(span: readonly [number, number] | undefined, buckets: number): number {
  if (span === undefined) return 0;
  const fits = UNITS.findIndex(
    ({ millis, steps }) =>
      (span[1] - span[0]) / millis / (steps[steps.length - 1] as number) <= buckets,
  );
  return fits < 0 ? UNITS.length - 1 : fits;
}

export const parseAutoDateHistogram: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { ...ZONED_VALUES, buckets: integer('numBuckets', 1), minimum_interval: text },
    place,
  );
  const config = valuesConfig(options, place, body);
  const { buckets = 10, minimum_interval: minimum } = options;
  const zone = options.time_zone ?? TimeZone.utc;
  const least = minimum === undefined ? 0 : UNITS.findIndex(({ unit }) => unit === minimum);
  if (least < 0)
    throw illegalArgument(
      `minimum_interval must be one of [${UNITS.map(({ unit }) => unit).join(', ')}]`,
    );
  const rounding = (unit: number) => calendarRounding((UNITS[unit] as Unit).unit, zone);
  return {
    ...common,
    type: 'auto_date_histogram',
    collector(context) {
      const values = resolveValues(config, context.shard, 'auto_date_histogram', [
        'date',
        'number',
      ]);
      if (values.isUnmapped)
        return new EmptyCollector(() => new AutoDateResult(common, [], undefined, 0, '1s'));
      const source = values.numbers();
      const span = source.span(context.shard.searcher.views);
      const unit = Math.max(least, unitFor(span, buckets));
      const { format } = values;
      const ends: HistogramSpan = {
        format,
        round: rounding(unit).round,
        next: rounding(unit).next,
      };
      return new HistogramCollector(
        common.below,
        context,
        roundingKeys(rounding(unit), span),
        (found) =>
          new AutoDateResult(
            common,
            found.map(
              ({ start, docCount, subs }) => new HistogramBucket(start, docCount, subs, format),
            ),
            ends,
            unit,
            '',
          ),
        source,
        undefined,
      );
    },
    reduce: (results, reduction) =>
      reduceAuto(common, results as AutoDateResult[], buckets, rounding, reduction),
  };
};

function reduceAuto(
  common: Common,
  results: readonly AutoDateResult[],
  wanted: number,
  rounding: (unit: number) => Rounding,
  reduction: Reduction,
): Result {
  const span = results.find((result) => result.span !== undefined)?.span;
  const all = results.flatMap(({ list }) => list);
  const first = Math.max(
    0,
    ...results.filter(({ list }) => list.length > 0).map(({ unit }) => unit),
  );
  if (all.length === 0 || span === undefined) return new AutoDateResult(common, [], span, 0, '1s');
  for (let unit = first; unit < UNITS.length; unit += 1) {
    const { steps, letter } = UNITS[unit] as Unit;
    const { round, next } = rounding(unit);
    const keys = all.map(({ key }) => round(key));
    const from = Math.min(...keys);
    const to = Math.max(...keys);
    const starts: number[] = [];
    const most = wanted * (steps[steps.length - 1] as number);
    for (let at = from; at <= to && starts.length <= most; at = next(at)) starts.push(at);
    const step = steps.find((count) => Math.ceil(starts.length / count) <= wanted);
    const isLast = unit === UNITS.length - 1;
    if (step === undefined && !isLast) continue;
    const size = step ?? (steps[steps.length - 1] as number);
    const list = joined(all, keys, starts, size, common.below, span, reduction);
    reduction.addBuckets(list.length);
    return new AutoDateResult(common, list, span, unit, `${size}${letter}`);
  }
  return new AutoDateResult(common, [], span, 0, '1s');
}

/** `size` intervals after another as one. */
function joined(
  buckets: readonly HistogramBucket[],
  keys: readonly number[],
  starts: readonly number[],
  size: number,
  below: Level,
  { format }: HistogramSpan,
  reduction: Reduction,
): HistogramBucket[] {
  const groupOf = new Map(starts.map((start, i) => [start, Math.floor(i / size)]));
  const groups: HistogramBucket[][] = Array.from(
    { length: Math.ceil(starts.length / size) },
    () => [],
  );
  for (const [i, bucket] of buckets.entries()) {
    groups[groupOf.get(keys[i] as number) ?? groups.length - 1]?.push(bucket);
  }
  return groups.map((group, i) => {
    const start = starts[i * size] as number;
    if (group.length === 0)
      return new HistogramBucket(start, 0, reduceLevel(below, [], reduction), format);
    const { docCount, subs } = mergeContents(below, group, reduction);
    return new HistogramBucket(start, docCount, subs, format);
  });
}
