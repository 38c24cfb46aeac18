/** Queries on exact values. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Query } from '../../query/query.ts';
import type { QueryBuilder, QueryContext } from '../context.ts';
import { existsQuery } from '../fields/exists.ts';
import {
  type Bounds,
  mustBeAllowed,
  NOTHING,
  type Relation,
  type SearchField,
} from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';
import { caseInsensitive } from '../patterns/term-patterns.ts';
import { fieldBody, Params } from './params.ts';
import type { QueryParser } from './scope.ts';

/** A query of one field that the mapping may not have. */
export function onField(
  name: string,
  build: (field: SearchField, context: QueryContext) => Query,
): QueryBuilder {
  return (context) => {
    const field = resolveField(context.mapping, name);
    return field === undefined ? NOTHING : build(field, context);
  };
}

export const term: QueryParser = (body, scope) => {
  const outer = outerParams(body);
  const rest = new Map([...body].filter(([name]) => !outer.has(name)));
  const { field, params } = fieldBody(scope, 'term', rest.size === 0 ? body : rest, 'value', [
    'value',
    'term',
    'case_insensitive',
  ]);
  const value = params.get('value') ?? params.get('term');
  if (value === undefined) throw illegalArgument('value cannot be null');
  if (Array.isArray(value) || isJsonObject(value)) {
    throw scope.error('[term] query does not support array of values', params.object, 'value');
  }
  const ignoreCase = params.flag('case_insensitive', false);
  const built = onField(field, (found, context) =>
    ignoreCase ? caseInsensitive(found, javaText(value)) : found.kind.term(found, value, context),
  );
  return new Params(scope, 'term', outer, []).finish(params.finish(built));
};

/** `boost` and `_name` beside the field, as older requests give them. */
function outerParams(body: JsonObject): JsonObject {
  return new Map(
    [...body].filter(([name, value]) => ['boost', '_name'].includes(name) && !isJsonObject(value)),
  );
}

const MAX_TERMS = 65_536;

export const terms: QueryParser = (body, scope) => {
  const outer = outerParams(body);
  const fields = [...body].filter(([name]) => !outer.has(name));
  const [first, second] = fields;
  if (first === undefined) {
    throw scope.error(
      '[terms] query requires a field name, followed by array of terms or a document lookup specification',
      body,
      undefined,
      'end',
    );
  }
  if (second !== undefined) {
    throw scope.error(`[terms] query does not support multiple fields`, body, second[0]);
  }
  const [field, given] = first;
  const params = new Params(scope, 'terms', outer, []);
  if (isJsonObject(given)) return params.finish(termsLookup(given, field));
  if (!Array.isArray(given)) {
    throw scope.error(`[terms] query does not support [${field}]`, body, field);
  }
  if (given.some((value) => value === null)) {
    throw illegalArgument('No value specified for terms query');
  }
  return params.finish(onField(field, (found, context) => anyValue(found, given, context)));
};

function anyValue(field: SearchField, values: readonly Json[], context: QueryContext): Query {
  const limit = Number(context.mapping.context.indexSetting('max_terms_count') ?? MAX_TERMS);
  if (values.length > limit) {
    throw illegalArgument(
      `The number of terms [${values.length}] used in the Terms Query request has exceeded the allowed maximum of [${limit}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`,
    );
  }
  if (values.length === 0) return NOTHING;
  if (field.kind.terms !== undefined) return field.kind.terms(field, values, context);
  const should = values.map((value) => field.kind.term(field, value, context));
  return { kind: 'constant', filter: { kind: 'bool', should } };
}

/** Terms that stand in another document. */
function termsLookup(spec: JsonObject, field: string): QueryBuilder {
  const text = (name: string) => {
    const value = spec.get(name);
    return value === undefined || value === null ? undefined : javaText(value);
  };
  const [index, id, path] = [text('index'), text('id'), text('path')];
  for (const name of ['index', 'id', 'path']) {
    if (text(name) === undefined) {
      throw illegalArgument(`[terms] query lookup element requires specifying the ${name}.`);
    }
  }
  return onField(field, (found, context) => {
    const source = context.lookup(index as string, id as string, text('routing'));
    const values = source === undefined ? [] : valuesAt(source, (path as string).split('.'));
    return anyValue(found, values, context);
  });
}

