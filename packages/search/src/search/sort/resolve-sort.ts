/** A sort of a request for one shard: what to read, how to print it, how to read it back. */
import { illegalArgument } from '../../errors/search-error.ts';
import { Double, Float32, type Json, type Writable } from '../../json/values.ts';
import { DateFormat } from '../../mapping/date/date-format.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import { javaText } from '../../mapping/parameter.ts';
import { ipText, parseIp } from '../../mapping/types/ip-address.ts';
import {
  javaDouble,
  narrow,
  truncated,
  unsignedFromColumn,
  unsignedToColumn,
} from '../../mapping/types/numeric.ts';
import { keywordReader, type SortField, type SortValue } from '../../query/sort-key.ts';
import { uninvert } from '../aggregations/values/ordinal-column.ts';
import type { QueryContext } from '../context.ts';
import { type SearchField, shardError } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';
import type { SortSpec } from '../request/search-request.ts';
import { geoSort } from './geo-sort.ts';
import { nestedSort } from './nested-sort.ts';

export interface ShardSort {
  readonly field: SortField;
  readonly print: (value: SortValue) => Writable;
  readonly parse: (json: Json) => SortValue;
}

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);
type Family = 'long' | 'double' | 'unsigned' | 'date' | 'date_nanos' | 'string' | 'ip';

const FAMILIES: Readonly<Record<string, Family>> = {
  long: 'long',
  integer: 'long',
  short: 'long',
  byte: 'long',
  boolean: 'long',
  token_count: 'long',
  _seq_no: 'long',
  _version: 'long',
  unsigned_long: 'unsigned',
  double: 'double',
  float: 'double',
  half_float: 'double',
  scaled_float: 'double',
  date: 'date',
  date_nanos: 'date_nanos',
  keyword: 'string',
  text: 'string',
  flattened: 'string',
  wildcard: 'string',
  constant_keyword: 'string',
  join: 'string',
  version: 'string',
  _routing: 'string',
  _ignored: 'string',
  _id: 'string',
  _index: 'string',
  ip: 'ip',
};

/** `_score` and orders of documents. */
function special(spec: SortSpec, shardIndex: number): ShardSort | undefined {
  if (spec.field === '_score') {
    return {
      field: { field: '_score', order: spec.order },
      print: (value) => new Float32(Number(value)),
      parse: (json) => Math.fround(javaDouble(javaText(json))),
    };
  }
  if (spec.field !== '_doc' && spec.field !== '_shard_doc') return undefined;
  return {
    field: {
      field: '_doc',
      order: spec.order,
      ...(spec.field === '_shard_doc' ? { offset: shardIndex * 2 ** 32 } : {}),
    },
    print: (value) => value as number,
    parse: (json) => Number(javaText(json)),
  };
}

export function resolveSort(spec: SortSpec, context: QueryContext, shardIndex = 0): ShardSort {
  const known = special(spec, shardIndex);
  if (known !== undefined) return known;
  if (spec.geo !== undefined) return geoSort(spec, spec.geo, context);
  const field = resolveField(context.mapping, spec.field);
  if (field === undefined) return unmapped(spec, context);
  const family = FAMILIES[field.type];
  if (field.kind.isText === true && field.mapper?.value('fielddata') !== true) {
    throw illegalArgument(
      `Fielddata is disabled on [${spec.field}] in [${context.index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${spec.field}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  }
  if (field.mapper?.value('doc_values') === false) {
    throw illegalArgument(
      `Can't load fielddata on [${spec.field}] because fielddata is unsupported on fields of type [${field.type}]. Use doc values instead.`,
    );
  }
  if (family === undefined) {
    throw illegalArgument(
      field.type === 'geo_point'
        ? "can't sort on geo_point field without using specific sorting feature, like geo_distance"
        : `Can't sort on field [${spec.field}] of type [${field.type}]`,
    );
  }
  return sortOf(family, field, spec, context);
}

function unmapped(spec: SortSpec, context: QueryContext): ShardSort {
  const family = spec.unmappedType === undefined ? undefined : FAMILIES[spec.unmappedType];
  if (spec.unmappedType === undefined) {
    throw shardError(context, `No mapping found for [${spec.field}] in order to sort on`);
  }
  if (family === undefined) {
    throw illegalArgument(`No mapper found for type [${spec.unmappedType}]`);
  }
  return sortOf(family, undefined, spec, context);
}

