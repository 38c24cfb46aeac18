import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { parseTime } from '../../settings/units.ts';
import { parseCollapse, parseInnerHits } from '../collapse/parse-collapse.ts';
import { flagValue, numberValue } from '../dsl/params.ts';
import type { Scope } from '../dsl/scope.ts';
import { parseKnn } from '../knn/parse-knn.ts';
import { PHASES } from '../phases.ts';
import { parseRescore } from '../rescore/rescore.ts';
import { parseSuggest } from '../suggest/suggest.ts';
import {
  fieldRequest,
  indicesBoost,
  sliceOf,
  sourceFilter,
  TOKENS,
  tokenOf,
} from './body-values.ts';
import { parseSort } from './parse-sort.ts';
import { EXACT, type SearchRequest, UNTRACKED } from './search-request.ts';

type Reader = (value: Json, request: SearchRequest, scope: Scope, body: JsonObject) => void;
type Shape = 'scalar' | 'object' | 'array' | 'any';

function integer(value: Json): number {
  return Math.trunc(numberValue(value));
}

export function setFrom(request: SearchRequest, from: number): void {
  if (from < 0) throw illegalArgument(`[from] parameter cannot be negative but was [${from}]`);
  request.from = from;
}

export function setSize(request: SearchRequest, size: number): void {
  if (size < 0) throw illegalArgument(`[size] parameter cannot be negative, found [${size}]`);
  request.size = size;
}

export function setTerminateAfter(request: SearchRequest, count: number): void {
  if (count < 0) throw illegalArgument('terminateAfter must be > 0');
  request.terminateAfter = count;
}

export function totalHits(value: Json): number {
  if (value === true || value === 'true' || value === '') return EXACT;
  if (value === false || value === 'false') return UNTRACKED;
  const count = integer(value);
  if (count < -1) {
    throw illegalArgument(
      `[track_total_hits] parameter must be positive or equals to -1, got ${count}`,
    );
  }
  return count === -1 ? EXACT : count;
}

