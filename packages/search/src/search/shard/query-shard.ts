/** The first phase of a search in one shard: which documents, in which order. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { Json } from '../../json/values.ts';
import { collapsedSearch } from '../../query/collapsed-search.ts';
import type { Query } from '../../query/query.ts';
import { scoredSearch } from '../../query/scored-search.ts';
import { search } from '../../query/search.ts';
import type { SortValue } from '../../query/sort-key.ts';
import { sortedSearch } from '../../query/sorted-search.ts';
import { groupField, groupSort } from '../collapse/group-field.ts';
import type { ShardContext } from '../context.ts';
import { simplified } from '../dsl/bool.ts';
import { EXACT, isOnlySuggest, type SearchRequest, UNTRACKED } from '../request/search-request.ts';
import { rescored } from '../rescore/rescore.ts';
import { resolveSort, type ShardSort } from '../sort/resolve-sort.ts';
import type { ShardTarget } from './target.ts';

export interface ShardHit {
  readonly doc: number;
  /** Undefined when the order needed no scores. */
  readonly score: number | undefined;
  readonly values: readonly SortValue[];
  /** The value it was collapsed by. */
  readonly group?: SortValue;
}

export interface ShardResult {
  /** The shard it comes from; set by whoever asked. */
  readonly target?: ShardTarget;
  /** Milliseconds that building and running the query took. */
  readonly times?: { readonly build: number; readonly query: number };
  readonly context: ShardContext;
  readonly hits: readonly ShardHit[];
  readonly total: number;
  readonly isLowerBound: boolean;
  readonly maxScore: number | undefined;
  readonly sorts: readonly ShardSort[];
  readonly isTerminated: boolean;
  /** What `aggregations.collect` made of the shard. */
  readonly aggregation: unknown;
  /** What `suggest.collect` made of the shard. */
  readonly suggestion?: unknown;
}

/** Where the page before ended in this shard: a scroll goes on behind it. */
export interface Position {
  readonly score: number | undefined;
  readonly values: readonly SortValue[];
  readonly doc: number;
}

/** Whether hits come by score alone. */
export function isByScore({ sort }: SearchRequest): boolean {
  return (
    sort.length === 0 ||
    (sort.length === 1 && sort[0]?.field === '_score' && sort[0].order === 'desc')
  );
}

export function* queryShard(
  context: ShardContext,
  request: SearchRequest,
  { position, shardIndex = 0 }: { position?: Position | undefined; shardIndex?: number } = {},
): Generator<void, ShardResult> {
  const suggestion =
    request.suggest === undefined ? undefined : yield* request.suggest.collect(context);
  if (isOnlySuggest(request)) return { ...NO_HITS, context, suggestion };
  const k = request.from + request.size;
  const sorts = request.sort.map((spec) => resolveSort(spec, context, shardIndex));
  const after = afterValues(request, sorts);
  const query = hitsQuery(context, request);
  const found = yield* hitsOf(context, request, query, sorts, k, after, position);
  const aggregation =
    request.aggregations === undefined ? undefined : yield* request.aggregations.collect(context);
  return { context, sorts, aggregation, suggestion, ...found };
}

const NO_HITS = {
  hits: [],
  total: 0,
  isLowerBound: false,
  maxScore: undefined,
  isTerminated: false,
  sorts: [],
  aggregation: undefined,
};

/** What hits match: `post_filter` is none of the aggregations' business. */
function hitsQuery(context: ShardContext, request: SearchRequest): Query {
  if (request.postFilter === undefined) return context.query;
  const filter = context.build(request.postFilter);
  return filter.kind === 'match_none'
    ? filter
    : simplified({ kind: 'bool', must: [context.query], filter: [filter] });
}

type Found = Pick<ShardResult, 'hits' | 'total' | 'isLowerBound' | 'maxScore' | 'isTerminated'>;

