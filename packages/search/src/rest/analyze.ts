/** `_analyze`, for the node and for an index. */
import { type AnalyzeResponse, analyze, MAX_TOKEN_COUNT } from '../analysis/analyze.ts';
import type { Analyzer } from '../analysis/core/analyzer.ts';
import type { IndexAnalysis } from '../analysis/core/index-analysis.ts';
import type { AnalysisRegistry } from '../analysis/core/registry.ts';
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { RestRequest } from '../http/request.ts';
import { RestResponse } from '../http/response.ts';
import type { Route } from '../http/route.ts';
import { withAnalysisErrors } from '../mapping/analysis-error.ts';
import { integerSetting } from '../metadata/index-settings.ts';
import { singleIndex } from '../metadata/resolve-indices.ts';
import { checkAnalyzeRequest, parseAnalyzeRequest } from './analyze-request.ts';
import { permitted } from './indices/shared.ts';
import type { NodeServices } from './node-services.ts';
import { bodyScope } from './search/params.ts';

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
  const { body, scope } = bodyScope(request);
  if (body === undefined)
    throw new SearchError('parse_exception', 'request body or source parameter is required');
  const indexName = request.param('index');
  const parsed = parseAnalyzeRequest(body, scope);
  checkAnalyzeRequest(parsed, indexName);
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
