/** `profile`: where the time of a search went, shard by shard. */
import type { Writable } from '../json/values.ts';
import type { Query } from '../query/query.ts';
import { describeQuery } from './describe-query.ts';
import type { SearchRequest } from './request/search-request.ts';
import type { ShardResult } from './shard/query-shard.ts';

/** What fetching a shard's hits took. */
export interface FetchTime {
  milliseconds: number;
  hits: number;
}

/** What the reference calls queries of these kinds. */
const TYPES: Readonly<Partial<Record<Query['kind'], string>>> = {
  match_all: 'MatchAllDocsQuery',
  match_none: 'MatchNoDocsQuery',
  term: 'TermQuery',
  synonym: 'SynonymQuery',
  phrase: 'PhraseQuery',
  spread_phrase: 'MultiPhraseQuery',
  constant: 'ConstantScoreQuery',
  range: 'IndexOrDocValuesQuery',
  terms: 'TermInSetQuery',
  prefix: 'PrefixQuery',
  term_range: 'TermRangeQuery',
  term_pattern: 'AutomatonQuery',
  exists: 'FieldExistsQuery',
  ids: 'TermInSetQuery',
  bool: 'BooleanQuery',
  dis_max: 'DisjunctionMaxQuery',
  boosting: 'FunctionScoreQuery',
  nested: 'ToParentBlockJoinQuery',
};

const nanos = (milliseconds: number) => Math.max(1, Math.round(milliseconds * 1e6));

export function profileBody(
  results: readonly ShardResult[],
  request: SearchRequest,
  nodeId: string,
  fetched: ReadonlyMap<ShardResult, FetchTime>,
): Writable | undefined {
  if (!request.profile) return undefined;
  return {
    shards: results.map((result) => shardBody(result, request, nodeId, fetched.get(result))),
  };
}

function shardBody(
  { context, times, total }: ShardResult,
  request: SearchRequest,
  nodeId: string,
  fetch: FetchTime | undefined,
): Writable {
  const { index, shard, query } = context;
  const { build, query: run } = times ?? { build: 0, query: 0 };
  const collector =
    request.sort.length === 0 ? 'SimpleTopScoreDocCollector' : 'SimpleFieldCollector';
  return {
    id: `[${nodeId}][${index}][${shard}]`,
    node_id: nodeId,
    shard_id: shard,
    index,
    cluster: '(local)',
    searches: [
      {
        query: [
          {
            type: TYPES[query.kind] ?? 'Query',
            description: describeQuery(query),
            time_in_nanos: nanos(run),
            breakdown: {
              next_doc: nanos(run),
              next_doc_count: total,
              create_weight: nanos(build),
              create_weight_count: 1,
            },
          },
        ],
        rewrite_time: nanos(build),
        collector: [{ name: collector, reason: 'search_top_hits', time_in_nanos: nanos(run) }],
      },
    ],
    aggregations: [],
    fetch:
      fetch === undefined
        ? undefined
        : {
            type: 'fetch',
            description: '',
            time_in_nanos: nanos(fetch.milliseconds),
            breakdown: {
              load_stored_fields: nanos(fetch.milliseconds),
              load_stored_fields_count: fetch.hits,
            },
          },
  };
}
