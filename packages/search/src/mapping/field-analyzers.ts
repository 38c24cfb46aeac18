/** The analyzers of a field: one for documents, one for queries, one for phrases in queries. */
import type { Analyzer } from '../analysis/core/analyzer.ts';
import { type IndexAnalysis, KEYWORD } from '../analysis/core/index-analysis.ts';
import type { FieldMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { subfieldAnalyzers } from './types/search-as-you-type.ts';

export interface FieldAnalyzers {
  readonly index: Analyzer;
  readonly search: Analyzer;
  readonly searchQuote: Analyzer;
}

/** Made once a mapping and field: queries ask again and again. */
const made = new WeakMap<Mapping, Map<string, FieldAnalyzers>>();

/** Undefined for a field that is not there, and for one whose values are not text. */
export function fieldAnalyzers(mapping: Mapping, path: string): FieldAnalyzers | undefined {
  let byPath = made.get(mapping);
  if (byPath === undefined) {
    byPath = new Map();
    made.set(mapping, byPath);
  }
  const known = byPath.get(path);
  if (known !== undefined) return known;
  const found = analyzersOf(mapping, path);
  // Names that are no fields come from requests: they must not pile up.
  if (found !== undefined) byPath.set(path, found);
  return found;
}

function analyzersOf(mapping: Mapping, path: string): FieldAnalyzers | undefined {
  const { analysis } = mapping.context;
  const field = mapping.field(path);
  if (field === undefined) return subfield(mapping, path);
  switch (field.type.name) {
    case 'text':
    case 'match_only_text':
    case 'search_as_you_type':
      return textAnalyzers(field, analysis);
    case 'completion':
      return completionAnalyzers(field, analysis);
    case 'keyword':
      return keywordAnalyzers(field, analysis);
    case 'wildcard':
    case 'flattened':
    case 'constant_keyword':
      return same(analysis.analyzer('keyword') as Analyzer);
    default:
      return undefined;
  }
}

const same = (analyzer: Analyzer): FieldAnalyzers => ({
  index: analyzer,
  search: analyzer,
  searchQuote: analyzer,
});

function named(field: FieldMapper, parameter: string, analysis: IndexAnalysis) {
  const name = field.value(parameter);
  if (typeof name !== 'string') return undefined;
  return name === 'default' ? analysis.defaultAnalyzer : analysis.analyzer(name);
}

/** An analyzer that the field names stands before the index's defaults, for queries too. */
function textAnalyzers(field: FieldMapper, analysis: IndexAnalysis): FieldAnalyzers {
  const own = named(field, 'analyzer', analysis);
  const ownSearch = named(field, 'search_analyzer', analysis);
  const index = own ?? analysis.defaultAnalyzer;
  const search = ownSearch ?? own ?? analysis.defaultSearchAnalyzer;
  const quoteFallback =
    own === undefined && ownSearch === undefined
      ? (analysis.analyzer('default_search_quoted') ?? search)
      : search;
  const searchQuote = named(field, 'search_quote_analyzer', analysis) ?? quoteFallback;
  return { index, search, searchQuote };
}

function completionAnalyzers(field: FieldMapper, analysis: IndexAnalysis): FieldAnalyzers {
  const index = named(field, 'analyzer', analysis) ?? (analysis.analyzer('simple') as Analyzer);
  const search = named(field, 'search_analyzer', analysis) ?? index;
  return { index, search, searchQuote: search };
}

function keywordAnalyzers(field: FieldMapper, analysis: IndexAnalysis): FieldAnalyzers {
  const name = field.value('normalizer');
  const normalizer = typeof name === 'string' ? analysis.normalizer(name) : undefined;
  const index = normalizer ?? (analysis.analyzer('keyword') as Analyzer);
  if (field.value('split_queries_on_whitespace') !== true) return same(index);
  const tokenizer = analysis.tokenizer('whitespace') ?? KEYWORD;
  const search = index.with({ tokenizer });
  return { index, search, searchQuote: search };
}

/** The fields that a search_as_you_type field has beside itself. */
function subfield(mapping: Mapping, path: string): FieldAnalyzers | undefined {
  const dot = path.lastIndexOf('.');
  const parent = dot < 0 ? undefined : mapping.field(path.slice(0, dot));
  if (parent?.type.name !== 'search_as_you_type') return undefined;
  const base = textAnalyzers(parent, mapping.context.analysis);
  const size = parent.value('max_shingle_size') as number;
  return subfieldAnalyzers(mapping.context.analysis, base, path.slice(dot + 1), size);
}
