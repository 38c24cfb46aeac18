import { AnalysisError } from '../analysis/core/errors.ts';
import { SearchError } from '../errors/search-error.ts';
import { JsonParseError } from '../json/parse-error.ts';
import { fromAnalysisError } from './analysis-error.ts';

/** document_parsing_exception with its place in the document in front, as `line:column`. */
export function documentError(place: string, reason: string, cause?: unknown): SearchError {
  return new SearchError('document_parsing_exception', `[${place}] ${reason}`, { cause });
}

export function strictError(place: string, name: string, parent: string): SearchError {
  return new SearchError(
    'strict_dynamic_mapping_exception',
    `[${place}] mapping set to strict, dynamic introduction of [${name}] within [${parent}] is not allowed`,
  );
}

/** Whatever a field says of its value, as the error of that field. */
export function fieldError(
  place: string,
  field: { readonly path: string; readonly type: { readonly name: string } },
  id: string,
  preview: string,
  error: unknown,
): SearchError {
  return documentError(
    place,
    `failed to parse field [${field.path}] of type [${field.type.name}] in document with id '${id}'. Preview of field's value: '${preview}'`,
    asSearchError(error),
  );
}

/** Errors that say where they are pass; all others become "failed to parse". */
export function asDocumentError(error: unknown, place: () => string): SearchError {
  if (error instanceof JsonParseError) {
    const { line, column } = error.location;
    return documentError(`${line}:${column}`, 'failed to parse', asSearchError(error));
  }
  const known = asSearchError(error);
  if (known.type === 'document_parsing_exception') return known;
  if (known.type === 'strict_dynamic_mapping_exception') return known;
  return documentError(place(), `failed to parse: ${known.reason}`, known);
}

/** Failures of the layers below as errors of the reference; anything else is a bug and passes on. */
function asSearchError(error: unknown): SearchError {
  if (error instanceof SearchError) return error;
  if (error instanceof AnalysisError) return fromAnalysisError(error);
  if (error instanceof JsonParseError) {
    return new SearchError('x_content_parse_exception', error.located);
  }
  throw error;
}
