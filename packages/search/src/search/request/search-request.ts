/** A search as it was asked for, parsed and checked; nothing in it depends on an index. */
import type { SourceFilter } from '../../documents/source-filter.ts';
import type { Json } from '../../json/values.ts';
import type { Point } from '../../mapping/types/geo-point.ts';
import type { Collapse } from '../collapse/parse-collapse.ts';
import type { Aggregations, HitPhase, QueryBuilder, Suggest } from '../context.ts';
import type { DistanceOf } from '../geo/distance.ts';
import type { Validation } from '../geo/points.ts';
import type { Knn } from '../knn/parse-knn.ts';
import type { Rescore } from '../rescore/rescore.ts';

export interface SortSpec {
  /** A field, `_score`, `_doc` or `_shard_doc`. */
  readonly field: string;
  readonly order: 'asc' | 'desc';
  readonly missing?: Json | undefined;
  readonly mode?: 'min' | 'max' | 'sum' | 'avg' | 'median' | undefined;
  readonly unmappedType?: string | undefined;
  readonly format?: string | undefined;
  readonly numericType?: string | undefined;
  readonly nested?: NestedSort | undefined;
  /** Sorts by how far the field's points are from others. */
  readonly geo?: GeoSort | undefined;
  /** Added to break ties, not asked for. */
  readonly isImplicit?: boolean;
}

export interface GeoSort {
  readonly points: readonly Point[];
  readonly validation: Validation;
  /** Metres in the unit of the answers. */
  readonly unit: number;
  readonly distance: DistanceOf;
  readonly ignoreUnmapped: boolean;
}

export interface NestedSort {
  readonly path: string;
  readonly filter: QueryBuilder | undefined;
}

/** An entry of `fields` or `docvalue_fields`. */
export interface FieldRequest {
  readonly field: string;
  readonly format?: string | undefined;
  readonly includeUnmapped?: boolean | undefined;
}

export interface SearchRequest {
  query?: QueryBuilder;
  postFilter?: QueryBuilder;
  from: number;
  size: number;
  sort: readonly SortSpec[];
  searchAfter?: readonly Json[];
  /** Infinity: exactly; -1: not at all. */
  trackTotalHits: number;
  trackScores: boolean;
  minScore?: number;
  /** Undefined: as the rest of the request suggests; false: none. */
  source?: SourceFilter | false;
  fields?: readonly FieldRequest[];
  docvalueFields?: readonly FieldRequest[];
  storedFields?: readonly string[];
  version: boolean;
  seqNoPrimaryTerm: boolean;
  explain: boolean;
  terminateAfter: number;
  timeout?: number;
  /** Groups that statistics count the search under. */
  stats?: readonly string[];
  /** Index name or pattern to factor, the first that fits. */
  indicesBoost: readonly (readonly [string, number])[];
  aggregations?: Aggregations;
  highlight?: HitPhase;
  namedScores: boolean;
  pointInTime?: { readonly id: string; readonly keepAlive: number | undefined };
  slice?: { readonly id: number; readonly max: number; readonly field: string | undefined };
  profile: boolean;
  collapse?: Collapse;
  knn?: readonly Knn[];
  rescore?: readonly Rescore[];
  suggest?: Suggest;
  /** `dfs_query_then_fetch`: scores by the statistics of all shards. */
  isDfs: boolean;
  /** Builds sources from fields whatever the mapping says. */
  forceSynthetic: boolean;
}

/** Whether nothing but suggestions is wanted: then no query runs. */
export function isOnlySuggest(request: SearchRequest): boolean {
  const { suggest, query, aggregations, knn } = request;
  return (
    suggest !== undefined && query === undefined && aggregations === undefined && knn === undefined
  );
}

export const DEFAULT_TOTAL_HITS = 10_000;
export const EXACT = Number.POSITIVE_INFINITY;
export const UNTRACKED = -1;

export function emptyRequest(): SearchRequest {
  return {
    from: 0,
    size: 10,
    sort: [],
    trackTotalHits: DEFAULT_TOTAL_HITS,
    trackScores: false,
    version: false,
    seqNoPrimaryTerm: false,
    explain: false,
    terminateAfter: 0,
    indicesBoost: [],
    namedScores: false,
    profile: false,
    forceSynthetic: false,
    isDfs: false,
  };
}
