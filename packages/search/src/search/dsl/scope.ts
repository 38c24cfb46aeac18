/** What the parsers of one request share: inner queries, their depth, and places for errors. */
import { illegalArgument, parsingError, SearchError } from '../../errors/search-error.ts';
import { similarity } from '../../errors/suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import type { InnerHits } from '../collapse/parse-collapse.ts';
import type { ParseScope, QueryBuilder } from '../context.ts';
import { type Part, placeOf } from './place.ts';

/** Parses the body of one kind of query: what stands behind its name. */
export type QueryParser = (body: JsonObject, scope: Scope, name: string) => QueryBuilder;

/** `indices.query.bool.max_nested_depth` of the reference. */
const MAX_DEPTH = 30;

export class Scope implements ParseScope {
  private depth = 0;
  /** Parses `inner_hits`; set where there are hits to show them. */
  innerHits: ((body: JsonObject, fallback: string) => InnerHits) | undefined;

  constructor(
    private readonly parsers: ReadonlyMap<string, QueryParser>,
    private readonly root: Json,
    private readonly bytes: () => Uint8Array,
  ) {}

  query(json: Json | undefined, around?: JsonObject | Json[], key?: string | number): QueryBuilder {
    if (!isJsonObject(json)) {
      throw this.error('[_na] query malformed, must start with start_object', around, key);
    }
    const entry = json.entries().next();
    if (entry.done === true) throw illegalArgument('query malformed, empty clause found');
    const [name, body] = entry.value;
    if (!isJsonObject(body)) {
      throw this.error(`[${name}] query malformed, no start_object after query name`, json, name);
    }
    if (name === 'knn') {
      throw illegalArgument(
        '[knn] queries cannot be provided directly, use the [knn] body parameter instead',
      );
    }
    const parse = this.parsers.get(name);
    if (parse === undefined) {
      throw this.error(
        `unknown query [${name}]${didYouMean(name, this.parsers.keys())}`,
        json,
        name,
      );
    }
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw illegalArgument(
        `The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]`,
      );
    }
    const built = parse(body, this, name);
    this.depth -= 1;
    if (json.size > 1) {
      throw this.error(
        `[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`,
        json,
        [...json.keys()][1],
        'name',
      );
    }
    return built;
  }

  /** A parsing_exception at a member of an object or array, or at its start. */
  error(
    reason: string,
    container: JsonObject | Json[] | undefined,
    key?: string | number,
    part: Part = 'value',
  ): SearchError {
    const place = placeOf(this.root, this.bytes(), container, key, part);
    return parsingError(reason, place);
  }

  /** The same as the reference's object parsers say it, perhaps around another error. */
  contentError(
    reason: string,
    container: JsonObject | Json[] | undefined,
    key: string | number | undefined,
    cause?: unknown,
    part: Part = 'value',
  ): SearchError {
    const { line, column } = placeOf(this.root, this.bytes(), container, key, part);
    return new SearchError('x_content_parse_exception', `[${line}:${column}] ${reason}`, { cause });
  }
}

/** ` did you mean [x]?`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = [...known]
    .map((candidate) => ({ candidate, score: similarity(name, candidate) }))
    .filter(({ score }) => score > 0.7)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
  if (near.length === 0) return '';
  return near.length === 1
    ? ` did you mean [${near[0]}]?`
    : ` did you mean any of [${near.join(', ')}]?`;
}
