import { SearchError } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { BoolQuery, Query } from '../../query/query.ts';
import type { QueryBuilder, QueryContext } from '../context.ts';
import { EVERYTHING, NOTHING } from '../fields/field-kind.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { flagValue, Params } from './params.ts';
import { didYouMean, type QueryParser, type Scope } from './scope.ts';

const OCCURS = ['must', 'should', 'filter', 'must_not'] as const;
type Occur = (typeof OCCURS)[number];
const OTHERS = ['minimum_should_match', 'adjust_pure_negative', 'boost', '_name'];

/** `indices.query.bool.max_clause_count`: the reference makes it from the heap, never below this. */
export const MAX_CLAUSES = 4096;

export const bool: QueryParser = (body, scope) => {
  for (const name of body.keys()) {
    if (name === 'mustNot' || OTHERS.includes(name)) continue;
    if ((OCCURS as readonly string[]).includes(name)) continue;
    const known = [...OCCURS, ...OTHERS].sort();
    throw scope.contentError(
      `[bool] unknown field [${name}]${didYouMean(name, known)}`,
      body,
      name,
      undefined,
      'name',
    );
  }
  const params = new Params(scope, 'bool', body, [...OCCURS, 'mustNot', ...OTHERS]);
  const clauses = (occur: Occur) => parseClauses(scope, body, occur);
  const parsed = {
    must: clauses('must'),
    should: clauses('should'),
    filter: clauses('filter'),
    mustNot: [
      ...clauses('must_not'),
      ...(body.has('mustNot') ? parseClauses(scope, body, 'mustNot') : []),
    ],
  };
  const wanted = params.get('minimum_should_match');
  const pure = params.get('adjust_pure_negative');
  if (pure !== undefined) flagValue(pure);
  const spec = wanted === undefined ? undefined : javaText(wanted);
  return params.finish((context) => build(context, parsed, spec));
};

function parseClauses(scope: Scope, body: JsonObject, occur: Occur | 'mustNot'): QueryBuilder[] {
  const value = body.get(occur);
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((clause, i) => {
    try {
      if (!isJsonObject(clause)) {
        throw scope.error(
          '[_na] query malformed, must start with start_object',
          Array.isArray(value) ? value : body,
          Array.isArray(value) ? i : occur,
        );
      }
      return scope.query(clause as Json);
    } catch (cause) {
      if (!(cause instanceof SearchError)) throw cause;
      throw scope.contentError(
        `[bool] failed to parse field [${occur}]`,
        isJsonObject(clause) ? clause : body,
        isJsonObject(clause) ? undefined : occur,
        cause,
      );
    }
  });
}

interface Clauses {
  readonly must: readonly QueryBuilder[];
  readonly should: readonly QueryBuilder[];
  readonly filter: readonly QueryBuilder[];
  readonly mustNot: readonly QueryBuilder[];
}

function build(context: QueryContext, clauses: Clauses, spec: string | undefined): Query {
  const made = (list: readonly QueryBuilder[]) => list.map((builder) => builder(context));
  const must = made(clauses.must);
  const filter = made(clauses.filter);
  const should = made(clauses.should);
  const mustNot = made(clauses.mustNot).filter(({ kind }) => kind !== 'match_none');
  const total = must.length + filter.length + should.length + clauses.mustNot.length;
  if (total === 0) return EVERYTHING;
  checkClauses(total);
  if ([...must, ...filter].some(({ kind }) => kind === 'match_none')) return NOTHING;
  const wanted = spec === undefined ? 0 : minimumShouldMatch(should.length, spec);
  if (wanted > should.length) return NOTHING;
  return simplified({
    kind: 'bool',
    must,
    filter,
    should,
    mustNot,
    ...(wanted > 0 ? { minimumShouldMatch: wanted } : {}),
  });
}

export function checkClauses(count: number): void {
  if (count <= MAX_CLAUSES) return;
  throw new SearchError('too_many_clauses', `maxClauseCount is set to ${MAX_CLAUSES}`);
}

/**
 * The same matches and scores with one level less where possible: the scorers for terms serve only
 * clauses they see.
 */
export function simplified(query: BoolQuery): Query {
  const { must = [], filter = [], should = [], mustNot = [] } = query;
  const others = filter.length + mustNot.length;
  const only = must.length === 1 && should.length === 0 ? must[0] : undefined;
  const lone =
    only ?? (should.length === 1 && must.length + filter.length === 0 ? should[0] : undefined);
  if (lone === undefined || query.boost !== undefined) return query;
  if (others === 0) return lone;
  if (lone.kind !== 'bool') return query;
  const inner = lone.must?.length ?? 0;
  const wanted =
    lone.minimumShouldMatch ??
    ((lone.should?.length ?? 0) > 0 && inner + (lone.filter?.length ?? 0) === 0 ? 1 : undefined);
  if (inner === 0 && (lone.should?.length ?? 0) === 0) return query;
  return {
    ...lone,
    filter: [...(lone.filter ?? []), ...filter],
    mustNot: [...(lone.mustNot ?? []), ...mustNot],
    ...(wanted === undefined ? {} : { minimumShouldMatch: wanted }),
  };
}
