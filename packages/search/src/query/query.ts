/** What a search asks of a shard: terms are analysed, values are in the column's units. */
export type Query =
  | { readonly kind: 'match_all'; readonly boost?: number }
  | { readonly kind: 'match_none' }
  | TermQuery
  | PhraseQuery
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
  | { readonly kind: 'ids'; readonly ids: readonly string[]; readonly boost?: number }
  | { readonly kind: 'exists'; readonly field: string; readonly boost?: number }
  | BoolQuery;

export interface TermQuery {
  readonly kind: 'term';
  readonly field: string;
  readonly term: Uint8Array;
  readonly boost?: number;
}

export interface PhraseQuery {
  readonly kind: 'phrase';
  readonly field: string;
  /** Terms with their places relative to each other, ascending. */
  readonly terms: readonly { readonly term: Uint8Array; readonly position: number }[];
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
