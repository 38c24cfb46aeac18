/** What an analyzer makes of a query's text. */
import type { Analyzer } from '../../analysis/core/analyzer.ts';
import { AnalysisError } from '../../analysis/core/errors.ts';
import { QueryTokens } from '../../analysis/core/query-tokens.ts';
import type { ErrorType } from '../../errors/error-types.ts';
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { SearchField } from '../fields/field-kind.ts';

/** Runs analysis; its errors become errors of the request. */
export function analysed<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    throw new SearchError(error.type as ErrorType, error.message);
  }
}

export function queryTokens(analyzer: Analyzer, text: string): QueryTokens {
  return analysed(() => QueryTokens.of(analyzer, text));
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
