/** One of the sources whose values together are the key of a composite bucket. */
import { illegalArgument } from '../../../../errors/search-error.ts';
import {
  Double,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
  type Writable,
} from '../../../../json/values.ts';
import { TimeZone } from '../../../../mapping/date/time-zone.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import type { ShardContext } from '../../../context.ts';
import { contentError, flag, oneOf, type Place, readOptions } from '../../options.ts';
import { DateValueFormat, RAW, type ValueFormat } from '../../values/value-format.ts';
import { type Family, resolveValues, type Values } from '../../values/values.ts';
import {
  VALUES,
  type ValuesConfig,
  valuesConfig,
  ZONED_VALUES,
} from '../../values/values-config.ts';
import { DATE_INTERVALS, dateRounding } from '../histogram/date-histogram.ts';
import { INTERVAL } from '../histogram/histogram.ts';
import { compareText } from '../order.ts';

/** A value of a key: null stands for documents without one. */
export type KeyValue = string | number | bigint | null;

export interface CompositeSource {
  readonly name: string;
  readonly isAscending: boolean;
  /** Whether documents without a value have buckets, and where those stand. */
  readonly hasMissing: boolean;
  readonly missingOrder: 'first' | 'last' | 'default';
  /** The source in a shard. */
  resolve(shard: ShardContext): ShardSource;
}

export interface ShardSource {
  readonly values: Values;
  /** Values as keys; undefined for the terms of strings. */
  readonly round: ((value: number) => number) | undefined;
  print(value: KeyValue): Writable;
  /** Reads a value of `after`. */
  parse(json: Json): KeyValue;
}

const ORDER = oneOf(['asc', 'desc'], (word) => `Unknown order direction [${word}]`);
const MISSING_ORDER = oneOf(
  ['first', 'last', 'default'],
  (word) => `No enum constant MissingOrder.${word}`,
);
const COMMON = { order: ORDER, missing_bucket: flag, missing_order: MISSING_ORDER } as const;

const FAMILIES: readonly Family[] = ['keyword', 'ip', 'number', 'boolean', 'date'];

/** `{"name": {"terms": {...}}}`. */
export function parseSource(given: Json, place: Place): CompositeSource {
  const [entry, ...more] = isJsonObject(given) ? [...given] : [];
  if (entry === undefined || more.length > 0 || !isJsonObject(entry[1])) {
    throw contentError(place.scope, '[composite] failed to parse field [sources]');
  }
  const [name, definition] = entry;
  const [kind] = [...definition];
  if (kind === undefined || !isJsonObject(kind[1])) {
    throw contentError(place.scope, '[composite] failed to parse field [sources]', definition);
  }
  const [type, body] = kind as [string, JsonObject];
  const inner: Place = { ...place, name, type };
  if (type === 'terms') return termsSource(body, inner);
  if (type === 'histogram') return histogramSource(body, inner);
  if (type === 'date_histogram') return dateSource(body, inner);
  throw contentError(
    place.scope,
    '[composite] failed to parse field [sources]',
    definition,
    type,
    illegalArgument(`invalid source type: ${type}`),
  );
}

interface Shared {
  readonly order?: 'asc' | 'desc';
  readonly missing_bucket?: boolean;
  readonly missing_order?: 'first' | 'last' | 'default';
}

function shared(name: string, options: Shared) {
  const hasMissing = options.missing_bucket ?? false;
  if (!hasMissing && options.missing_order !== undefined && options.missing_order !== 'default') {
    throw illegalArgument('missingOrder can only be set if missingBucket is true');
  }
  return {
    name,
    isAscending: options.order !== 'desc',
    hasMissing,
    missingOrder: options.missing_order ?? ('default' as const),
  };
}

