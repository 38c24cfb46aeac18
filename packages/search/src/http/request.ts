import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { JsonReader, Token } from '../json/json-reader.ts';
import { readObject } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { parseBoolean, parseTime } from '../settings/units.ts';
import type { Task } from '../tasks/task.ts';
import type { MediaType } from './media-types.ts';

/** Whoever sent a request, as far as the HTTP layer must know. */
export interface Caller {
  readonly username: string;
  /** Whether an action may touch an index: what handlers ask once they know the names. */
  allowsIndex(action: string, index: string): boolean;
  /** The error for an action that may not touch these indices. */
  refusal(action: string, indices: readonly string[]): SearchError;
}

export interface RequestHead {
  readonly method: string;
  /** Path and query as sent. */
  readonly uri: string;
  /** Still encoded. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Of the peer. */
  readonly address: string;
}

/** One request as a handler sees it: parameters by name, a body, and who asks. */
export class RestRequest {
  readonly head: RequestHead;
  readonly params: ReadonlyMap<string, string>;
  readonly contentType: MediaType | undefined;
  /** Whole, unless the route reads the stream. */
  content: Buffer = EMPTY;
  /** Set for routes that read the body as it arrives. */
  stream: AsyncIterable<Uint8Array> | undefined;
  /** Set once the request is authenticated. */
  caller: Caller | undefined;
  /** What `_tasks` shows while the request runs: a handler may describe it, or make it cancellable. */
  task: Task | undefined;
  /** The action of the route, which privileges are checked for. */
  action = '';
  /** Deprecations to be told in `Warning` headers. */
  readonly warnings: string[] = [];

  constructor(
    head: RequestHead,
    params: ReadonlyMap<string, string>,
    contentType: MediaType | undefined,
  ) {
    this.head = head;
    this.params = params;
    this.contentType = contentType;
  }

  get method(): string {
    return this.head.method;
  }

  get hasContent(): boolean {
    return this.content.length > 0;
  }

  param(name: string): string | undefined {
    return this.params.get(name);
  }

  /** A parameter without which the route would not have matched. */
  pathParam(name: string): string {
    return this.params.get(name) as string;
  }

  /** `?flag` alone means true. */
  flag(name: string, otherwise: boolean): boolean {
    const value = this.params.get(name);
    if (value === undefined) return otherwise;
    return value === '' ? true : parseBoolean(value);
  }

  integer(name: string, otherwise: number): number {
    const value = this.params.get(name);
    if (value === undefined) return otherwise;
    const number = Number(value);
    if (/^[+-]?\d+$/.test(value) && number >= -(2 ** 31) && number < 2 ** 31) return number;
    throw illegalArgument(
      `Failed to parse int parameter [${name}] with value [${value}]`,
      new SearchError('number_format_exception', `For input string: "${value}"`),
    );
  }

  /** A long; beyond 2^53 it stays exact. */
  long(name: string): number | bigint | undefined {
    const value = this.params.get(name);
    if (value === undefined) return undefined;
    if (!/^[+-]?\d+$/.test(value) || BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) {
      throw illegalArgument(
        `Failed to parse long parameter [${name}] with value [${value}]`,
        new SearchError('number_format_exception', `For input string: "${value}"`),
      );
    }
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : BigInt(value);
  }

  /** Milliseconds. */
  time(name: string, otherwise: number): number {
    const value = this.params.get(name);
    return value === undefined ? otherwise : parseTime(value, name);
  }

  /** A comma-separated list; undefined when the parameter is missing. */
  list(name: string): string[] | undefined {
    const value = this.params.get(name);
    return value === undefined ? undefined : value.split(',').filter((part) => part !== '');
  }

  get human(): boolean {
    return this.flag('human', false);
  }

  /** The body, or the `source` parameter in its place. */
  contentOrSource(): Buffer {
    if (this.hasContent) return this.content;
    const source = this.params.get('source');
    if (source === undefined) return EMPTY;
    if (this.params.get('source_content_type') === undefined) {
      throw new SearchError(
        'illegal_state_exception',
        'source and source_content_type parameters are required',
      );
    }
    return Buffer.from(source);
  }

  /** The object a required body holds. */
  requiredObject(): JsonObject {
    if (!this.hasContent) throw new SearchError('parse_exception', 'request body is required');
    return bodyObject(this.content);
  }

  /** The object in the body (or `source`), or undefined when there is none. */
  optionalObject(): JsonObject | undefined {
    const content = this.contentOrSource();
    return content.length === 0 ? undefined : bodyObject(content);
  }

  /** Tells the client, once per text, that it uses something on its way out. */
  deprecate(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }
}

const EMPTY = Buffer.alloc(0);

function bodyObject(content: Buffer): JsonObject {
  const reader = new JsonReader(content);
  if (reader.next() !== Token.StartObject) {
    if (reader.token === Token.End)
      throw new SearchError('parse_exception', 'request body is required');
    throw new SearchError(
      'parsing_exception',
      `Expected [START_OBJECT] but found [${TOKEN_NAMES[reader.token]}]`,
      { fields: { line: reader.location().line, col: reader.location().column } },
    );
  }
  const object = readObject(reader);
  reader.next();
  return object;
}

/** Tokens as error texts of the reference name them. */
export const TOKEN_NAMES: Readonly<Record<number, string>> = {
  [Token.End]: 'null',
  [Token.StartObject]: 'START_OBJECT',
  [Token.EndObject]: 'END_OBJECT',
  [Token.StartArray]: 'START_ARRAY',
  [Token.EndArray]: 'END_ARRAY',
  [Token.Name]: 'FIELD_NAME',
  [Token.String]: 'VALUE_STRING',
  [Token.Integer]: 'VALUE_NUMBER',
  [Token.Float]: 'VALUE_NUMBER',
  [Token.True]: 'VALUE_BOOLEAN',
  [Token.False]: 'VALUE_BOOLEAN',
  [Token.Null]: 'VALUE_NULL',
};
