import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonNumber, type Json, toNumber } from '../../../json/values.ts';
import {
  DateFormat,
  DEFAULT_DATE_FORMAT,
  DEFAULT_NANOS_FORMAT,
} from '../../../mapping/date/date-format.ts';
import { TimeZone } from '../../../mapping/date/time-zone.ts';
import type { FieldMapper } from '../../../mapping/mapper.ts';
import { javaText } from '../../../mapping/parameter.ts';
import { keyedField } from '../../../mapping/types/flattened.ts';
import { ipText, parseIp } from '../../../mapping/types/ip-address.ts';
import type { ShardContext } from '../../context.ts';
import { NumericSource } from './numeric-source.ts';
import { TermSource } from './term-source.ts';
import {
  BOOLEAN_FORMAT,
  DateValueFormat,
  decimalFormat,
  RAW,
  RAW_LONG,
  type ValueFormat,
} from './value-format.ts';
import type { ValuesConfig } from './values-config.ts';

/** What kinds of values there are, as far as aggregations care. */
export type Family = 'keyword' | 'ip' | 'number' | 'boolean' | 'date' | 'range' | 'geo_point';

const FAMILIES: Readonly<Record<string, Family>> = {
  keyword: 'keyword',
  constant_keyword: 'keyword',
  wildcard: 'keyword',
  flattened: 'keyword',
  join: 'keyword',
  text: 'keyword',
  ip: 'ip',
  boolean: 'boolean',
  date: 'date',
  date_nanos: 'date',
  integer_range: 'range',
  long_range: 'range',
  float_range: 'range',
  double_range: 'range',
  date_range: 'range',
  ip_range: 'range',
  geo_point: 'geo_point',
};
const NUMBERS = ['long', 'integer', 'short', 'byte', 'unsigned_long', 'token_count'];
const REALS = ['double', 'float', 'half_float', 'scaled_float'];
const VALUE_TYPES: Readonly<Record<string, Family>> = {
  string: 'keyword',
  ip: 'ip',
  boolean: 'boolean',
  date: 'date',
  geo_point: 'geo_point',
};
const UNSIGNED_SHIFT = 2n ** 63n;
const encoder = new TextEncoder();

/** The values of an aggregation in one shard. */
export interface Values {
  readonly family: Family;
  /** The field's mapped type; empty when it is not mapped. */
  readonly type: string;
  /** Whether there are no values at all: neither a field nor something in its place. */
  readonly isUnmapped: boolean;
  /** Doubles, where a number may also be a long. */
  readonly isReal: boolean;
  readonly format: ValueFormat;
  /** The column the values are in. */
  readonly column: string;
  readonly mapper: FieldMapper | undefined;
  numbers(): NumericSource;
  terms(accepts?: (term: Uint8Array) => boolean): TermSource;
  termText(term: Uint8Array): string;
  termBytes(text: string): Uint8Array;
}

/** Finds the field in the shard's mapping; `families` are those the aggregation can work with. */
export function resolveValues(
  config: ValuesConfig,
  shard: ShardContext,
  aggregation: string,
  families: readonly Family[],
  /** Text counts by its words, whether or not its mapping allows it. */
  readsText = false,
): Values {
  const field = config.field as string;
  const found = findField(field, shard);
  const hint = hintOf(config.valueType);
  const family = found?.family ?? hint ?? (families[0] as Family);
  if (found !== undefined) {
    if (!(readsText && found.type === 'text')) checkReadable(found, field, shard.index);
    if (!families.includes(family)) {
      throw illegalArgument(
        `Field [${field}] of type [${found.type}] is not supported for aggregation [${aggregation}]`,
      );
    }
    const isTerms = (one: Family) => one === 'keyword' || one === 'ip';
    if (hint !== undefined && hint !== family && (isTerms(hint) || isTerms(family))) {
      throw illegalArgument(
        `Field type [${found.type}] is incompatible with specified value_type [${config.valueType}]`,
      );
    }
  }
  const type = found?.type ?? '';
  const isReal =
    family === 'number' && (found === undefined ? isRealHint(config) : REALS.includes(type));
  const format = formatOf(config, family, found, isReal, field);
  const column = found?.column ?? field;
  const numericMissing = () =>
    config.missing === undefined
      ? undefined
      : missingNumber(config.missing, family, format, shard.now);
  return {
    family,
    type,
    isUnmapped: found === undefined && config.missing === undefined,
    isReal,
    format,
    column,
    mapper: found?.mapper,
    numbers: () =>
      new NumericSource({
        field: column,
        missing: numericMissing(),
        ...(type === 'date_nanos' ? { scale: 'nanos' as const } : {}),
        ...(type === 'unsigned_long' ? { shift: UNSIGNED_SHIFT } : {}),
      }),
    terms: (accepts) =>
      new TermSource(
        {
          field: column,
          prefix: found?.prefix,
          constant: found?.constant,
          isText: type === 'text',
          missing:
            config.missing === undefined ? undefined : bytesOf(javaText(config.missing), family),
          accepts,
        },
        shard.searcher.views,
      ),
    termText: (term) => (family === 'ip' ? ipText(term) : Buffer.from(term).toString()),
    termBytes: (text) => bytesOf(text, family),
  };
}

