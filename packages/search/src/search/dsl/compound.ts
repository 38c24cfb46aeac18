/** Queries made of other queries, `bool` apart. */

import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { NOTHING } from '../fields/field-kind.ts';
import { anyOf } from './any-of.ts';
import { nestedQuery } from './nested.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';

export const matchAll: QueryParser = (body, scope) =>
  new Params(scope, 'match_all', body, []).finish(() => ({ kind: 'match_all' }));

export const matchNone: QueryParser = (body, scope) =>
  new Params(scope, 'match_none', body, []).finish(() => NOTHING);

export const constantScore: QueryParser = (body, scope) => {
  for (const [name, value] of body) {
    if (name === 'filter' && Array.isArray(value)) {
      throw scope.error('unexpected token [START_ARRAY]', body, name);
    }
    if (name !== 'filter' && isJsonObject(value)) {
      throw scope.error(`[constant_score] query does not support [${name}]`, body, name);
    }
  }
  const params = new Params(scope, 'constant_score', body, ['filter']);
  const inner = params.get('filter');
  if (inner === undefined) {
    throw scope.error("[constant_score] requires a 'filter' element", body, undefined, 'end');
  }
  const filter = scope.query(inner, body, 'filter');
  return params.finish((context) => {
    const built = filter(context);
    return built.kind === 'match_none' ? built : { kind: 'constant', filter: built };
  });
};

export const disMax: QueryParser = (body, scope) => {
  const params = new Params(scope, 'dis_max', body, ['queries', 'tie_breaker']);
  const given = params.get('queries');
  const list: readonly Json[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const queries = list.map((json) => scope.query(json, body, 'queries'));
  const tieBreaker = params.number('tie_breaker') ?? 0;
  if (queries.length === 0) {
    throw scope.error(
      "[dis_max] requires 'queries' field with at least one clause",
      body,
      undefined,
      'end',
    );
  }
  return params.finish((context) =>
    anyOf(
      queries.map((query) => query(context)),
      tieBreaker,
    ),
  );
};

export const boosting: QueryParser = (body, scope) => {
  const params = new Params(scope, 'boosting', body, ['positive', 'negative', 'negative_boost']);
  for (const part of ['positive', 'negative']) {
    if (params.get(part) === undefined) {
      throw scope.error(
        `[boosting] query requires '${part}' query to be set'`,
        body,
        undefined,
        'end',
      );
    }
  }
  const negativeBoost = params.number('negative_boost') ?? -1;
  if (negativeBoost < 0) {
    throw scope.error(
      "[boosting] query requires 'negative_boost' to be set to be a positive value'",
      body,
      undefined,
      'end',
    );
  }
  const positive = scope.query(params.get('positive'), body, 'positive');
  const negative = scope.query(params.get('negative'), body, 'negative');
  return params.finish((context) => {
    const good = positive(context);
    const bad = negative(context);
    if (good.kind === 'match_none' || bad.kind === 'match_none') return good;
    return { kind: 'boosting', positive: good, negative: bad, negativeBoost };
  });
};

const SCORE_MODES = ['avg', 'sum', 'min', 'max', 'none'] as const;
type ScoreMode = (typeof SCORE_MODES)[number];

export const nested: QueryParser = (body, scope) => {
  const params = new Params(scope, 'nested', body, [
    'path',
    'query',
    'score_mode',
    'ignore_unmapped',
    'inner_hits',
  ]);
  const path = params.text('path');
  const inner = params.get('query');
  if (path === undefined) throw illegalArgument("[nested] requires 'path' field");
  if (inner === undefined) throw illegalArgument("[nested] requires 'query' field");
  const scoreMode = (params.text('score_mode') ?? 'avg') as ScoreMode;
  if (!SCORE_MODES.includes(scoreMode)) {
    throw illegalArgument(`No score mode for child query [${scoreMode}] found`);
  }
  const query = scope.query(inner, body, 'query');
  const ignoreUnmapped = params.flag('ignore_unmapped', false);
  const shown = params.get('inner_hits');
  const innerHits = isJsonObject(shown) ? scope.innerHits?.(shown, path) : undefined;
  return params.finish((context) =>
    nestedQuery(context, query, { path, scoreMode, ignoreUnmapped, innerHits }),
  );
};
