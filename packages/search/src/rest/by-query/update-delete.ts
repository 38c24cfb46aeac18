/** `_update_by_query` and `_delete_by_query`. */
import type { FoundHit } from '../../by-query/request.ts';
import type { Count } from '../../by-query/status.ts';
import type { WriteDocument } from '../../documents/requests.ts';
import { scriptError } from '../../documents/script-error.ts';
import { validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { JsonObject } from '../../json/values.ts';
import { readBody, setFrom, setSize, setTerminateAfter } from '../../search/request/parse-body.ts';
import { parseSortParam } from '../../search/request/parse-sort.ts';
import { emptyRequest, type SearchRequest } from '../../search/request/search-request.ts';
import { versionType } from '../documents/params.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyScope, QUERY_PARAMS, uriQuery } from '../search/params.ts';
import { searchTargets } from '../search/run-search.ts';
import { execute, type Jobs } from './execute.ts';
import {
  batched,
  DEFAULT_BATCH,
  proceeds,
  RUN_PARAMS,
  runOptions,
  searchComplaints,
  sizeRefused,
  sliceCount,
} from './params.ts';

const PARAMS = [
  ...RUN_PARAMS,
  ...TARGET_PARAMS,
  ...QUERY_PARAMS,
  'conflicts',
  'from',
  'preference',
  'request_cache',
  'routing',
  'scroll_size',
  'search_timeout',
  'search_type',
  'size',
  'sort',
  'stats',
  'terminate_after',
  'version',
];
/** Members of the body that are none of the search. */
const OWN_MEMBERS = ['conflicts', 'max_docs', 'script', 'size'];
const SEARCH = 'indices:data/read/search';

interface Api {
  readonly name: string;
  readonly action: string;
  readonly params: readonly string[];
  readonly counts: readonly Count[];
  readonly complaints: (search: SearchRequest) => string[];
  readonly write: (hit: FoundHit, request: RestRequest) => WriteDocument;
}

/** Only what the search saw is written over. */
function unchanged({ index, id, routing, seqNo, primaryTerm }: FoundHit) {
  return { index, id, routing, ifSeqNo: seqNo, ifPrimaryTerm: primaryTerm };
}

const APIS: readonly Api[] = [
  {
    name: 'update',
    action: 'indices:data/write/update/byquery',
    params: ['pipeline', 'version_type'],
    counts: ['updated', 'deleted'],
    complaints: () => [],
    write: (hit, request) => ({
      kind: 'index',
      ...unchanged(hit),
      source: hit.source(),
      pipeline: request.param('pipeline'),
    }),
  },
  {
    name: 'delete',
    action: 'indices:data/write/delete/byquery',
    params: [],
    counts: ['deleted'],
    // Whoever means everything has to say so.
    complaints: ({ query }) => (query === undefined ? ['query is missing'] : []),
    write: (hit) => ({ kind: 'delete', ...unchanged(hit) }),
  },
];

export function updateAndDeleteRoutes(node: NodeServices, jobs: Jobs): Route[] {
  return APIS.map((api) => ({
    methods: ['POST'],
    path: `/{index}/_${api.name}_by_query`,
    params: [...PARAMS, ...api.params],
    action: api.action,
    handler: (request) => run(node, jobs, request, api),
  }));
}

function run(
  node: NodeServices,
  jobs: Jobs,
  request: RestRequest,
  api: Api,
): Promise<RestResponse> {
  const { search, body } = searchOf(request);
  const isProceeding = proceeds(request.param('conflicts') ?? body?.get('conflicts'));
  const { slices, ...options } = runOptions(request, body?.get('max_docs'));
  const complaints = [...searchComplaints(search), ...api.complaints(search)];
  if (complaints.length > 0) throw validationError(complaints);
  versionType(request.param('version_type'));
  const script = body?.get('script');
  if (script !== undefined && api.name === 'update') throw scriptError(script);
  const names = request.list('index') ?? [];
  const targets = node.search.pinned(searchTargets(node, request, names, SEARCH));
  return execute(node, jobs, request, {
    description: `${api.name}-by-query [${names.join(', ')}]`,
    counts: api.counts,
    byQuery: {
      ...options,
      targets,
      search: batched(search),
      slices: sliceCount(slices, targets, search),
      proceeds: isProceeding,
      write: (hit) => api.write(hit, request),
    },
  });
}

function searchOf(request: RestRequest): { search: SearchRequest; body: JsonObject | undefined } {
  const search = emptyRequest();
  const { body, scope } = bodyScope(request);
  if (body?.has('size') === true || request.param('size') !== undefined) throw sizeRefused();
  if (body !== undefined) readBody(body, search, scope, OWN_MEMBERS);
  const asked = uriQuery(request);
  if (asked !== undefined) search.query = asked;
  setSize(search, request.integer('scroll_size', DEFAULT_BATCH));
  setFrom(search, request.integer('from', search.from));
  setTerminateAfter(search, request.integer('terminate_after', search.terminateAfter));
  if (request.param('search_timeout') !== undefined) {
    search.timeout = request.time('search_timeout', 0);
  }
  const sort = request.param('sort');
  if (sort !== undefined) search.sort = parseSortParam(sort);
  return { search, body };
}
