/**
 * The life of a request between its head and its answer: who asks, which route, may they, are the
 * parameters known, then the handler. Each check answers as the reference does.
 */
import { errorBody, toSearchError } from '../errors/error-body.ts';
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { unrecognized } from '../errors/suggest.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { BUILD_HASH, VERSION } from '../version.ts';
import { bodyTypeComplaint, checkVersions, type MediaType, parseMediaType } from './media-types.ts';
import { type Rendered, render } from './render.ts';
import { type Caller, type RequestHead, RestRequest } from './request.ts';
import { RestResponse } from './response.ts';
import type { Route } from './route.ts';
import type { Router } from './router.ts';
import { decodeComponent, parseQuery } from './url.ts';

/** Parameters every API has. */
const COMMON_PARAMS = ['error_trace', 'filter_path', 'format', 'human', 'pretty'];

/** Who may do what; without security everybody may do everything. */
export interface Gate {
  /** Throws a 401 for a request without good credentials. */
  authenticate(head: RequestHead): Caller | Promise<Caller>;
  /** Throws a 403. */
  authorize(request: RestRequest, route: Route): void;
}

export interface Answer extends Rendered {
  readonly status: number;
  readonly headers: Record<string, string | readonly string[]>;
}

/** A request whose head was accepted, waiting for its body. */
export class Admission {
  constructor(
    readonly request: RestRequest,
    readonly route: Route,
    readonly accept: MediaType | undefined,
  ) {}
}

export interface ControllerOptions {
  readonly router: Router;
  readonly gate: Gate;
  readonly tasks?: TaskRegistry;
  /** `http.detailed_errors.enabled`: without it nobody gets to see a trace. */
  readonly detailedErrors?: boolean;
  /** Told of failures that are not the client's. */
  readonly report: (error: unknown, head: RequestHead) => void;
}

export class Controller {
  constructor(private readonly options: ControllerOptions) {}

  /** Judges a request by its head; an Answer refuses it before its body is read. */
  async admit(head: RequestHead, hasBody: boolean): Promise<Admission | Answer> {
    let params: ReadonlyMap<string, string> = new Map();
    let accept: MediaType | undefined;
    let content: MediaType | undefined;
    try {
      params = parseQuery(head.uri.split('?').slice(1).join('?'));
      accept = parseMediaType(head.headers.accept, 'Accept');
      content = parseMediaType(head.headers['content-type'], 'Content-Type');
      const caller = await this.options.gate.authenticate(head);
      checkVersions(accept, content, hasBody);
      const match = this.options.router.find(head.method, head.path);
      if (match === undefined)
        return this.finish(this.unmatched(head), { params, accept, content });
      if (hasBody) {
        const complaint = bodyTypeComplaint(content);
        if (complaint !== undefined) {
          return this.finish(simpleError(406, complaint), { params, accept, content });
        }
      }
      const all = new Map(params);
      for (const [name, value] of match.params) all.set(name, decodeComponent(value, false));
      const request = new RestRequest(head, all, content);
      request.caller = caller;
      return new Admission(request, match.route, accept);
    } catch (error) {
      return this.failure(error, head, { params, accept, content });
    }
  }

  /** Runs the handler of an admitted request whose body is in place. */
  async run(admission: Admission): Promise<Answer> {
    const { request, route } = admission;
    try {
      request.action = route.action;
      this.options.gate.authorize(request, route);
      checkParams(request, route);
      if (this.options.detailedErrors === false && request.flag('error_trace', false)) {
        throw illegalArgument('error traces in responses are disabled.');
      }
      request.task = this.options.tasks?.register({
        action: route.action,
        headers: followingHeaders(request.head),
      });
      return this.complete(await route.handler(request), admission);
    } catch (error) {
      return this.fail(error, admission);
    } finally {
      if (request.task !== undefined) this.options.tasks?.remove(request.task);
    }
  }

