/** `has_child`, `has_parent` and `parent_id`: documents by those they are joined to. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { joinField } from '../../mapping/types/join.ts';
import type { NestedScoreMode, Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { mustBeAllowed, NOTHING, shardError, utf8 } from '../fields/field-kind.ts';
import { type Joined, joinedQuery } from './joined-rows.ts';
import { Params } from './params.ts';
import type { QueryParser, Scope } from './scope.ts';

interface Relations {
  readonly path: string;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** The index's join field. */
function relationsOf({ mapping }: QueryContext): Relations | undefined {
  for (const { type, path, given } of mapping.fields.values()) {
    const relations = type.name === 'join' ? given.get('relations') : undefined;
    if (!isJsonObject(relations)) continue;
    const children = new Map(
      [...relations].map(([parent, names]) => [
        parent,
        Array.isArray(names) ? names.map(javaText) : [javaText(names)],
      ]),
    );
    return { path, children };
  }
  return undefined;
}

const parentOf = ({ children }: Relations, child: string) =>
  [...children].find(([, names]) => names.includes(child))?.[0];

const named = (path: string, names: readonly string[]): Query => ({
  kind: 'terms',
  field: path,
  terms: names.map(utf8),
});

const MODES: readonly string[] = ['none', 'avg', 'sum', 'min', 'max'];

function scoreMode(text: string | undefined): NestedScoreMode {
  const mode = text ?? 'none';
  if (MODES.includes(mode)) return mode as NestedScoreMode;
  throw illegalArgument(`No score mode for child query [${mode}] found`);
}

function innerQuery(params: Params, scope: Scope) {
  const query = params.get('query');
  if (query === undefined) {
    throw illegalArgument(`[${params.query}] requires 'query' field`);
  }
  return scope.query(query, params.object, 'query');
}

function requiredText(params: Params, name: string): string {
  const value = params.text(name);
  if (value === undefined) throw illegalArgument(`[${params.query}] requires '${name}' field`);
  return value;
}

export const hasChild: QueryParser = (body, scope) => {
  const known = ['query', 'type', 'score_mode', 'min_children', 'max_children', 'ignore_unmapped'];
  const params = new Params(scope, 'has_child', body, known);
  const query = innerQuery(params, scope);
  const child = requiredText(params, 'type');
  const ignoreUnmapped = params.flag('ignore_unmapped', false);
  const min = params.integer('min_children') ?? 1;
  const max = params.integer('max_children') ?? 2147483647;
  if (min <= 0) {
    throw illegalArgument(`[has_child] requires non-negative 'min_children' field`);
  }
  if (max < min) throw illegalArgument(`[has_child] 'max_children' is less than 'min_children'`);
  const mode = scoreMode(params.text('score_mode'));
  return params.finish((context) => {
    mustBeAllowed(context, 'joining');
    const relations = relationsOf(context);
    const parent = relations && parentOf(relations, child);
    if (relations === undefined || parent === undefined) {
      return unknown(context, 'has_child', ignoreUnmapped, relations, child, 'child');
    }
    const { path } = relations;
    const inner = { kind: 'bool', must: [query(context)], filter: [named(path, [child])] } as const;
    const to = named(path, [parent]);
    return joinedQuery({ ids: joinField(path, parent), from: inner, to, min, max, mode });
  });
};

export const hasParent: QueryParser = (body, scope) => {
  const known = ['query', 'parent_type', 'score', 'ignore_unmapped'];
  const params = new Params(scope, 'has_parent', body, known);
  const query = innerQuery(params, scope);
  const parent = requiredText(params, 'parent_type');
  const ignoreUnmapped = params.flag('ignore_unmapped', false);
  const mode: NestedScoreMode = params.flag('score', false) ? 'max' : 'none';
  return params.finish((context) => {
    mustBeAllowed(context, 'joining');
    const relations = relationsOf(context);
    const children = relations?.children.get(parent);
    if (relations === undefined || children === undefined) {
      return unknown(context, 'has_parent', ignoreUnmapped, relations, parent, 'parent');
    }
    const { path } = relations;
    const from = { kind: 'bool', must: [query(context)], filter: [named(path, [parent])] } as const;
    const join: Joined = {
      ids: joinField(path, parent),
      from,
      to: named(path, children),
      min: 1,
      max: Number.POSITIVE_INFINITY,
      mode,
    };
    return joinedQuery(join);
  });
};

function unknown(
  context: QueryContext,
  query: string,
  ignoreUnmapped: boolean,
  relations: Relations | undefined,
  name: string,
  role: string,
): Query {
  if (ignoreUnmapped) return NOTHING;
  throw shardError(
    context,
    relations === undefined
      ? `[${query}] no join field has been configured`
      : `[${query}] join field [${relations.path}] doesn't hold [${name}] as a ${role}`,
  );
}

export const parentId: QueryParser = (body, scope) => {
  const params = new Params(scope, 'parent_id', body, ['type', 'id', 'ignore_unmapped']);
  const child = requiredText(params, 'type');
  const id = requiredText(params, 'id');
  const ignoreUnmapped = params.flag('ignore_unmapped', false);
  return params.finish((context) => {
    mustBeAllowed(context, 'joining');
    const relations = relationsOf(context);
    const parent = relations && parentOf(relations, child);
    if (relations === undefined || parent === undefined) {
      if (ignoreUnmapped) return NOTHING;
      throw shardError(
        context,
        relations === undefined
          ? `[parent_id] no join field found for index [${context.index}]`
          : `[parent_id] no relation found for child [${child}]`,
      );
    }
    const { path } = relations;
    return {
      kind: 'bool',
      must: [{ kind: 'term', field: joinField(path, parent), term: utf8(id) }],
      filter: [named(path, [child])],
    };
  });
};
