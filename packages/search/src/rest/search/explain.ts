/** `_explain` and `_validate/query`. */

import { shownSource } from '../../documents/document-source.ts';
import { SourceFilter } from '../../documents/source-filter.ts';
import { toSearchError } from '../../errors/error-body.ts';
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { RawJson, type Writable } from '../../json/values.ts';
import { indexNotFound } from '../../metadata/index-names.ts';
import { explain } from '../../query/explain.ts';
import type { QueryBuilder } from '../../search/context.ts';
import { describeQuery } from '../../search/describe-query.ts';
import { explanationBody } from '../../search/fetch/explanation.ts';
import type { ShardTarget } from '../../search/shard/target.ts';
import { SOURCE_PARAMS, sourceParams } from '../documents/params.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyQuery, QUERY_PARAMS } from './params.ts';
import { searchTargets } from './run-search.ts';

/** Where the document of an `_explain` lives. */
function targetOf(node: NodeServices, request: RestRequest): ShardTarget {
  const targets = searchTargets(node, request);
  const indices = new Set(targets.map(({ index }) => index.name));
  if (indices.size > 1) {
    throw illegalArgument(
      `Alias [${request.pathParam('index')}] has more than one index associated with it [${[...indices].join(', ')}], can't execute a single index op`,
    );
  }
  const [first] = targets;
  if (first === undefined) throw indexNotFound(request.pathParam('index'));
  const number = first.open.shardNumber(request.pathParam('id'), request.param('routing'));
  return (
    targets.find((target) => target.number === number) ?? {
      ...first,
      number,
      shard: first.open.shards[number] ?? first.shard,
    }
  );
}

async function explainDocument(node: NodeServices, request: RestRequest): Promise<RestResponse> {
  const query = bodyQuery(request);
  if (query === undefined) throw validationError(['query is missing']);
  const target = targetOf(node, request);
  const id = request.pathParam('id');
  const context = node.search.context(target, query, Date.now(), 1);
  const { searcher } = context;
  const head = { _index: context.index, _id: id };
  for (const view of searcher.views) {
    const doc = view.segment.ids.find(Buffer.from(id));
    if (
      doc < 0 ||
      (view.live !== undefined && ((view.live[doc >> 5] as number) >>> (doc & 31)) % 2 === 0)
    )
      continue;
    const result = explain(searcher, view, context.query, doc, describeQuery);
    const filter = sourceParams(request);
    const stored = request.list('stored_fields');
    let get: Writable | undefined;
    if ((filter !== undefined && filter !== false) || stored !== undefined) {
      const source = shownSource(context.mapping, view.segment.source.read(doc));
      get = {
        _seq_no: view.segment.internal('_seq_no', doc),
        _primary_term: view.segment.internal('_primary_term', doc),
        found: true,
        _source: new RawJson((filter || SourceFilter.all).bytes(source)),
      };
    }
    return RestResponse.of({
      ...head,
      matched: result.isMatch,
      explanation: explanationBody(result),
      get,
    });
  }
  return RestResponse.of({ ...head, matched: false }, 404);
}

/** The class the reference would have thrown. */
const CLASSES: Readonly<Record<string, string>> = {
  parsing_exception: 'org.elasticsearch.common.ParsingException',
  query_shard_exception: 'org.elasticsearch.index.query.QueryShardException',
  x_content_parse_exception: 'org.elasticsearch.xcontent.XContentParseException',
  illegal_argument_exception: 'java.lang.IllegalArgumentException',
  number_format_exception: 'java.lang.NumberFormatException',
};

function complaint(error: SearchError): string {
  const own = `${CLASSES[error.type] ?? 'org.elasticsearch.ElasticsearchException'}: ${error.reason}`;
  if (error.cause instanceof SearchError) return `${own}; ${complaint(error.cause)}`;
  const unknown = /^unknown query \[([^\]]*)\]/.exec(error.reason ?? '');
  if (unknown === null) return own;
  const { line, col } = error.fields;
  return `${own}; org.elasticsearch.xcontent.NamedObjectNotFoundException: [${line}:${col}] unknown field [${unknown[1]}]`;
}

function validate(node: NodeServices, request: RestRequest): RestResponse {
  const isExplained = request.flag('explain', false) || request.flag('rewrite', false);
  let query: QueryBuilder | undefined;
  try {
    query = bodyQuery(request);
  } catch (thrown) {
    const error = toSearchError(thrown);
    return RestResponse.of({ valid: false, error: isExplained ? complaint(error) : undefined });
  }
  const targets = searchTargets(node, request);
  const wanted = request.flag('all_shards', false)
    ? targets
    : targets.filter((target, i) => targets.findIndex(({ index }) => index === target.index) === i);
  const explanations: Writable[] = [];
  let valid = true;
  for (const target of wanted) {
    const head = {
      index: target.index.name,
      shard: request.flag('all_shards', false) ? target.number : undefined,
    };
    try {
      const context = node.search.context(target, query, Date.now(), 1);
      explanations.push({ ...head, valid: true, explanation: describeQuery(context.query) });
    } catch (thrown) {
      valid = false;
      explanations.push({ ...head, valid: false, error: complaint(toSearchError(thrown)) });
    }
  }
  return RestResponse.of({
    _shards: { total: wanted.length, successful: wanted.length, failed: 0 },
    valid,
    explanations: isExplained || request.flag('all_shards', false) ? explanations : undefined,
  });
}

export function explainRoutes(node: NodeServices): Route[] {
  const validated = ['/_validate/query', '/{index}/_validate/query'].map(
    (path): Route => ({
      methods: ['GET', 'POST'],
      path,
      params: [
        ...TARGET_PARAMS,
        ...QUERY_PARAMS,
        'all_shards',
        'explain',
        'rewrite',
        'source',
        'source_content_type',
      ],
      action: 'indices:admin/validate/query',
      handler: (request) => validate(node, request),
    }),
  );
  return [
    ...validated,
    {
      methods: ['GET', 'POST'],
      path: '/{index}/_explain/{id}',
      params: [
        ...QUERY_PARAMS,
        ...SOURCE_PARAMS,
        'preference',
        'routing',
        'stored_fields',
        'source',
        'source_content_type',
      ],
      action: 'indices:data/read/explain',
      handler: (request) => explainDocument(node, request),
    },
  ];
}