function termsSource(body: JsonObject, place: Place): CompositeSource {
  const options = readOptions(body, { ...VALUES, ...COMMON }, place);
  const config = valuesConfig(options, place, body);
  return {
    ...shared(place.name, options),
    resolve(shard) {
      const values = resolveValues(config, shard, 'composite', FAMILIES);
      const isText = values.family === 'keyword' || values.family === 'ip';
      const shown = shownAs(values, config, values.isReal);
      return {
        values,
        round: isText ? undefined : (value) => value,
        print: shown.print,
        parse: (json) => (isText ? textOf(json) : shown.parse(json, shard.now)),
      };
    },
  };
}

function textOf(json: Json): KeyValue {
  return json === null ? null : javaText(json);
}

function histogramSource(body: JsonObject, place: Place): CompositeSource {
  const options = readOptions(body, { ...VALUES, ...COMMON, interval: INTERVAL }, place);
  const config = valuesConfig(options, place, body);
  const { interval } = options;
  if (interval === undefined)
    throw illegalArgument('[interval] must be greater than 0 for [histogram] source');
  return {
    ...shared(place.name, options),
    resolve(shard) {
      const values = resolveValues(config, shard, 'composite', ['number', 'date', 'boolean']);
      const shown = shownAs(values, config, true);
      return {
        values,
        round: (value) => Math.floor(value / interval) * interval,
        print: shown.print,
        parse: (json) => shown.parse(json, shard.now),
      };
    },
  };
}

function dateSource(body: JsonObject, place: Place): CompositeSource {
  const options = readOptions(body, { ...ZONED_VALUES, ...COMMON, ...DATE_INTERVALS }, place);
  const config = valuesConfig(options, place, body);
  const rounding = dateRounding(options, options.time_zone ?? TimeZone.utc);
  return {
    ...shared(place.name, options),
    resolve(shard) {
      const values = resolveValues(config, shard, 'composite', ['date', 'number']);
      const shown = shownAs(values, config, false);
      return {
        values,
        round: (value) => rounding.round(Math.floor(value)),
        print: shown.print,
        parse: (json) => shown.parse(json, shard.now),
      };
    },
  };
}

/** Keys are printed as they are, unless the request names a format. */
function shownAs(values: Values, config: ValuesConfig, isReal: boolean) {
  const format: ValueFormat = config.format === undefined ? RAW : values.format;
  const isBoolean = values.family === 'boolean';
  const print = (value: KeyValue): Writable => {
    if (value === null || typeof value === 'string') return value;
    if (isBoolean) return Number(value) !== 0;
    if (format.isRaw) return isReal ? new Double(Number(value)) : value;
    return checked(value, format);
  };
  const parse = (json: Json, now: number): KeyValue => {
    if (json === null) return null;
    if (typeof json === 'boolean') return json ? 1 : 0;
    if (isJsonNumber(json)) return typeof json === 'bigint' ? json : toNumber(json);
    const text = javaText(json);
    return format.isRaw ? RAW.parse(text, now) : format.parse(text, now);
  };
  return { print, parse };
}

/** A key that cannot be read back would make the next page start anywhere. */
function checked(value: number | bigint, format: ValueFormat): string {
  const text = format.print(value);
  if (!(format instanceof DateValueFormat)) return text;
  let back: number | undefined;
  try {
    back = format.parse(text, 0);
  } catch {
    back = undefined;
  }
  if (back === Number(value)) return text;
  throw illegalArgument(
    `Format [${format.format.pattern}] created output it couldn't parse for value [${value}] of type [class java.lang.Long]. parsed value: [${text} (${back})]`,
  );
}

/** Whether documents without a value come first. */
export function isFirst({ isAscending, missingOrder }: CompositeSource): boolean {
  return missingOrder === 'default' ? isAscending : missingOrder === 'first';
}

/** Negative when `a` comes before `b`. */
export function compareKeyValues(a: KeyValue, b: KeyValue, source: CompositeSource): number {
  const { isAscending } = source;
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === isFirst(source) ? -1 : 1;
  }
  const difference =
    typeof a === 'string' && typeof b === 'string'
      ? compareText(a, b)
      : a === b
        ? 0
        : a < b
          ? -1
          : 1;
  return isAscending ? difference : -difference;
}
