/** What this layer needs of the mapping of an index. */
import { SearchError } from '../errors/search-error.ts';
import type { FillRows } from '../index/shard/documents.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import type { SettingsMap } from './cluster-state.ts';

/** The mapping of one index at one moment. */
export interface IndexMapping {
  /** The mapping with `body` added; throws a SearchError on a conflict. */
  merge(body: JsonObject): IndexMapping;
  toJson(): JsonObject;
  /** Undefined while documents cannot be turned into rows. */
  readonly fill?: FillRows;
}

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

/** Adds `from` to `to`, object by object; the later value wins. */
export function mergeJson(to: JsonObject, from: JsonObject): JsonObject {
  const result: JsonObject = new Map(to);
  for (const [name, value] of from) {
    const known = result.get(name);
    result.set(name, isJsonObject(known) && isJsonObject(value) ? mergeJson(known, value) : value);
  }
  return result;
}
