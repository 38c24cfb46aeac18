/** The second phase: what an answer shows of a hit. */
import { shownSource } from '../../documents/document-source.ts';
import { SourceFilter } from '../../documents/source-filter.ts';
import { storedFields } from '../../documents/stored-fields.ts';
import {
  PRIMARY_TERM,
  ROUTING,
  SEQ_NO,
  type Segment,
  VERSION,
} from '../../index/segment/segment.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import { parseJson } from '../../json/parse.ts';
import { Float32, type JsonObject, RawJson, type Writable } from '../../json/values.ts';
import { IGNORED } from '../../mapping/document-parser.ts';
import { explain } from '../../query/explain.ts';
import { scoreOf } from '../../query/iterate.ts';
import type { HitContext } from '../context.ts';
import { describeQuery } from '../describe-query.ts';
import type { SearchRequest } from '../request/search-request.ts';
import type { ShardHit, ShardResult } from '../shard/query-shard.ts';
import { addDocValues } from './doc-values.ts';
import { explanationBody } from './explanation.ts';
import { FieldsFetcher } from './fields.ts';
import { innerHitsBody } from './inner-hits.ts';

/** The view and row of a document of a shard. */
export function rowOf({ context }: ShardResult, doc: number): { view: SearchView; row: number } {
  return context.searcher.locate(doc);
}

export function keywordValues(segment: Segment, name: string, row: number): string[] {
  const column = segment.keyword(name);
  if (column === undefined) return [];
  const values: string[] = [];
  for (let i = column.firstValue(row); i < column.endValue(row); i += 1) {
    values.push(Buffer.from(column.termBytes(column.ordinals[i] as number)).toString());
  }
  return values;
}

/** The `_source` a request wants; undefined for none. */
function sourceOf(request: SearchRequest, hit: HitContext): Writable | undefined {
  if (request.source === false || !keepsSource(hit)) return undefined;
  if (request.source === undefined && request.storedFields !== undefined) {
    if (!request.storedFields.includes('_source')) return undefined;
  }
  const filter = request.source ?? SourceFilter.all;
  return new RawJson(filter.bytes(hit.source));
}

export function keepsSource({ shard: { mapping } }: HitContext): boolean {
  return (
    mapping.metadata('_source', 'enabled') !== false &&
    mapping.metadata('_source', 'mode') !== 'disabled'
  );
}

const fetchers = new WeakMap<ShardResult, FieldsFetcher>();

/** Made once a shard: a pattern of names is matched once, not for every hit. */
function fetcherOf(request: SearchRequest, result: ShardResult): FieldsFetcher | undefined {
  if (request.fields === undefined) return undefined;
  let fetcher = fetchers.get(result);
  if (fetcher === undefined) {
    fetcher = new FieldsFetcher(result.context.mapping, request.fields);
    fetchers.set(result, fetcher);
  }
  return fetcher;
}

/** `fields` of a hit, from wherever the request wants them. */
function fieldsOf(
  request: SearchRequest,
  fetcher: FieldsFetcher | undefined,
  hit: HitContext,
  { group }: ShardHit,
): Writable | undefined {
  const found = new Map<string, Writable>();
  if (request.collapse !== undefined && group !== undefined && group !== null) {
    found.set(request.collapse.field, [group]);
  }
  const { storedFields: stored, docvalueFields } = request;
  if (stored !== undefined && !stored.includes('_none_')) {
    const values = storedFields(hit.shard.mapping, hit.source, stored);
    for (const [name, value] of values ?? []) found.set(name, value);
  }
  if (docvalueFields !== undefined) addDocValues(docvalueFields, hit, found);
  if (fetcher !== undefined) {
    addDocValues(fetcher.others, hit, found);
    if (keepsSource(hit))
      for (const [name, value] of fetcher.fetch(hit.json())) found.set(name, value);
  }
  return found.size === 0 ? undefined : found;
}

