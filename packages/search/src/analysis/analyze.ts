import { type AnalyzedToken, collect, TokenCounter, type TokenList } from './analyzed-tokens.ts';
import { Analyzer } from './core/analyzer.ts';
import { bindFilters } from './core/chain.ts';
import type { CharFilterFactory, TokenFilterFactory, TokenizerFactory } from './core/components.ts';
import { AnalysisError } from './core/errors.ts';
import { type IndexAnalysis, KEYWORD } from './core/index-analysis.ts';
import { isSettingMap, type SettingMap, Settings, type SettingValue } from './core/settings.ts';

/** A component by name, or defined in the request. */
export type NameOrDefinition = string | SettingMap;

export interface AnalyzeRequest {
  readonly text: readonly string[];
  readonly analyzer?: string | undefined;
  readonly normalizer?: string | undefined;
  readonly tokenizer?: NameOrDefinition | undefined;
  readonly filter?: readonly NameOrDefinition[] | undefined;
  readonly charFilter?: readonly NameOrDefinition[] | undefined;
  readonly explain?: boolean | undefined;
  /** Attributes to show with `explain`; all when empty. */
  readonly attributes?: readonly string[] | undefined;
}

export interface AnalyzeEnvironment {
  /** The index's analysis, or the node's. */
  readonly analysis: IndexAnalysis;
  /** The index the request names; decides some error texts. */
  readonly index?: string | undefined;
  /** The analyzer of the request's field, or the index's default. */
  readonly fieldAnalyzer?: Analyzer | undefined;
  readonly maxTokenCount: number;
}

export type AnalyzeResponse =
  | { readonly tokens: AnalyzedToken[] }
  | {
      readonly detail:
        | { readonly custom_analyzer: false; readonly analyzer: TokenList }
        | {
            readonly custom_analyzer: true;
            readonly charfilters?: { readonly name: string; readonly filtered_text: string[] }[];
            readonly tokenizer: TokenList;
            readonly tokenfilters?: TokenList[];
          };
    };

/** Default of index.analyze.max_token_count. */
export const MAX_TOKEN_COUNT = 10_000;

/** Runs `_analyze`; throws AnalysisError as the reference refuses. */
export function analyze(request: AnalyzeRequest, environment: AnalyzeEnvironment): AnalyzeResponse {
  const analyzer = chooseAnalyzer(request, environment);
  const counter = new TokenCounter(environment.maxTokenCount);
  if (!request.explain) return { tokens: collect(analyzer, request.text, counter, null) };
  return { detail: explain(analyzer, request, counter) };
}

function chooseAnalyzer(request: AnalyzeRequest, environment: AnalyzeEnvironment): Analyzer {
  const { analysis, index } = environment;
  if (request.analyzer !== undefined) {
    const analyzer = analysis.analyzer(request.analyzer);
    if (analyzer === undefined) {
      throw new AnalysisError(
        index === undefined
          ? `failed to find global analyzer [${request.analyzer}]`
          : `failed to find analyzer [${request.analyzer}]`,
      );
    }
    return analyzer;
  }
  if (request.normalizer !== undefined) {
    const normalizer = analysis.normalizer(request.normalizer);
    if (normalizer === undefined) {
      throw new AnalysisError(`failed to find normalizer under [${request.normalizer}]`);
    }
    return normalizer;
  }
  const hasFilters = (request.filter?.length ?? 0) + (request.charFilter?.length ?? 0) > 0;
  if (request.tokenizer !== undefined) return adHoc(request, environment, request.tokenizer);
  if (hasFilters) return adHocNormalizer(request, environment);
  return environment.fieldAnalyzer ?? analysis.defaultAnalyzer;
}

function adHoc(
  request: AnalyzeRequest,
  { analysis, index }: AnalyzeEnvironment,
  definition: NameOrDefinition,
): Analyzer {
  const tokenizer = component<TokenizerFactory>(definition, {
    find: (name) => analysis.tokenizer(name),
    has: (type) => analysis.registry.tokenizers.has(type),
    make: (name, settings) =>
      analysis.registry.make(
        'tokenizer',
        analysis.registry.tokenizers,
        name,
        settings,
        analysis.context,
      ),
    kind: 'tokenizer',
    index,
  });
  const charFilters = findCharFilters(request, analysis, index);
  const filters = findFilters(request, analysis, index);
  return new Analyzer({
    name: '_anonymous_',
    charFilters,
    tokenizer,
    filters: bindFilters(charFilters, tokenizer, filters, analysis),
    custom: true,
  });
}

