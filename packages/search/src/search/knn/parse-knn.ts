/** `knn` of a search: documents whose vectors are nearest to a given one. */
import { illegalArgument } from '../../errors/search-error.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { QueryBuilder } from '../context.ts';
import { numberValue } from '../dsl/params.ts';
import type { Scope } from '../dsl/scope.ts';

export interface Knn {
  readonly field: string;
  readonly vector: readonly number[];
  readonly k: number;
  readonly candidates: number;
  readonly filters: readonly QueryBuilder[];
  /** How near a vector must be, in the terms of the field's similarity. */
  readonly similarity: number | undefined;
  readonly boost: number;
}

const KNOWN = [
  'field',
  'query_vector',
  'query_vector_builder',
  'k',
  'num_candidates',
  'filter',
  'similarity',
  'boost',
  '_name',
  'inner_hits',
];
const MAX_CANDIDATES = 10_000;

export function parseKnn(json: Json, scope: Scope): Knn[] {
  const list = Array.isArray(json) ? json : [json];
  return list.map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('[knn] must be an object');
    return parseOne(item, scope);
  });
}

function parseOne(body: JsonObject, scope: Scope): Knn {
  for (const name of body.keys()) {
    if (KNOWN.includes(name)) continue;
    throw scope.contentError(`[knn] unknown field [${name}]`, body, name, undefined, 'name');
  }
  const required = (name: string): Json => {
    const value = body.get(name);
    if (value === undefined || value === null) throw illegalArgument(`Required [${name}]`);
    return value;
  };
  const field = javaText(required('field'));
  const vector = required('query_vector');
  if (!Array.isArray(vector) || !vector.every(isJsonNumber)) {
    throw illegalArgument('[query_vector] must be an array of numbers');
  }
  const k = Math.trunc(numberValue(required('k')));
  const candidates = Math.trunc(numberValue(required('num_candidates')));
  if (k < 1) throw illegalArgument('[k] must be greater than 0');
  if (candidates < k) throw illegalArgument('[num_candidates] cannot be less than [k]');
  if (candidates > MAX_CANDIDATES) {
    throw illegalArgument(`[num_candidates] cannot exceed [${MAX_CANDIDATES}]`);
  }
  const similarity = body.get('similarity');
  const boost = body.get('boost');
  return {
    field,
    k,
    candidates,
    vector: vector.map((item) => toNumber(item as number)),
    filters: filterList(body, scope),
    similarity: similarity === undefined ? undefined : numberValue(similarity),
    boost: boost === undefined ? 1 : numberValue(boost),
  };
}

export function filterList(body: JsonObject, scope: Scope): QueryBuilder[] {
  const given = body.get('filter');
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) return [scope.query(given, body, 'filter')];
  return given.map((item, i) => scope.query(item, given, i));
}
