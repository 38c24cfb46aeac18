/** `combined_fields`: several text fields scored as if they were one. */
import { illegalArgument } from '../../errors/search-error.ts';
import { decodedLengths } from '../../index/segment/length-norm.ts';
import { NO_MORE_DOCS, PostingsCursor } from '../../index/segment/postings-cursor.ts';
import { NO_NORM } from '../../index/segment/postings-format.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import { javaText } from '../../mapping/parameter.ts';
import { DEFAULT_BM25, idf } from '../../query/bm25.ts';
import type { DocIterator } from '../../query/doc-iterator.ts';
import type { Query } from '../../query/query.ts';
import type { Searcher } from '../../query/searcher.ts';
import { EVERYTHING, NOTHING, utf8 } from '../fields/field-kind.ts';
import { queryTokens, searchAnalyzer } from '../text/analyze.ts';
import { type FieldBoost, fieldSet } from '../text/field-set.ts';
import { combined } from '../text/text-query.ts';
import { operatorOf } from './match.ts';
import { fieldNames } from './multi-match.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';

const KNOWN = [
  'query',
  'fields',
  'operator',
  'minimum_should_match',
  'zero_terms_query',
  'auto_generate_synonyms_phrase_query',
];

export const combinedFields: QueryParser = (body, scope) => {
  const params = new Params(scope, 'combined_fields', body, KNOWN);
  const text = params.text('query');
  const names = fieldNames(params.get('fields'));
  if (text === undefined) throw illegalArgument('Required [query]');
  if (names.length === 0) throw illegalArgument('Required [fields]');
  const wanted = params.get('minimum_should_match');
  const options = {
    operator: operatorOf(params.text('operator')),
    minimumShouldMatch: wanted === undefined ? undefined : javaText(wanted),
  };
  const isAll = params.text('zero_terms_query')?.toLowerCase() === 'all';
  return params.finish((context) => {
    const { fields } = fieldSet(context, names);
    const [first] = fields;
    for (const { field, boost } of fields) {
      if (field.kind.isText !== true) {
        throw illegalArgument(
          `Field [${field.name}] of type [${field.type}] does not support [combined_fields] queries`,
        );
      }
      if (boost < 1) throw illegalArgument(`[combined_fields] requires field boosts to be >= 1.0`);
    }
    if (first === undefined) return NOTHING;
    const places = queryTokens(searchAnalyzer(first.field), text).places();
    if (places.length === 0) return isAll ? EVERYTHING : NOTHING;
    return combined(
      places.map(({ terms }) => wordQuery(fields, terms.map(utf8))),
      options,
    );
  });
};

/** One word in any of the fields. */
function wordQuery(fields: readonly FieldBoost[], terms: readonly Uint8Array[]): Query {
  return {
    kind: 'own',
    text: `CombinedFieldQuery((${fields.map(({ field }) => field.name).join(' ')}))`,
    iterate: (searcher, view, boost) => CombinedIterator.of(searcher, view, fields, terms, boost),
    shows: fields.map(({ field }) => ({ kind: 'terms', field: field.path, terms })),
  };
}

interface Part {
  readonly cursor: PostingsCursor;
  readonly weight: number;
}

interface Lengths {
  readonly norms: Uint8Array | undefined;
  readonly weight: number;
}

class CombinedIterator implements DocIterator {
  doc = -1;
  readonly cost: number;

  private constructor(
    private readonly parts: readonly Part[],
    private readonly lengths: readonly Lengths[],
    private readonly weight: number,
    private readonly average: number,
  ) {
    this.cost = parts.reduce((sum, { cursor }) => sum + cursor.df, 0);
  }

  static of(
    searcher: Searcher,
    { segment }: SearchView,
    fields: readonly FieldBoost[],
    terms: readonly Uint8Array[],
    boost: number,
  ): CombinedIterator | undefined {
    const parts: Part[] = [];
    const lengths: Lengths[] = [];
    let df = 0;
    let docCount = 0;
    let tokens = 0;
    for (const { field, boost: weight } of fields) {
      const { statistics } = searcher.scoring(field.path);
      docCount = Math.max(docCount, statistics.docCount);
      tokens += weight * statistics.sumTotalTermFreq;
      for (const term of terms) df = Math.max(df, searcher.df(field.path, term));
      const postings = segment.field(field.path);
      if (postings === undefined) continue;
      lengths.push({ norms: postings.norms, weight });
      for (const term of terms) {
        const number = postings.find(term);
        if (number >= 0) parts.push({ cursor: new PostingsCursor(postings, number), weight });
      }
    }
    if (parts.length === 0) return undefined;
    const factor = boost * (DEFAULT_BM25.k1 + 1) * idf(docCount, df);
    return new CombinedIterator(parts, lengths, factor, tokens / docCount);
  }

  advance(target: number): number {
    let smallest = NO_MORE_DOCS;
    for (const { cursor } of this.parts) smallest = Math.min(smallest, cursor.advance(target));
    this.doc = smallest;
    return smallest;
  }

  score(): number {
    const { k1, b } = DEFAULT_BM25;
    let freq = 0;
    for (const { cursor, weight } of this.parts) {
      if (cursor.doc === this.doc) freq += weight * cursor.freq();
    }
    let length = 0;
    for (const { norms, weight } of this.lengths) {
      const code = norms === undefined ? NO_NORM : (norms[this.doc] as number);
      length += weight * (decodedLengths[code] as number);
    }
    const saturation = freq / (freq + k1 * (1 - b + (b * length) / this.average));
    return Math.fround(this.weight * saturation);
  }
}
