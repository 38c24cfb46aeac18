/** Searches over the shards of many indices: query everywhere, reduce, fetch. */
import { toSearchError } from '../errors/error-body.ts';
import { SearchError } from '../errors/search-error.ts';
import type { Shard } from '../index/shard/shard.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject } from '../json/values.ts';
import type { IndexMetadata } from '../metadata/cluster-state.ts';
import { indexNotFound } from '../metadata/index-names.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import { aliasTargets } from '../metadata/resolve-indices.ts';
import type { Query } from '../query/query.ts';
import { scoredSearch } from '../query/scored-search.ts';
import { countAll } from '../query/search.ts';
import type { QueryBuilder, QueryContext, ShardContext } from './context.ts';
import { simplified } from './dsl/bool.ts';
import { withBoost } from './dsl/params.ts';
import { buildQuery } from './dsl/parse-query.ts';
import { allFailed, type ShardFailure } from './failures.ts';
import { EVERYTHING } from './fields/field-kind.ts';
import { knnPhase } from './knn/knn-phase.ts';
import { OpenContexts } from './open-contexts.ts';
import { wildcardTest } from './patterns/wildcard.ts';
import type { Outcome } from './reduce.ts';
import { checkLimits } from './request/limits.ts';
import { isOnlySuggest, type SearchRequest } from './request/search-request.ts';
import { type Position, queryShard, type ShardResult } from './shard/query-shard.ts';
import { Searchers } from './shard/searchers.ts';
import { sliceQuery } from './shard/slice.ts';
import type { ShardTarget } from './shard/target.ts';

/** How long a search may hold the thread before others get their turn. */
const SLICE_MS = 8;

type Lookups = Map<string, JsonObject | undefined>;

export interface QueryOptions {
  readonly isScroll?: boolean;
  /** Called between steps; throws when the search is to end. */
  readonly check?: (() => void) | undefined;
  /** Counts what aggregations hold; throws when the node has no room for it. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** Where the page before ended. */
  readonly positions?: ReadonlyMap<ShardTarget, Position>;
}

export class SearchService {
  private readonly searchers = new Searchers();
  readonly contexts: OpenContexts;

  constructor(
    private readonly indices: IndicesService,
    readonly nodeId: string,
  ) {
    this.contexts = new OpenContexts((name) => this.setting(name));
  }

  /** A setting of the cluster. */
  private setting(name: string): string | undefined {
    const { transientSettings, persistentSettings } = this.indices.state;
    const value = transientSettings.get(name) ?? persistentSettings.get(name);
    return value === undefined ? undefined : String(value);
  }

  stop(): void {
    this.contexts.stop();
  }

  /** Runs the first phase in every shard; throws when all of them fail. */
  async query(
    given: readonly ShardTarget[],
    request: SearchRequest,
    options: QueryOptions = {},
  ): Promise<Outcome> {
    const started = performance.now();
    const now = Date.now();
    const deadline =
      request.timeout === undefined || request.timeout < 0 ? undefined : started + request.timeout;
    const results: ShardResult[] = [];
    const targets = this.prepared(given, request);
    const lookups: Lookups = new Map();
    const knn = await this.knn(targets, request, now);
    const failures: ShardFailure[] = [...knn.failures];
    let isTimedOut = false;
    for (const [shardIndex, target] of targets.entries()) {
      if (failures.some((failure) => failure.target === target)) continue;
      try {
        checkLimits(target.index, request, options.isScroll);
        const boost = boostOf(request, target.index);
        const begun = performance.now();
        const own = this.context(target, request.query, now, boost, lookups);
        const whole: ShardContext = { ...own, hold: options.hold };
        const near = withNearest(whole, request, knn.queries.get(target));
        const context = this.sliced(target, request, near);
        const from = performance.now();
        const position = options.positions?.get(target);
        const work = queryShard(context, request, { position, shardIndex });
        const result = await runUntil(work, deadline, options.check);
        // `context` has thrown for a shard that is out of service.
        const { counters } = target.shard as Shard;
        const time = performance.now() - from;
        if (!isOnlySuggest(request)) counters.queried(time, request.stats);
        if (request.suggest !== undefined) counters.suggested(time);
        if (result === undefined) isTimedOut = true;
        else {
          const times = { build: from - begun, query: performance.now() - from };
          results.push({ ...result, target, times });
        }
      } catch (error) {
        failures.push({ target, error: toSearchError(error) });
      }
    }
    if (failures.length > 0 && failures.length === targets.length) {
      throw allFailed(failures, this.nodeId);
    }
    return { targets, results, failures, isTimedOut, started };
  }

  /** Searches of several phases see the same documents in all of them. */
  private prepared(targets: readonly ShardTarget[], request: SearchRequest) {
    if (request.knn === undefined && !request.isDfs) return targets;
    const pinned = this.pinned(targets);
    if (!request.isDfs) return pinned;
    const views = pinned.flatMap(({ searcher }) => searcher?.views ?? []);
    return pinned.map((target) =>
      target.searcher === undefined
        ? target
        : { ...target, searcher: target.searcher.withStatistics(views) },
    );
  }

  private async knn(targets: readonly ShardTarget[], request: SearchRequest, now: number) {
    if (request.knn === undefined)
      return { queries: new Map<ShardTarget, Query[]>(), failures: [] };
    const run = async <T>(work: Generator<void, T>) => (await runUntil(work, undefined)) as T;
    const contextOf = (target: ShardTarget) => this.context(target, undefined, now, 1);
    return knnPhase(request.knn, targets, contextOf, run);
  }