/** Values at a path of an object, through arrays. */
function valuesAt(json: Json | undefined, path: readonly string[]): Json[] {
  if (Array.isArray(json)) return json.flatMap((item) => valuesAt(item, path));
  if (path.length === 0) return json === undefined || json === null ? [] : [json];
  if (!isJsonObject(json)) return [];
  for (let n = path.length; n > 0; n -= 1) {
    const value = json.get(path.slice(0, n).join('.'));
    if (value !== undefined) return valuesAt(value, path.slice(n));
  }
  return [];
}

const RANGE_PARAMS = [
  'from',
  'to',
  'include_lower',
  'include_upper',
  'gt',
  'gte',
  'lt',
  'lte',
  'time_zone',
  'format',
  'relation',
];

export const range: QueryParser = (body, scope) => {
  let name: string | undefined;
  let params: Params | undefined;
  let label: string | undefined;
  for (const [key, value] of body) {
    if (isJsonObject(value)) {
      if (name !== undefined) {
        throw scope.error(
          `[range] query doesn't support multiple fields, found [${name}] and [${key}]`,
          body,
          key,
        );
      }
      name = key;
      params = new Params(scope, 'range', value, RANGE_PARAMS);
    } else if (key === '_name') label = javaText(value);
    else throw scope.error(`[range] query does not support [${key}]`, body, key);
  }
  if (name === undefined || params === undefined) {
    throw illegalArgument('field name is null or empty');
  }
  const bounds = boundsOf(params);
  const built = params.finish(
    onField(name, (field, context) => {
      if (field.kind.range === undefined) {
        throw illegalArgument(
          `Field [${field.name}] of type [${field.type}] does not support range queries`,
        );
      }
      if (field.kind.bytes !== undefined) mustBeAllowed(context, 'range');
      return field.kind.range(field, bounds, context);
    }),
  );
  if (label === undefined) return built;
  return (context) => {
    const query = built(context);
    context.named.set(label, query);
    return query;
  };
};

function boundsOf(params: Params): Bounds {
  const relation = params.text('relation')?.toLowerCase();
  if (relation !== undefined && !['intersects', 'contains', 'within'].includes(relation)) {
    if (relation === 'disjoint') {
      throw illegalArgument('[range] query does not support relation [DISJOINT]');
    }
    throw illegalArgument(`${params.text('relation')} is not a valid relation`);
  }
  const lower = params.get('gt') ?? params.get('gte') ?? params.get('from');
  const upper = params.get('lt') ?? params.get('lte') ?? params.get('to');
  return {
    from: lower,
    to: upper,
    includeFrom: params.get('gt') === undefined && params.flag('include_lower', true),
    includeTo: params.get('lt') === undefined && params.flag('include_upper', true),
    format: params.text('format'),
    zone: params.text('time_zone'),
    relation: relation as Relation | undefined,
  };
}

export const exists: QueryParser = (body, scope) => {
  const params = new Params(scope, 'exists', body, ['field']);
  const field = params.text('field');
  if (field === undefined) {
    throw scope.error('[exists] must be provided with a [field]', body, undefined, 'end');
  }
  return params.finish((context) => existsQuery(context, field));
};

export const ids: QueryParser = (body, scope) => {
  for (const name of body.keys()) {
    if (['values', 'boost', '_name'].includes(name)) continue;
    throw scope.contentError(`[ids] unknown field [${name}]`, body, name, undefined, 'name');
  }
  const values = body.get('values');
  const list = Array.isArray(values)
    ? values
    : values === undefined || values === null
      ? []
      : [values];
  if (list.some((value) => value === null || isJsonObject(value) || Array.isArray(value))) {
    throw scope.contentError(
      '[ids] failed to parse field [values]',
      body,
      'values',
      illegalArgument('No value specified for ids query'),
    );
  }
  const texts = [...new Set(list.map(javaText))];
  return new Params(scope, 'ids', body, ['values']).finish(() =>
    texts.length === 0 ? NOTHING : { kind: 'ids', ids: texts },
  );
};
