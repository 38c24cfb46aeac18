/** Results of many shards become one answer. */
import { Float32, RawJson, type Writable } from '../json/values.ts';
import { compareValues, type SortField } from '../query/sort-key.ts';
import { type ShardFailure, shardsBody } from './failures.ts';
import { hitBody } from './fetch/hit.ts';
import { type FetchTime, profileBody } from './profile.ts';
import { EXACT, emptyRequest, type SearchRequest, UNTRACKED } from './request/search-request.ts';
import type { Position, ShardHit, ShardResult } from './shard/query-shard.ts';
import type { ShardTarget } from './shard/target.ts';

export interface Outcome {
  readonly targets: readonly ShardTarget[];
  readonly results: readonly ShardResult[];
  readonly failures: readonly ShardFailure[];
  readonly isTimedOut: boolean;
  readonly started: number;
}

export interface RankedHit {
  readonly result: ShardResult;
  readonly hit: ShardHit;
}

/** The hits of a page, in order: by values or score, then by shard and document. */
export function rank(results: readonly ShardResult[], request: SearchRequest): RankedHit[] {
  const all: RankedHit[] = [];
  for (const result of results) for (const hit of result.hits) all.push({ result, hit });
  const order = new Map(results.map((result, i) => [result, i]));
  const fields = results[0]?.sorts.map(({ field }) => field) ?? [];
  all.sort(
    (a, b) =>
      (fields.length === 0 ? (b.hit.score ?? 0) - (a.hit.score ?? 0) : byValues(a, b, fields)) ||
      (order.get(a.result) as number) - (order.get(b.result) as number) ||
      a.hit.doc - b.hit.doc,
  );
  const hits = request.collapse === undefined ? all : onePerGroup(all);
  return hits.slice(request.from, request.from + request.size);
}

/** The first hit of every group. */
function onePerGroup(hits: readonly RankedHit[]): RankedHit[] {
  const seen = new Set<unknown>();
  return hits.filter(({ hit: { group } }) => !seen.has(group) && seen.add(group));
}

/** How far a page got in every shard. */
export function notePositions(
  hits: readonly RankedHit[],
  positions: Map<ShardTarget, Position>,
): void {
  for (const { result, hit } of hits) {
    if (result.target === undefined) continue;
    positions.set(result.target, { score: hit.score, values: hit.values, doc: hit.doc });
  }
}