const KEYS: Readonly<Record<string, readonly [Shape, Reader]>> = {
  from: ['scalar', (value, request) => setFrom(request, integer(value))],
  size: ['scalar', (value, request) => setSize(request, integer(value))],
  timeout: [
    'scalar',
    (value, request) => {
      request.timeout = parseTime(javaText(value), 'timeout');
    },
  ],
  terminate_after: ['scalar', (value, request) => setTerminateAfter(request, integer(value))],
  min_score: [
    'scalar',
    (value, request) => {
      request.minScore = numberValue(value);
    },
  ],
  version: [
    'scalar',
    (value, request) => {
      request.version = flagValue(value);
    },
  ],
  seq_no_primary_term: [
    'scalar',
    (value, request) => {
      request.seqNoPrimaryTerm = flagValue(value);
    },
  ],
  explain: [
    'scalar',
    (value, request) => {
      request.explain = flagValue(value);
    },
  ],
  track_scores: [
    'scalar',
    (value, request) => {
      request.trackScores = flagValue(value);
    },
  ],
  include_named_queries_score: [
    'scalar',
    (value, request) => {
      request.namedScores = flagValue(value);
    },
  ],
  track_total_hits: [
    'scalar',
    (value, request) => {
      request.trackTotalHits = totalHits(value);
    },
  ],
  profile: [
    'scalar',
    (value, request) => {
      request.profile = flagValue(value);
    },
  ],
  query: [
    'object',
    (value, request, scope, body) => {
      request.query = scope.query(value, body, 'query');
    },
  ],
  post_filter: [
    'object',
    (value, request, scope, body) => {
      request.postFilter = scope.query(value, body, 'post_filter');
    },
  ],
  sort: [
    'any',
    (value, request, scope) => {
      request.sort = parseSort(value, scope);
    },
  ],
  search_after: [
    'array',
    (value, request, scope, body) => {
      const list = value as Json[];
      if (list.length === 0) throw illegalArgument('Values must contains at least one value.');
      for (const [i, item] of list.entries()) {
        if (isJsonObject(item) || Array.isArray(item)) {
          throw scope.error(
            `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${Array.isArray(item) ? 'START_ARRAY' : 'START_OBJECT'}] inside search_after.`,
            Array.isArray(body.get('search_after')) ? list : body,
            i,
          );
        }
      }
      request.searchAfter = list;
    },
  ],
  _source: [
    'any',
    (value, request, scope, body) => {
      request.source = sourceFilter(value, scope, body);
    },
  ],
  fields: [
    'array',
    (value, request, scope) => {
      request.fields = (value as Json[]).map((item) => fieldRequest(item, 'fields', scope));
    },
  ],
  docvalue_fields: [
    'array',
    (value, request, scope) => {
      request.docvalueFields = (value as Json[]).map((item) =>
        fieldRequest(item, 'docvalue_fields', scope),
      );
    },
  ],
  stored_fields: [
    'any',
    (value, request) => {
      request.storedFields = Array.isArray(value) ? value.map(javaText) : [javaText(value)];
    },
  ],
  indices_boost: [
    'any',
    (value, request) => {
      request.indicesBoost = indicesBoost(value);
    },
  ],
  aggs: ['object', aggregations],
  aggregations: ['object', aggregations],
  highlight: [
    'object',
    (value, request, scope, body) => {
      if (PHASES.highlight === undefined) {
        throw scope.error('Unknown key for a START_OBJECT in [highlight].', body, 'highlight');
      }
      request.highlight = PHASES.highlight(value as JsonObject, scope);
    },
  ],
  collapse: [
    'object',
    (value, request, scope) => {
      request.collapse = parseCollapse(value as JsonObject, scope, readBody);
    },
  ],
  knn: [
    'any',
    (value, request, scope) => {
      request.knn = parseKnn(value, scope);
    },
  ],
  rescore: [
    'any',
    (value, request, scope) => {
      request.rescore = parseRescore(value, scope);
    },
  ],
  pit: [
    'object',
    (value, request) => {
      const pit = value as JsonObject;
      const keepAlive = pit.get('keep_alive');
      if (!pit.has('id')) throw illegalArgument('Required [id]');
      request.pointInTime = {
        id: javaText(pit.get('id')),
        keepAlive:
          keepAlive === undefined ? undefined : parseTime(javaText(keepAlive), 'keep_alive'),
      };
    },
  ],
  slice: [
    'object',
    (value, request) => {
      request.slice = sliceOf(value as JsonObject);
    },
  ],
  suggest: [
    'object',
    (value, request, scope) => {
      request.suggest = parseSuggest(value as JsonObject, scope);
    },
  ],
  stats: [
    'array',
    (value, request) => {
      request.stats = (value as Json[]).map(javaText);
    },
  ],
};

function aggregations(value: Json, request: SearchRequest, scope: Scope, body: JsonObject): void {
  if (PHASES.aggregations === undefined) {
    throw scope.error('Unknown key for a START_OBJECT in [aggs].', body, 'aggs');
  }
  request.aggregations = PHASES.aggregations(value as JsonObject, scope);
}

/** Reads a body into a request; throws what is wrong with it. `others`: names read elsewhere. */
export function readBody(
  body: JsonObject,
  request: SearchRequest,
  scope: Scope,
  others: readonly string[] = [],
): void {
  scope.innerHits ??= (inner, fallback) => parseInnerHits(inner, scope, readBody, fallback);
  for (const [name, value] of body) {
    if (others.includes(name)) continue;
    const entry = Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
    const token = tokenOf(value);
    const shape = token === TOKENS.object ? 'object' : token === TOKENS.array ? 'array' : 'scalar';
    if (entry === undefined || (entry[0] !== 'any' && entry[0] !== shape)) {
      if (entry !== undefined && value === null) continue;
      throw scope.error(`Unknown key for a ${token} in [${name}].`, body, name);
    }
    entry[1](value, request, scope, body);
  }
}
