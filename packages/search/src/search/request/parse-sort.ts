/** `sort`: fields with an order each. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Scope } from '../dsl/scope.ts';
import { parseGeoSort } from './parse-geo-sort.ts';
import type { NestedSort, SortSpec } from './search-request.ts';

const MODES = ['min', 'max', 'sum', 'avg', 'median'] as const;

export function parseSort(json: Json, scope: Scope): SortSpec[] {
  const list = Array.isArray(json) ? json : [json];
  return list.flatMap((entry, i): SortSpec[] => {
    if (typeof entry === 'string') return [named(entry)];
    if (isJsonObject(entry)) {
      return [...entry].map(([field, value]) => one(field, value, scope, entry));
    }
    throw illegalArgument(
      Array.isArray(json)
        ? 'malformed sort format, within the sort array, an object, or an actual string are allowed'
        : `malformed sort format, either start with array, object, or an actual string${i > 0 ? '' : ''}`,
    );
  });
}

function named(field: string): SortSpec {
  return { field, order: field === '_score' ? 'desc' : 'asc' };
}

function one(field: string, value: Json, scope: Scope, around: JsonObject): SortSpec {
  const base = named(field);
  if (typeof value === 'string') return { ...base, order: orderOf(value) };
  if (!isJsonObject(value)) {
    throw illegalArgument(
      'malformed sort format, within the sort array, an object, or an actual string are allowed',
    );
  }
  if (field === '_geo_distance') {
    return parseGeoSort(value, {
      order: (text) => orderOf(text),
      mode: (text) => modeOf(text),
      nested: (json) => nestedSort(json, scope),
    });
  }
  if (field === '_script') {
    throw illegalArgument(`[${field}] sorts are not supported by this engine`);
  }
  let spec: SortSpec = base;
  for (const [name, item] of value) {
    const part = option(name, item, scope, value);
    spec = { ...spec, ...part };
  }
  if (field === '_score' && value.size > (value.has('order') ? 1 : 0)) {
    const [odd] = [...value.keys()].filter((name) => name !== 'order');
    throw scope.contentError(`[_score] unknown field [${odd}]`, around, field);
  }
  return spec;
}

function option(name: string, item: Json, scope: Scope, around: JsonObject): Partial<SortSpec> {
  switch (name) {
    case 'order':
      return { order: orderOf(javaText(item)) };
    case 'missing':
      return { missing: item };
    case 'mode':
      return { mode: modeOf(javaText(item)) };
    case 'unmapped_type':
      return { unmappedType: javaText(item) };
    case 'format':
      return { format: javaText(item) };
    case 'numeric_type':
      return { numericType: numericType(javaText(item)) };
    case 'nested':
      return { nested: nestedSort(item, scope) };
    default:
      throw scope.contentError(
        `[field_sort] unknown field [${name}]`,
        around,
        name,
        undefined,
        'name',
      );
  }
}

function nestedSort(json: Json, scope: Scope): NestedSort {
  if (!isJsonObject(json)) throw illegalArgument('[nested] must be an object');
  const filter = json.get('filter');
  const inner = json.get('nested');
  if (inner !== undefined && inner !== null) return nestedSort(inner, scope);
  return {
    path: javaText(json.get('path')),
    filter: filter === undefined ? undefined : scope.query(filter, json, 'filter'),
  };
}

function orderOf(text: string): 'asc' | 'desc' {
  const lower = text.toLowerCase();
  if (lower === 'asc' || lower === 'desc') return lower;
  throw illegalArgument(
    `No enum constant org.elasticsearch.search.sort.SortOrder.${text.toUpperCase()}`,
  );
}

function modeOf(text: string): SortSpec['mode'] {
  const lower = text.toLowerCase() as (typeof MODES)[number];
  if (MODES.includes(lower)) return lower;
  throw illegalArgument(`Unknown SortMode [${text}]`);
}

function numericType(text: string): string {
  if (['long', 'double', 'date', 'date_nanos'].includes(text.toLowerCase())) {
    return text.toLowerCase();
  }
  throw illegalArgument(
    `invalid value for [numeric_type], must be [long, double, date, date_nanos], got ${text}`,
  );
}

/** `sort=a:asc,b` of the address. */
export function parseSortParam(text: string): SortSpec[] {
  return text.split(',').map((part) => {
    const colon = part.lastIndexOf(':');
    if (colon < 0) return named(part);
    const order = part.slice(colon + 1);
    if (order !== 'asc' && order !== 'desc') return named(part);
    return { ...named(part.slice(0, colon)), order };
  });
}