  /** The answer to a request that failed after it was admitted. */
  fail(error: unknown, admission: Admission): Answer {
    const { request } = admission;
    return this.failure(error, request.head, {
      params: request.params,
      accept: admission.accept,
      content: request.contentType,
      warnings: request.warnings,
    });
  }

  private complete(response: RestResponse, { request, route, accept }: Admission): Answer {
    return this.finish(response, {
      params: request.params,
      accept,
      content: request.contentType,
      warnings: request.warnings,
      prettyByDefault: route.prettyByDefault === true,
    });
  }

  private failure(thrown: unknown, head: RequestHead, style: Style): Answer {
    const error = toSearchError(thrown);
    if (error.status >= 500) this.options.report(thrown, head);
    const trace = style.params.get('error_trace');
    const traced = this.options.detailedErrors !== false && (trace === '' || trace === 'true');
    const body = errorBody(error, traced);
    return this.finish(RestResponse.of(body, error.status, error.headers), style);
  }

  private finish(response: RestResponse, style: Style): Answer {
    const headers: Answer['headers'] = { ...response.headers };
    if (style.warnings !== undefined && style.warnings.length > 0) {
      headers.Warning = style.warnings.map(warningText);
    }
    const rendered = render(response, { prettyByDefault: false, ...style });
    return { ...rendered, status: response.status, headers };
  }

  private unmatched(head: RequestHead): RestResponse {
    const allowed = this.options.router.allowed(head.path);
    const { method, uri } = head;
    if (allowed.length === 0) {
      return RestResponse.of(
        { error: `no handler found for uri [${uri}] and method [${method}]` },
        400,
      );
    }
    const headers = { Allow: allowed.join(',') };
    if (method === 'OPTIONS') return RestResponse.text('', 200, headers);
    return simpleError(
      405,
      `Incorrect HTTP method for uri [${uri}] and method [${method}], allowed: [${allowed.join(', ')}]`,
      headers,
    );
  }
}

interface Style {
  readonly params: ReadonlyMap<string, string>;
  readonly accept: MediaType | undefined;
  readonly content: MediaType | undefined;
  readonly warnings?: readonly string[];
  readonly prettyByDefault?: boolean;
}

/** The headers that a task keeps of its request. */
function followingHeaders({ headers }: RequestHead): Record<string, string> {
  const kept: Record<string, string> = {};
  const opaque = headers['x-opaque-id'];
  if (opaque !== undefined) kept['X-Opaque-Id'] = opaque;
  const trace = headers.traceparent?.split('-')[1];
  if (trace !== undefined) kept['trace.id'] = trace;
  return kept;
}

function simpleError(
  status: number,
  text: string,
  headers: RestResponse['headers'] = {},
): RestResponse {
  return RestResponse.of({ error: text, status }, status, headers);
}

function checkParams(request: RestRequest, route: Route): void {
  const inPath = route.path.match(/(?<=\{)[^}]+/g) ?? [];
  const known = new Set([...route.params, ...inPath, ...COMMON_PARAMS]);
  const unknown = [...request.params.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const path = decodeComponent(request.head.path, false);
    throw illegalArgument(unrecognized(path, 'parameter', unknown, known));
  }
  for (const name of ['human', 'pretty', 'error_trace']) request.flag(name, false);
}

/** A `Warning` header value, the text quoted as RFC 7234 wants it. */
function warningText(message: string): string {
  const text = message
    .replace(/(["\\])/g, '\\$1')
    .replace(/[^\x20-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
  return `299 Elasticsearch-${VERSION}-${BUILD_HASH} "${text}"`;
}

export function isAnswer(value: Admission | Answer): value is Answer {
  return !(value instanceof Admission);
}

/** Lets everybody in: security is off. */
export const openGate: Gate = {
  authenticate: () => ({
    username: '_anonymous',
    allowsIndex: () => true,
    refusal: (action) => new SearchError('security_exception', action, { status: 403 }),
  }),
  authorize: () => {},
};
