/** Values of a search's body that take more than a line to read. */
import { SourceFilter } from '../../documents/source-filter.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { flagValue, numberValue } from '../dsl/params.ts';
import type { Scope } from '../dsl/scope.ts';
import type { FieldRequest, SearchRequest } from './search-request.ts';

const integer = (value: Json) => Math.trunc(numberValue(value));

/** Tokens as the reference names them. */
export const TOKENS = { object: 'START_OBJECT', array: 'START_ARRAY' } as const;

export function tokenOf(value: Json): string {
  if (isJsonObject(value)) return TOKENS.object;
  if (Array.isArray(value)) return TOKENS.array;
  if (typeof value === 'string') return 'VALUE_STRING';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return value === null ? 'VALUE_NULL' : 'VALUE_NUMBER';
}

export function sourceFilter(value: Json, scope: Scope, body: JsonObject): SourceFilter | false {
  if (value === false || value === 'false') return false;
  if (value === true || value === 'true') return SourceFilter.all;
  if (typeof value === 'string') return new SourceFilter([value], []);
  if (Array.isArray(value)) return new SourceFilter(value.map(javaText), []);
  if (!isJsonObject(value)) {
    throw scope.error(
      `Expected one of [VALUE_BOOLEAN, START_OBJECT] but found [${tokenOf(value)}]`,
      body,
      '_source',
    );
  }
  const list = (names: readonly string[]) => {
    for (const name of names) {
      const given = value.get(name);
      if (Array.isArray(given)) return given.map(javaText);
      if (given !== undefined && given !== null) return [javaText(given)];
    }
    return [];
  };
  for (const [name, item] of value) {
    if (['includes', 'include', 'excludes', 'exclude'].includes(name)) continue;
    throw scope.error(`Unknown key for a ${tokenOf(item)} in [${name}].`, value, name);
  }
  return new SourceFilter(list(['includes', 'include']), list(['excludes', 'exclude']));
}

export function fieldRequest(item: Json, key: string, scope: Scope): FieldRequest {
  if (!isJsonObject(item)) return { field: javaText(item) };
  for (const name of item.keys()) {
    if (['field', 'format', 'include_unmapped'].includes(name)) continue;
    throw scope.contentError(
      `[${key === 'fields' ? 'fields' : 'docvalue_fields'}] unknown field [${name}]`,
      item,
      name,
      undefined,
      'name',
    );
  }
  const field = item.get('field');
  if (field === undefined) throw illegalArgument('Required [field]');
  const format = item.get('format');
  const unmapped = item.get('include_unmapped');
  return {
    field: javaText(field),
    format: format === undefined || format === null ? undefined : javaText(format),
    includeUnmapped: unmapped === undefined ? undefined : flagValue(unmapped),
  };
}

export function indicesBoost(value: Json): (readonly [string, number])[] {
  if (!isJsonObject(value) && !Array.isArray(value)) {
    throw illegalArgument('[indices_boost] must be an object or an array of objects');
  }
  const entries = isJsonObject(value)
    ? [...value]
    : value.flatMap((item) => (isJsonObject(item) ? [...item] : []));
  return entries.map(([name, boost]) => {
    if (!isJsonNumber(boost)) throw illegalArgument(`Expected [VALUE_NUMBER] in [indices_boost]`);
    return [name, toNumber(boost)] as const;
  });
}

export function sliceOf(body: JsonObject): SearchRequest['slice'] {
  const field = body.get('field');
  const id = integer(body.get('id') ?? 0);
  const max = integer(body.get('max') ?? 0);
  if (id < 0) throw illegalArgument('id must be greater than or equal to 0');
  if (max <= 1) throw illegalArgument('max must be greater than 1');
  if (max <= id) throw illegalArgument('max must be greater than id');
  return { id, max, field: field === undefined ? undefined : javaText(field) };
}
