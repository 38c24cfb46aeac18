import { SearchError } from '../../errors/search-error.ts';
import { writeJson } from '../../json/json-writer.ts';
import type { Json } from '../../json/values.ts';
import type { Query } from '../../query/query.ts';
import type { QueryBuilder, QueryContext } from '../context.ts';
import { shardError } from '../fields/field-kind.ts';
import { QUERIES } from './query-table.ts';
import { Scope } from './scope.ts';

/** The scope of one request: `bytes` are its text, for the places of errors. */
export function scopeOf(root: Json, bytes?: Uint8Array): Scope {
  return new Scope(QUERIES, root, () => bytes ?? writeJson(root));
}

/** Parses a query that stands by itself, the filter of an alias for one. */
export function parseQuery(json: Json): QueryBuilder {
  return scopeOf(json).query(json);
}

/** Errors that are told as they are. */
const PASSED = new Set<string>([
  'too_many_clauses',
  'index_not_found_exception',
  'security_exception',
]);

/** Builds a query for a shard; what is wrong only there becomes its failure. */
export function buildQuery(builder: QueryBuilder, context: QueryContext): Query {
  try {
    return builder(context);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.type === 'query_shard_exception' || PASSED.has(error.type)) throw error;
    throw shardError(context, `failed to create query: ${error.reason}`, error);
  }
}
