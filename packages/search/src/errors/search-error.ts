import type { Writable } from '../json/values.ts';
import { ERROR_TYPES, type ErrorType } from './error-types.ts';

export interface ErrorOptions {
  /** Where the table's status does not hold: a 401 security_exception, for one. */
  readonly status?: number;
  /** Further fields of the body, between reason and cause: `index`, `line`, `resource.type` … */
  readonly fields?: Readonly<Record<string, Writable>>;
  /** Response headers, which the body repeats under `header`. */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly cause?: unknown;
  /** What the body lists as root causes, where it is not the error itself. */
  readonly rootCauses?: readonly SearchError[];
}

/** A failure with a type of the reference; the HTTP layer turns it into status and body. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  readonly type: ErrorType;
  readonly reason: string | null;
  readonly status: number;
  readonly fields: Readonly<Record<string, Writable>>;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly rootCauses: readonly SearchError[] | undefined;

  constructor(type: ErrorType, reason: string | null, options: ErrorOptions = {}) {
    super(reason ?? type, options.cause === undefined ? undefined : { cause: options.cause });
    this.type = type;
    this.reason = reason;
    this.status = options.status ?? ERROR_TYPES[type];
    this.fields = options.fields ?? {};
    this.headers = options.headers ?? {};
    this.rootCauses = options.rootCauses;
  }
}

/** The commonest of them. */
export function illegalArgument(reason: string, cause?: unknown): SearchError {
  return new SearchError('illegal_argument_exception', reason, { cause });
}

/** `parsing_exception` with the place in the request body where it went wrong. */
export function parsingError(
  reason: string,
  location: { readonly line: number; readonly column: number },
  cause?: unknown,
): SearchError {
  return new SearchError('parsing_exception', reason, {
    fields: { line: location.line, col: location.column },
    cause,
  });
}

/** Collects the complaints about a request's fields, for one answer that lists them all. */
export function validationError(complaints: readonly string[]): SearchError {
  const list = complaints.map((text, i) => `${i + 1}: ${text};`).join('');
  return new SearchError('action_request_validation_exception', `Validation Failed: ${list}`);
}