function adHocNormalizer(
  request: AnalyzeRequest,
  { analysis, index }: AnalyzeEnvironment,
): Analyzer {
  const charFilters = findCharFilters(request, analysis, index);
  const filters = findFilters(request, analysis, index);
  for (const filter of charFilters) {
    if (!filter.normalizes) {
      throw new AnalysisError(`Custom normalizer may not use char filter [${filter.name}]`);
    }
  }
  for (const filter of filters) {
    if (!filter.normalizes) {
      throw new AnalysisError(`Custom normalizer may not use filter [${filter.name}]`);
    }
  }
  return new Analyzer({
    name: '_anonymous_',
    charFilters,
    tokenizer: KEYWORD,
    filters,
    custom: true,
  });
}

function findCharFilters(
  request: AnalyzeRequest,
  analysis: IndexAnalysis,
  index: string | undefined,
): CharFilterFactory[] {
  return (request.charFilter ?? []).map((entry) =>
    component<CharFilterFactory>(entry, {
      find: (name) => analysis.charFilter(name),
      has: (type) => analysis.registry.charFilters.has(type),
      make: (name, settings) =>
        analysis.registry.make(
          'char_filter',
          analysis.registry.charFilters,
          name,
          settings,
          analysis.context,
        ),
      kind: 'char filter',
      index,
    }),
  );
}

function findFilters(
  request: AnalyzeRequest,
  analysis: IndexAnalysis,
  index: string | undefined,
): TokenFilterFactory[] {
  return (request.filter ?? []).map((entry) =>
    component<TokenFilterFactory>(entry, {
      find: (name) => analysis.filter(name),
      has: (type) => analysis.registry.filters.has(type),
      make: (name, settings) =>
        analysis.registry.make(
          'filter',
          analysis.registry.filters,
          name,
          settings,
          analysis.context,
        ),
      kind: 'token filter',
      index,
    }),
  );
}

interface Finder<F> {
  find(name: string): F | undefined;
  /** Whether there is such a type. */
  has(type: string): boolean;
  make(name: string, settings: SettingMap): F;
  readonly kind: string;
  readonly index: string | undefined;
}

function component<F>(entry: NameOrDefinition, finder: Finder<F>): F {
  if (typeof entry !== 'string') {
    const type = new Settings(entry).string('type');
    if (type === undefined)
      throw new AnalysisError(
        `Missing [type] setting for anonymous ${finder.kind}: ${JSON.stringify(entry)}`,
      );
    if (!finder.has(type)) {
      throw new AnalysisError(`failed to find global ${finder.kind} under [${type}]`);
    }
    return finder.make(`__anonymous__${type}`, entry);
  }
  const found = finder.find(entry);
  if (found === undefined) {
    const scope = finder.index === undefined ? 'global ' : '';
    throw new AnalysisError(`failed to find ${scope}${finder.kind} under [${entry}]`);
  }
  return found;
}

type Detail = Extract<AnalyzeResponse, { detail: unknown }>['detail'];

function explain(analyzer: Analyzer, request: AnalyzeRequest, counter: TokenCounter): Detail {
  const attributes = request.attributes ?? [];
  if (!analyzer.custom) {
    return {
      custom_analyzer: false,
      analyzer: {
        name: analyzer.name,
        tokens: collect(analyzer, request.text, counter, attributes),
      },
    };
  }
  const charfilters = analyzer.charFilters.map((_, index) => ({
    name: analyzer.charFilters[index]?.name as string,
    filtered_text: request.text.map((text) => {
      let filtered = text;
      for (const filter of analyzer.charFilters.slice(0, index + 1)) {
        filtered = filter.filter(filtered, null).text;
      }
      return filtered;
    }),
  }));
  const partial = (filters: number): AnalyzedToken[] =>
    collect(
      analyzer.with({ filters: analyzer.filters.slice(0, filters) }),
      request.text,
      counter,
      attributes,
    );
  const tokenfilters = analyzer.filters.map((filter, index) => ({
    name: filter.name,
    tokens: partial(index + 1),
  }));
  return {
    custom_analyzer: true,
    ...(charfilters.length === 0 ? {} : { charfilters }),
    tokenizer: { name: analyzer.tokenizer.name, tokens: partial(0) },
    ...(tokenfilters.length === 0 ? {} : { tokenfilters }),
  };
}

/** Type guards for the REST layer: what a request may give as a component. */
export function isNameOrDefinition(value: SettingValue): value is NameOrDefinition {
  return typeof value === 'string' || isSettingMap(value);
}
