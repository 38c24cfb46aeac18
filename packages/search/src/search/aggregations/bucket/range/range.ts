/** range and date_range: numbers between ends that the request gives. */
import { illegalArgument } from '../../../../errors/search-error.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../../../json/values.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import { roundToHalf } from '../../../../mapping/types/half-float.ts';
import type { HasSubs } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { double } from '../../metric/metric-result.ts';
import { contentError, flag, type OptionKind, type Place, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { DateValueFormat, RAW, RAW_LONG, type ValueFormat } from '../../values/value-format.ts';
import { type Family, resolveValues, type Values } from '../../values/values.ts';
import { valuesConfig, ZONED_VALUES } from '../../values/values-config.ts';
import { FixedBucket, FixedBucketsResult, type FixedRules, reduceFixed } from '../keyed-result.ts';
import { NumericRangesCollector } from './range-collector.ts';

export interface GivenRange {
  readonly key: string | undefined;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  readonly mask?: string | undefined;
}

/** `ranges`: a list of objects with `key`, `from`, `to` and, for addresses, `mask`. */
export function rangeList(hasMask: boolean): OptionKind<readonly GivenRange[]> {
  return {
    accepts: (value) => Array.isArray(value),
    read: (value, place) => (value as Json[]).map((one) => readRange(one, place, hasMask)),
  };
}

function readRange(one: Json, place: Place, hasMask: boolean): GivenRange {
  const known = ['key', 'from', 'to', ...(hasMask ? ['mask'] : ['from_as_string', 'to_as_string'])];
  if (!isJsonObject(one)) throw contentError(place.scope, `[range] Expected START_OBJECT`);
  for (const [name, value] of one) {
    if (known.includes(name) && !isJsonObject(value) && !Array.isArray(value)) continue;
    throw contentError(place.scope, `[range] unknown field [${name}]`, one, name);
  }
  const text = (name: string) => {
    const value = one.get(name);
    return value === undefined || value === null ? undefined : javaText(value);
  };
  const end = (name: string) => one.get(name) ?? one.get(`${name}_as_string`) ?? undefined;
  return { key: text('key'), from: end('from'), to: end('to'), mask: text('mask') };
}

export interface Range {
  readonly key: string | undefined;
  readonly from: number;
  readonly to: number;
}

const ROUND: Readonly<Record<string, (value: number) => number>> = {
  float: Math.fround,
  half_float: roundToHalf,
};

/** The ranges as numbers, in their order. */
export function numericRanges(
  given: readonly GivenRange[],
  format: ValueFormat,
  now: number,
): Range[] {
  const end = (value: Json | undefined, open: number) => {
    if (value === undefined) return open;
    if (isJsonNumber(value)) {
      // A number of a date is in the unit of its format.
      return format instanceof DateValueFormat
        ? format.parse(String(Math.trunc(toNumber(value))), now)
        : toNumber(value);
    }
    return format.isRaw ? RAW.parse(javaText(value), now) : format.parse(javaText(value), now);
  };
  return given
    .map(({ key, from, to }) => ({
      key,
      from: end(from, Number.NEGATIVE_INFINITY),
      to: end(to, Number.POSITIVE_INFINITY),
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to || 0);
}

export function bucketOf(
  { key, from, to }: Range,
  format: ValueFormat,
  contents: HasSubs,
): FixedBucket {
  // Keys are doubles, also of whole numbers.
  const shown = format === RAW_LONG ? RAW : format;
  const text = (end: number) => (Number.isFinite(end) ? shown.print(end) : '*');
  const isFrom = Number.isFinite(from);
  const isTo = Number.isFinite(to);
  return new FixedBucket(key ?? `${text(from)}-${text(to)}`, contents.docCount, contents.subs, {
    from: isFrom ? double(from) : undefined,
    from_as_string: isFrom && !format.isRaw ? format.print(from) : undefined,
    to: isTo ? double(to) : undefined,
    to_as_string: isTo && !format.isRaw ? format.print(to) : undefined,
  });
}

function parseRanges(type: string, families: readonly Family[]): AggregationParser {
  return (body: JsonObject, place, common) => {
    const options = readOptions(
      body,
      { ...ZONED_VALUES, ranges: rangeList(false), keyed: flag },
      place,
    );
    const config = valuesConfig(options, place, body);
    const given = options.ranges;
    if (given === undefined || given.length === 0) {
      throw illegalArgument(`No [ranges] specified for the [${common.name}] aggregation`);
    }
    const isKeyed = options.keyed ?? false;
    const rules: FixedRules = { type, isKeyed, showsKeys: true };
    const result = (list: readonly FixedBucket[], isUnmapped = false) =>
      new FixedBucketsResult(common, rules, list, isUnmapped);
    const make = (values: Values, ranges: readonly Range[]) => (contents: readonly HasSubs[]) =>
      result(
        ranges.map((range, i) => bucketOf(range, values.format, contents[i] as HasSubs)),
        values.isUnmapped,
      );
    return {
      ...common,
      type,
      collector(context) {
        const { shard } = context;
        const values = resolveValues(config, shard, type, families);
        const ranges = numericRanges(given, values.format, shard.now);
        if (values.isUnmapped) {
          const none = ranges.map(() => ({ docCount: 0, subs: [] }));
          return new EmptyCollector(() => make(values, ranges)(none));
        }
        const round = ROUND[values.type] ?? ((value: number) => value);
        return new NumericRangesCollector(
          common.below,
          context,
          Float64Array.from(ranges, ({ from }) => round(from)),
          Float64Array.from(ranges, ({ to }) => round(to)),
          make(values, ranges),
          values.numbers(),
        );
      },
      reduce: (results, reduction) =>
        reduceFixed(
          common,
          common.below,
          results as FixedBucketsResult[],
          () => result([]),
          reduction,
        ),
    };
  };
}

export const parseRange = parseRanges('range', ['number', 'date', 'boolean']);
export const parseDateRange = parseRanges('date_range', ['date', 'number']);
