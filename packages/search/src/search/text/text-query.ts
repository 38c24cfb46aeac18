/** Texts become queries on the words of a field. */
import type { Place, QueryTokens } from '../../analysis/core/query-tokens.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import { withAnalysisErrors } from '../../mapping/analysis-error.ts';
import type { Query, SpreadPhraseQuery } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { checkClauses, simplified } from '../dsl/bool.ts';
import { minimumShouldMatch } from '../dsl/minimum-should-match.ts';
import {
  clauseOn,
  EVERYTHING,
  mustBeSearchable,
  NOTHING,
  type SearchField,
  utf8,
} from '../fields/field-kind.ts';
import { type Fuzziness, fuzzyQuery } from '../patterns/fuzzy.ts';
import { beginningWith, prefixQuery } from '../patterns/term-patterns.ts';
import { labelled } from '../query-labels.ts';
import { queryTokens, searchAnalyzer } from './analyze.ts';

export interface TextOptions {
  readonly analyzer?: string | undefined;
  readonly operator?: 'or' | 'and';
  readonly minimumShouldMatch?: string | undefined;
  readonly zeroTerms?: 'none' | 'all';
  readonly slop?: number;
  readonly maxExpansions?: number;
  readonly fuzziness?: Fuzziness | undefined;
  /** Analyses as for a phrase in quotes. */
  readonly isQuoted?: boolean;
  readonly lenient?: boolean;
  readonly synonymPhrases?: boolean;
  /** Frequencies to score with, of a term in several fields. */
  readonly df?: (term: Uint8Array) => number | undefined;
}

export type TextType = 'match' | 'phrase' | 'phrase_prefix' | 'bool_prefix';

/** The query of a text on one field. */
export function textQuery(
  field: SearchField,
  text: string,
  type: TextType,
  options: TextOptions,
  context: QueryContext,
): Query {
  if (field.kind.isText !== true && options.analyzer === undefined) {
    return exactQuery(field, text, type, options, context);
  }
  if (field.kind.bytes === undefined) return exactQuery(field, text, type, options, context);
  mustBeSearchable(field);
  const analyzer = searchAnalyzer(field, options.analyzer, options.isQuoted);
  const tokens = queryTokens(analyzer, text);
  if (tokens.tokens.length === 0) return options.zeroTerms === 'all' ? EVERYTHING : NOTHING;
  if (type === 'phrase') return phraseQuery(field, tokens, options.slop ?? 0);
  if (type === 'phrase_prefix') return phrasePrefixQuery(field, tokens, options, context);
  return wordsQuery(field, tokens, type, options, context);
}

/** Fields whose values are not words: the whole text is the value. */
function exactQuery(
  field: SearchField,
  text: string,
  type: TextType,
  options: TextOptions,
  context: QueryContext,
): Query {
  if (type === 'phrase_prefix' || (type === 'bool_prefix' && field.kind.bytes !== undefined)) {
    if (field.kind.bytes !== undefined && type === 'bool_prefix') {
      return prefixQuery(field, text, false);
    }
    if (options.lenient === true) return NOTHING;
    throw illegalArgument(
      `Can only use phrase prefix queries on text fields - not on [${field.name}] which is of type [${field.type}]`,
    );
  }
  if (
    field.kind.bytes !== undefined &&
    field.mapper?.value('split_queries_on_whitespace') === true
  ) {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const queries = words.map((word) => field.kind.term(field, word, context));
    return combined(queries, options);
  }
  if (options.fuzziness !== undefined && field.kind.bytes !== undefined) {
    return fuzzyQuery(field, text, options.fuzziness, context);
  }
  try {
    return field.kind.term(field, text, context);
  } catch (error) {
    if (options.lenient === true) return NOTHING;
    throw error;
  }
}

function termQuery(field: SearchField, term: string, options: TextOptions): Query {
  const bytes = utf8(term);
  if (field.kind.isUnscored === true || field.mapper?.value('similarity') === 'boolean') {
    return { kind: 'terms', field: field.path, terms: [bytes] };
  }
  const df = options.df?.(bytes);
  return { kind: 'term', field: field.path, term: bytes, ...(df === undefined ? {} : { df }) };
}

/** One query a place; several terms at a place count as one. */
function wordsQuery(
  field: SearchField,
  tokens: QueryTokens,
  type: TextType,
  options: TextOptions,
  context: QueryContext,
): Query {
  if (tokens.isGraph) return graphQuery(field, tokens, options);
  const words = tokens.places();
  checkClauses(words.length);
  const queries = words.map(({ terms }, i): Query => {
    const [only] = terms;
    if (terms.length > 1) return placeQuery(field, terms, options);
    const isLast = i === words.length - 1;
    if (type === 'bool_prefix' && isLast) return beginningWith(field, only as string);
    if (options.fuzziness !== undefined) {
      return clauseOn(field, fuzzyQuery(field, only as string, options.fuzziness, context));
    }
    return termQuery(field, only as string, options);
  });
  return combined(queries, options);
}

export function combined(queries: readonly Query[], options: TextOptions): Query {
  const [only] = queries;
  if (queries.length === 0) return NOTHING;
  if (queries.length === 1 && only !== undefined) {
    const spec = options.minimumShouldMatch;
    if (options.operator !== 'and' && spec !== undefined && minimumShouldMatch(1, spec) > 1) {
      return NOTHING;
    }
    return only;
  }
  if (options.operator === 'and') {
    if (queries.some(({ kind }) => kind === 'match_none')) return NOTHING;
    return simplified({ kind: 'bool', must: queries });
  }
  const spec = options.minimumShouldMatch;
  const wanted = spec === undefined ? 0 : minimumShouldMatch(queries.length, spec);
  if (wanted > queries.length) return NOTHING;
  if (wanted === queries.length && wanted > 1) return { kind: 'bool', must: queries };
  return {
    kind: 'bool',
    should: queries,
    ...(wanted > 1 ? { minimumShouldMatch: wanted } : {}),
  };
}

