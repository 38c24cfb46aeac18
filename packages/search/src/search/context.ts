/**
 * The seam between a search and what plugs into it: queries are parsed once and built for every
 * shard; aggregations collect in every shard and are reduced once; fetch phases add to every hit.
 */
import type { SearchView } from '../index/shard/documents.ts';
import type { Json, JsonObject, Writable } from '../json/values.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { Query } from '../query/query.ts';
import type { Searcher } from '../query/searcher.ts';
import type { SearchRequest } from './request/search-request.ts';

/** What a query needs to know of the shard it is built for. */
export interface QueryContext {
  readonly index: string;
  readonly uuid: string;
  readonly mapping: Mapping;
  readonly searcher: Searcher;
  /** What `now` means, the same in all shards of a search. */
  readonly now: number;
  /** `search.allow_expensive_queries`. */
  readonly allowsExpensive: boolean;
  /** Queries with a `_name`, as they are built; `matched_queries` of hits come from here. */
  readonly named: Map<string, Query>;
  /** `inner_hits` of nested queries, by name. */
  readonly nestedHits: Map<string, NestedHits>;
  /** The source of a document, as searches see it, for queries that refer to one. */
  lookup(index: string, id: string, routing: string | undefined): JsonObject | undefined;
}

/** Nested objects that a hit is to show. */
export interface NestedHits {
  readonly path: string;
  /** What their rows match. */
  readonly query: Query;
  readonly request: SearchRequest;
  /** Those of queries within it. */
  readonly inner: ReadonlyMap<string, NestedHits>;
}

/** A parsed query: errors of the request have been found, those of an index show when it is built. */
export type QueryBuilder = (context: QueryContext) => Query;

/** What parsers of a request share: where inner queries go, and how deep they are. */
export interface ParseScope {
  /** Parses `{"match": {...}}`. */
  query(json: Json): QueryBuilder;
}

/** One shard in one search. */
export interface ShardContext extends QueryContext {
  readonly shard: number;
  /** What hits match: the query with the filter of an alias, without `post_filter`. */
  readonly query: Query;
  /** A setting of the index by its full name, as it is now; undefined when it is not set. */
  readonly setting?: (name: string) => unknown;
  /** Counts memory that the search holds until it is answered; throws when there is none left. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** What the alias that led here lets through; undefined for everything. */
  readonly aliasFilter?: Query | undefined;
  /** Builds an inner query (of a filter aggregation, of a highlight) for this shard. */
  build(query: QueryBuilder): Query;
}

/** The parsed `aggs` of a request. */
export interface Aggregations {
  /** Collects one shard; yields between blocks of work. The result goes to `reduce` as it is. */
  collect(shard: ShardContext): Generator<void, unknown>;
  /** The value of `aggregations` in the answer. */
  reduce(
    shards: readonly unknown[],
    options: { readonly typedKeys: boolean; readonly maxBuckets?: number | undefined },
  ): Writable;
}

/** What reducing suggestions needs of the search around it. */
export interface SuggestReduction {
  readonly typedKeys: boolean;
  /** A document that shard number `shard` found, as hits are shown. */
  readonly show: (
    shard: number,
    doc: number,
    score: number,
  ) => Readonly<Record<string, Writable | undefined>>;
}

/** The parsed `suggest` of a request. */
export interface Suggest {
  /** Collects one shard; yields between blocks of work. The result goes to `reduce` as it is. */
  collect(shard: ShardContext): Generator<void, unknown>;
  /** The value of `suggest` in the answer. */
  reduce(shards: readonly unknown[], options: SuggestReduction): Writable;
}

export type ParseAggregations = (body: JsonObject, scope: ParseScope) => Aggregations;

/** One hit while it is fetched. */
export interface HitContext {
  readonly shard: ShardContext;
  readonly view: SearchView;
  /** The row in the view's segment. */
  readonly doc: number;
  readonly id: string;
  readonly score: number;
  /** `_source` as it was sent. */
  readonly source: Uint8Array;
  /** The same, parsed; made once. */
  json(): JsonObject;
}

/** Adds one property to hits: undefined adds nothing. */
export type HitPhase = (hit: HitContext) => Writable | undefined;

/** The parsed `highlight` of a request. */
export type ParseHighlight = (body: JsonObject, scope: ParseScope) => HitPhase;
