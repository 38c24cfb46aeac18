/** `_mget`: many documents, each found, missing or failed by itself. */
import { errorBody, toSearchError } from '../../errors/error-body.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { NodeServices } from '../node-services.ts';
import { documentBody, wantedOf } from './document-body.ts';
import { readMultiGet, type WantedDocument } from './mget-body.ts';
import { SOURCE_PARAMS, sourceParams } from './params.ts';

const SLICE_MS = 8;

export function multiGetRoutes(node: NodeServices): Route[] {
  const route = (path: string): Route => ({
    methods: ['GET', 'POST'],
    path,
    params: [
      ...SOURCE_PARAMS,
      'force_synthetic_source',
      'preference',
      'realtime',
      'refresh',
      'routing',
      'stored_fields',
    ],
    action: 'indices:data/read/mget',
    handler: (request) => multiGet(request, node),
  });
  return [route('/_mget'), route('/{index}/_mget')];
}

async function multiGet(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const content = request.contentOrSource();
  if (content.length === 0) throw new SearchError('parse_exception', 'request body is required');
  const wanted = readMultiGet(
    content,
    {
      index: request.param('index'),
      id: undefined,
      routing: request.param('routing'),
      storedFields: request.list('stored_fields'),
      source: sourceParams(request),
    },
    node.settings.boolean('rest.action.multi.allow_explicit_index', true),
  );
  if (wanted.length === 0) throw validationError(['no documents to get']);
  const complaints = wanted.flatMap(({ index, id }, i) => [
    ...(index === undefined ? [`index is missing for doc ${i}`] : []),
    ...(id === undefined ? [`id is missing for doc ${i}`] : []),
  ]);
  if (complaints.length > 0) throw validationError(complaints);
  const docs: Writable[] = [];
  let end = performance.now() + SLICE_MS;
  for (const one of wanted) {
    docs.push(await oneDocument(request, node, one));
    if (performance.now() < end) continue;
    await new Promise((resolve) => setImmediate(resolve));
    end = performance.now() + SLICE_MS;
  }
  return RestResponse.of({ docs });
}

async function oneDocument(
  request: RestRequest,
  { documents }: NodeServices,
  one: WantedDocument,
): Promise<Writable> {
  const index = one.index as string;
  const id = one.id as string;
  try {
    const found = await documents.get(
      {
        index,
        id,
        routing: one.routing,
        version: one.version,
        versionType: one.versionType,
        realtime: request.flag('realtime', true),
        refresh: request.flag('refresh', false),
      },
      request.caller,
    );
    const wanted = wantedOf(
      one.storedFields,
      one.source,
      request.flag('force_synthetic_source', false),
    );
    return documentBody(found.index, id, found.document, wanted);
  } catch (thrown) {
    const error = toSearchError(thrown);
    const { error: details } = errorBody(error, false) as { error: Writable };
    // An alias of one index has been followed by then.
    const shown = error.type === 'routing_missing_exception' ? error.fields.index : index;
    return { _index: shown ?? index, _id: id, error: details };
  }
}
