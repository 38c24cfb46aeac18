/** `collapse`: one hit for each value of a field, with the others beside it if asked for. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Scope } from '../dsl/scope.ts';
import { emptyRequest, type SearchRequest } from '../request/search-request.ts';

export interface InnerHits {
  readonly name: string;
  readonly request: SearchRequest;
}

export interface Collapse {
  readonly field: string;
  readonly innerHits: readonly InnerHits[];
}

type ReadBody = (body: JsonObject, request: SearchRequest, scope: Scope) => void;

/** What `inner_hits` may say of its own search. */
const INNER_KEYS = [
  'from',
  'size',
  'sort',
  '_source',
  'fields',
  'docvalue_fields',
  'stored_fields',
  'version',
  'seq_no_primary_term',
  'explain',
  'track_scores',
  'highlight',
  'collapse',
];

const DEFAULT_SIZE = 3;

export function parseCollapse(
  body: JsonObject,
  scope: Scope,
  readBody: ReadBody,
  isInner = false,
): Collapse {
  const known = isInner ? ['field'] : ['field', 'inner_hits', 'max_concurrent_group_searches'];
  for (const name of body.keys()) {
    if (known.includes(name)) continue;
    throw scope.contentError(`[collapse] unknown field [${name}]`, body, name, undefined, 'name');
  }
  const field = body.get('field');
  if (field === undefined || field === null) throw illegalArgument('Required [field]');
  const concurrent = body.get('max_concurrent_group_searches');
  if (concurrent !== undefined && Number(javaText(concurrent)) < 1) {
    throw illegalArgument('maxConcurrentGroupRequests` must be positive');
  }
  return {
    field: javaText(field),
    innerHits: innerHitsList(body.get('inner_hits'), scope, readBody),
  };
}

function innerHitsList(json: Json | undefined, scope: Scope, readBody: ReadBody): InnerHits[] {
  if (json === undefined || json === null) return [];
  const list = Array.isArray(json) ? json : [json];
  return list.map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('[inner_hits] must be an object');
    return parseInnerHits(item, scope, readBody, undefined);
  });
}

/** One `inner_hits`; its name is its own or the `fallback`. */
export function parseInnerHits(
  body: JsonObject,
  scope: Scope,
  readBody: ReadBody,
  fallback: string | undefined,
): InnerHits {
  const request = { ...emptyRequest(), size: DEFAULT_SIZE };
  const rest: JsonObject = new Map();
  for (const [name, value] of body) {
    if (name === 'name' || name === 'ignore_unmapped') continue;
    if (!INNER_KEYS.includes(name)) {
      throw scope.contentError(
        `[inner_hits] unknown field [${name}]`,
        body,
        name,
        undefined,
        'name',
      );
    }
    if (name === 'collapse' && isJsonObject(value)) {
      request.collapse = parseCollapse(value, scope, readBody, true);
    } else rest.set(name, value);
  }
  readBody(rest, request, scope);
  const name = body.get('name');
  return { name: name === undefined ? (fallback ?? '') : javaText(name), request };
}
