import type { Query } from '../query/query.ts';

/** What was asked, where the query built for a shard does not show it any more (a prefix, once expanded). */
const labels = new WeakMap<Query, string>();

/** The query, an object of its own, with the text that describes it. */
export function labelled(query: Query, label: string): Query {
  const copy = { ...query };
  labels.set(copy, label);
  return copy;
}

export function labelOf(query: Query): string | undefined {
  return labels.get(query);
}
