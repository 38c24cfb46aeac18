/** `_doc` and `_create` with a body, and DELETE of a document. */
import type { WriteDocument } from '../../documents/requests.ts';
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { location, outcomeBody, outcomeStatus } from './outcome.ts';
import { conditions, SEQ_NO_PARAMS, VERSION_PARAMS, WRITE_PARAMS, writeOptions } from './params.ts';

const INDEX_PARAMS = [
  ...WRITE_PARAMS,
  ...VERSION_PARAMS,
  ...SEQ_NO_PARAMS,
  'op_type',
  'pipeline',
  'require_alias',
];

export function writeRoutes(node: NodeServices): Route[] {
  const { documents } = node;
  const run = async (request: RestRequest, write: WriteDocument): Promise<RestResponse> => {
    const outcome = await documents.write(write, writeOptions(request));
    const headers: RestResponse['headers'] =
      outcome.result === 'created' ? { Location: location(outcome) } : {};
    return RestResponse.of(outcomeBody(outcome), outcomeStatus(outcome), headers);
  };
  const index = (methods: Route['methods'], path: string, opType?: 'create'): Route => ({
    methods,
    path,
    params: INDEX_PARAMS,
    action: 'indices:data/write/index',
    handler: (request) => run(request, indexRequest(request, opType)),
  });
  return [
    index(['PUT', 'POST'], '/{index}/_doc/{id}'),
    index(['POST'], '/{index}/_doc'),
    index(['PUT', 'POST'], '/{index}/_create/{id}', 'create'),
    {
      methods: ['DELETE'],
      path: '/{index}/_doc/{id}',
      params: [...WRITE_PARAMS, ...VERSION_PARAMS, ...SEQ_NO_PARAMS],
      action: 'indices:data/write/delete',
      handler: (request) =>
        run(request, {
          kind: 'delete',
          index: request.pathParam('index'),
          id: request.pathParam('id'),
          routing: request.param('routing'),
          ...conditions(request),
        }),
    },
  ];
}

function indexRequest(request: RestRequest, opType: 'create' | undefined): WriteDocument {
  if (!request.hasContent) throw new SearchError('parse_exception', 'request body is required');
  // A document without an id cannot be there yet.
  const usual = request.param('id') === undefined ? 'create' : 'index';
  const wanted = request.param('op_type') ?? opType ?? usual;
  const type = wanted.toLowerCase();
  if (type !== 'create' && type !== 'index') {
    throw illegalArgument(`opType must be 'create' or 'index', found: [${wanted}]`);
  }
  if (opType === 'create' && type !== 'create') {
    throw illegalArgument(`opType must be 'create', found: [${wanted}]`);
  }
  return {
    kind: 'index',
    index: request.pathParam('index'),
    id: request.param('id'),
    source: request.content,
    routing: request.param('routing'),
    mustBeNew: type === 'create',
    requireAlias: request.flag('require_alias', false),
    pipeline: request.param('pipeline'),
    ...conditions(request),
  };
}
