/** The match family: texts on one field. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { DEFAULT_EXPANSIONS, editsFor, type Fuzziness } from '../patterns/fuzzy.ts';
import { type TextOptions, type TextType, textQuery } from '../text/text-query.ts';
import { fieldBody, type Params } from './params.ts';
import type { QueryParser, Scope } from './scope.ts';
import { onField } from './term-level.ts';

const FUZZY_PARAMS = [
  'fuzziness',
  'prefix_length',
  'max_expansions',
  'fuzzy_transpositions',
  'fuzzy_rewrite',
];

const KNOWN: Readonly<Record<TextType, readonly string[]>> = {
  match: [
    'query',
    'operator',
    'analyzer',
    'minimum_should_match',
    'lenient',
    'zero_terms_query',
    'auto_generate_synonyms_phrase_query',
    'cutoff_frequency',
    ...FUZZY_PARAMS,
  ],
  phrase: ['query', 'analyzer', 'slop', 'zero_terms_query'],
  phrase_prefix: ['query', 'analyzer', 'slop', 'max_expansions', 'zero_terms_query'],
  bool_prefix: ['query', 'operator', 'analyzer', 'minimum_should_match', ...FUZZY_PARAMS],
};

function matchParser(name: string, type: TextType): QueryParser {
  return (body, scope) => {
    const { field, params } = fieldBody(scope, name, body, 'query', KNOWN[type]);
    const text = queryText(scope, name, params);
    const options = textOptions(params, name);
    return params.finish(
      onField(field, (found, context) => {
        if (
          options.analyzer !== undefined &&
          found.analysis.analyzer(options.analyzer) === undefined
        ) {
          throw illegalArgument(`[${name}] analyzer [${options.analyzer}] not found`);
        }
        return textQuery(found, text, type, { ...options, isQuoted: type !== 'match' }, context);
      }),
    );
  };
}

/** What is looked for, as text whatever its kind. */
function queryText(scope: Scope, name: string, params: Params): string {
  const value = params.get('query');
  if (value === undefined) {
    throw illegalArgument(
      name === 'match' || name === 'match_bool_prefix'
        ? `[${name}] requires query value`
        : `[${name}] requires query value`,
    );
  }
  if (Array.isArray(value) || isJsonObject(value)) {
    throw scope.error(
      `[${name}] unknown token [${Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT'}] after [query]`,
      params.object,
      'query',
    );
  }
  return javaText(value);
}

export function operatorOf(text: string | undefined): 'or' | 'and' {
  const lower = text?.toLowerCase() ?? 'or';
  if (lower === 'or' || lower === 'and') return lower;
  throw illegalArgument(
    `No enum constant org.elasticsearch.index.query.Operator.${text?.toUpperCase()}`,
  );
}

export function textOptions(params: Params, name: string): TextOptions {
  const zeroTerms = params.text('zero_terms_query')?.toLowerCase();
  if (zeroTerms !== undefined && !['none', 'all', 'null'].includes(zeroTerms)) {
    throw illegalArgument(
      `Unsupported zero_terms_query value [${params.text('zero_terms_query')}]`,
    );
  }
  const slop = params.integer('slop');
  if (slop !== undefined && slop < 0) throw illegalArgument('No negative slop allowed.');
  const maxExpansions = params.integer('max_expansions');
  if (maxExpansions !== undefined && maxExpansions <= 0) {
    throw illegalArgument(`[${name}] requires maxExpansions to be positive.`);
  }
  const wanted = params.get('minimum_should_match');
  return {
    analyzer: params.text('analyzer'),
    operator: operatorOf(params.text('operator')),
    minimumShouldMatch: wanted === undefined ? undefined : javaText(wanted),
    zeroTerms: zeroTerms === 'all' ? 'all' : 'none',
    lenient: params.flag('lenient', false),
    synonymPhrases: params.flag('auto_generate_synonyms_phrase_query', true),
    fuzziness: fuzzinessOf(params),
    ...(slop === undefined ? {} : { slop }),
    ...(maxExpansions === undefined ? {} : { maxExpansions }),
  };
}

/** `fuzziness` and its kin; undefined when exact words are wanted. */
export function fuzzinessOf(params: Params, fallback?: string): Fuzziness | undefined {
  const value: Json | undefined = params.get('fuzziness') ?? fallback;
  if (value === undefined) return undefined;
  const edits = javaText(value);
  editsFor(edits, 0);
  const prefixLength = params.integer('prefix_length') ?? 0;
  if (prefixLength < 0) throw illegalArgument('[match] requires prefix length to be non-negative.');
  return {
    edits,
    prefixLength,
    maxExpansions: params.integer('max_expansions') ?? DEFAULT_EXPANSIONS,
    transpositions: params.flag(
      params.object.has('transpositions') ? 'transpositions' : 'fuzzy_transpositions',
      true,
    ),
  };
}

export const match = matchParser('match', 'match');
export const matchPhrase = matchParser('match_phrase', 'phrase');
export const matchPhrasePrefix = matchParser('match_phrase_prefix', 'phrase_prefix');
export const matchBoolPrefix = matchParser('match_bool_prefix', 'bool_prefix');
