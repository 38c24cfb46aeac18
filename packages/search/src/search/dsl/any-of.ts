import type { Query } from '../../query/query.ts';
import { NOTHING } from '../fields/field-kind.ts';

/** The best of several queries. */
export function anyOf(queries: readonly Query[], tieBreaker: number): Query {
  const known = queries.filter(({ kind }) => kind !== 'match_none');
  if (known.length === 0) return NOTHING;
  if (known.length === 1) return known[0] as Query;
  return { kind: 'dis_max', queries: known, tieBreaker };
}