function* hitsOf(
  context: ShardContext,
  request: SearchRequest,
  query: Query,
  sorts: readonly ShardSort[],
  k: number,
  after: readonly SortValue[] | undefined,
  position: Position | undefined,
): Generator<void, Found> {
  const { searcher } = context;
  const { minScore, terminateAfter, trackScores } = request;
  const byScore = isByScore(request);
  const isCollapsed = request.collapse !== undefined;
  const needsAll = minScore !== undefined || terminateAfter > 0 || isCollapsed;
  if (byScore && !needsAll) {
    const last =
      position?.score !== undefined
        ? { score: position.score, doc: position.doc }
        : after === undefined
          ? undefined
          : { score: Number(after[0]), doc: Number.POSITIVE_INFINITY };
    const countUpTo = countLimit(request.trackTotalHits);
    const rescore = request.rescore ?? [];
    const wanted = Math.max(k, ...rescore.map(({ window }) => window));
    const options = { k: wanted, countUpTo, ...(last && { after: last }) };
    const result = yield* search(searcher, query, options);
    const found = result.hits.map(({ doc, score }) => ({ doc, score, values: [score] }));
    const hits = rescore.length === 0 ? found : rescored(context, found, rescore).slice(0, k);
    return { ...result, hits, maxScore: hits[0]?.score, isTerminated: false };
  }
  const fields = byScore
    ? [{ field: '_score', order: 'desc' as const }]
    : sorts.map(({ field }) => field);
  const options = {
    k,
    sort: fields,
    ...(after === undefined ? {} : { after }),
    ...(position === undefined ? {} : { after: position.values, afterDoc: position.doc }),
  };
  if (!needsAll && !trackScores && !fields.some(({ field }) => field === '_score')) {
    const result = yield* sortedSearch(searcher, query, options);
    const hits = result.hits.map((hit) => ({ ...hit, score: undefined }));
    return {
      hits,
      total: result.total,
      isLowerBound: false,
      maxScore: undefined,
      isTerminated: false,
    };
  }
  const scored = {
    ...options,
    ...(minScore === undefined ? {} : { minScore }),
    ...(terminateAfter > 0 ? { terminateAfter } : {}),
  };
  const result =
    request.collapse === undefined
      ? yield* scoredSearch(searcher, query, scored)
      : yield* collapsedSearch(searcher, query, {
          ...scored,
          group: groupSort(groupField(context, request.collapse.field)),
        });
  const showsScores = byScore || trackScores || fields.some(({ field }) => field === '_score');
  return {
    hits: result.hits.map((hit) => (showsScores ? hit : { ...hit, score: undefined })),
    total: result.total,
    isLowerBound: false,
    maxScore: byScore || trackScores ? result.maxScore : undefined,
    isTerminated: result.isTerminated,
  };
}

function countLimit(trackTotalHits: number): number {
  if (trackTotalHits === EXACT) return EXACT;
  return trackTotalHits === UNTRACKED ? 0 : trackTotalHits;
}

function afterValues(
  { searchAfter, sort }: SearchRequest,
  sorts: readonly ShardSort[],
): SortValue[] | undefined {
  if (searchAfter === undefined) return undefined;
  if (sort.length === 0) {
    throw illegalArgument('Sort must contain at least one field.');
  }
  const hasTiebreaker = sort.at(-1)?.isImplicit === true;
  const isShort = hasTiebreaker && searchAfter.length === sorts.length - 1;
  if (searchAfter.length !== sorts.length && !isShort) {
    throw illegalArgument(
      `search_after has ${searchAfter.length} value(s) but sort has ${sorts.length}.`,
    );
  }
  // Without the tiebreaker hits with equal values count as given out already.
  if (isShort) return [...parseAll(sorts.slice(0, -1), searchAfter), Number.POSITIVE_INFINITY];
  return parseAll(sorts, searchAfter);
}

function parseAll(sorts: readonly ShardSort[], values: readonly Json[]): SortValue[] {
  return sorts.map((sort, i) => {
    const json = values[i] as Json;
    try {
      return sort.parse(json);
    } catch (cause) {
      throw illegalArgument(
        `Failed to parse search_after value for field [${sort.field.field}].`,
        cause,
      );
    }
  });
}
