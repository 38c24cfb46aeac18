/** `_bulk`. */
import type { BulkItem } from '../../documents/requests.ts';
import { errorDetails } from '../../errors/error-body.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { NodeServices } from '../node-services.ts';
import type { ActionName } from './bulk-action.ts';
import { type BulkDefaults, type BulkOperation, readBulk } from './bulk-body.ts';
import { outcomeBody, outcomeStatus } from './outcome.ts';
import { SOURCE_PARAMS, sourceParams, WRITE_PARAMS, writeOptions } from './params.ts';

/** About what an operation and its answer hold beside the bytes of the body. */
const BYTES_PER_OPERATION = 400;
/** Memory is counted in steps of so many operations. */
const COUNT_STEP = 1024;
const SLICE_MS = 8;

export function bulkRoutes(node: NodeServices): Route[] {
  const route = (path: string): Route => ({
    methods: ['POST', 'PUT'],
    path,
    params: [...WRITE_PARAMS, ...SOURCE_PARAMS, 'type', 'pipeline', 'require_alias'],
    action: 'indices:data/write/bulk',
    handler: (request) => bulk(request, node),
  });
  return [route('/_bulk'), route('/{index}/_bulk')];
}

async function bulk(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const began = performance.now();
  if (!request.hasContent) throw new SearchError('parse_exception', 'request body is required');
  const options = writeOptions(request);
  const lease = { held: 0 };
  try {
    const operations = await readAll(request, node, lease);
    if (operations.length === 0) throw validationError(['no requests added']);
    const missing = operations.flatMap(({ write }) => [
      ...(write.index === '' ? ['index is missing'] : []),
      ...(write.kind !== 'index' && write.id === '' ? ['id is missing'] : []),
    ]);
    if (missing.length > 0) throw validationError(missing);
    const items = await node.documents.bulk(
      operations.map(({ write }) => write),
      options,
    );
    return RestResponse.of({
      errors: items.some((item) => 'error' in item),
      took: Math.round(performance.now() - began),
      items: items.map((item, i) => itemBody((operations[i] as BulkOperation).name, item)),
    });
  } finally {
    node.breakers.release('request', lease.held);
  }
}

/** Reads the body in slices of time; what is held is counted. */
async function readAll(
  request: RestRequest,
  { breakers, settings }: NodeServices,
  lease: { held: number },
): Promise<BulkOperation[]> {
  const defaults: BulkDefaults = {
    index: request.param('index'),
    routing: request.param('routing'),
    pipeline: request.param('pipeline'),
    requireAlias:
      request.param('require_alias') === undefined
        ? undefined
        : request.flag('require_alias', false),
    source: sourceParams(request),
    allowExplicitIndex: settings.boolean('rest.action.multi.allow_explicit_index', true),
  };
  const operations: BulkOperation[] = [];
  let end = performance.now() + SLICE_MS;
  for (const operation of readBulk(request.content, defaults)) {
    if (operations.length % COUNT_STEP === 0) {
      const bytes = COUNT_STEP * BYTES_PER_OPERATION;
      breakers.take('request', bytes, '<bulk_request>');
      lease.held += bytes;
      if (performance.now() > end) {
        await new Promise((resolve) => setImmediate(resolve));
        end = performance.now() + SLICE_MS;
      }
    }
    operations.push(operation);
  }
  return operations;
}

function itemBody(name: ActionName, item: BulkItem): Record<string, Writable> {
  if ('error' in item) {
    const { index, id, error } = item;
    return {
      [name]: { _index: index, _id: id, status: error.status, error: errorDetails(error) },
    };
  }
  return { [name]: outcomeBody(item, outcomeStatus(item)) };
}
