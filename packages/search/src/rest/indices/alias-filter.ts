import { illegalArgument } from '../../errors/search-error.ts';
import type { AliasMetadata } from '../../metadata/cluster-state.ts';
import { parseQuery } from '../../search/dsl/parse-query.ts';

/** Throws for an alias whose filter is no query, before every search of it would. */
export function checkAliasFilters(aliases: Iterable<readonly [string, AliasMetadata]>): void {
  for (const [name, { filter }] of aliases) {
    if (filter === undefined) continue;
    try {
      parseQuery(filter);
    } catch (cause) {
      throw illegalArgument(`failed to parse filter for alias [${name}]`, cause);
    }
  }
}
