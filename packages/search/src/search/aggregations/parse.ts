/** Reads `aggs`: names, their types, what is below them, and `meta`. */
import { SearchError } from '../../errors/search-error.ts';
import { isJsonObject, type JsonObject } from '../../json/values.ts';
import type { ParseScope } from '../context.ts';
import type { Aggregation, Level, Pipeline } from './aggregation.ts';
import { AGGREGATIONS, PIPELINES } from './aggregation-table.ts';
import { didYouMean, parsingFailure, tokenOf } from './options.ts';

const VALID_NAME = /^[^[\]>]+$/;

export const NOTHING_BELOW: Level = { aggregations: [], pipelines: [] };

/** What an aggregation's object says, before its type's parser reads the body. */
interface Definition {
  readonly type: string;
  readonly body: JsonObject;
  readonly meta: JsonObject | undefined;
  readonly below: JsonObject | undefined;
}

/** The aggregations of one level; throws parsing and content errors. */
export function parseLevel(body: JsonObject, scope: ParseScope): Level {
  const aggregations: Aggregation[] = [];
  const pipelines: Pipeline[] = [];
  for (const [name, given] of body) {
    if (!VALID_NAME.test(name)) {
      throw parsingFailure(
        scope,
        `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
        body,
        name,
      );
    }
    if (!isJsonObject(given)) {
      throw parsingFailure(
        scope,
        `Aggregation definition for [${name} starts with a [${tokenOf(given)}], expected a [START_OBJECT].`,
        body,
        name,
      );
    }
    const { type, body: own, meta, below } = readDefinition(name, given, body, scope);
    const place = { name, type, scope };
    const pipeline = PIPELINES.get(type);
    if (pipeline !== undefined) {
      if (below !== undefined && below.size > 0) throw noSubs(name, type);
      pipelines.push(pipeline(own, place, { name, meta }));
      continue;
    }
    const row = AGGREGATIONS.get(type);
    if (row === undefined) {
      throw parsingFailure(
        scope,
        `Unknown aggregation type [${type}]${didYouMean(type, knownTypes())}`,
        given,
        type,
      );
    }
    const level = below === undefined ? NOTHING_BELOW : parseLevel(below, scope);
    const hasBelow = level.aggregations.length + level.pipelines.length > 0;
    if (row.isLeaf === true && hasBelow) throw noSubs(name, type);
    const composite = level.aggregations.find((one) => one.type === 'composite');
    if (composite !== undefined && !['nested', 'reverse_nested', 'filter'].includes(type)) {
      throw new SearchError(
        'illegal_argument_exception',
        `[composite] aggregation cannot be used with a parent aggregation of type: [${type}]`,
      );
    }
    const inner = level.aggregations.find(({ isGlobal }) => isGlobal === true);
    if (inner !== undefined) {
      throw new SearchError(
        'aggregation_execution_exception',
        `Aggregator [${inner.name}] of type [global] cannot be used as a sub aggregation`,
      );
    }
    aggregations.push(row.parse(own, place, { name, meta, below: level }));
  }
  return { aggregations, pipelines };
}

function* knownTypes(): Generator<string> {
  yield* AGGREGATIONS.keys();
  yield* PIPELINES.keys();
}

function noSubs(name: string, type: string): SearchError {
  return new SearchError(
    'aggregation_initialization_exception',
    `Aggregator [${name}] of type [${type}] cannot accept sub-aggregations`,
  );
}

function readDefinition(
  name: string,
  given: JsonObject,
  around: JsonObject,
  scope: ParseScope,
): Definition {
  let found: { type: string; body: JsonObject } | undefined;
  let meta: JsonObject | undefined;
  let below: JsonObject | undefined;
  for (const [key, value] of given) {
    if (!isJsonObject(value)) {
      throw parsingFailure(
        scope,
        `Expected [START_OBJECT] under [${key}], but got a [${tokenOf(value)}] in [${name}]`,
        given,
        key,
      );
    }
    if (key === 'meta') meta = value;
    else if (key === 'aggs' || key === 'aggregations') {
      if (below !== undefined) {
        throw parsingFailure(
          scope,
          `Found two sub aggregation definitions under [${name}]`,
          given,
          key,
        );
      }
      below = value;
    } else if (found === undefined) found = { type: key, body: value };
    else {
      throw parsingFailure(
        scope,
        `Found two aggregation type definitions in [${name}]: [${found.type}] and [${key}]`,
        given,
        key,
      );
    }
  }
  if (found === undefined) {
    throw parsingFailure(scope, `Missing definition for aggregation [${name}]`, around, name);
  }
  return { ...found, meta, below };
}
