import { illegalArgument } from '../../../../errors/search-error.ts';
import { isJsonNumber, toNumber } from '../../../../json/values.ts';
import { TimeZone } from '../../../../mapping/date/time-zone.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import { parseTime } from '../../../../settings/units.ts';
import { type OptionKind, type Options, readOptions, text } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { resolveValues } from '../../values/values.ts';
import { valuesConfig, ZONED_VALUES } from '../../values/values-config.ts';
import { HISTOGRAM_OPTIONS, histogramCollector, histogramRules } from './histogram.ts';
import { type HistogramResult, reduceHistogram } from './histogram-result.ts';
import { roundingKeys } from './interval-keys.ts';
import {
  CALENDAR_UNITS,
  calendarRounding,
  fixedRounding,
  type Rounding,
  shifted,
} from './rounding.ts';

/** A signed time: `+6h`, `-1d`, or milliseconds. */
export const OFFSET: OptionKind<number> = {
  accepts: (value) => typeof value === 'string' || isJsonNumber(value),
  read: (value) => {
    if (isJsonNumber(value)) return Math.trunc(toNumber(value));
    const given = javaText(value);
    const sign = given.startsWith('-') ? -1 : 1;
    const time = parseTime(
      given.replace(/^[+-]/, ''),
      'DateHistogramAggregationBuilder.parseOffset',
    );
    return sign * time;
  },
};

const CALENDAR_INTERVAL: OptionKind<string> = {
  accepts: text.accepts,
  read: (value) => {
    const given = javaText(value);
    if (Object.hasOwn(CALENDAR_UNITS, given)) return given;
    throw illegalArgument(
      `The supplied interval [${given}] could not be parsed as a calendar interval.`,
    );
  },
};

const FIXED_INTERVAL: OptionKind<number> = {
  accepts: text.accepts,
  read: (value) => {
    const given = javaText(value);
    const time = parseTime(given, 'date_histogram.fixedInterval');
    if (time >= 1) return time;
    throw illegalArgument('Zero or negative time interval not supported');
  },
};

export const DATE_INTERVALS = {
  calendar_interval: CALENDAR_INTERVAL,
  fixed_interval: FIXED_INTERVAL,
  offset: OFFSET,
} as const;

/** The intervals that the parameters name. */
export function dateRounding(options: Options<typeof DATE_INTERVALS>, zone: TimeZone): Rounding {
  const { calendar_interval: calendar, fixed_interval: fixed, offset = 0 } = options;
  if (calendar !== undefined && fixed !== undefined) {
    throw illegalArgument(
      'Cannot use [fixed_interval] with [calendar_interval] configuration option.',
    );
  }
  if (calendar !== undefined) {
    const unit = CALENDAR_UNITS[calendar];
    return shifted(calendarRounding(unit as NonNullable<typeof unit>, zone), offset);
  }
  if (fixed === undefined) {
    throw illegalArgument('Invalid interval specified, must be non-null and non-empty');
  }
  return shifted(fixedRounding(fixed, zone), offset);
}

export const parseDateHistogram: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { ...ZONED_VALUES, ...HISTOGRAM_OPTIONS, ...DATE_INTERVALS },
    place,
  );
  const config = valuesConfig(options, place, body);
  const rounding = dateRounding(options, options.time_zone ?? TimeZone.utc);
  const rules = histogramRules(options, true);
  return {
    ...common,
    type: 'date_histogram',
    collector(context) {
      const values = resolveValues(config, context.shard, 'date_histogram', [
        'date',
        'number',
        'boolean',
        'range',
      ]);
      return histogramCollector(common, context, values, rules, {
        extended: options.extended_bounds,
        hard: options.hard_bounds,
        offset: options.offset ?? 0,
        round: rounding.round,
        next: rounding.next,
        keys: (span) => roundingKeys(rounding, span),
      });
    },
    reduce: (results, reduction) =>
      reduceHistogram(common, common.below, results as HistogramResult[], rules, reduction),
  };
};
