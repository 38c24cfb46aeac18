import { AnalysisError } from '../analysis/core/errors.ts';
import { ERROR_TYPES, type ErrorType } from '../errors/error-types.ts';
import { SearchError } from '../errors/search-error.ts';

function isErrorType(type: string): type is ErrorType {
  return Object.hasOwn(ERROR_TYPES, type);
}

/** Runs something that analyses; its refusals come out as errors of the API. */
export function withAnalysisErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AnalysisError ? fromAnalysisError(error) : error;
  }
}

/** The API's error for a refusal by analysis, its cause kept. */
export function fromAnalysisError(error: AnalysisError): SearchError {
  const type = isErrorType(error.type) ? error.type : 'illegal_argument_exception';
  const cause = error.cause instanceof AnalysisError ? fromAnalysisError(error.cause) : undefined;
  return new SearchError(type, error.message, { cause });
}
