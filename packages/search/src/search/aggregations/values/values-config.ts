/** Where an aggregation's values come from: parameters of the request, resolved in every shard. */
import { illegalArgument, type SearchError } from '../../../errors/search-error.ts';
import type { Json, JsonObject } from '../../../json/values.ts';
import { isJsonNumber } from '../../../json/values.ts';
import { TimeZone } from '../../../mapping/date/time-zone.ts';
import { javaText } from '../../../mapping/parameter.ts';
import {
  anything,
  contentError,
  type OptionKind,
  type Options,
  type Place,
  scalar,
  text,
} from '../options.ts';

const zone: OptionKind<TimeZone> = {
  accepts: (value) => typeof value === 'string' || isJsonNumber(value),
  read: (value) => {
    if (typeof value === 'string') return TimeZone.of(value);
    // A number is an offset in hours, or in milliseconds when it is too large for one.
    const hours = Number(javaText(value));
    const minutes = Math.abs(hours) <= 18 ? hours * 60 : Math.trunc(hours / 60_000);
    const pad = (part: number) => String(part).padStart(2, '0');
    const size = Math.abs(minutes);
    return TimeZone.of(`${minutes < 0 ? '-' : '+'}${pad(Math.trunc(size / 60))}:${pad(size % 60)}`);
  },
};

/** Parameters that all aggregations on values share. */
export const VALUES = {
  field: text,
  missing: scalar,
  format: text,
  value_type: text,
  script: anything,
} as const;

export const ZONED_VALUES = { ...VALUES, time_zone: zone } as const;

export interface ValuesConfig {
  readonly field: string | undefined;
  readonly missing: Json | undefined;
  readonly format: string | undefined;
  readonly valueType: string | undefined;
  readonly zone: TimeZone | undefined;
}

const VALUE_TYPES = [
  'string',
  'long',
  'double',
  'number',
  'numeric',
  'date',
  'ip',
  'boolean',
  'integer',
  'short',
  'byte',
  'float',
  'geo_point',
];

export function valuesConfig(
  options: Options<typeof ZONED_VALUES> | Options<typeof VALUES>,
  place: Place,
  body: JsonObject,
): ValuesConfig {
  const { field, missing, format, value_type: valueType, script } = options;
  if (script !== undefined) throw noScripts();
  if (field === undefined) {
    throw contentError(
      place.scope,
      'Required one of fields [field, script], but none were specified. ',
      body,
    );
  }
  if (valueType !== undefined && !VALUE_TYPES.includes(valueType)) {
    throw contentError(
      place.scope,
      `[${place.type}] failed to parse field [value_type]`,
      body,
      'value_type',
      illegalArgument(`Unknown value type [${valueType}]`),
    );
  }
  const found = 'time_zone' in options ? options.time_zone : undefined;
  return { field, missing, format, valueType, zone: found as TimeZone | undefined };
}

/** Scripts need a language that this node has not. */
export function noScripts(): SearchError {
  return illegalArgument('script_lang not supported [painless]');
}
