import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { fieldSet } from '../text/field-set.ts';
import { MULTI_TYPES, type MultiType, multiFieldQuery } from '../text/multi-field.ts';
import { textOptions } from './match.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';

const KNOWN = [
  'query',
  'fields',
  'type',
  'analyzer',
  'operator',
  'minimum_should_match',
  'fuzziness',
  'prefix_length',
  'max_expansions',
  'fuzzy_rewrite',
  'fuzzy_transpositions',
  'slop',
  'tie_breaker',
  'lenient',
  'zero_terms_query',
  'cutoff_frequency',
  'auto_generate_synonyms_phrase_query',
];

/** `fields` as a list of names. */
export function fieldNames(value: Json | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(javaText) : [javaText(value)];
}

export function multiType(text: string | undefined): MultiType {
  const type = (text?.toLowerCase() ?? 'best_fields') as MultiType;
  if (MULTI_TYPES.includes(type)) return type;
  throw illegalArgument(`failed to parse [multi_match] query type [${text}]. unknown type.`);
}

export const multiMatch: QueryParser = (body, scope) => {
  const params = new Params(scope, 'multi_match', body, KNOWN);
  const value = params.get('query');
  if (value === undefined)
    throw scope.error('No text specified for multi_match query', body, undefined, 'end');
  if (isJsonObject(value) || Array.isArray(value)) {
    throw scope.error(
      `[multi_match] unknown token [${Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT'}] after [query]`,
      body,
      'query',
    );
  }
  const given = params.get('fields');
  if (isJsonObject(given)) {
    throw scope.error('[multi_match] query does not support [fields]', body, 'fields');
  }
  const type = multiType(params.text('type'));
  const options = textOptions(params, 'multi_match');
  const tieBreaker = params.number('tie_breaker');
  if (options.slop !== undefined && options.slop !== 0 && type === 'bool_prefix') {
    throw illegalArgument('[slop] not allowed for type [bool_prefix]');
  }
  if (
    options.fuzziness !== undefined &&
    ['cross_fields', 'phrase', 'phrase_prefix'].includes(type)
  ) {
    throw illegalArgument(`Fuzziness not allowed for type [${type}]`);
  }
  const names = fieldNames(given);
  const text = javaText(value);
  return params.finish((context) => {
    const { fields, isAll } = fieldSet(context, names);
    const lenient = params.object.has('lenient') ? options.lenient === true : isAll;
    return multiFieldQuery(fields, text, type, { ...options, lenient }, tieBreaker, context);
  });
};
