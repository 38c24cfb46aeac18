/** `more_like_this`: documents that share the telling words of some texts or documents. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { flat, rawAt } from '../fetch/source-walk.ts';
import { NOTHING, type SearchField, utf8 } from '../fields/field-kind.ts';
import { queryTokens, searchAnalyzer } from '../text/analyze.ts';
import { fieldSet } from '../text/field-set.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { fieldNames } from './multi-match.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';

const KNOWN = [
  'fields',
  'like',
  'unlike',
  'max_query_terms',
  'min_term_freq',
  'min_doc_freq',
  'max_doc_freq',
  'min_word_length',
  'max_word_length',
  'stop_words',
  'analyzer',
  'minimum_should_match',
  'boost_terms',
  'include',
  'fail_on_unsupported_field',
];

interface Options {
  readonly maxTerms: number;
  readonly minTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minLength: number;
  readonly maxLength: number;
  readonly stopWords: ReadonlySet<string>;
  readonly analyzer: string | undefined;
  readonly boostTerms: number;
}

/** A text, or a document by its id or as it is. */
type Item = string | JsonObject;

function items(value: Json | undefined): Item[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((item) =>
    isJsonObject(item) ? item : javaText(item),
  );
}

export const moreLikeThis: QueryParser = (body, scope) => {
  const params = new Params(scope, 'more_like_this', body, KNOWN);
  const like = items(params.get('like'));
  const unlike = items(params.get('unlike'));
  if (like.length === 0) {
    throw scope.error(
      "more_like_this requires either 'like' texts/items to be specified",
      body,
      undefined,
      'end',
    );
  }
  const given = params.get('fields');
  if (Array.isArray(given) && given.length === 0) {
    throw scope.error("more_like_this requires 'fields' to be non-empty", body, 'fields');
  }
  const options: Options = {
    maxTerms: params.integer('max_query_terms') ?? 25,
    minTermFreq: params.integer('min_term_freq') ?? 2,
    minDocFreq: params.integer('min_doc_freq') ?? 5,
    maxDocFreq: params.integer('max_doc_freq') ?? Number.POSITIVE_INFINITY,
    minLength: params.integer('min_word_length') ?? 0,
    maxLength: params.integer('max_word_length') ?? 0,
    stopWords: new Set(fieldNames(params.get('stop_words'))),
    analyzer: params.text('analyzer'),
    boostTerms: params.number('boost_terms') ?? 0,
  };
  if (options.maxTerms <= 0) throw illegalArgument("requires 'maxQueryTerms' to be greater than 0");
  const spec = params.text('minimum_should_match') ?? '30%';
  const includes = params.flag('include', false);
  const names = fieldNames(given);
  return params.finish((context) => {
    const fields = fieldSet(context, names)
      .fields.map(({ field }) => field)
      .filter(({ kind }) => kind.bytes !== undefined);
    const should = fields.length === 0 ? [] : telling(context, fields, like, unlike, options);
    if (should.length === 0) return NOTHING;
    const wanted = minimumShouldMatch(should.length, spec);
    const ids = like.flatMap((item) =>
      isJsonObject(item) && item.has('_id') ? [javaText(item.get('_id'))] : [],
    );
    return {
      kind: 'bool',
      should,
      ...(wanted > 0 ? { minimumShouldMatch: Math.min(wanted, should.length) } : {}),
      ...(includes || ids.length === 0 ? {} : { mustNot: [{ kind: 'ids', ids }] }),
    };
  });
};

/** The words that tell most, by how often they stand there and how rarely elsewhere. */
function telling(
  context: QueryContext,
  fields: readonly SearchField[],
  like: readonly Item[],
  unlike: readonly Item[],
  options: Options,
): Query[] {
  const found: { readonly field: SearchField; readonly term: string; readonly score: number }[] =
    [];
  for (const field of fields) {
    const unwanted = new Set(unlike.flatMap((item) => wordsOf(context, field, item, options)));
    const counts = new Map<string, number>();
    for (const word of like.flatMap((item) => wordsOf(context, field, item, options))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const [term, count] of counts) {
      if (unwanted.has(term) || count < options.minTermFreq) continue;
      const df = context.searcher.df(field.path, utf8(term));
      if (df === 0 || df < options.minDocFreq || df > options.maxDocFreq) continue;
      const rarity = Math.log((context.searcher.documents + 1) / (df + 1)) + 1;
      found.push({ field, term, score: count * rarity });
    }
  }
  const best = found.sort((a, b) => b.score - a.score).slice(0, options.maxTerms);
  const most = best[0]?.score ?? 1;
  return best.map(({ field, term, score }): Query => {
    const boost = options.boostTerms > 0 ? (options.boostTerms * score) / most : 1;
    return { kind: 'term', field: field.path, term: utf8(term), ...(boost === 1 ? {} : { boost }) };
  });
}

function wordsOf(
  context: QueryContext,
  field: SearchField,
  item: Item,
  options: Options,
): string[] {
  const { minLength, maxLength, stopWords, analyzer } = options;
  const words = textsOf(context, field, item).flatMap((text) =>
    field.kind.isText === true
      ? queryTokens(searchAnalyzer(field, analyzer), text).tokens.map(({ term }) => term)
      : [text],
  );
  return words.filter(
    (word) =>
      word.length >= minLength &&
      (maxLength === 0 || word.length <= maxLength) &&
      !stopWords.has(word),
  );
}

function textsOf(context: QueryContext, field: SearchField, item: Item): string[] {
  if (typeof item === 'string') return [item];
  const inline = item.get('doc');
  const source = isJsonObject(inline) ? inline : stored(context, item);
  if (source === undefined) return [];
  const path = field.name.replace(/\.keyword$/, '');
  const values = [
    ...rawAt(source, field.name),
    ...(path === field.name ? [] : rawAt(source, path)),
  ];
  return flat(values).flatMap((value) =>
    value === null || isJsonObject(value) ? [] : [javaText(value)],
  );
}

function stored(context: QueryContext, item: JsonObject): JsonObject | undefined {
  const id = item.get('_id');
  if (id === undefined) return undefined;
  const index = item.get('_index');
  const routing = item.get('routing') ?? item.get('_routing');
  return context.lookup(
    index === undefined ? context.index : javaText(index),
    javaText(id),
    routing === undefined ? undefined : javaText(routing),
  );
}
