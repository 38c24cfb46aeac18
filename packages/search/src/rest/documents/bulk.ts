/** `_bulk`. */
import type { BulkItem, WriteDocument } from '../../documents/requests.ts';
import { Turns } from '../../documents/turns.ts';
import { errorDetails } from '../../errors/error-body.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { writeJson } from '../../json/json-writer.ts';
import { RawJson, type Writable } from '../../json/values.ts';
import type { CircuitBreakers } from '../../memory/circuit-breakers.ts';
import type { NodeServices } from '../node-services.ts';
import type { ActionName } from './bulk-action.ts';
import { type BulkDefaults, readBulk } from './bulk-body.ts';
import { outcomeBody, outcomeStatus } from './outcome.ts';
import { SOURCE_PARAMS, sourceParams, WRITE_PARAMS, writeOptions } from './params.ts';

/** What is kept of an operation until its answer is sent, roughly and with room for the collector. */
const BYTES_PER_OPERATION = 1024;
/** Memory is counted in steps of so many operations. */
const COUNT_STEP = 1024;
/** Longer answers are put into words piece by piece, so that others are served meanwhile. */
const PIECE = 2048;

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
  const writes = new BulkWrites(request.content, defaultsOf(request, node), node.breakers);
  try {
    const items = await node.documents.bulk(writes, writeOptions(request));
    if (items.length === 0) throw validationError(['no requests added']);
    const took = Math.round(performance.now() - began);
    return RestResponse.of({
      errors: items.some((item) => 'error' in item),
      took,
      items: await itemsBody(items, writes.names),
    });
  } finally {
    writes.release();
  }
}

function defaultsOf(request: RestRequest, { settings }: NodeServices): BulkDefaults {
  return {
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
}

/** The writes of a body, read anew each time they are gone through; what they cost is counted. */
class BulkWrites implements Iterable<WriteDocument> {
  /** What the answer calls each of them. */
  names: ActionName[] = [];
  private counted = 0;

  constructor(
    private readonly body: Buffer,
    private readonly defaults: BulkDefaults,
    private readonly breakers: CircuitBreakers,
  ) {}

  *[Symbol.iterator](): Generator<WriteDocument> {
    this.names = [];
    for (const { name, write } of readBulk(this.body, this.defaults)) {
      if (this.names.length === this.counted) this.count();
      this.names.push(name);
      yield write;
    }
  }

  release(): void {
    this.breakers.release('request', this.counted * BYTES_PER_OPERATION);
    this.counted = 0;
  }

  private count(): void {
    this.breakers.take('request', COUNT_STEP * BYTES_PER_OPERATION, '<bulk_request>');
    this.counted += COUNT_STEP;
  }
}

async function itemsBody(
  items: readonly BulkItem[],
  names: readonly ActionName[],
): Promise<Writable> {
  const bodies = (from: number, to: number) =>
    items.slice(from, to).map((item, i) => itemBody(names[from + i] as ActionName, item));
  if (items.length <= PIECE) return bodies(0, items.length);
  const turns = new Turns();
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += PIECE) {
    // Lists without their brackets, to make one list of all.
    const text = writeJson(bodies(from, from + PIECE));
    pieces.push(from === 0 ? OPEN : COMMA, text.subarray(1, -1));
    await turns.next();
  }
  pieces.push(CLOSE);
  return new RawJson(Buffer.concat(pieces));
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

function itemBody(name: ActionName, item: BulkItem): Record<string, Writable> {
  if ('error' in item) {
    const { index, id, error } = item;
    return {
      [name]: { _index: index, _id: id, status: error.status, error: errorDetails(error) },
    };
  }
  return { [name]: outcomeBody(item, outcomeStatus(item)) };
}