function sortOf(
  family: Family,
  field: SearchField | undefined,
  spec: SortSpec,
  context: QueryContext,
): ShardSort {
  const parse = parser(outFamily(family, spec), field, spec, context);
  const { missing, mode } = spec;
  const isWord = missing === '_last' || missing === '_first';
  const isFirst = missing === '_first';
  const given = missing === undefined || missing === null || isWord ? undefined : parse(missing);
  if (
    mode !== undefined &&
    (family === 'string' || family === 'ip') &&
    !['min', 'max'].includes(mode)
  ) {
    throw shardError(context, `we only support AVG, MEDIAN and SUM on number based fields`);
  }
  const plain: SortField = {
    field: field?.path ?? spec.field,
    order: spec.order,
    ...(mode === undefined ? {} : { mode }),
    missing: isFirst ? '_first' : ((given ?? '_last') as never),
    ...(family === 'string' || family === 'ip' ? { isBinary: family === 'ip' } : {}),
    ...(spec.numericType === undefined ? {} : convertOf(family, spec.numericType)),
  };
  const sortField = field?.kind.isText === true ? byTerms(plain) : plain;
  const isHigh = (spec.order === 'asc') !== isFirst;
  return {
    field: spec.nested === undefined ? sortField : nestedSort(sortField, spec.nested, context),
    parse: withMissing(parse, family, isHigh),
    print: printer(outFamily(family, spec), field, spec, isHigh),
  };
}

/** Text has no column: its inverted index is turned round. */
function byTerms(sort: SortField): SortField {
  return {
    ...sort,
    reader: (segment) => {
      const terms = uninvert(segment, sort.field);
      return terms === undefined ? () => null : keywordReader(terms, sort);
    },
  };
}

/** The values a `numeric_type` makes of a column. */
function convertOf(family: Family, to: string): Partial<SortField> {
  if (family === 'date' && to === 'date_nanos') return { scale: 1_000_000 };
  if (family === 'date_nanos' && to === 'date') return { scale: 1 / 1_000_000 };
  if (family === 'double' && to === 'long') return { truncates: true };
  return {};
}

function outFamily(family: Family, { numericType }: SortSpec): Family {
  if (numericType === undefined) return family;
  return numericType as Family;
}

/** The value that stands for a missing one in answers means a missing one in requests. */
function withMissing(
  parse: (json: Json) => SortValue,
  family: Family,
  isHigh: boolean,
): (json: Json) => SortValue {
  return (json) => {
    if (json === null) return null;
    const text = javaText(json);
    if (family === 'double' && text === (isHigh ? 'Infinity' : '-Infinity')) return null;
    if (family !== 'string' && text === String(isHigh ? LONG_MAX : LONG_MIN)) return null;
    return parse(json);
  };
}

function parser(
  family: Family,
  field: SearchField | undefined,
  spec: SortSpec,
  context: QueryContext,
): (json: Json) => SortValue {
  switch (family) {
    case 'long':
      return (json) => {
        if (typeof json === 'boolean') return json ? 1 : 0;
        const text = javaText(json);
        javaDouble(text);
        return narrow(truncated(text));
      };
    case 'unsigned':
      return (json) => unsignedToColumn(BigInt(javaText(json)));
    case 'double':
      return (json) => javaDouble(javaText(json));
    case 'ip':
      return (json) => Buffer.from(parseIp(javaText(json))).toString('latin1');
    case 'string':
      return (json) => javaText(json);
    default:
      return (json) => {
        if (typeof json === 'number' || typeof json === 'bigint') return narrow(BigInt(json));
        const format = DateFormat.of(
          spec.format ??
            (field?.mapper?.value('format') as string | undefined) ??
            'strict_date_optional_time||epoch_millis',
        );
        try {
          const moment = parseDateMath(javaText(json), { format, now: context.now });
          if (family === 'date') return moment.millis;
          return narrow(BigInt(moment.millis) * 1_000_000n + BigInt(moment.nanos));
        } catch (error) {
          if (/^-?\d+$/.test(javaText(json))) return narrow(BigInt(javaText(json)));
          throw error;
        }
      };
  }
}

function printer(
  family: Family,
  field: SearchField | undefined,
  spec: SortSpec,
  isHigh: boolean,
): (value: SortValue) => Writable {
  const longEnd = isHigh ? LONG_MAX : LONG_MIN;
  switch (family) {
    case 'string':
      return (value) => value as string | null;
    case 'ip':
      return (value) => (value === null ? null : ipText(Buffer.from(value as string, 'latin1')));
    case 'double':
      return (value) => {
        if (value === null) return isHigh ? 'Infinity' : '-Infinity';
        return field?.type === 'float' || field?.type === 'half_float'
          ? new Float32(Number(value))
          : new Double(Number(value));
      };
    case 'unsigned':
      return (value) => (value === null ? longEnd : unsignedFromColumn(value as number | bigint));
    case 'long':
      return (value) => value ?? longEnd;
    default: {
      if (spec.format === undefined) return (value) => value ?? longEnd;
      const format = DateFormat.of(spec.format);
      return (value) => {
        if (value === null) return longEnd;
        const total = BigInt(value as number);
        return family === 'date'
          ? format.print({ millis: Number(total), nanos: 0 })
          : format.print({ millis: Number(total / 1_000_000n), nanos: Number(total % 1_000_000n) });
      };
    }
  }
}
