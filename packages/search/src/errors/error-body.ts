/** The bodies of error answers. */
import { JsonParseError } from '../json/parse-error.ts';
import type { Writable } from '../json/values.ts';
import { SearchError } from './search-error.ts';

/** Parsing errors give way to what caused them, when that is an error of ours with more to say. */
const UNWRAPPED = new Set(['x_content_parse_exception']);

/** Errors of the reference's platform: they say why, not where, and stay causes. */
const PLAIN: ReadonlySet<string> = new Set([
  'date_time_exception',
  'illegal_argument_exception',
  'illegal_state_exception',
  'json_parse_exception',
  'null_pointer_exception',
  'number_format_exception',
]);

/** Any thrown value as a SearchError; what is none of ours becomes a 500 and keeps its cause. */
export function toSearchError(thrown: unknown): SearchError {
  if (thrown instanceof SearchError) return thrown;
  if (thrown instanceof JsonParseError) return fromJsonError(thrown);
  if (thrown instanceof RangeError && /Maximum call stack/.test(thrown.message)) {
    return new SearchError('illegal_argument_exception', 'The request is nested too deeply', {
      cause: thrown,
    });
  }
  return new SearchError('exception', faultReason(thrown), { cause: thrown });
}

/** Faults of the program, whose texts are about its code and not about the request. */
const PROGRAM_FAULTS = [TypeError, RangeError, ReferenceError, SyntaxError, URIError];

/** What a client may read of a failure that is not its own: nothing of code or of the machine. */
function faultReason(thrown: unknown): string {
  if (PROGRAM_FAULTS.some((fault) => thrown instanceof fault)) {
    return 'an internal error, which the log of the node tells more of';
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replace(/ '\/[^']*'/g, '');
}

function fromJsonError(error: JsonParseError): SearchError {
  if (error.fault === 'limit') {
    return new SearchError('stream_constraints_exception', error.message);
  }
  const [outer, inner] =
    error.fault === 'end'
      ? (['x_content_e_o_f_exception', 'json_e_o_f_exception'] as const)
      : (['x_content_parse_exception', 'json_parse_exception'] as const);
  return new SearchError(outer, error.located, { cause: new SearchError(inner, error.message) });
}

/** `{"error":{…},"status":N}`. */
export function errorBody(error: SearchError, trace: boolean): Writable {
  const causes = rootCauses(error).map((cause) => describe(cause, false, trace));
  return {
    error: { root_cause: causes, ...describe(error, true, trace) },
    status: error.status,
  };
}

/** An error inside another answer: an item of a bulk, a shard failure. */
export function errorDetails(thrown: unknown): Record<string, Writable> {
  return describe(toSearchError(thrown), true, false);
}

function rootCauses(error: SearchError): readonly SearchError[] {
  if (error.rootCauses !== undefined) return error.rootCauses;
  if (UNWRAPPED.has(error.type) && error.cause instanceof SearchError) {
    if (!PLAIN.has(error.cause.type)) return rootCauses(error.cause);
  }
  return [error];
}

function describe(error: SearchError, deep: boolean, trace: boolean): Record<string, Writable> {
  const body: Record<string, Writable> = {
    type: error.type,
    reason: error.reason,
    ...error.fields,
  };
  if (deep && isReported(error.cause)) {
    body.caused_by = describe(toSearchError(error.cause), true, trace);
  }
  if (Object.keys(error.headers).length > 0) {
    body.header = Object.fromEntries(
      Object.entries(error.headers).map(([name, values]) => [
        name,
        values.length === 1 ? (values[0] as string) : values,
      ]),
    );
  }
  if (trace) body.stack_trace = stackTrace(error);
  return body;
}

/** Faults of the program itself are for the log, not for the client. */
function isReported(cause: unknown): boolean {
  return cause instanceof SearchError || cause instanceof JsonParseError;
}

function stackTrace(error: SearchError): string {
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    // Where the program is installed is nobody's business.
    .map((line) => line.replace(/\/[^()]*\/(?=[^/()]+\)?$)/, ''));
  return [`[${error.type}] ${error.reason ?? ''}`, ...frames.map((f) => `\t${f.trim()}`)].join(
    '\n',
  );
}
