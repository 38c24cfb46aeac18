/** `_analyze`, for the node and for an index. */
import {
  type AnalyzeRequest,
  type AnalyzeResponse,
  analyze,
  isNameOrDefinition,
  MAX_TOKEN_COUNT,
  type NameOrDefinition,
} from '../analysis/analyze.ts';
import type { Analyzer } from '../analysis/core/analyzer.ts';
import type { IndexAnalysis } from '../analysis/core/index-analysis.ts';
import type { AnalysisRegistry } from '../analysis/core/registry.ts';
import type { SettingValue } from '../analysis/core/settings.ts';
import { illegalArgument, SearchError, validationError } from '../errors/search-error.ts';
import type { RestRequest } from '../http/request.ts';
import { RestResponse } from '../http/response.ts';
import type { Route } from '../http/route.ts';
import { Double, isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { withAnalysisErrors } from '../mapping/analysis-error.ts';
import { integerSetting } from '../metadata/index-settings.ts';
import { singleIndex } from '../metadata/resolve-indices.ts';
import { permitted } from './indices/shared.ts';
import type { NodeServices } from './node-services.ts';

/** What `_analyze` needs to know of an index. */
export interface AnalyzedIndex {
  readonly name: string;
  readonly analysis: IndexAnalysis;
  /** `index.analyze.max_token_count`. */
  readonly maxTokenCount: number;
  /** The analyzer or normalizer a field indexes with; undefined when there is no such field. Throws when it has none. */
  fieldAnalyzer(field: string): Analyzer | undefined;
}

export interface AnalyzeServices {
  readonly registry: AnalysisRegistry;
  /** The one index of a name or alias; throws as the reference does when there is none or more. */
  analyzedIndex(name: string, request: RestRequest): AnalyzedIndex;
}

const ACTION = 'indices:admin/analyze';

const FIELDS = new Set([
  'analyzer',
  'attributes',
  'char_filter',
  'explain',
  'field',
  'filter',
  'normalizer',
  'text',
  'tokenizer',
]);

export function analyzeRoutes(services: AnalyzeServices): Route[] {
  const handler = (request: RestRequest): RestResponse => answer(request, services);
  const common = { methods: ['GET', 'POST'] as const, params: ['index'], handler };
  return [
    { ...common, path: '/_analyze', action: 'cluster:admin/analyze' },
    { ...common, path: '/{index}/_analyze', action: ACTION },
  ];
}

/** What the node brings to `_analyze`. */
export function analyzeServices(node: NodeServices): AnalyzeServices {
  return {
    registry: node.registry,
    analyzedIndex: (name, request) => {
      const index = singleIndex(node.indices.state, name);
      permitted(request, [name], [index], ACTION);
      const mapping = node.indices.mappingOf(index);
      return {
        name: index.name,
        analysis: mapping.analysis,
        maxTokenCount: integerSetting(index.settings, 'index.analyze.max_token_count'),
        fieldAnalyzer: (field) => {
          if (mapping.mapping.field(field) === undefined) return mapping.analyzers(field)?.index;
          const found = mapping.analyzers(field);
          if (found !== undefined) return found.index;
          throw illegalArgument(
            `Can't process field [${field}], Analysis requests are only supported on tokenized fields`,
          );
        },
      };
    },
  };
}

function answer(request: RestRequest, services: AnalyzeServices): RestResponse {
  const body = request.optionalObject();
  if (body === undefined)
    throw new SearchError('parse_exception', 'request body or source parameter is required');
  const indexName = request.param('index');
  const parsed = parse(body);
  validate(parsed, indexName);
  const index = indexName === undefined ? undefined : services.analyzedIndex(indexName, request);
  if (parsed.field !== undefined && index === undefined) {
    throw illegalArgument('analysis based on a specific field requires an index');
  }
  const response: AnalyzeResponse = withAnalysisErrors(() =>
    analyze(parsed, {
      analysis: index?.analysis ?? services.registry.global,
      index: index?.name,
      fieldAnalyzer: parsed.field === undefined ? undefined : index?.fieldAnalyzer(parsed.field),
      maxTokenCount: index?.maxTokenCount ?? MAX_TOKEN_COUNT,
    }),
  );
  return RestResponse.of(response);
}

interface ParsedRequest extends AnalyzeRequest {
  readonly field: string | undefined;
}

function parse(body: JsonObject): ParsedRequest {
  for (const name of body.keys()) {
    if (!FIELDS.has(name)) throw illegalArgument(`[analyze] unknown field [${name}]`);
  }
  const tokenizer = body.get('tokenizer');
  return {
    text: texts(body.get('text')),
    analyzer: text(body, 'analyzer'),
    normalizer: text(body, 'normalizer'),
    field: text(body, 'field'),
    tokenizer: tokenizer === undefined || tokenizer === null ? undefined : component(tokenizer),
    filter: components(body.get('filter')),
    charFilter: components(body.get('char_filter')),
    explain: flag(body.get('explain')),
    attributes: texts(body.get('attributes')),
  };
}

function validate(request: ParsedRequest, index: string | undefined): void {
  const complaints: string[] = [];
  const extra = (request.filter?.length ?? 0) + (request.charFilter?.length ?? 0) > 0;
  if (request.text.length === 0) complaints.push('text is missing');
  if (index === undefined && request.normalizer !== undefined) {
    complaints.push('index is required if normalizer is specified');
  }
  if (
    request.normalizer !== undefined &&
    (request.tokenizer !== undefined || request.analyzer !== undefined)
  ) {
    complaints.push('tokenizer/analyze should be null if normalizer is specified');
  }
  if (request.analyzer !== undefined && (request.tokenizer !== undefined || extra)) {
    complaints.push('cannot define extra components on a named analyzer');
  }
  if (request.normalizer !== undefined && extra) {
    complaints.push('cannot define extra components on a named normalizer');
  }
  if (request.field !== undefined && (request.tokenizer !== undefined || extra)) {
    complaints.push('cannot define extra components on a field-specific analyzer');
  }
  if (complaints.length > 0) throw validationError(complaints);
}

function text(body: JsonObject, name: string): string | undefined {
  const value = body.get(name);
  return value === undefined || value === null ? undefined : String(plain(value));
}

function texts(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((entry) => String(plain(entry)));
}

function flag(value: Json | undefined): boolean {
  return value === true || value === 'true';
}

function components(value: Json | undefined): NameOrDefinition[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(component);
}

function component(value: Json): NameOrDefinition {
  const definition = plain(value);
  if (isNameOrDefinition(definition)) return definition;
  throw illegalArgument(`Expected a name or an object but found [${String(definition)}]`);
}

/** JSON as the settings of analysis take it. */
function plain(value: Json): SettingValue {
  if (value instanceof Double) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries([...value].map(([name, entry]) => [name, plain(entry)]));
}
