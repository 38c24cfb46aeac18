/**
 * The terms of one document with their statistics. Terms are made anew from the source: what the
 * analyzer gave when the document was indexed it gives again.
 */
import type { Analyzer } from '../../analysis/core/analyzer.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import { runInSlices } from '../../index/run-to-end.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import { writeJson } from '../../json/json-writer.ts';
import { parseJson } from '../../json/parse.ts';
import type { Json, JsonObject } from '../../json/values.ts';
import { fieldAnalyzers } from '../../mapping/field-analyzers.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { javaText } from '../../mapping/parameter.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { getDocument } from '../get-document.ts';
import type { Access } from '../requests.ts';
import { valuesAt } from '../stored-fields.ts';
import { readTarget } from '../write-target.ts';
import { filtered } from './filter.ts';
import type { FieldVector, TermVector, TermVectorsRequest, TermVectorsResult } from './request.ts';
import { docFreq, fieldTotals, totalTermFreq } from './statistics.ts';
import { occurrences, type TokenParts } from './tokens.ts';

const ACTION = 'indices:data/read/tv';
const TYPES = new Set(['text', 'keyword', 'search_as_you_type', 'wildcard']);
const encoder = new TextEncoder();

export async function termVectors(
  indices: IndicesService,
  request: TermVectorsRequest,
  access: Access | undefined,
): Promise<TermVectorsResult> {
  if (request.doc !== undefined) return artificial(indices, request, request.doc, access);
  const id = request.id ?? '';
  const { index, document } = await getDocument(indices, { ...request, id }, access, ACTION);
  if (document === undefined) return { index, id, version: 0, found: false, fields: [] };
  const target = readTarget(indices, request.index);
  const { shard } = target.shard(id, target.routing(request.routing, id));
  const source = parseJson(document.source) as JsonObject;
  const fields = await runInSlices(
    vectors(document.mapping.mapping, source, shard.searchViews(), request),
  );
  return { index, id, version: document.version, found: true, fields };
}

/** A document that is in no index: any shard tells the statistics. */
async function artificial(
  indices: IndicesService,
  request: TermVectorsRequest,
  doc: JsonObject,
  access: Access | undefined,
): Promise<TermVectorsResult> {
  const target = readTarget(indices, request.index);
  const { name } = target.index;
  target.authorize(access, ACTION);
  const { shard } = target.shard('', request.routing);
  const { mapping } = target.open.mapping.preview({ id: '', source: writeJson(doc) });
  const fields = await runInSlices(vectors(mapping, doc, shard.searchViews(), request));
  return { index: name, id: undefined, version: 0, found: true, fields };
}

function* vectors(
  mapping: Mapping,
  source: JsonObject,
  views: readonly SearchView[],
  request: TermVectorsRequest,
): Generator<void, FieldVector[]> {
  const found: FieldVector[] = [];
  for (const field of selected(mapping, request)) {
    const texts = textsOf(mapping, field, source);
    const analyzer = analyzerOf(mapping, field, request);
    if (texts.length === 0 || analyzer === undefined) continue;
    const gap = Number(field.value('position_increment_gap') ?? analyzer.positionIncrementGap);
    const parts = keptParts(field, request);
    const byTerm = occurrences(analyzer, texts, gap, parts);
    const totals = fieldTotals(views, field.path);
    const terms: TermVector[] = [];
    const wantsStatistics = request.termStatistics || request.filter !== undefined;
    const wantsTokens = parts.positions || parts.offsets || parts.payloads;
    for (const term of [...byTerm.keys()].sort(byBytes)) {
      const { frequency, tokens } = byTerm.get(term) as { frequency: number; tokens: [] };
      const bytes = encoder.encode(term);
      const df = wantsStatistics ? docFreq(views, field.path, bytes) : 0;
      terms.push({
        term,
        frequency,
        docFreq: df > 0 ? df : undefined,
        totalTermFreq:
          request.termStatistics && df > 0
            ? yield* totalTermFreq(views, field.path, bytes)
            : undefined,
        score: undefined,
        tokens: wantsTokens ? tokens : undefined,
      });
      yield;
    }
    found.push({
      field: field.path,
      statistics: request.fieldStatistics ? totals : undefined,
      terms:
        request.filter === undefined
          ? terms
          : filtered(terms, request.filter, totals.docCount, request.termStatistics),
    });
  }
  return found;
}

const byBytes = (a: string, b: string) => Buffer.compare(encoder.encode(a), encoder.encode(b));

/** Fields of words: those named, else those that keep term vectors; of a document from outside, all. */
function selected(mapping: Mapping, request: TermVectorsRequest): FieldMapper[] {
  const all = [...mapping.fields.values()].filter(({ type }) => TYPES.has(type.name));
  const { fields } = request;
  if (fields !== undefined) {
    const tests = fields.map(patternTest);
    return all.filter(({ path }) => tests.some((test) => test(path)));
  }
  return request.doc === undefined ? all.filter((field) => vectorOf(field) !== 'no') : all;
}

function vectorOf(field: FieldMapper): string {
  return String(field.value('term_vector') ?? 'no');
}

/** What was kept of a field's tokens; a field that keeps nothing is analysed on the fly, and has all. */
function keptParts(field: FieldMapper, request: TermVectorsRequest): TokenParts {
  const { positions, offsets, payloads } = request;
  const kept = vectorOf(field);
  const isMade =
    kept === 'no' || request.doc !== undefined || request.perFieldAnalyzer?.has(field.path);
  if (isMade) return { positions, offsets, payloads };
  return {
    positions: positions && kept.includes('positions'),
    offsets: offsets && kept.includes('offsets'),
    payloads: payloads && kept.includes('payloads'),
  };
}

function analyzerOf(
  mapping: Mapping,
  field: FieldMapper,
  { perFieldAnalyzer }: TermVectorsRequest,
): Analyzer | undefined {
  const named = perFieldAnalyzer?.get(field.path);
  if (named === undefined) return fieldAnalyzers(mapping, field.path)?.index;
  const analyzer = mapping.context.analysis.analyzer(named);
  if (analyzer === undefined) {
    throw illegalArgument(`No analyzer found for [${named}]`);
  }
  return analyzer;
}

function textsOf(mapping: Mapping, field: FieldMapper, source: Json): string[] {
  const parent = field.path.slice(0, Math.max(0, field.path.lastIndexOf('.')));
  const values = valuesAt(source, mapping.fields.has(parent) ? parent : field.path);
  const limit = field.value('ignore_above');
  return values.map(javaText).filter((text) => typeof limit !== 'number' || text.length <= limit);
}
