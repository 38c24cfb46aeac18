/** The parameters of a query, read by kind; names it does not know are refused. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Query } from '../../query/query.ts';
import type { QueryBuilder } from '../context.ts';
import type { Scope } from './scope.ts';

export class Params {
  constructor(
    private readonly scope: Scope,
    readonly query: string,
    readonly object: JsonObject,
    known: readonly string[],
  ) {
    for (const name of object.keys()) {
      if (known.includes(name) || name === 'boost' || name === '_name') continue;
      throw scope.error(`[${query}] query does not support [${name}]`, object, name);
    }
  }

  get(name: string): Json | undefined {
    const value = this.object.get(name);
    return value === null ? undefined : value;
  }

  /** A scalar as text. */
  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) || isJsonObject(value)) {
      throw this.scope.error(
        `[${this.query}] unknown token [${Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT'}] after [${name}]`,
        this.object,
        name,
      );
    }
    return javaText(value);
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    return numberValue(value);
  }

  integer(name: string): number | undefined {
    const value = this.number(name);
    return value === undefined ? undefined : Math.trunc(value);
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.get(name);
    return value === undefined ? otherwise : flagValue(value);
  }

  get boost(): number {
    const boost = this.number('boost') ?? 1;
    if (boost < 0) {
      throw illegalArgument(
        `negative [boost] are not allowed in [${this.query}], use a value between 0 and 1 to deboost`,
      );
    }
    return boost;
  }

  get name(): string | undefined {
    return this.text('_name');
  }

  /** The builder with the boost and the name of these parameters. */
  finish(build: QueryBuilder): QueryBuilder {
    const { boost, name } = this;
    if (boost === 1 && name === undefined) return build;
    return (context) => {
      const query = withBoost(build(context), boost);
      if (name !== undefined) context.named.set(name, query);
      return query;
    };
  }
}

export function numberValue(value: Json): number {
  if (isJsonNumber(value)) return toNumber(value);
  const text = javaText(value);
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw new SearchError('number_format_exception', `For input string: "${text}"`);
}

export function flagValue(value: Json): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(
    `Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`,
  );
}

export function withBoost(query: Query, boost: number): Query {
  if (boost === 1 || query.kind === 'match_none') return query;
  return { ...query, boost: (query.boost ?? 1) * boost };
}

/** `{"match": {"field": {...}}}`: the field and its parameters, a bare value under `short`. */
export function fieldBody(
  scope: Scope,
  query: string,
  body: JsonObject,
  short: string,
  known: readonly string[],
): { readonly field: string; readonly params: Params } {
  let found: { field: string; params: Params } | undefined;
  for (const [field, value] of body) {
    if (found !== undefined) {
      throw scope.error(
        `[${query}] query doesn't support multiple fields, found [${found.field}] and [${field}]`,
        body,
        field,
        isJsonObject(value) ? 'value' : 'name',
      );
    }
    if (Array.isArray(value)) {
      throw scope.error(`[${query}] query does not support array of values`, body, field);
    }
    const object = isJsonObject(value) ? value : new Map([[short, value]]);
    found = { field, params: new Params(scope, query, object, known) };
  }
  if (found === undefined) {
    throw illegalArgument('field name is null or empty');
  }
  return found;
}
