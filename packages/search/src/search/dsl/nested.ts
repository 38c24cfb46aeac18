/** Nested objects: rows of their own, joined to the rows around them. */

import { NESTED_PATH } from '../../mapping/document-parser.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { NestedScoreMode, Query } from '../../query/query.ts';
import type { InnerHits } from '../collapse/parse-collapse.ts';
import type { NestedHits, QueryBuilder, QueryContext } from '../context.ts';
import { mustBeAllowed, NOTHING, shardError, utf8 } from '../fields/field-kind.ts';

/** Rows of one nested object. */
export function rowsOf(path: string): Query {
  return { kind: 'terms', field: NESTED_PATH, terms: [utf8(path)] };
}

/** The nested object around a path, undefined for the document itself. */
export function nestedAround(mapping: Mapping, path: string): string | undefined {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const parent = path.slice(0, dot);
    if (mapping.objects.get(parent)?.isNested === true) return parent;
  }
  return undefined;
}

/** The builder's context while it is inside nested objects. */
const inside = new WeakMap<QueryContext, string>();

export interface NestedOptions {
  readonly path: string;
  readonly scoreMode: NestedScoreMode;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: InnerHits | undefined;
}

export function nestedQuery(
  context: QueryContext,
  query: QueryBuilder,
  { path, scoreMode, ignoreUnmapped, innerHits }: NestedOptions,
): Query {
  mustBeAllowed(context, 'joining');
  const object = context.mapping.objects.get(path);
  if (object === undefined) {
    if (ignoreUnmapped) return NOTHING;
    throw shardError(context, `[nested] failed to find nested object under path [${path}]`);
  }
  if (!object.isNested) {
    throw shardError(context, `[nested] nested object under path [${path}] is not of nested type`);
  }
  const outer = inside.get(context);
  // Inner hits of queries within belong to the hits of this one.
  const inner = new Map<string, NestedHits>();
  const own = innerHits === undefined ? context : { ...context, nestedHits: inner };
  inside.set(own, path);
  try {
    const built = query(own);
    if (built.kind === 'match_none') return built;
    if (innerHits !== undefined) {
      const { name, request } = innerHits;
      context.nestedHits.set(name, { path, query: built, request, inner });
    }
    return joined(context.mapping, path, outer, built, scoreMode);
  } finally {
    if (outer === undefined) inside.delete(own);
    else inside.set(own, outer);
  }
}

/** Joins rows level by level up to the rows the query around it works on. */
function joined(
  mapping: Mapping,
  path: string,
  outer: string | undefined,
  query: Query,
  scoreMode: NestedScoreMode,
): Query {
  const around = nestedAround(mapping, path);
  const result: Query = {
    kind: 'nested',
    children: rowsOf(path),
    parents: around === undefined ? undefined : rowsOf(around),
    query,
    scoreMode,
  };
  if (around === undefined || around === outer) return result;
  return joined(mapping, around, outer, result, scoreMode);
}
