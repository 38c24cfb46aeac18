/** What this layer needs of the mapping of an index. */
import { SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import type { FieldMapping } from '../mapping/index-mapping.ts';
import type { SettingsMap } from './cluster-state.ts';

/** The mapping of one index at one moment. */
export type IndexMapping = FieldMapping;

/** Makes the mapping of an index from what was sent or stored; throws what is wrong with it. */
export type ParseMapping = (body: JsonObject, settings: SettingsMap) => IndexMapping;

/** Takes off the type level of old requests: `{"_doc": {...}}`. */
export function withoutType(body: Json | undefined): JsonObject {
  if (body === undefined || body === null) return new Map();
  if (!isJsonObject(body)) {
    throw new SearchError('mapper_parsing_exception', 'Expected map for property [mappings]');
  }
  const inner = body.size === 1 ? body.get('_doc') : undefined;
  return isJsonObject(inner) ? inner : body;
}

/**
 * Mappings of templates and of a request as one, weakest first. Objects are merged; a field is
 * replaced whole by a later definition; dynamic templates are replaced by name.
 */
export function combineMappings(layers: readonly JsonObject[]): JsonObject {
  return layers.reduce(combine, new Map());
}

function combine(to: JsonObject, from: JsonObject): JsonObject {
  const result: JsonObject = new Map(to);
  for (const [name, value] of from) {
    const known = result.get(name);
    if (name === 'properties' && isJsonObject(known) && isJsonObject(value)) {
      result.set(name, combineFields(known, value));
    } else if (name === 'dynamic_templates' && Array.isArray(known) && Array.isArray(value)) {
      result.set(name, combineTemplates(known, value));
    } else if (isJsonObject(known) && isJsonObject(value)) {
      result.set(name, mergeJson(known, value));
    } else result.set(name, value);
  }
  return result;
}

function combineFields(to: JsonObject, from: JsonObject): JsonObject {
  const fields: JsonObject = new Map(to);
  for (const [name, field] of from) {
    const known = fields.get(name);
    const areObjects = isObjectMapping(known) && isObjectMapping(field);
    fields.set(name, areObjects ? combine(known, field) : field);
  }
  return fields;
}

/** An object may say so, or only have properties. */
function isObjectMapping(field: Json | undefined): field is JsonObject {
  if (!isJsonObject(field)) return false;
  const type = field.get('type');
  return type === 'object' || type === 'nested' || (type === undefined && field.has('properties'));
}

function combineTemplates(to: readonly Json[], from: readonly Json[]): Json[] {
  const byName = new Map<string, Json>();
  for (const item of [...to, ...from]) {
    const name = isJsonObject(item) ? ([...item.keys()][0] ?? '') : '';
    byName.set(name, item);
  }
  return [...byName.values()];
}

/** Adds `from` to `to`, object by object; the later value wins. */
export function mergeJson(to: JsonObject, from: JsonObject): JsonObject {
  const result: JsonObject = new Map(to);
  for (const [name, value] of from) {
    const known = result.get(name);
    result.set(name, isJsonObject(known) && isJsonObject(value) ? mergeJson(known, value) : value);
  }
  return result;
}
