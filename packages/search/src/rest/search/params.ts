/** What the search APIs take in the address. */

import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../json/values.ts';
import type { QueryBuilder } from '../../search/context.ts';
import { operatorOf } from '../../search/dsl/match.ts';
import { scopeOf } from '../../search/dsl/parse-query.ts';
import { DEFAULT_OPTIONS, queryStringBuilder } from '../../search/dsl/query-string.ts';
import type { Scope } from '../../search/dsl/scope.ts';
import {
  readBody,
  setFrom,
  setSize,
  setTerminateAfter,
  totalHits,
} from '../../search/request/parse-body.ts';
import { parseSortParam } from '../../search/request/parse-sort.ts';
import {
  EXACT,
  emptyRequest,
  type SearchRequest,
  UNTRACKED,
} from '../../search/request/search-request.ts';
import { suggestOfParams } from '../../search/suggest/suggest.ts';
import { parseTime } from '../../settings/units.ts';
import { sourceParams } from '../documents/params.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';

export const QUERY_PARAMS = [
  'q',
  'df',
  'analyzer',
  'analyze_wildcard',
  'default_operator',
  'lenient',
];

export const SEARCH_PARAMS = [
  ...TARGET_PARAMS,
  ...QUERY_PARAMS,
  '_source',
  '_source_includes',
  '_source_excludes',
  'allow_partial_search_results',
  'batched_reduce_size',
  'ccs_minimize_roundtrips',
  'docvalue_fields',
  'explain',
  'from',
  'ignore_throttled',
  'include_named_queries_score',
  'max_concurrent_shard_requests',
  'min_compatible_shard_node',
  'pre_filter_shard_size',
  'preference',
  'request_cache',
  'rest_total_hits_as_int',
  'routing',
  'scroll',
  'search_type',
  'seq_no_primary_term',
  'size',
  'sort',
  'source',
  'source_content_type',
  'stats',
  'stored_fields',
  'suggest_field',
  'suggest_mode',
  'suggest_size',
  'suggest_text',
  'terminate_after',
  'timeout',
  'track_scores',
  'track_total_hits',
  'typed_keys',
  'version',
  'force_synthetic_source',
];

/** The object of the body (or of `source`) with the scope its queries are parsed in. */
export function bodyScope(request: RestRequest): { body: JsonObject | undefined; scope: Scope } {
  const content = request.contentOrSource();
  if (content.length === 0) return { body: undefined, scope: scopeOf(null) };
  return objectScope(content);
}

export function objectScope(content: Uint8Array): { body: JsonObject; scope: Scope } {
  const body = parseJson(content);
  const scope = scopeOf(body, content);
  if (isJsonObject(body)) return { body, scope };
  throw new SearchError(
    'parsing_exception',
    `Expected [START_OBJECT] but found [${Array.isArray(body) ? 'START_ARRAY' : 'VALUE_STRING'}]`,
    {
      fields: { line: 1, col: 1 },
    },
  );
}

/** The query of APIs whose body has nothing else. */
export function bodyQuery(request: RestRequest): QueryBuilder | undefined {
  const { body, scope } = bodyScope(request);
  for (const name of body?.keys() ?? []) {
    if (name === 'query') continue;
    throw scope.error(`request does not support [${name}]`, body, name, 'name');
  }
  const json = body?.get('query');
  const inBody = json === undefined ? undefined : scope.query(json, body, 'query');
  return uriQuery(request) ?? inBody;
}

/** A search out of body and address; the address wins. */
export function searchRequest(request: RestRequest): SearchRequest {
  const search = emptyRequest();
  const { body, scope } = bodyScope(request);
  if (body !== undefined) readBody(body, search, scope);
  const asked = uriQuery(request);
  if (asked !== undefined) search.query = asked;
  readParams(request, search);
  return search;
}

/** The query of `q` and its kin; undefined without it. */
export function uriQuery(request: RestRequest): QueryBuilder | undefined {
  const text = request.param('q');
  if (text === undefined) return undefined;
  const field = request.param('df');
  return queryStringBuilder(text, {
    ...DEFAULT_OPTIONS,
    fields: field === undefined ? [] : [field],
    analyzer: request.param('analyzer'),
    analyzeWildcard: request.flag('analyze_wildcard', false),
    lenient: request.param('lenient') === undefined ? undefined : request.flag('lenient', false),
    defaultAnd: operatorOf(request.param('default_operator')) === 'and',
  });
}

export function readParams(request: RestRequest, search: SearchRequest): void {
  if (request.param('from') !== undefined) setFrom(search, request.integer('from', 0));
  if (request.param('size') !== undefined) setSize(search, request.integer('size', 0));
  if (request.param('terminate_after') !== undefined) {
    setTerminateAfter(search, request.integer('terminate_after', 0));
  }
  const timeout = request.param('timeout');
  if (timeout !== undefined) search.timeout = parseTime(timeout, 'timeout');
  search.explain = request.flag('explain', search.explain);
  search.version = request.flag('version', search.version);
  search.seqNoPrimaryTerm = request.flag('seq_no_primary_term', search.seqNoPrimaryTerm);
  search.trackScores = request.flag('track_scores', search.trackScores);
  search.forceSynthetic = request.flag('force_synthetic_source', false);
  search.namedScores = request.flag('include_named_queries_score', search.namedScores);
  const total = request.param('track_total_hits');
  if (total !== undefined) search.trackTotalHits = totalHits(total);
  const sort = request.param('sort');
  if (sort !== undefined) search.sort = parseSortParam(sort);
  const source = sourceParams(request);
  if (source !== undefined) search.source = source;
  const stored = request.list('stored_fields');
  if (stored !== undefined) search.storedFields = stored;
  const docvalues = request.list('docvalue_fields');
  if (docvalues !== undefined) search.docvalueFields = docvalues.map((field) => ({ field }));
  readSuggest(request, search);
  checkTotal(request, search);
}

function readSuggest(request: RestRequest, search: SearchRequest): void {
  const field = request.param('suggest_field');
  if (field === undefined) return;
  const size = request.integer('suggest_size', 5);
  const text = request.param('suggest_text') ?? request.param('q');
  const mode = request.param('suggest_mode');
  search.suggest = suggestOfParams(field, text, mode, size, scopeOf(null));
}

/** A total as a plain number must be exact, or not be there. */
function checkTotal(request: RestRequest, search: SearchRequest): void {
  if (!request.flag('rest_total_hits_as_int', false)) return;
  const { trackTotalHits } = search;
  const isDefault =
    trackTotalHits === emptyRequest().trackTotalHits && !request.params.has('track_total_hits');
  if (isDefault) search.trackTotalHits = EXACT;
  else if (trackTotalHits !== EXACT && trackTotalHits !== UNTRACKED) {
    throw illegalArgument(
      `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${trackTotalHits}`,
    );
  }
}
