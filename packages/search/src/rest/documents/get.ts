/** GET and HEAD of a document and of its source. */
import { hasSource, sourceOf } from '../../documents/document-source.ts';
import type { GetDocument } from '../../documents/requests.ts';
import { SourceFilter } from '../../documents/source-filter.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { RawJson } from '../../json/values.ts';
import type { NodeServices } from '../node-services.ts';
import { documentBody, wantedOf } from './document-body.ts';
import { conditions, SOURCE_PARAMS, sourceParams, VERSION_PARAMS } from './params.ts';

const GET_PARAMS = [
  ...SOURCE_PARAMS,
  ...VERSION_PARAMS,
  'preference',
  'realtime',
  'refresh',
  'routing',
];

export function getRoutes(node: NodeServices): Route[] {
  const { documents } = node;
  const find = (request: RestRequest) =>
    documents.get(
      {
        index: request.pathParam('index'),
        id: request.pathParam('id'),
        ...readParams(request),
      },
      request.caller,
    );
  return [
    {
      methods: ['GET', 'HEAD'],
      path: '/{index}/_doc/{id}',
      params: [...GET_PARAMS, 'stored_fields', 'force_synthetic_source'],
      action: 'indices:data/read/get',
      handler: async (request) => {
        const wanted = wantedOf(
          request.list('stored_fields'),
          sourceParams(request),
          request.flag('force_synthetic_source', false),
        );
        const { index, document } = await find(request);
        const body = documentBody(index, request.pathParam('id'), document, wanted);
        return RestResponse.of(body, document === undefined ? 404 : 200);
      },
    },
    {
      methods: ['GET', 'HEAD'],
      path: '/{index}/_source/{id}',
      params: GET_PARAMS,
      action: 'indices:data/read/get',
      handler: async (request) => {
        const filter = sourceParams(request) ?? SourceFilter.all;
        if (filter === false) {
          throw validationError(['fetching source can not be disabled']);
        }
        const id = request.pathParam('id');
        const { index, document } = await find(request);
        if (document === undefined) throw notFound(`Document not found [${index}]/[${id}]`);
        if (!hasSource(document)) throw notFound(`Source not found [${index}]/[${id}]`);
        return RestResponse.of(new RawJson(filter.bytes(sourceOf(document))));
      },
    },
  ];
}

/** What reads of a document share, without its name. */
export function readParams(request: RestRequest): Omit<GetDocument, 'index' | 'id'> {
  const { version, versionType } = conditions(request);
  return {
    routing: request.param('routing'),
    realtime: request.flag('realtime', true),
    refresh: request.flag('refresh', false),
    version,
    versionType,
  };
}

function notFound(reason: string): SearchError {
  return new SearchError('resource_not_found_exception', reason);
}
