/** `_security/_query/api_key`: keys found by the queries the reference allows for them. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { ApiKey } from '../../security/model.ts';

import type { Principal } from '../../security/principal.ts';
import type { Security } from '../../security/security.ts';
import { apiKeyJson } from './api-key-body.ts';

const DEFAULT_SIZE = 10;
const MAX_WINDOW = 10_000;

type Scalar = string | number | boolean;
type Test = (key: ApiKey) => boolean;

export function apiKeyQueryRoutes(security: Security): Route[] {
  return [
    {
      methods: ['GET', 'POST'],
      path: '/_security/_query/api_key',
      params: ['with_limited_by'],
      action: 'cluster:admin/xpack/security/api_key/query',
      handler: (request) => query(security, request),
    },
  ];
}

function query({ store }: Security, request: RestRequest): RestResponse {
  const principal = request.caller as Principal;
  const body = request.optionalObject() ?? new Map<string, Json>();
  const stranger = [...body.keys()].find(
    (name) => !['query', 'from', 'size', 'sort', 'search_after'].includes(name),
  );
  if (stranger !== undefined) {
    throw new SearchError(
      'x_content_parse_exception',
      `[query_api_key_request_payload] unknown field [${stranger}]`,
    );
  }
  const from = count(body, 'from', 0);
  const size = count(body, 'size', DEFAULT_SIZE);
  if (from + size > MAX_WINDOW) {
    throw illegalArgument(
      `Result window is too large, from + size must be less than or equal to: [${MAX_WINDOW}] but was [${from + size}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
    );
  }
  const given = body.get('query');
  const test = given === undefined ? () => true : parseQuery(given);
  const { permissions } = principal;
  const seesAll =
    permissions.hasClusterPrivilege('manage_api_key') ||
    permissions.hasClusterPrivilege('read_security');
  const visible = [...store.apiKeys.values()].filter(
    (key) => (seesAll || key.username === principal.username) && test(key),
  );
  const order = parseSort(body.get('sort'));
  const sorted = order === undefined ? visible : [...visible].sort(order.compare);
  const start =
    order === undefined ? from : from + skipped(sorted, order, body.get('search_after'));
  const page = sorted.slice(start, start + size);
  const limits = request.flag('with_limited_by', false);
  return RestResponse.of({
    total: visible.length,
    count: page.length,
    api_keys: page.map((key) => ({
      ...apiKeyJson(key, limits),
      _sort: order === undefined ? undefined : order.values(key),
    })),
  });
}

function count(body: JsonObject, name: string, otherwise: number): number {
  const value = body.get(name) ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw illegalArgument(`[${name}] parameter cannot be negative but was [${String(value)}]`);
}

const FIELDS: Readonly<Record<string, (key: ApiKey) => Scalar | null>> = {
  id: (key) => key.id,
  type: () => 'rest',
  name: (key) => key.name,
  creation: (key) => key.creation,
  expiration: (key) => key.expiration,
  invalidated: (key) => key.invalidation !== null,
  invalidation: (key) => key.invalidation,
  username: (key) => key.username,
  realm: (key) => key.realm,
};

/** Reads the values of a field, several for a list; throws for one that queries may not name. */
function reader(field: string): (key: ApiKey) => Scalar[] {
  const own = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (own !== undefined) {
    return (key) => {
      const value = own(key);
      return value === null ? [] : [value];
    };
  }
  if (field !== 'metadata' && !field.startsWith('metadata.')) {
    throw illegalArgument(`Field [${field}] is not allowed for API Key query`);
  }
  const path = field.split('.').slice(1);
  return ({ metadata }) => {
    let at: Json | undefined = metadata;
    for (const part of path) at = isJsonObject(at) ? at.get(part) : undefined;
    return leaves(at);
  };
}

function leaves(value: Json | undefined): Scalar[] {
  if (value === undefined || value === null) return [];
  if (isJsonObject(value)) return [...value.values()].flatMap(leaves);
  if (Array.isArray(value)) return value.flatMap(leaves);
  return typeof value === 'object'
    ? [value.value]
    : [typeof value === 'bigint' ? Number(value) : value];
}

function parseQuery(body: Json): Test {
  const [entry, ...more] = isJsonObject(body) ? [...body] : [];
  if (entry === undefined || more.length > 0) {
    throw new SearchError(
      'parsing_exception',
      '[query] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
    );
  }
  const [type, details] = entry;
  const parse = Object.hasOwn(QUERIES, type) ? QUERIES[type] : undefined;
  if (parse === undefined)
    throw illegalArgument(`Query type [${type}] is not supported for API Key query`);
  return parse(isJsonObject(details) ? details : new Map());
}