  /** The same shards, each with what it shows at this moment. */
  pinned(targets: readonly ShardTarget[]): ShardTarget[] {
    return targets.map((target) => {
      const { shard, open } = target;
      if (shard instanceof Error) return target;
      return { ...target, searcher: this.searchers.of(shard, open.mapping.mapping) };
    });
  }

  /** The part of a shard that a slice of the search is about. */
  private sliced(target: ShardTarget, request: SearchRequest, context: ShardContext): ShardContext {
    if (request.slice === undefined) return context;
    const part = sliceQuery(request.slice, context, target.number, target.open.shards.length);
    if (part === undefined) return context;
    const query: Query =
      part.kind === 'match_none'
        ? part
        : simplified({ kind: 'bool', must: [context.query], filter: [part] });
    return { ...context, query };
  }

  /** How many documents match, in every shard. */
  async count(
    targets: readonly ShardTarget[],
    query: QueryBuilder | undefined,
    options: { readonly minScore?: number | undefined; readonly terminateAfter: number },
  ): Promise<{ count: number; failures: ShardFailure[]; isTerminated: boolean }> {
    let count = 0;
    let isTerminated = false;
    const failures: ShardFailure[] = [];
    const now = Date.now();
    for (const target of targets) {
      try {
        const context = this.context(target, query, now, 1);
        const own = (await runUntil(countShard(context, options.minScore), undefined)) ?? 0;
        const limit = options.terminateAfter;
        isTerminated ||= limit > 0 && own > limit;
        count += limit > 0 ? Math.min(own, limit) : own;
      } catch (error) {
        failures.push({ target, error: toSearchError(error) });
      }
    }
    if (failures.length > 0 && failures.length === targets.length) {
      throw allFailed(failures, this.nodeId);
    }
    return { count, failures, isTerminated };
  }

  /** A shard as queries see it; throws what is wrong with the shard or the query on it. */
  context(
    target: ShardTarget,
    query: QueryBuilder | undefined,
    now: number,
    boost: number,
    lookups: Lookups = new Map(),
  ): ShardContext {
    const { shard, open, index, number } = target;
    if (shard instanceof Error) {
      throw new SearchError('no_shard_available_action_exception', shard.message, { cause: shard });
    }
    const { mapping } = open.mapping;
    const base: QueryContext = {
      index: index.name,
      uuid: index.uuid,
      mapping,
      searcher: target.searcher ?? this.searchers.of(shard, mapping),
      now,
      named: new Map<string, Query>(),
      nestedHits: new Map(),
      allowsExpensive: this.setting('search.allow_expensive_queries') !== 'false',
      lookup: (name, id, routing) => {
        target.mustRead?.(name);
        // The same document in all shards of a search, and read once.
        const key = JSON.stringify([name, id, routing]);
        if (!lookups.has(key)) lookups.set(key, this.lookup(name, id, routing));
        return lookups.get(key);
      },
    };
    const asked = query === undefined ? EVERYTHING : buildQuery(query, base);
    const filter = target.filter === undefined ? undefined : buildQuery(target.filter, base);
    const whole =
      filter === undefined
        ? asked
        : filter.kind === 'match_none'
          ? filter
          : simplified({ kind: 'bool', must: [asked], filter: [filter] });
    return {
      ...base,
      shard: number,
      query: withBoost(whole, boost),
      setting: (name) => index.settings.get(name),
      aliasFilter: filter,
      build: (builder) => buildQuery(builder, base),
    };
  }

  private lookup(name: string, id: string, routing: string | undefined): JsonObject | undefined {
    const { state } = this.indices;
    const index = state.indices.get(name) ?? aliasTargets(state, name)[0];
    if (index === undefined) throw indexNotFound(name);
    const open = this.indices.shardsOf(index);
    const shard = open?.shards[open.shardNumber(id, routing)];
    if (shard === undefined || shard instanceof Error) return undefined;
    const found = shard.get(id);
    const source = found === undefined ? undefined : parseJson(found.source);
    return isJsonObject(source) ? source : undefined;
  }
}

/** Matches of a shard; with a bound, those that score enough. */
function* countShard(
  { searcher, query }: ShardContext,
  minScore: number | undefined,
): Generator<void, number> {
  if (minScore === undefined) return yield* countAll(searcher, query);
  const { total } = yield* scoredSearch(searcher, query, { k: 0, sort: [], minScore });
  return total;
}

/** The query of a shard with the documents that `knn` found in it. */
function withNearest(
  context: ShardContext,
  request: SearchRequest,
  near: readonly Query[] = [],
): ShardContext {
  if (request.knn === undefined) return context;
  const should = request.query === undefined ? near : [context.query, ...near];
  const [only] = should;
  if (only === undefined) return { ...context, query: { kind: 'match_none' } };
  return { ...context, query: should.length === 1 ? only : { kind: 'bool', should } };
}

/** The first boost that names the index, itself or by an alias. */
function boostOf({ indicesBoost }: SearchRequest, { name, aliases }: IndexMetadata): number {
  for (const [pattern, boost] of indicesBoost) {
    const test = wildcardTest(pattern);
    if (test(name) || [...aliases.keys()].some(test)) return boost;
  }
  return 1;
}

/** Runs work in slices of time; undefined when the deadline comes first. */
async function runUntil<T>(
  work: Generator<void, T>,
  deadline: number | undefined,
  check?: () => void,
): Promise<T | undefined> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const now = performance.now();
    if (deadline !== undefined && now > deadline) return undefined;
    if (now < end) continue;
    check?.();
    await new Promise((resolve) => setImmediate(resolve));
    end = performance.now() + SLICE_MS;
  }
}
