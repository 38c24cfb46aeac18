import type { Bitmap } from '../index/segment/bitmap.ts';
import type { SearchView } from '../index/shard/documents.ts';
import type { DocIterator } from './doc-iterator.ts';
import type { Searcher } from './searcher.ts';

/** What a search asks of a shard: terms are analysed, values are in the column's units. */
export type Query =
  | { readonly kind: 'match_all'; readonly boost?: number }
  | { readonly kind: 'match_none' }
  | TermQuery
  | SynonymQuery
  | PhraseQuery
  | SpreadPhraseQuery
  | { readonly kind: 'constant'; readonly filter: Query; readonly boost?: number }
  | RangeQuery
  | {
      readonly kind: 'prefix';
      readonly field: string;
      readonly prefix: Uint8Array;
      readonly boost?: number;
    }
  | {
      readonly kind: 'terms';
      readonly field: string;
      readonly terms: readonly Uint8Array[];
      readonly boost?: number;
    }
  | TermRangeQuery
  | TermPatternQuery
  | { readonly kind: 'ids'; readonly ids: readonly string[]; readonly boost?: number }
  | { readonly kind: 'exists'; readonly field: string; readonly boost?: number }
  | RowsQuery
  | OwnQuery
  | BoolQuery
  | DisMaxQuery
  | BoostingQuery
  | NestedQuery;

export interface TermQuery {
  readonly kind: 'term';
  readonly field: string;
  readonly term: Uint8Array;
  /** Scores as if so many documents had the term. */
  readonly df?: number;
  readonly boost?: number;
}

/** Several terms as if they were one: frequencies add up, the largest document frequency counts. */
export interface SynonymQuery {
  readonly kind: 'synonym';
  readonly field: string;
  readonly terms: readonly Uint8Array[];
  readonly boost?: number;
}

export interface PhraseQuery {
  readonly kind: 'phrase';
  readonly field: string;
  /** Terms with their places relative to each other, ascending. */
  readonly terms: readonly { readonly term: Uint8Array; readonly position: number }[];
  readonly boost?: number;
}

/** A phrase with several terms at a place, or with room between the places. */
export interface SpreadPhraseQuery {
  readonly kind: 'spread_phrase';
  readonly field: string;
  readonly places: readonly { readonly terms: readonly Uint8Array[]; readonly position: number }[];
  readonly slop: number;
  /** Terms whose weights add up to the phrase's, where they are not its own. */
  readonly weightTerms?: readonly Uint8Array[];
  readonly boost?: number;
}

/** Numbers in [low, high]; an open end is infinite. Longs beyond 2^53 come as bigints. */
export interface RangeQuery {
  readonly kind: 'range';
  readonly field: string;
  readonly low: number | bigint;
  readonly high: number | bigint;
  readonly boost?: number;
}

/** Terms from `from` (included) to `to` (excluded), by bytes; an absent end is open. */
export interface TermRangeQuery {
  readonly kind: 'term_range';
  readonly field: string;
  readonly from?: Uint8Array;
  readonly to?: Uint8Array;
  readonly boost?: number;
}

/** Terms that start with `prefix` and are accepted: wildcards and expressions. */
export interface TermPatternQuery {
  readonly kind: 'term_pattern';
  readonly field: string;
  readonly prefix: Uint8Array;
  readonly accepts: (term: Uint8Array) => boolean;
  readonly boost?: number;
}

/** Rows that something beside terms and columns knows of. */
export interface RowsQuery {
  readonly kind: 'rows';
  /** The bitmap becomes the caller's own. */
  readonly find: (view: SearchView) => Bitmap;
  readonly boost?: number;
}

/** A query that brings its own iterator. */
export interface OwnQuery {
  readonly kind: 'own';
  /** Undefined when nothing in the segment matches; scores have `boost` in them. */
  readonly iterate: (
    searcher: Searcher,
    view: SearchView,
    boost: number,
  ) => DocIterator | undefined;
  readonly text: string;
  /** Queries that say which words of a text it is about, for highlighting. */
  readonly shows?: readonly Query[];
  readonly boost?: number;
}

export interface BoolQuery {
  readonly kind: 'bool';
  readonly must?: readonly Query[];
  readonly should?: readonly Query[];
  readonly filter?: readonly Query[];
  readonly mustNot?: readonly Query[];
  /** How many of `should` must match; by default one when there is neither must nor filter. */
  readonly minimumShouldMatch?: number;
  readonly boost?: number;
}

/** Any of several: the best score counts, the others by `tieBreaker`. */
export interface DisMaxQuery {
  readonly kind: 'dis_max';
  readonly queries: readonly Query[];
  readonly tieBreaker: number;
  readonly boost?: number;
}

/** Matches of `positive`; those that `negative` matches too have their scores multiplied. */
export interface BoostingQuery {
  readonly kind: 'boosting';
  readonly positive: Query;
  readonly negative: Query;
  readonly negativeBoost: number;
  readonly boost?: number;
}

export type NestedScoreMode = 'avg' | 'sum' | 'min' | 'max' | 'none';

/** Rows one level up whose nested rows match. */
export interface NestedQuery {
  readonly kind: 'nested';
  /** Rows of the nested object. */
  readonly children: Query;
  /** Rows that contain them; undefined for the documents themselves. */
  readonly parents: Query | undefined;
  readonly query: Query;
  readonly scoreMode: NestedScoreMode;
  readonly boost?: number;
}
