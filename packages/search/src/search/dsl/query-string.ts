/** `query_string`, also as the `q` of an address. */
import { SearchError } from '../../errors/search-error.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { QueryBuilder, QueryContext } from '../context.ts';
import { shardError } from '../fields/field-kind.ts';
import { DEFAULT_EXPANSIONS } from '../patterns/fuzzy.ts';
import { QueryStringBuilder, type QueryStringOptions } from '../query-string/build.ts';
import type { Part } from '../query-string/clauses.ts';
import { parseQueryString } from '../query-string/syntax.ts';
import { operatorOf } from './match.ts';
import { fieldNames, multiType } from './multi-match.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';

const KNOWN = [
  'query',
  'fields',
  'default_field',
  'default_operator',
  'analyzer',
  'quote_analyzer',
  'allow_leading_wildcard',
  'max_determinized_states',
  'lowercase_expanded_terms',
  'enable_position_increments',
  'escape',
  'fuzzy_prefix_length',
  'fuzzy_max_expansions',
  'fuzzy_rewrite',
  'fuzzy_transpositions',
  'fuzziness',
  'phrase_slop',
  'tie_breaker',
  'analyze_wildcard',
  'rewrite',
  'minimum_should_match',
  'quote_field_suffix',
  'lenient',
  'time_zone',
  'type',
  'auto_generate_synonyms_phrase_query',
];

export const DEFAULT_OPTIONS: QueryStringOptions = {
  fields: [],
  defaultAnd: false,
  analyzer: undefined,
  quoteAnalyzer: undefined,
  quoteFieldSuffix: undefined,
  lenient: undefined,
  phraseSlop: 0,
  type: 'best_fields',
  tieBreaker: undefined,
  analyzeWildcard: false,
  allowLeadingWildcard: true,
  minimumShouldMatch: undefined,
  fuzziness: {
    edits: 'AUTO',
    prefixLength: 0,
    maxExpansions: DEFAULT_EXPANSIONS,
    transpositions: true,
  },
  zone: undefined,
  synonymPhrases: true,
};

export const queryString: QueryParser = (body, scope) => {
  const params = new Params(scope, 'query_string', body, KNOWN);
  const value = params.get('query');
  if (value === undefined) {
    throw scope.error('[query_string] must be provided with a [query]', body, undefined, 'end');
  }
  const wanted = params.get('minimum_should_match');
  const single = params.text('default_field');
  const named = fieldNames(params.get('fields'));
  const options: QueryStringOptions = {
    fields: named.length === 0 && single !== undefined ? [single] : named,
    defaultAnd: operatorOf(params.text('default_operator')) === 'and',
    analyzer: params.text('analyzer'),
    quoteAnalyzer: params.text('quote_analyzer'),
    quoteFieldSuffix: params.text('quote_field_suffix'),
    lenient: params.object.has('lenient') ? params.flag('lenient', false) : undefined,
    phraseSlop: params.integer('phrase_slop') ?? 0,
    type: multiType(params.text('type')),
    tieBreaker: params.number('tie_breaker'),
    analyzeWildcard: params.flag('analyze_wildcard', false),
    allowLeadingWildcard: params.flag('allow_leading_wildcard', true),
    minimumShouldMatch: wanted === undefined ? undefined : javaText(wanted),
    fuzziness: {
      edits: params.text('fuzziness') ?? 'AUTO',
      prefixLength: params.integer('fuzzy_prefix_length') ?? 0,
      maxExpansions: params.integer('fuzzy_max_expansions') ?? DEFAULT_EXPANSIONS,
      transpositions: params.flag('fuzzy_transpositions', true),
    },
    zone: params.text('time_zone'),
    synonymPhrases: params.flag('auto_generate_synonyms_phrase_query', true),
  };
  const text = javaText(value);
  const escaped = params.flag('escape', false)
    ? text.replace(/[\\+\-!():^[\]"{}~*?|&/]/g, '\\$&')
    : text;
  return params.finish(queryStringBuilder(escaped, options));
};

export function queryStringBuilder(text: string, options: QueryStringOptions): QueryBuilder {
  return (context) => {
    if (text.trim() === '') return { kind: 'match_none' };
    const parts = parsed(text, options, context);
    return new QueryStringBuilder(options, context).build(parts);
  };
}

function parsed(text: string, options: QueryStringOptions, context: QueryContext): Part[] {
  try {
    return parseQueryString(text, options.defaultAnd);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    throw shardError(context, `Failed to parse query [${text}]`, error);
  }
}
