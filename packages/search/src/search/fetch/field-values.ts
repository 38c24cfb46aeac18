/** Values of a document's source as `fields` shows them. */
import { illegalArgument } from '../../errors/search-error.ts';
import { Double, isJsonObject, type Json, type Writable } from '../../json/values.ts';
import { DateFormat } from '../../mapping/date/date-format.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import { javaText } from '../../mapping/parameter.ts';
import { typedValue } from '../../mapping/typed-value.ts';
import { parsePoint } from '../../mapping/types/geo-point.ts';

/** Undefined when the value is none of the field's. */
export type ShowValue = (value: Json) => Writable | undefined;

const DATES = new Set(['date', 'date_nanos']);
/** Types whose values are objects or arrays as a whole. */
const WHOLE = new Set([
  'flattened',
  'geo_point',
  'dense_vector',
  'join',
  'rank_features',
  'completion',
]);

export function takesWhole({ type }: FieldMapper): boolean {
  return WHOLE.has(type.name) || type.name.endsWith('_range');
}

/** How values of a field are shown; throws when it cannot take the format. */
export function showing(
  field: FieldMapper,
  name: string,
  format: string | undefined,
  analysis: { normalizer(name: string): { terms(text: string): string[] } | undefined },
): ShowValue {
  const type = field.type.name;
  if (DATES.has(type)) return dateValue(field, format);
  if (type === 'geo_point') return pointValue(format);
  if (type === 'date_range') return rangeValue(field, format);
  if (format !== undefined) {
    throw illegalArgument(`Field [${name}] of type [${type}] doesn't support formats.`);
  }
  if (type.endsWith('_range')) return rangeValue(field, undefined);
  if (type === 'keyword') return keywordValue(field, analysis);
  return (given) => {
    const value = given === null ? field.value('null_value') : given;
    return value === undefined || value === null ? undefined : typedValue(field, value)?.shown;
  };
}

function keywordValue(
  field: FieldMapper,
  analysis: { normalizer(name: string): { terms(text: string): string[] } | undefined },
): ShowValue {
  const limit = field.value('ignore_above') as number;
  const name = field.value('normalizer');
  const normalizer = typeof name === 'string' ? analysis.normalizer(name) : undefined;
  const nullValue = field.value('null_value');
  return (given) => {
    const value = given === null ? nullValue : given;
    if (value === undefined || value === null || isJsonObject(value)) return undefined;
    const text = javaText(value);
    if (text.length > limit) return undefined;
    return normalizer === undefined ? text : (normalizer.terms(text)[0] ?? '');
  };
}

function dateValue(field: FieldMapper, asked: string | undefined): ShowValue {
  const own = DateFormat.of(field.value('format') as string);
  const shown = asked === undefined ? own : DateFormat.of(asked);
  return (value) => {
    const given = value === null ? field.value('null_value') : value;
    if (given === undefined || given === null) return undefined;
    const moment = own.tryParse(javaText(given));
    return moment === undefined ? undefined : shown.print(moment);
  };
}

/** Both ends, each as the kind of range shows it. */
function rangeValue(field: FieldMapper, asked: string | undefined): ShowValue {
  const type = field.type.name;
  const own = type === 'date_range' ? DateFormat.of(field.value('format') as string) : undefined;
  const shown = asked === undefined ? own : DateFormat.of(asked);
  const end = (value: Json): Writable => {
    const moment = own?.tryParse(javaText(value));
    if (moment !== undefined && shown !== undefined) return shown.print(moment);
    return value;
  };
  return (value) => {
    if (!isJsonObject(value)) return value === null ? undefined : value;
    return new Map([...value].map(([name, item]) => [name, item === null ? null : end(item)]));
  };
}

function pointValue(format: string | undefined): ShowValue {
  if (format !== undefined && format !== 'geojson' && format !== 'wkt') {
    throw illegalArgument(`Unrecognized geometry format [${format}].`);
  }
  const show = ({ lat, lon }: { lat: number; lon: number }): Writable =>
    format === 'wkt'
      ? `POINT (${javaText(new Double(lon))} ${javaText(new Double(lat))})`
      : { type: 'Point', coordinates: [new Double(lon), new Double(lat)] };
  return (value) => {
    if (value === null) return undefined;
    try {
      return show(parsePoint(value));
    } catch {
      return undefined;
    }
  };
}