interface FoundField {
  readonly family: Family;
  readonly type: string;
  readonly column: string;
  readonly mapper: FieldMapper | undefined;
  readonly prefix?: Uint8Array;
  readonly constant?: Uint8Array | undefined;
}

function findField(field: string, { mapping, index }: ShardContext): FoundField | undefined {
  if (field === '_index') {
    const constant = encoder.encode(index);
    return { family: 'keyword', type: '_index', column: field, mapper: undefined, constant };
  }
  if (field === '_seq_no' || field === '_version') {
    return { family: 'number', type: 'long', column: field, mapper: undefined };
  }
  if (field === '_id') {
    throw illegalArgument(
      'Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled',
    );
  }
  const mapper = mapping.field(field);
  if (mapper !== undefined) return mappedField(mapper);
  // A key of a flattened field has no mapping of its own.
  for (let dot = field.lastIndexOf('.'); dot > 0; dot = field.lastIndexOf('.', dot - 1)) {
    const parent = mapping.field(field.slice(0, dot));
    if (parent?.type.name !== 'flattened') continue;
    const prefix = encoder.encode(`${field.slice(dot + 1)}\0`);
    return {
      family: 'keyword',
      type: 'flattened',
      column: keyedField(parent.path),
      mapper: parent,
      prefix,
    };
  }
  return undefined;
}

function mappedField(mapper: FieldMapper): FoundField {
  const type = mapper.type.name;
  const isNumber = NUMBERS.includes(type) || REALS.includes(type);
  const family = isNumber ? 'number' : FAMILIES[type];
  if (family === undefined) {
    throw illegalArgument(`Fielddata is not supported on field [${mapper.path}] of type [${type}]`);
  }
  const value = type === 'constant_keyword' ? mapper.value('value') : undefined;
  const constant = typeof value === 'string' ? encoder.encode(value) : undefined;
  return {
    family,
    type,
    column: mapper.path,
    mapper,
    ...(constant === undefined ? {} : { constant }),
  };
}

/** Refuses fields whose values are in no column. */
function checkReadable({ mapper, type }: FoundField, field: string, index: string): void {
  if (type === 'text' && mapper?.value('fielddata') !== true) {
    throw illegalArgument(
      `Fielddata is disabled on [${field}] in [${index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  }
  if (mapper?.value('doc_values') === false) {
    throw illegalArgument(
      `Can't load fielddata on [${field}] because fielddata is unsupported on fields of type [${type}]. Use doc values instead.`,
    );
  }
}

function hintOf(valueType: string | undefined): Family | undefined {
  return valueType === undefined ? undefined : (VALUE_TYPES[valueType] ?? 'number');
}

function isRealHint({ valueType, missing }: ValuesConfig): boolean {
  if (valueType !== undefined) return !['long', 'integer', 'short', 'byte'].includes(valueType);
  return missing === undefined || !(typeof missing === 'number' && Number.isInteger(missing));
}

function formatOf(
  config: ValuesConfig,
  family: Family,
  found: FoundField | undefined,
  isReal: boolean,
  field: string,
): ValueFormat {
  const { format, zone } = config;
  const isDate = family === 'date' || found?.type === 'date_range';
  if (zone !== undefined && found !== undefined && !isDate) {
    throw illegalArgument(
      `Field [${field}] of type [${found.type}] does not support custom time zones`,
    );
  }
  if (isDate) {
    const own = found?.mapper?.value('format');
    const fallback = found?.type === 'date_nanos' ? DEFAULT_NANOS_FORMAT : DEFAULT_DATE_FORMAT;
    const pattern = format ?? (typeof own === 'string' ? own : fallback);
    return new DateValueFormat(DateFormat.of(pattern), zone ?? TimeZone.utc);
  }
  if (family === 'number' || family === 'range') {
    if (format !== undefined) return decimalFormat(format);
    return isReal ? RAW : RAW_LONG;
  }
  if (format !== undefined && found !== undefined) {
    throw illegalArgument(
      `Field [${field}] of type [${found.type}] does not support custom formats`,
    );
  }
  return family === 'boolean' ? BOOLEAN_FORMAT : RAW;
}

function missingNumber(missing: Json, family: Family, format: ValueFormat, now: number): number {
  if (isJsonNumber(missing)) return toNumber(missing);
  if (typeof missing === 'boolean') return missing ? 1 : 0;
  const text = javaText(missing);
  return family === 'number' || family === 'range' ? RAW.parse(text, now) : format.parse(text, now);
}

function bytesOf(text: string, family: Family): Uint8Array {
  return family === 'ip' ? parseIp(text) : encoder.encode(text);
}