/** Synonyms of several words: each way through a stretch of the text is a phrase of its own. */
function graphQuery(field: SearchField, tokens: QueryTokens, options: TextOptions): Query {
  const stretches = withAnalysisErrors(() => tokens.stretches());
  const queries = stretches.map((stretch): Query => {
    if (stretch.kind === 'place') return placeQuery(field, stretch.terms, options);
    const should = stretch.ways.map((way) => wayQuery(field, way, options));
    return { kind: 'bool', should };
  });
  return combined(queries, options);
}

function placeQuery(field: SearchField, terms: readonly string[], options: TextOptions): Query {
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) return termQuery(field, only, options);
  return clauseOn(field, { kind: 'synonym', field: field.path, terms: terms.map(utf8) });
}

function wayQuery(field: SearchField, way: readonly Place[], options: TextOptions): Query {
  if (options.synonymPhrases === false) {
    return { kind: 'bool', must: way.map(({ terms }) => placeQuery(field, terms, options)) };
  }
  return placesQuery(field, way, 0);
}

export function phraseQuery(field: SearchField, tokens: QueryTokens, slop: number): Query {
  if (!tokens.isGraph) return placesQuery(field, tokens.places(), slop);
  const ways = withAnalysisErrors(() => tokens.ways());
  if (slop === 0) return oneOfWays(field, ways.map(asBytes));
  const should = ways.map((way) => placesQuery(field, way, slop));
  return clauseOn(field, should.length === 1 ? (should[0] as Query) : { kind: 'bool', should });
}

type BytePlace = SpreadPhraseQuery['places'][number];

const asBytes = (way: readonly Place[]): BytePlace[] =>
  way.map(({ terms, position }) => ({ terms: terms.map(utf8), position }));

/** The ways through one text are one phrase: each weighs as much as all of their terms together. */
function oneOfWays(field: SearchField, ways: readonly BytePlace[][], slop = 0): Query {
  const all = new Map(
    ways.flatMap((way) =>
      way.flatMap(({ terms }) => terms.map((term) => [term.join(), term] as const)),
    ),
  );
  const weightTerms = [...all.values()];
  const should = ways.map(
    (places): Query => ({ kind: 'spread_phrase', field: field.path, places, slop, weightTerms }),
  );
  return clauseOn(field, should.length === 1 ? (should[0] as Query) : { kind: 'bool', should });
}

function placesQuery(field: SearchField, words: readonly Place[], slop: number): Query {
  const [first] = words;
  if (words.length === 1 && first !== undefined) return placeQuery(field, first.terms, {});
  const isPlain = slop === 0 && words.every(({ terms }) => terms.length === 1);
  if (isPlain) {
    const terms = words.map(({ terms: [term], position }) => ({
      term: utf8(term as string),
      position,
    }));
    return clauseOn(field, { kind: 'phrase', field: field.path, terms });
  }
  const spread = words.map(({ terms, position }) => ({ terms: terms.map(utf8), position }));
  return clauseOn(field, { kind: 'spread_phrase', field: field.path, places: spread, slop });
}

const MAX_EXPANSIONS = 50;

/** The last word stands for the words of the shard that start with it. */
function phrasePrefixQuery(
  field: SearchField,
  tokens: QueryTokens,
  options: TextOptions,
  context: QueryContext,
): Query {
  const { slop = 0, maxExpansions = MAX_EXPANSIONS } = options;
  const expanded = (way: readonly Place[]): BytePlace[] | undefined => {
    const places = asBytes(way);
    const last = places.at(-1) as BytePlace;
    const terms: Uint8Array[] = [];
    for (const term of last.terms) {
      terms.push(...context.searcher.expand(field.path, term, maxExpansions - terms.length));
    }
    return terms.length === 0 ? undefined : [...places.slice(0, -1), { ...last, terms }];
  };
  if (tokens.isGraph) {
    const ways = withAnalysisErrors(() => tokens.ways()).map(expanded);
    const found = ways.filter((way) => way !== undefined);
    return found.length === 0 ? NOTHING : oneOfWays(field, found, slop);
  }
  const words = tokens.places();
  const label = prefixLabel(field, words, slop);
  if (words.length === 1) {
    const prefixes = (words[0] as Place).terms.map((term): Query => beginningWith(field, term));
    const any: Query =
      prefixes.length === 1 ? (prefixes[0] as Query) : { kind: 'bool', should: prefixes };
    return labelled(any, label);
  }
  const places = expanded(words);
  if (places === undefined) return labelled(NOTHING, label);
  return labelled(
    clauseOn(field, { kind: 'spread_phrase', field: field.path, places, slop }),
    label,
  );
}

function prefixLabel(field: SearchField, words: readonly Place[], slop: number): string {
  const last = words.length - 1;
  const parts = words.map(({ terms }, i) => {
    const shown = terms.map((term) => (i === last ? `${term}*` : term)).join(' ');
    return terms.length === 1 ? shown : `(${shown})`;
  });
  return `${field.path}:"${parts.join(' ')}"${slop === 0 ? '' : `~${slop}`}`;
}