export function hitContext(result: ShardResult, hit: ShardHit, isForced = false): HitContext {
  const { view, row } = rowOf(result, hit.doc);
  const { mapping } = result.context;
  let bytes: Uint8Array | undefined;
  let parsed: JsonObject | undefined;
  // Read when somebody wants it: unpacking sources is most of what fetching costs.
  const source = () => {
    if (bytes === undefined) {
      const stored = view.segment.source.read(row);
      bytes = stored.length === 0 ? stored : shownSource(mapping, stored, isForced);
    }
    return bytes;
  };
  return {
    shard: result.context,
    view,
    doc: row,
    id: Buffer.from(view.segment.ids.idOf(row)).toString(),
    score: hit.score ?? 0,
    get source() {
      return source();
    },
    json: () => {
      parsed ??= source().length === 0 ? new Map() : (parseJson(source()) as JsonObject);
      return parsed;
    },
  };
}

/** Queries by name that the document matches. */
function matchedQueries(
  request: SearchRequest,
  { shard, view, doc }: HitContext,
): Writable | undefined {
  if (shard.named.size === 0) return undefined;
  const matched: [string, number][] = [];
  for (const [name, query] of shard.named) {
    const score = scoreOf(shard.searcher, view, query, doc);
    if (score !== undefined) matched.push([name, score]);
  }
  if (matched.length === 0) return undefined;
  if (request.namedScores) {
    return new Map(matched.map(([name, score]) => [name, new Float32(score)]));
  }
  return matched.map(([name]) => name);
}

/** How the hit came by its score; a second scoring is told as such. */
function explanationOf({ shard, view, doc }: HitContext, { score }: ShardHit): Writable {
  const own = explain(shard.searcher, view, shard.query, doc, describeQuery);
  if (score === undefined || own.value === score) return explanationBody(own);
  const details = [own];
  return explanationBody({ value: score, isMatch: true, description: 'rescored from:', details });
}

/** One entry of `hits`. */
export function hitBody(
  request: SearchRequest,
  result: ShardResult,
  hit: ShardHit,
  inner?: Writable,
  { totalAsInt = false, nodeId }: { totalAsInt?: boolean; nodeId?: string | undefined } = {},
): Writable {
  const context = hitContext(result, hit, request.forceSynthetic);
  const { segment } = context.view;
  const row = context.doc;
  const isBare = request.storedFields?.includes('_none_') === true;
  const [routing] = keywordValues(segment, ROUTING, row);
  const ignored = keywordValues(segment, IGNORED, row);
  const fetcher = fetcherOf(request, result);
  const left = ignored.length === 0 ? undefined : fetcher?.ignored(context.json(), ignored);
  return {
    _shard: request.explain ? `[${result.context.index}][${result.context.shard}]` : undefined,
    _node: request.explain ? nodeId : undefined,
    _index: result.context.index,
    _id: isBare ? undefined : context.id,
    _version: request.version ? segment.internal(VERSION, row) : undefined,
    _seq_no: request.seqNoPrimaryTerm ? segment.internal(SEQ_NO, row) : undefined,
    _primary_term: request.seqNoPrimaryTerm ? segment.internal(PRIMARY_TERM, row) : undefined,
    _score: hit.score === undefined ? null : new Float32(hit.score),
    _routing: isBare ? undefined : routing,
    _ignored: ignored.length > 0 && !isBare ? ignored : undefined,
    _source: isBare ? undefined : sourceOf(request, context),
    fields: fieldsOf(request, fetcher, context, hit),
    ignored_field_values: left === undefined || left.size === 0 ? undefined : left,
    highlight: request.highlight?.(context),
    sort:
      request.sort.length === 0
        ? undefined
        : result.sorts.map((sort, i) => sort.print(hit.values[i] ?? null)),
    matched_queries: matchedQueries(request, context),
    _explanation: request.explain ? explanationOf(context, hit) : undefined,
    inner_hits: inner ?? innerHitsBody(context, totalAsInt),
  };
}
