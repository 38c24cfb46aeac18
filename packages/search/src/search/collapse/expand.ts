/** The other hits of every group, by a search of their own. */
import type { Writable } from '../../json/values.ts';
import type { QueryBuilder } from '../context.ts';
import { simplified } from '../dsl/bool.ts';
import { EVERYTHING } from '../fields/field-kind.ts';
import { hitsBody, type Outcome, type RankedHit, type ReduceOptions, rank } from '../reduce.ts';
import type { SearchRequest } from '../request/search-request.ts';
import type { SearchService } from '../search-service.ts';
import { groupField, groupQuery } from './group-field.ts';
import type { Collapse } from './parse-collapse.ts';

/** `inner_hits` of each hit. */
export async function expandGroups(
  service: SearchService,
  { targets }: Outcome,
  request: SearchRequest,
  hits: readonly RankedHit[],
  options: ReduceOptions,
): Promise<ReadonlyMap<RankedHit, Writable>> {
  const { field, innerHits } = request.collapse as Collapse;
  const expanded = new Map<RankedHit, Writable>();
  if (innerHits.length === 0) return expanded;
  for (const hit of hits) {
    const { group = null } = hit.hit;
    const query: QueryBuilder = (context) => {
      const must = request.query?.(context) ?? EVERYTHING;
      const filter = groupQuery(groupField(context, field), group, context);
      return simplified({ kind: 'bool', must: [must], filter: [filter] });
    };
    const bodies = new Map<string, Writable>();
    for (const { name, request: inner } of innerHits) {
      const outcome = await service.query(targets, { ...inner, query });
      const hits = await hitsBody(outcome, inner, rank(outcome.results, inner), options);
      bodies.set(name, { hits });
    }
    expanded.set(hit, bodies);
  }
  return expanded;
}