function byValues(a: RankedHit, b: RankedHit, fields: readonly SortField[]): number {
  for (const [i, field] of fields.entries()) {
    const difference = compareValues(a.hit.values[i] ?? null, b.hit.values[i] ?? null, field);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface ReduceOptions {
  readonly totalAsInt: boolean;
  readonly typedKeys: boolean;
  /** `search.max_buckets`; undefined for its default. */
  readonly maxBuckets?: number | undefined;
  readonly batchedReduceSize?: number;
  readonly nodeId?: string;
  /** Told of the bytes that hits take. */
  readonly hold?: (bytes: number) => void;
  /** Where the time that fetching takes is noted, for `profile`. */
  readonly fetched?: Map<ShardResult, FetchTime>;
}

function noteTime(
  fetched: Map<ShardResult, FetchTime> | undefined,
  result: ShardResult,
  milliseconds: number,
): void {
  if (fetched === undefined) return;
  const known = fetched.get(result) ?? { milliseconds: 0, hits: 0 };
  fetched.set(result, { milliseconds: known.milliseconds + milliseconds, hits: known.hits + 1 });
}

const HIT_BYTES = 256;

/** About what a hit takes: its source, mostly. */
function sizeOf(body: Writable): number {
  const source = (body as { readonly _source?: unknown })._source;
  return HIT_BYTES + (source instanceof RawJson ? source.bytes.length : 0);
}

/** How often the reference would reduce: once at the end, and whenever its buffer is full. */
function reducePhases(shards: number, { batchedReduceSize = 512 }: ReduceOptions): number {
  if (shards <= batchedReduceSize) return 1;
  return 1 + Math.ceil((shards - batchedReduceSize) / (batchedReduceSize - 1));
}

function totalBody(results: readonly ShardResult[], request: SearchRequest, asInt: boolean) {
  const { trackTotalHits } = request;
  if (trackTotalHits === UNTRACKED) return asInt ? -1 : undefined;
  let value = 0;
  let isLowerBound = false;
  for (const result of results) {
    value += result.total;
    isLowerBound ||= result.isLowerBound;
  }
  if (trackTotalHits !== EXACT && value > trackTotalHits) {
    value = trackTotalHits;
    isLowerBound = true;
  }
  return asInt ? value : { value, relation: isLowerBound ? 'gte' : 'eq' };
}

/** How long fetching may hold the thread before others get their turn. */
const SLICE_MS = 8;

/** Places of hits by shard and document: what is stored together is read together. */
function inDocumentOrder(hits: readonly RankedHit[]): number[] {
  const shards = new Map<ShardResult, number>();
  for (const { result } of hits) if (!shards.has(result)) shards.set(result, shards.size);
  const order = hits.map((_, i) => i);
  return order.sort((a, b) => {
    const [one, other] = [hits[a] as RankedHit, hits[b] as RankedHit];
    const shard = (shards.get(one.result) as number) - (shards.get(other.result) as number);
    return shard || one.hit.doc - other.hit.doc;
  });
}

/** `hits` of an answer. */
export async function hitsBody(
  { results }: Outcome,
  request: SearchRequest,
  hits: readonly RankedHit[],
  { totalAsInt, nodeId, hold, fetched }: ReduceOptions,
  inner?: ReadonlyMap<RankedHit, Writable>,
): Promise<Writable> {
  const scores = results.map(({ maxScore }) => maxScore).filter((score) => score !== undefined);
  const bodies = new Array<Writable>(hits.length);
  const from = performance.now();
  let end = from + SLICE_MS;
  for (const i of inDocumentOrder(hits)) {
    const ranked = hits[i] as RankedHit;
    const { result, hit } = ranked;
    const begun = performance.now();
    const body = hitBody(request, result, hit, inner?.get(ranked), { totalAsInt, nodeId });
    noteTime(fetched, result, performance.now() - begun);
    hold?.(sizeOf(body));
    bodies[i] = body;
    if (performance.now() < end) continue;
    await new Promise((resolve) => setImmediate(resolve));
    end = performance.now() + SLICE_MS;
  }
  countFetches(hits, performance.now() - from, request.stats);
  return {
    total: totalBody(results, request, totalAsInt),
    max_score: scores.length === 0 ? null : new Float32(Math.max(...scores)),
    hits: bodies,
  };
}

/** Every shard that gave a hit has had one fetch, and its share of the time. */
function countFetches(
  hits: readonly RankedHit[],
  time: number,
  groups: readonly string[] | undefined,
): void {
  const shards = new Set(hits.map(({ result }) => result.target?.shard));
  for (const shard of shards) {
    if (shard === undefined || shard instanceof Error) continue;
    shard.counters.fetched(time / shards.size, groups);
  }
}

/** Documents that suggestions show: as hits, without what the query says of them. */
function suggestedHits(results: readonly ShardResult[], request: SearchRequest) {
  const { source, fields, docvalueFields, storedFields } = request;
  const plain: SearchRequest = {
    ...emptyRequest(),
    ...(source === undefined ? {} : { source }),
    ...(fields === undefined ? {} : { fields }),
    ...(docvalueFields === undefined ? {} : { docvalueFields }),
    ...(storedFields === undefined ? {} : { storedFields }),
  };
  return (shard: number, doc: number, score: number) => {
    const hit = { doc, score, values: [] };
    return hitBody(plain, results[shard] as ShardResult, hit) as Record<string, Writable>;
  };
}

/** The answer to a search. */
export function searchBody(
  outcome: Outcome,
  request: SearchRequest,
  nodeId: string,
  options: ReduceOptions,
  hits: Writable,
  ids: Readonly<Record<string, Writable>> = {},
): Writable {
  const { results } = outcome;
  const phases = reducePhases(outcome.targets.length, options);
  const isTerminated = results.some((result) => result.isTerminated);
  return {
    ...ids,
    took: Math.round(performance.now() - outcome.started),
    timed_out: outcome.isTimedOut,
    terminated_early: request.terminateAfter > 0 ? isTerminated : undefined,
    num_reduce_phases: phases === 1 ? undefined : phases,
    _shards: shardsBody(outcome.targets.length, outcome.failures, nodeId, true),
    hits,
    aggregations: request.aggregations?.reduce(
      results.map(({ aggregation }) => aggregation),
      { typedKeys: options.typedKeys, maxBuckets: options.maxBuckets },
    ),
    suggest: request.suggest?.reduce(
      results.map(({ suggestion }) => suggestion),
      { typedKeys: options.typedKeys, show: suggestedHits(results, request) },
    ),
    profile: profileBody(results, request, nodeId, options.fetched ?? new Map()),
  };
}
