/** One text on several fields. */
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { anyOf } from '../dsl/any-of.ts';
import { withBoost } from '../dsl/params.ts';
import { NOTHING, utf8 } from '../fields/field-kind.ts';
import { queryTokens, searchAnalyzer } from './analyze.ts';
import type { FieldBoost } from './field-set.ts';
import { combined, type TextOptions, type TextType, textQuery } from './text-query.ts';

export const MULTI_TYPES = [
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
] as const;
export type MultiType = (typeof MULTI_TYPES)[number];

const TEXT_TYPES: Readonly<Record<MultiType, TextType>> = {
  best_fields: 'match',
  most_fields: 'match',
  cross_fields: 'match',
  phrase: 'phrase',
  phrase_prefix: 'phrase_prefix',
  bool_prefix: 'bool_prefix',
};

/** How much the other fields count beside the best one. */
export function defaultTieBreaker(type: MultiType): number {
  return type === 'most_fields' || type === 'bool_prefix' ? 1 : 0;
}

export function multiFieldQuery(
  fields: readonly FieldBoost[],
  text: string,
  type: MultiType,
  options: TextOptions,
  tieBreaker: number | undefined,
  context: QueryContext,
): Query {
  if (fields.length === 0) return NOTHING;
  const tie = tieBreaker ?? defaultTieBreaker(type);
  if (type === 'cross_fields') return crossFields(fields, text, options, tie, context);
  const quoted = { ...options, isQuoted: type === 'phrase' || type === 'phrase_prefix' };
  const queries = fields.map(({ field, boost }) =>
    withBoost(textQuery(field, text, TEXT_TYPES[type], quoted, context), boost),
  );
  return anyOf(queries, tie);
}

/** Fields with the same analyzer count as one field: each word may stand in any of them. */
function crossFields(
  fields: readonly FieldBoost[],
  text: string,
  options: TextOptions,
  tie: number,
  context: QueryContext,
): Query {
  const groups = new Map<string, FieldBoost[]>();
  const others: FieldBoost[] = [];
  for (const entry of fields) {
    if (entry.field.kind.isText !== true) others.push(entry);
    else {
      const { name } = searchAnalyzer(entry.field, options.analyzer);
      groups.set(name, [...(groups.get(name) ?? []), entry]);
    }
  }
  const queries = [...groups.values()].map((group) => blended(group, text, options, tie, context));
  for (const { field, boost } of others) {
    queries.push(withBoost(textQuery(field, text, 'match', options, context), boost));
  }
  return anyOf(queries, tie);
}

function blended(
  group: readonly FieldBoost[],
  text: string,
  options: TextOptions,
  tie: number,
  context: QueryContext,
): Query {
  const [first] = group as [FieldBoost, ...FieldBoost[]];
  const tokens = queryTokens(searchAnalyzer(first.field, options.analyzer), text);
  const words = tokens.places().map(({ terms }): Query => {
    const alternatives = terms.map((term): Query => {
      const bytes = utf8(term);
      const df = Math.max(...group.map(({ field }) => context.searcher.df(field.path, bytes)));
      if (df === 0) return NOTHING;
      const everywhere = group.map(
        ({ field, boost }): Query =>
          withBoost({ kind: 'term', field: field.path, term: bytes, df }, boost),
      );
      return anyOf(everywhere, tie);
    });
    return anyOf(alternatives, 0);
  });
  return combined(words, options);
}
