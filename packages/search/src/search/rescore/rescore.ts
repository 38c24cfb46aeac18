/** `rescore`: the best hits of a shard scored once more by another query. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { scoreOf } from '../../query/iterate.ts';
import type { QueryBuilder, ShardContext } from '../context.ts';
import { numberValue } from '../dsl/params.ts';
import type { Scope } from '../dsl/scope.ts';
import type { ShardHit } from '../shard/query-shard.ts';

type Mode = 'total' | 'multiply' | 'avg' | 'max' | 'min';

export interface Rescore {
  readonly window: number;
  readonly query: QueryBuilder;
  readonly queryWeight: number;
  readonly rescoreWeight: number;
  readonly mode: Mode;
}

const MODES: Readonly<Record<Mode, (first: number, second: number) => number>> = {
  total: (first, second) => first + second,
  multiply: (first, second) => first * second,
  avg: (first, second) => (first + second) / 2,
  max: Math.max,
  min: Math.min,
};

const DEFAULT_WINDOW = 10;

export function parseRescore(json: Json, scope: Scope): Rescore[] {
  const list = Array.isArray(json) ? json : [json];
  return list.map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('[rescore] must be an object');
    return parseOne(item, scope);
  });
}

function parseOne(body: JsonObject, scope: Scope): Rescore {
  const window = body.get('window_size');
  const inner = body.get('query');
  for (const name of body.keys()) {
    if (name === 'window_size' || name === 'query') continue;
    throw scope.error(`rescore doesn't support rescorer [${name}]`, body, name);
  }
  if (!isJsonObject(inner)) throw scope.error('missing rescore type', body, undefined, 'end');
  const known = ['rescore_query', 'query_weight', 'rescore_query_weight', 'score_mode'];
  for (const name of inner.keys()) {
    if (known.includes(name)) continue;
    throw scope.contentError(`[query] unknown field [${name}]`, inner, name, undefined, 'name');
  }
  const query = inner.get('rescore_query');
  if (query === undefined) throw illegalArgument('Required [rescore_query]');
  const mode = javaText(inner.get('score_mode') ?? 'total').toLowerCase();
  if (!(mode in MODES)) throw illegalArgument(`illegal score_mode [${mode}]`);
  const number = (name: string) => numberValue(inner.get(name) ?? 1);
  return {
    window: window === undefined ? DEFAULT_WINDOW : Math.trunc(numberValue(window)),
    query: scope.query(query, inner, 'rescore_query'),
    queryWeight: number('query_weight'),
    rescoreWeight: number('rescore_query_weight'),
    mode: mode as Mode,
  };
}

/** Hits in their new order; those beyond the window come behind, with their weighted score. */
export function rescored(
  context: ShardContext,
  hits: readonly ShardHit[],
  list: readonly Rescore[],
): ShardHit[] {
  let current = [...hits];
  for (const rescore of list) current = once(context, current, rescore);
  return current;
}

function once(context: ShardContext, hits: readonly ShardHit[], rescore: Rescore): ShardHit[] {
  const { searcher } = context;
  const query = context.build(rescore.query);
  const combine = MODES[rescore.mode];
  const weighted = (hit: ShardHit, score: number): ShardHit => {
    const rounded = Math.fround(score);
    return { ...hit, score: rounded, values: [rounded] };
  };
  const first = hits.slice(0, rescore.window).map((hit) => {
    const { view, row } = searcher.locate(hit.doc);
    const own = (hit.score ?? 0) * rescore.queryWeight;
    const second = scoreOf(searcher, view, query, row);
    return weighted(hit, second === undefined ? own : combine(own, second * rescore.rescoreWeight));
  });
  first.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.doc - b.doc);
  const rest = hits
    .slice(rescore.window)
    .map((hit) => weighted(hit, (hit.score ?? 0) * rescore.queryWeight));
  return [...first, ...rest];
}
