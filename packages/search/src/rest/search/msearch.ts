/** `_msearch`: many searches in one request, each done or failed by itself. */
import { errorBody, toSearchError } from '../../errors/error-body.ts';
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type Json, type Writable } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { searchRequest } from './params.ts';
import { runSearch } from './run-search.ts';

const NEWLINE = 10;
const HEADERS = [
  ...TARGET_PARAMS,
  'index',
  'search_type',
  'request_cache',
  'preference',
  'routing',
  'allow_partial_search_results',
  'ccs_minimize_roundtrips',
];

/** Lines of the body in pairs: what to search, and how. */
function* pairs(content: Uint8Array): Generator<[Uint8Array, Uint8Array]> {
  if (content[content.length - 1] !== NEWLINE) {
    throw illegalArgument('The msearch request must be terminated by a newline [\\n]');
  }
  let from = 0;
  const line = () => {
    const end = content.indexOf(NEWLINE, from);
    const found = content.subarray(from, end);
    from = end + 1;
    return found;
  };
  while (from < content.length) {
    const header = line();
    if (header.length === 0 && from >= content.length) return;
    if (from >= content.length) break;
    yield [header, line()];
  }
}

/** One of the searches as a request of its own. */
function single(outer: RestRequest, header: Uint8Array, body: Uint8Array): RestRequest {
  const params = new Map<string, string>();
  for (const name of [
    'rest_total_hits_as_int',
    'typed_keys',
    'search_type',
    'index',
    ...TARGET_PARAMS,
  ]) {
    const value = outer.param(name);
    if (value !== undefined) params.set(name, value);
  }
  const given = header.length === 0 ? new Map<string, Json>() : parseJson(header);
  if (!isJsonObject(given)) throw illegalArgument('expected an object as header of a search');
  for (const [name, value] of given) {
    if (name === 'indices') params.set('index', textOf(value));
    else if (HEADERS.includes(name)) {
      if (value !== null) params.set(name, textOf(value));
    } else {
      throw illegalArgument(`key [${name}] is not supported in the metadata section`);
    }
  }
  const request = new RestRequest(outer.head, params, outer.contentType);
  request.caller = outer.caller;
  request.action = 'indices:data/read/search';
  request.content = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return request;
}

function textOf(value: Json): string {
  return Array.isArray(value) ? value.map(javaText).join(',') : javaText(value);
}

/** A search with indices of its own cannot be one of a point in time. */
function check(request: RestRequest): void {
  const parsed = searchRequest(request);
  if (parsed.pointInTime !== undefined && request.param('index') !== undefined) {
    throw validationError([
      '[indices] cannot be used with point in time. Do not specify any index with point in time.',
    ]);
  }
}

async function multiSearch(node: NodeServices, request: RestRequest): Promise<RestResponse> {
  const started = performance.now();
  const content = request.contentOrSource();
  if (content.length === 0)
    throw new SearchError('parse_exception', 'request body or source parameter is required');
  const searches = [...pairs(content)].map(([header, body]) => single(request, header, body));
  if (searches.length === 0) throw validationError(['no requests added']);
  for (const search of searches) check(search);
  const responses: Writable[] = [];
  for (const search of searches) {
    try {
      responses.push({
        ...((await runSearch(node, search)) as Record<string, Writable>),
        status: 200,
      });
    } catch (error) {
      responses.push(errorBody(toSearchError(error), false));
    }
  }
  return RestResponse.of({ took: Math.round(performance.now() - started), responses });
}

export function multiSearchRoutes(node: NodeServices): Route[] {
  return ['/_msearch', '/{index}/_msearch'].map(
    (path): Route => ({
      methods: ['GET', 'POST'],
      path,
      params: [
        ...TARGET_PARAMS,
        'ccs_minimize_roundtrips',
        'max_concurrent_searches',
        'max_concurrent_shard_requests',
        'pre_filter_shard_size',
        'rest_total_hits_as_int',
        'search_type',
        'typed_keys',
        'source',
        'source_content_type',
        'ignore_throttled',
        'routing',
      ],
      action: 'indices:data/read/msearch',
      handler: (request) => multiSearch(node, request),
    }),
  );
}
