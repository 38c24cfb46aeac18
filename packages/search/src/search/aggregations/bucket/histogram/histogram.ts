import { illegalArgument } from '../../../../errors/search-error.ts';
import { doubleText } from '../../../../json/number-text.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../../../json/values.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import type { CollectContext, Collector, Result } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { flag, integer, number, type OptionKind, readOptions } from '../../options.ts';
import type { AggregationParser, Common } from '../../parser.ts';
import { RangeSource } from '../../values/range-source.ts';
import type { ValueFormat } from '../../values/value-format.ts';
import { RAW, RAW_LONG } from '../../values/value-format.ts';
import { resolveValues, type Values } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { KEY_ASC, order } from '../order.ts';
import {
  type FoundInterval,
  type HardBounds,
  HistogramCollector,
  RangeHistogramCollector,
} from './histogram-collector.ts';
import {
  HistogramBucket,
  HistogramResult,
  type HistogramRules,
  type HistogramSpan,
  reduceHistogram,
} from './histogram-result.ts';
import { type IntervalKeys, intervalKeys } from './interval-keys.ts';

export interface Bounds {
  readonly min: Json | undefined;
  readonly max: Json | undefined;
}

/** `extended_bounds` and `hard_bounds`; their values are read with the field's format. */
export const bounds: OptionKind<Bounds> = {
  accepts: isJsonObject,
  read: (value) => {
    for (const name of (value as JsonObject).keys()) {
      if (name !== 'min' && name !== 'max')
        throw illegalArgument(`[bounds] unknown field [${name}]`);
    }
    const end = (name: string) => (value as JsonObject).get(name) ?? undefined;
    return { min: end('min'), max: end('max') };
  },
};

export const HISTOGRAM_OPTIONS = {
  order,
  keyed: flag,
  min_doc_count: integer('minDocCount', 0),
  extended_bounds: bounds,
  hard_bounds: bounds,
} as const;

export const INTERVAL: OptionKind<number> = {
  accepts: number.accepts,
  read: (value, place) => {
    const interval = number.read(value, place);
    if (interval > 0) return interval;
    throw illegalArgument(`[interval] must be >0 for histogram aggregation [${place.name}]`);
  },
};

export const parseHistogram: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { ...VALUES, ...HISTOGRAM_OPTIONS, interval: INTERVAL, offset: number },
    place,
  );
  const config = valuesConfig(options, place, body);
  const { interval, offset = 0 } = options;
  if (interval === undefined)
    throw illegalArgument(`[interval] must be >0 for histogram aggregation [${common.name}]`);
  const rules = histogramRules(options, false);
  const round = (value: number) => Math.floor((value - offset) / interval) * interval + offset;
  const next = (start: number) => round(start + interval + interval / 2);
  return {
    ...common,
    type: 'histogram',
    collector(context) {
      const values = resolveValues(config, context.shard, 'histogram', [
        'number',
        'date',
        'boolean',
        'range',
      ]);
      return histogramCollector(common, context, values, rules, {
        extended: options.extended_bounds,
        hard: options.hard_bounds,
        round,
        next,
        keys: (span) => intervalKeys(interval, offset, span),
      });
    },
    reduce: (results, reduction) =>
      reduceHistogram(common, common.below, results as HistogramResult[], rules, reduction),
  };
};

export function histogramRules(
  options: {
    readonly order?: HistogramRules['order'];
    readonly keyed?: boolean;
    readonly min_doc_count?: number;
  },
  isDate: boolean,
): HistogramRules {
  return {
    minDocCount: options.min_doc_count ?? 0,
    order: options.order ?? [KEY_ASC],
    isKeyed: options.keyed ?? false,
    isDate,
  };
}

/** How a kind of histogram finds its intervals. */
export interface Intervals {
  readonly extended: Bounds | undefined;
  readonly hard: Bounds | undefined;
  /** Extended bounds are those of intervals without an offset. */
  readonly offset?: number;
  readonly round: (value: number) => number;
  readonly next: (start: number) => number;
  readonly keys: (span: readonly [number, number] | undefined) => IntervalKeys;
}

export function histogramCollector(
  common: Common,
  context: CollectContext,
  values: Values,
  rules: HistogramRules,
  intervals: Intervals,
): Collector {
  const { now } = context.shard;
  const read = (given: Bounds | undefined) => readBounds(given, values.format, now);
  const extended = read(intervals.extended);
  const hard = read(intervals.hard);
  checkBounds(extended, hard, common.name, values.format);
  // Keys of numbers are doubles, also those of whole ones.
  const format = values.format === RAW_LONG && !rules.isDate ? RAW : values.format;
  const { round, next, offset = 0 } = intervals;
  const moved = (end: number | undefined) => (end === undefined ? undefined : end + offset);
  const span: HistogramSpan = {
    format,
    min: moved(extended?.min),
    max: moved(extended?.max),
    round,
    next,
  };
  const make = (found: readonly FoundInterval[]): Result =>
    new HistogramResult(
      common,
      found.map(({ start, docCount, subs }) => new HistogramBucket(start, docCount, subs, format)),
      values.isUnmapped ? undefined : span,
      rules,
    );
  if (values.isUnmapped) return new EmptyCollector(() => make([]));
  if (values.family === 'range') {
    const ends = /^(?:float|double)/.test(values.type) ? 'double' : 'long';
    const source = new RangeSource(values.column, ends);
    return new RangeHistogramCollector(
      common.below,
      context,
      intervals.keys(undefined),
      make,
      source,
      hard,
      intervals.next,
    );
  }
  const source = values.numbers();
  const keys = intervals.keys(source.span(context.shard.searcher.views));
  return new HistogramCollector(common.below, context, keys, make, source, hard);
}

/** Bounds as values: texts in the field's format, numbers as they are. */
function readBounds(
  given: Bounds | undefined,
  format: ValueFormat,
  now: number,
): HardBounds | undefined {
  if (given === undefined) return undefined;
  const end = (value: Json | undefined) => {
    if (value === undefined) return undefined;
    if (isJsonNumber(value)) return toNumber(value);
    return format.isRaw ? RAW.parse(javaText(value), now) : format.parse(javaText(value), now);
  };
  return { min: end(given.min), max: end(given.max) };
}

function checkBounds(
  extended: HardBounds | undefined,
  hard: HardBounds | undefined,
  name: string,
  format: ValueFormat,
): void {
  const print = (value: number | undefined) =>
    value === undefined ? 'null' : format.isRaw ? doubleText(value) : format.print(value);
  for (const [kind, ends] of [
    ['extended_bounds', extended],
    ['hard_bounds', hard],
  ] as const) {
    const { min, max } = ends ?? {};
    if (min === undefined || max === undefined || min <= max) continue;
    throw illegalArgument(
      `[${kind}.min][${print(min)}] cannot be greater than [${kind}.max][${print(max)}] for histogram aggregation [${name}]`,
    );
  }
  const isOutside =
    (hard?.max !== undefined && extended?.max !== undefined && hard.max < extended.max) ||
    (hard?.min !== undefined && extended?.min !== undefined && hard.min > extended.min);
  if (!isOutside) return;
  const text = (ends: HardBounds | undefined) => `${print(ends?.min)}--${print(ends?.max)}`;
  throw illegalArgument(
    `Extended bounds have to be inside hard bounds, hard bounds: [${text(hard)}], extended bounds: [${text(extended)}]`,
  );
}
