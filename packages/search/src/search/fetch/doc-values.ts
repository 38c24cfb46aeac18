/** `docvalue_fields`: values of columns. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { NumericColumn } from '../../index/segment/column.ts';
import { PRIMARY_TERM, SEQ_NO, VERSION } from '../../index/segment/segment.ts';
import { Double, type Writable } from '../../json/values.ts';
import { DateFormat } from '../../mapping/date/date-format.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { decodePoint } from '../../mapping/types/geo-point.ts';
import { ipText } from '../../mapping/types/ip-address.ts';
import { unsignedFromColumn } from '../../mapping/types/numeric.ts';
import { DecimalFormat } from '../aggregations/values/decimal-format.ts';
import type { HitContext } from '../context.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { matchingFields, resolveField } from '../fields/resolve.ts';
import type { FieldRequest } from '../request/search-request.ts';

type Value = number | bigint;
type Print = (value: Value) => Writable;

const REAL = new Set(['double', 'float', 'half_float', 'scaled_float', 'rank_feature']);
const INTERNAL = new Set([SEQ_NO, VERSION, PRIMARY_TERM]);

/** Adds the values of the fields that requests name. */
export function addDocValues(
  requests: readonly FieldRequest[],
  hit: HitContext,
  found: Map<string, Writable>,
): void {
  for (const request of requests) {
    for (const field of fieldsOf(hit.shard.mapping, request.field)) {
      const values = valuesOf(field, request.format, hit);
      if (values.length > 0) found.set(field.name, values);
    }
  }
}

function fieldsOf(mapping: Mapping, pattern: string): SearchField[] {
  const single = resolveField(mapping, pattern);
  if (single !== undefined) return [single];
  return pattern.includes('*') ? matchingFields(mapping, pattern) : [];
}

function valuesOf(field: SearchField, format: string | undefined, hit: HitContext): Writable[] {
  const { view, doc, id, shard } = hit;
  if (field.type === '_id') return [id];
  if (field.type === '_index') return [shard.index];
  if (field.kind.isText === true) {
    throw illegalArgument(
      `Fielddata is disabled on [${field.name}] in [${shard.index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field.name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  }
  if (field.type === 'constant_keyword') {
    const value = field.mapper?.value('value');
    return value === undefined ? [] : [value];
  }
  const column = view.segment.column(field.path);
  if (column === undefined) return [];
  const values: Writable[] = [];
  const isSingle = INTERNAL.has(field.path);
  const first = isSingle ? doc : column.firstValue(doc);
  const end = isSingle ? doc + 1 : column.endValue(doc);
  if ('ordinals' in column) {
    for (let i = first; i < end; i += 1) {
      values.push(keywordText(field, column.termBytes(column.ordinals[i] as number)));
    }
    return values;
  }
  const print = printer(field, format);
  for (let i = first; i < end; i += 1) values.push(print(valueAt(column, i)));
  return values;
}

function valueAt(column: NumericColumn, index: number): Value {
  return column.values instanceof BigInt64Array ? column.bigint(index) : column.number(index);
}

function keywordText(field: SearchField, bytes: Uint8Array): Writable {
  if (field.type === 'ip') return ipText(bytes);
  if (field.type === 'binary') return Buffer.from(bytes).toString('base64');
  return Buffer.from(bytes).toString();
}

function printer(field: SearchField, format: string | undefined): Print {
  const { type } = field;
  if (type === 'date' || type === 'date_nanos') {
    const isEpoch = format === 'epoch_millis';
    const shown = DateFormat.of(
      format === undefined || format === 'use_field_mapping'
        ? (field.mapper?.value('format') as string)
        : format,
    );
    return (value) => {
      const total = BigInt(value);
      const moment =
        type === 'date'
          ? { millis: Number(total), nanos: 0 }
          : { millis: Number(total / 1_000_000n), nanos: Number(total % 1_000_000n) };
      if (isEpoch && type === 'date_nanos' && moment.nanos > 0) {
        return `${moment.millis}.${String(moment.nanos).padStart(6, '0').replace(/0+$/, '')}`;
      }
      return shown.print(moment);
    };
  }
  if (type === 'boolean') return (value) => Number(value) !== 0;
  if (type === 'geo_point') {
    return (value) => {
      const { lat, lon } = decodePoint(value);
      return { type: 'Point', coordinates: [new Double(lon), new Double(lat)] };
    };
  }
  if (format !== undefined && format !== 'use_field_mapping') {
    const shown = new DecimalFormat(format);
    return (value) => shown.print(Number(value));
  }
  if (type === 'unsigned_long') return (value) => unsignedFromColumn(value);
  if (REAL.has(type)) return (value) => new Double(Number(value));
  return (value) => value;
}