/** The field and its condition: `{"field": value}` or `{"field": {"value": value}}`. */
function condition(body: JsonObject, inner = 'value'): [string, Json] {
  const [entry] = [...body].filter(([name]) => name !== 'boost' && name !== '_name');
  const [field, value] = entry ?? ['', null];
  return [field, isJsonObject(value) ? (value.get(inner) ?? null) : value];
}

const QUERIES: Readonly<Record<string, (body: JsonObject) => Test>> = {
  match_all: () => () => true,
  ids: (body) => {
    const ids = [body.get('values') ?? []].flat().map(String);
    return (key) => ids.includes(key.id);
  },
  term: (body) => {
    const [field, value] = condition(body);
    const read = reader(field);
    return (key) => read(key).some((one) => String(one) === String(value));
  },
  terms: (body) => {
    const [field, values] = condition(body);
    const wanted = [values].flat().map(String);
    const read = reader(field);
    return (key) => read(key).some((one) => wanted.includes(String(one)));
  },
  prefix: (body) => {
    const [field, value] = condition(body);
    const read = reader(field);
    return (key) => read(key).some((one) => String(one).startsWith(String(value)));
  },
  wildcard: (body) => {
    const [field, value] = condition(body);
    const [read, test] = [reader(field), patternTest(String(value))];
    return (key) => read(key).some((one) => test(String(one)));
  },
  exists: (body) => {
    const read = reader(String(body.get('field')));
    return (key) => read(key).length > 0;
  },
  range: (body) => {
    const [entry] = body;
    const [field, bounds] = entry ?? ['', null];
    const read = reader(field);
    return (key) => isJsonObject(bounds) && read(key).some((value) => isWithin(value, bounds));
  },
  bool: (body) => {
    const clauses = (name: string) => [body.get(name) ?? []].flat().map((one) => parseQuery(one));
    const must = [...clauses('must'), ...clauses('filter')];
    const should = clauses('should');
    const not = clauses('must_not');
    const wanted = Number(
      body.get('minimum_should_match') ?? (must.length === 0 && should.length > 0 ? 1 : 0),
    );
    return (key) =>
      must.every((test) => test(key)) &&
      !not.some((test) => test(key)) &&
      should.filter((test) => test(key)).length >= wanted;
  },
};

function isWithin(value: Scalar, bounds: JsonObject): boolean {
  const at = (bound: Json | undefined): number =>
    typeof bound === 'string' && !/^-?\d+$/.test(bound) ? Date.parse(bound) : Number(bound);
  const number = Number(value);
  for (const [name, bound] of bounds) {
    if (name === 'gte' && !(number >= at(bound))) return false;
    if (name === 'gt' && !(number > at(bound))) return false;
    if (name === 'lte' && !(number <= at(bound))) return false;
    if (name === 'lt' && !(number < at(bound))) return false;
  }
  return true;
}

interface Order {
  readonly compare: (a: ApiKey, b: ApiKey) => number;
  readonly values: (key: ApiKey) => Writable[];
  /** Whether a key comes after these sort values. */
  readonly isAfter: (key: ApiKey, values: readonly Json[]) => boolean;
}

function parseSort(value: Json | undefined): Order | undefined {
  if (value === undefined) return undefined;
  const fields = [value].flat().map((item) => {
    if (!isJsonObject(item)) return { field: String(item), sign: 1 };
    const [entry] = item;
    const [field, details] = entry ?? ['', null];
    const order = isJsonObject(details) ? details.get('order') : details;
    return { field, sign: order === 'desc' ? -1 : 1 };
  });
  const sortValue = (key: ApiKey, field: string): Scalar =>
    field === '_doc' ? key.creation : (reader(field)(key)[0] ?? '');
  const compareTo = (key: ApiKey, values: readonly Json[]) => {
    for (const [i, { field, sign }] of fields.entries()) {
      const [a, b] = [sortValue(key, field), values[i] as Scalar];
      if (a !== b) return a < b ? -sign : sign;
    }
    return 0;
  };
  const values = (key: ApiKey) => fields.map(({ field }) => sortValue(key, field));
  return {
    compare: (a, b) => compareTo(a, values(b)),
    values,
    isAfter: (key, after) => compareTo(key, after) > 0,
  };
}

function skipped(sorted: readonly ApiKey[], order: Order, after: Json | undefined): number {
  if (!Array.isArray(after)) return 0;
  const first = sorted.findIndex((key) => order.isAfter(key, after));
  return first < 0 ? sorted.length : first;
}
