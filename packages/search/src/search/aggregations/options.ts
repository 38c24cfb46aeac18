/** The parameters of an aggregation, read by a table of kinds; the errors are the reference's. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { similarity } from '../../errors/suggest.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { ParseScope } from '../context.ts';
import type { Scope } from '../dsl/scope.ts';

/** ` did you mean [x]?`, for names that are more like the given one than not. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = Array.from(known, (candidate) => ({
    candidate,
    likeness: similarity(name, candidate),
  }))
    .filter(({ likeness }) => likeness > 0.5)
    .sort((a, b) => b.likeness - a.likeness || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
  if (near.length === 0) return '';
  return ` did you mean ${near.length === 1 ? `[${near[0]}]` : `any of [${near.join(', ')}]`}?`;
}

/** What a parser of one aggregation knows of its surroundings. */
export interface Place {
  /** The name the request gives the aggregation. */
  readonly name: string;
  /** The name of its type. */
  readonly type: string;
  readonly scope: ParseScope;
}

/** Reads one parameter; throws illegal_argument, which is wrapped with the parameter's name. */
export interface OptionKind<T> {
  readonly accepts: (value: Json) => boolean;
  readonly read: (value: Json, place: Place) => T;
}

export type Options<S extends Record<string, OptionKind<unknown>>> = {
  readonly [K in keyof S]?: S[K] extends OptionKind<infer T> ? T : never;
};

/** Reads an object by a table; a null is as good as absent. */
export function readOptions<S extends Record<string, OptionKind<unknown>>>(
  body: JsonObject,
  kinds: S,
  place: Place,
): Options<S> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of body) {
    const kind = Object.hasOwn(kinds, name) ? (kinds[name] as OptionKind<unknown>) : undefined;
    if (kind === undefined) {
      throw contentError(
        place.scope,
        `[${place.type}] unknown field [${name}]${didYouMean(name, Object.keys(kinds))}`,
        body,
        name,
      );
    }
    if (value === null) continue;
    if (!kind.accepts(value)) {
      throw contentError(
        place.scope,
        `[${place.type}] ${name} doesn't support values of type: ${tokenOf(value)}`,
        body,
        name,
      );
    }
    try {
      found[name] = kind.read(value, place);
    } catch (cause) {
      if (!(cause instanceof SearchError) || cause.type === 'x_content_parse_exception')
        throw cause;
      if (cause.type === 'parsing_exception') throw cause;
      throw contentError(
        place.scope,
        `[${place.type}] failed to parse field [${name}]`,
        body,
        name,
        cause,
      );
    }
  }
  return found as Options<S>;
}

/** An x_content_parse_exception, with its place where the scope knows it. */
export function contentError(
  scope: ParseScope,
  reason: string,
  container?: JsonObject | Json[],
  key?: string | number,
  cause?: unknown,
): SearchError {
  const { contentError: located } = scope as Partial<Scope>;
  if (located !== undefined) return located.call(scope as Scope, reason, container, key, cause);
  return new SearchError('x_content_parse_exception', reason, { cause });
}

/** A parsing_exception, with its place where the scope knows it. */
export function parsingFailure(
  scope: ParseScope,
  reason: string,
  container?: JsonObject | Json[],
  key?: string | number,
): SearchError {
  const { error: located } = scope as Partial<Scope>;
  if (located !== undefined) return located.call(scope as Scope, reason, container, key);
  return new SearchError('parsing_exception', reason);
}

/** The name the reference's parser has for the kind of a value. */
export function tokenOf(value: Json): string {
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  if (typeof value === 'string') return 'VALUE_STRING';
  if (isJsonNumber(value)) return 'VALUE_NUMBER';
  return Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
}

const isScalar = (value: Json) => !Array.isArray(value) && !isJsonObject(value);
const isNumeric = (value: Json) => typeof value === 'string' || isJsonNumber(value);

function numberOf(value: Json): number {
  if (isJsonNumber(value)) return toNumber(value);
  const text = javaText(value);
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw new SearchError('number_format_exception', `For input string: "${text}"`);
}

export const text: OptionKind<string> = { accepts: isScalar, read: (value) => javaText(value) };
export const anything: OptionKind<Json> = { accepts: () => true, read: (value) => value };
export const scalar: OptionKind<Json> = { accepts: isScalar, read: (value) => value };
export const object: OptionKind<JsonObject> = {
  accepts: isJsonObject,
  read: (value) => value as JsonObject,
};
export const list: OptionKind<Json[]> = {
  accepts: (value) => Array.isArray(value) || isJsonObject(value) || isScalar(value),
  read: (value) => (Array.isArray(value) ? value : [value]),
};
export const flag: OptionKind<boolean> = {
  accepts: (value) => typeof value === 'boolean' || typeof value === 'string',
  read: (value) => {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw illegalArgument(
      `Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`,
    );
  },
};
export const number: OptionKind<number> = { accepts: isNumeric, read: numberOf };

/** A whole number, at least `least`; the complaint says so as the reference's setter does. */
export function integer(name: string, least = Number.NEGATIVE_INFINITY): OptionKind<number> {
  return {
    accepts: isNumeric,
    read: (value, place) => {
      const found = Math.trunc(numberOf(value));
      if (found >= least) return found;
      const bound = least === 1 ? 'greater than 0' : `greater than or equal to ${least}`;
      throw illegalArgument(`[${name}] must be ${bound}. Found [${found}] in [${place.name}]`);
    },
  };
}

export function oneOf<T extends string>(words: readonly T[], complain: (word: string) => string) {
  const kind: OptionKind<T> = {
    accepts: (value) => typeof value === 'string',
    read: (value) => {
      const word = (value as string).toLowerCase() as T;
      if (words.includes(word)) return word;
      throw illegalArgument(complain(value as string));
    },
  };
  return kind;
}
