/** `_update`. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { location, outcomeBody, outcomeStatus } from './outcome.ts';
import {
  conditions,
  SEQ_NO_PARAMS,
  SOURCE_PARAMS,
  sourceParams,
  WRITE_PARAMS,
  writeOptions,
} from './params.ts';
import { readUpdateBody } from './update-body.ts';

export function updateRoutes({ documents }: NodeServices): Route[] {
  return [
    {
      methods: ['POST'],
      path: '/{index}/_update/{id}',
      params: [
        ...WRITE_PARAMS,
        ...SOURCE_PARAMS,
        ...SEQ_NO_PARAMS,
        'doc_as_upsert',
        'lang',
        'require_alias',
        'retry_on_conflict',
        'version',
        'version_type',
      ],
      action: 'indices:data/write/update',
      handler: async (request) => {
        const outcome = await documents.write(updateRequest(request), writeOptions(request));
        const headers: RestResponse['headers'] =
          outcome.result === 'created' ? { Location: location(outcome) } : {};
        return RestResponse.of(outcomeBody(outcome), outcomeStatus(outcome), headers);
      },
    },
  ];
}

function updateRequest(request: RestRequest) {
  if (request.param('version') !== undefined || request.param('version_type') !== undefined) {
    throw illegalArgument(
      'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  if (!request.hasContent) throw new SearchError('parse_exception', 'request body is required');
  const { source, ...body } = readUpdateBody(request.content);
  const { ifSeqNo, ifPrimaryTerm } = conditions(request);
  const wanted = source ?? sourceParams(request);
  return {
    kind: 'update',
    index: request.pathParam('index'),
    id: request.pathParam('id'),
    routing: request.param('routing'),
    requireAlias: request.flag('require_alias', false),
    retryOnConflict: request.integer('retry_on_conflict', 0),
    ...body,
    docAsUpsert: body.docAsUpsert ?? request.flag('doc_as_upsert', false),
    ifSeqNo: body.ifSeqNo ?? ifSeqNo,
    ifPrimaryTerm: body.ifPrimaryTerm ?? ifPrimaryTerm,
    fetchSource: wanted === false ? undefined : wanted,
  } as const;
}
