/** `_termvectors` and `_mtermvectors`. */
import type {
  FieldVector,
  TermVectorsRequest,
  TermVectorsResult,
} from '../../documents/term-vectors/request.ts';
import { errorBody, toSearchError } from '../../errors/error-body.ts';
import { scalarText } from '../../errors/scalar-text.ts';
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { Float32, isJsonObject, type Json, type Writable } from '../../json/values.ts';
import { aliasTargets } from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { fromParams, readTermVectors } from './term-vectors-body.ts';

const PARAMS = [
  'field_statistics',
  'fields',
  'offsets',
  'payloads',
  'positions',
  'preference',
  'realtime',
  'routing',
  'term_statistics',
  'version',
  'version_type',
];

export function termVectorRoutes(node: NodeServices): Route[] {
  const one = (path: string): Route => ({
    methods: ['GET', 'POST'],
    path,
    params: PARAMS,
    action: 'indices:data/read/tv',
    handler: async (request) => {
      const began = performance.now();
      const wanted = readTermVectors(fromParams(request), request.optionalObject() ?? new Map());
      if (wanted.id === undefined && wanted.doc === undefined) {
        throw validationError(['id or doc is missing']);
      }
      const result = await node.documents.termVectors(wanted, request.caller);
      return RestResponse.of(resultBody(result, began));
    },
  });
  const many = (path: string): Route => ({
    methods: ['GET', 'POST'],
    path,
    params: [...PARAMS, 'ids'],
    action: 'indices:data/read/mtv',
    handler: async (request) => {
      const wanted = multiRequests(request);
      if (wanted.length === 0) {
        throw validationError(['multi term vectors: no documents requested']);
      }
      const docs: Writable[] = [];
      for (const item of wanted) docs.push(await itemBody(item, request, node));
      return RestResponse.of({ docs });
    },
  });
  return [
    one('/{index}/_termvectors'),
    one('/{index}/_termvectors/{id}'),
    many('/_mtermvectors'),
    many('/{index}/_mtermvectors'),
  ];
}

function multiRequests(request: RestRequest): TermVectorsRequest[] {
  const body = request.optionalObject() ?? new Map<string, Json>();
  const parameters = body.get('parameters') ?? new Map<string, Json>();
  if (!isJsonObject(parameters)) throw noParameter('parameters');
  const draft = () => ({ ...readTermVectors(fromParams(request), parameters) });
  const wanted: TermVectorsRequest[] = [];
  for (const id of request.list('ids') ?? []) wanted.push({ ...draft(), id });
  for (const [name, value] of body) {
    if (name === 'parameters') continue;
    if ((name !== 'docs' && name !== 'ids') || !Array.isArray(value)) throw noParameter(name);
    for (const item of value) {
      if (name === 'ids') wanted.push({ ...draft(), id: scalarText(item) });
      else if (isJsonObject(item)) wanted.push(readTermVectors(draft(), item));
      else throw illegalArgument('docs array element should include an object');
    }
  }
  return wanted;
}

function noParameter(name: string): SearchError {
  return new SearchError('parse_exception', `no parameter named [${name}] and type ARRAY`);
}

async function itemBody(
  item: TermVectorsRequest,
  request: RestRequest,
  { documents, indices }: NodeServices,
): Promise<Writable> {
  const began = performance.now();
  try {
    if (item.index === '') throw validationError(['index is missing']);
    const many = indices.state.indices.has(item.index)
      ? []
      : aliasTargets(indices.state, item.index);
    if (many.length > 1) {
      throw illegalArgument(
        `Alias [${item.index}] has more than one index associated with it [[${many
          .map(({ name }) => name)
          .sort()
          .join(', ')}]], can't execute a single index op`,
      );
    }
    return resultBody(await documents.termVectors(item, request.caller), began);
  } catch (thrown) {
    const error = toSearchError(thrown);
    const { error: details } = errorBody(error, false) as { error: Writable };
    const shown = error.type === 'routing_missing_exception' ? error.fields.index : undefined;
    return { _index: shown ?? item.index, _id: item.id, error: details };
  }
}

function resultBody(result: TermVectorsResult, began: number): Writable {
  return {
    _index: result.index,
    _id: result.id,
    _version: result.version,
    found: result.found,
    took: Math.round(performance.now() - began),
    term_vectors: result.found
      ? new Map(result.fields.map((field) => [field.field, fieldBody(field)]))
      : undefined,
  };
}

function fieldBody({ statistics, terms }: FieldVector): Writable {
  return {
    field_statistics:
      statistics === undefined
        ? undefined
        : {
            sum_doc_freq: statistics.sumDocFreq,
            doc_count: statistics.docCount,
            sum_ttf: statistics.sumTotalTermFreq,
          },
    terms: new Map<string, Writable>(
      terms.map((term) => [
        term.term,
        {
          doc_freq: term.docFreq,
          ttf: term.totalTermFreq,
          term_freq: term.frequency,
          tokens: term.tokens?.map(({ position, start, end, payload }) => ({
            position,
            start_offset: start,
            end_offset: end,
            payload: payload === undefined ? undefined : Buffer.from(payload).toString('base64'),
          })),
          score: term.score === undefined ? undefined : new Float32(term.score),
        },
      ]),
    ),
  };
}
