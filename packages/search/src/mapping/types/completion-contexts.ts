/** `contexts` of a completion field: categories and places that suggestions belong to. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../json/values.ts';
import { javaText, mapperParsing } from '../parameter.ts';
import type { EntryContexts } from './completion-entry.ts';
import { parsePoint } from './geo-point.ts';
import { geohashOf, precisionOf } from './geohash.ts';

export interface ContextMapping {
  readonly name: string;
  readonly type: 'category' | 'geo';
  /** A field of the document that holds the values. */
  readonly path: string | undefined;
  /** Characters of a geohash. */
  readonly precision: number;
}

const DEFAULT_PRECISION = 6;
const MOST_CONTEXTS = 10;

export function parseContextMappings(json: Json | undefined): ContextMapping[] {
  if (json === undefined || json === null) return [];
  const list = Array.isArray(json) ? json : [json];
  if (list.length > MOST_CONTEXTS) {
    throw illegalArgument(
      `Limit of [${MOST_CONTEXTS}] contexts has been exceeded: [${list.length}]`,
    );
  }
  return list.map((item) => {
    if (!isJsonObject(item)) throw mapperParsing('contexts must be a list of objects');
    return contextMapping(item);
  });
}

function contextMapping(item: JsonObject): ContextMapping {
  const required = (name: string) => {
    const value = item.get(name);
    if (value === undefined || value === null) {
      throw new SearchError('parse_exception', `missing [${name}] in context mapping`);
    }
    return javaText(value);
  };
  const name = required('name');
  const type = required('type').toLowerCase();
  if (type !== 'category' && type !== 'geo') {
    throw new SearchError('parse_exception', `unknown context type[${type}]`);
  }
  const path = item.get('path');
  const precision = item.get('precision');
  return {
    name,
    type,
    path: path === undefined || path === null ? undefined : javaText(path),
    precision: precision === undefined ? DEFAULT_PRECISION : precisionOf(precision),
  };
}

/** Values of a context as terms keep them: places by their cell. */
export function contextValues(mapping: ContextMapping, json: Json): string[] {
  if (mapping.type === 'geo') return places(json).map((place) => cellOf(place, mapping.precision));
  return (Array.isArray(json) ? json : [json]).filter((item) => item !== null).map(categoryText);
}

/** A list of numbers is one point; other lists are of points. */
export function places(json: Json): Json[] {
  const isPoint = Array.isArray(json) && json.length > 0 && json.every(isJsonNumber);
  return Array.isArray(json) && !isPoint ? json : [json];
}

export function cellOf(place: Json, precision: number): string {
  if (typeof place === 'string' && !place.includes(',') && !/^point/i.test(place)) {
    return place.slice(0, precision).toLowerCase();
  }
  return geohashOf(parsePoint(place), precision);
}

export function categoryText(json: Json): string {
  if (isJsonObject(json) || Array.isArray(json)) {
    throw new SearchError(
      'parse_exception',
      'context must be a string, number or boolean, but was an object or array',
    );
  }
  return isJsonNumber(json) ? String(toNumber(json)) : javaText(json);
}

/** The contexts of one suggestion: those it names, and those that fields of the document give. */
export function entryContexts(
  field: string,
  mappings: readonly ContextMapping[],
  given: Json,
  document: () => Json,
): EntryContexts {
  const isGiven = isJsonObject(given);
  if (isGiven) {
    const names = mappings.map(({ name }) => name);
    for (const name of given.keys()) {
      if (names.includes(name)) continue;
      throw illegalArgument(
        mappings.length === 0
          ? `contexts are not supported for field: [${field}]`
          : `Unknown context name [${name}], must be one of [${names.join(', ')}]`,
      );
    }
  }
  if (mappings.length === 0) return {};
  const contexts: Record<string, string[]> = {};
  for (const mapping of mappings) {
    const values = new Set<string>();
    const own = isGiven ? given.get(mapping.name) : undefined;
    if (own !== undefined && own !== null) {
      for (const value of contextValues(mapping, own)) values.add(value);
    }
    if (mapping.path !== undefined) {
      for (const item of valuesAt(document(), mapping.path.split('.'))) {
        for (const value of contextValues(mapping, item)) values.add(value);
      }
    }
    if (values.size > 0) contexts[mapping.name] = [...values].sort();
  }
  if (Object.keys(contexts).length > 0) return contexts;
  throw illegalArgument(`Contexts are mandatory in context enabled completion field [${field}]`);
}

function valuesAt(json: Json | undefined, path: readonly string[]): Json[] {
  if (json === undefined || json === null) return [];
  if (path.length === 0) return [json];
  if (Array.isArray(json)) return json.flatMap((item) => valuesAt(item, path));
  if (!isJsonObject(json)) return [];
  const [name, ...rest] = path as [string, ...string[]];
  const dotted = rest.length === 0 ? [] : valuesAt(json.get(path.join('.')), []);
  return [...valuesAt(json.get(name), rest), ...dotted];
}
