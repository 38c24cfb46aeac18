/** What a search goes to: shards with the filter of the alias they were reached by. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { Shard } from '../../index/shard/shard.ts';
import type { ClusterState, IndexMetadata } from '../../metadata/cluster-state.ts';
import { resolveDateMath } from '../../metadata/date-math-name.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import type { OpenIndex } from '../../metadata/open-index.ts';
import type { Searcher } from '../../query/searcher.ts';
import type { QueryBuilder } from '../context.ts';
import { parseQuery } from '../dsl/parse-query.ts';
import { wildcardTest } from '../patterns/wildcard.ts';

export interface ShardTarget {
  readonly index: IndexMetadata;
  readonly open: OpenIndex;
  readonly number: number;
  readonly shard: Shard | Error;
  /** Filters of the aliases the index was named by; undefined when it was reached without. */
  readonly filter: QueryBuilder | undefined;
  /** What a search that is kept open sees; undefined: what the shard shows now. */
  readonly searcher?: Searcher;
  /** Throws when whoever searches may not read that index: queries can name documents elsewhere. */
  readonly mustRead?: ((index: string) => void) | undefined;
}

export interface TargetOptions {
  readonly routing?: string | undefined;
  readonly preference?: string | undefined;
  readonly mustRead?: ((index: string) => void) | undefined;
}

/** The shards of indices that `names` were resolved to. */
export function shardTargets(
  indices: IndicesService,
  names: readonly string[],
  found: readonly IndexMetadata[],
  { routing, preference, mustRead }: TargetOptions,
): ShardTarget[] {
  const wanted = preferredShards(preference);
  const targets: ShardTarget[] = [];
  for (const index of found) {
    const open = indices.shardsOf(index);
    if (open === undefined) continue;
    const aliases = aliasesUsed(indices.state, names, index);
    const filter = aliases === undefined ? undefined : aliasFilter(index, aliases);
    const numbers = routedShards(open, index, aliases, routing);
    for (const [number, shard] of open.shards.entries()) {
      if (numbers !== undefined && !numbers.has(number)) continue;
      if (wanted !== undefined && !wanted.has(number)) continue;
      targets.push({ index, open, number, shard, filter, mustRead });
    }
  }
  return targets;
}

/** `_shards:0,2`. */
function preferredShards(preference: string | undefined): Set<number> | undefined {
  const match = /^_shards:([\d,]+)/.exec(preference ?? '');
  if (match !== null) return new Set((match[1] as string).split(',').map(Number));
  if (
    preference?.startsWith('_') &&
    !/^_(?:local|only_local|only_nodes|prefer_nodes)/.test(preference)
  ) {
    throw illegalArgument(`no Preference for [${preference}]`);
  }
  return undefined;
}

/** Aliases by which the index was named; undefined when it was also named by itself. */
function aliasesUsed(
  state: ClusterState,
  names: readonly string[],
  index: IndexMetadata,
): string[] | undefined {
  if (names.length === 0 || index.aliases.size === 0) return undefined;
  const used: string[] = [];
  for (const expression of names) {
    if (expression === '_all') return undefined;
    const name = resolveDateMath(expression, Date.now());
    const test = wildcardTest(name);
    if (test(index.name)) return undefined;
    for (const alias of index.aliases.keys()) if (test(alias)) used.push(alias);
  }
  return used.length === 0 || state.indices.get(index.name) === undefined ? undefined : used;
}

/** Any of the filters; none when one of the aliases has none. */
function aliasFilter(index: IndexMetadata, aliases: readonly string[]): QueryBuilder | undefined {
  const filters = aliases.map((alias) => index.aliases.get(alias)?.filter);
  const bodies = filters.filter((filter) => filter !== undefined);
  if (bodies.length < filters.length || bodies.length === 0) return undefined;
  const parsed = bodies.map(parseQuery);
  const [only] = parsed;
  if (parsed.length === 1 && only !== undefined) return only;
  return (context) => ({ kind: 'bool', should: parsed.map((build) => build(context)) });
}

/** Shards that the routing of the request or of the aliases leads to; undefined for all. */
function routedShards(
  open: OpenIndex,
  index: IndexMetadata,
  aliases: readonly string[] | undefined,
  routing: string | undefined,
): Set<number> | undefined {
  const own = (aliases ?? []).map((alias) => index.aliases.get(alias)?.searchRouting);
  const fromAliases =
    own.length > 0 && own.every((value) => value !== undefined)
      ? own.flatMap((value) => value.split(','))
      : undefined;
  const asked = routing?.split(',');
  const values =
    asked !== undefined && fromAliases !== undefined
      ? asked.filter((value) => fromAliases.includes(value))
      : (asked ?? fromAliases);
  if (values === undefined) return undefined;
  return new Set(values.flatMap((value) => [...open.searchShards(value)]));
}
