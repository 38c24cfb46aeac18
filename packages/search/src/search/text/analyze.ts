/** What an analyzer makes of a query's text. */
import type { Analyzer } from '../../analysis/core/analyzer.ts';
import { QueryTokens } from '../../analysis/core/query-tokens.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import { withAnalysisErrors } from '../../mapping/analysis-error.ts';
import type { SearchField } from '../fields/field-kind.ts';

export function queryTokens(analyzer: Analyzer, text: string): QueryTokens {
  return withAnalysisErrors(() => QueryTokens.of(analyzer, text));
}

/** The analyzer of a text field for queries; a request may name another. */
export function searchAnalyzer(field: SearchField, asked?: string, isQuoted = false): Analyzer {
  const { analysis, analyzers } = field;
  if (asked !== undefined) {
    const found = analysis.analyzer(asked);
    if (found === undefined) throw illegalArgument(`[match] analyzer [${asked}] not found`);
    return found;
  }
  return (isQuoted ? analyzers?.searchQuote : analyzers?.search) ?? analysis.defaultSearchAnalyzer;
}
