// A table: every aggregation by name, with the parser of its body.
import { parseComposite } from './bucket/composite/composite.ts';
import { parseAdjacencyMatrix } from './bucket/filter/adjacency-matrix.ts';
import { parseFilter, parseGlobal, parseMissing } from './bucket/filter/filter.ts';
import { parseFilters } from './bucket/filter/filters.ts';
import { parseAutoDateHistogram } from './bucket/histogram/auto-date-histogram.ts';
import { parseDateHistogram } from './bucket/histogram/date-histogram.ts';
import { parseHistogram } from './bucket/histogram/histogram.ts';
import { JOIN_PARSERS } from './bucket/join/join.ts';
import { parseNested, parseReverseNested } from './bucket/nested/nested.ts';
import { parseIpPrefix } from './bucket/range/ip-prefix.ts';
import { parseIpRange } from './bucket/range/ip-range.ts';
import { parseDateRange, parseRange } from './bucket/range/range.ts';
import { parseDiversifiedSampler, parseSampler } from './bucket/sampler/sampler.ts';
import { SIGNIFICANT_PARSERS } from './bucket/significant/significant-terms.ts';
import { parseRareTerms } from './bucket/terms/rare-terms.ts';
import { parseTerms } from './bucket/terms/terms.ts';
import { EXTENT_PARSERS } from './geo/extent.ts';
import { parseGeoDistance } from './geo/geo-distance.ts';
import { GRID_PARSERS } from './geo/grid.ts';
import { parseCardinality } from './metric/cardinality.ts';
import { parseMatrixStats } from './metric/matrix/matrix-stats.ts';
import { parseMedianAbsoluteDeviation } from './metric/percentiles/median-absolute-deviation.ts';
import { PERCENTILES_PARSERS } from './metric/percentiles/percentiles.ts';
import { STATS_PARSERS } from './metric/stats.ts';
import { parseTopHits } from './metric/top-hits.ts';
import { parseValueCount } from './metric/value-count.ts';
import { parseWeightedAverage } from './metric/weighted-average.ts';
import type { AggregationParser, PipelineParser } from './parser.ts';
import { parseBucketSort } from './pipeline/bucket-sort.ts';
import { PARENT_PIPELINES } from './pipeline/parent.ts';
import { SCRIPTED_PIPELINES } from './pipeline/scripted.ts';
import { SIBLING_PIPELINES } from './pipeline/sibling.ts';

export interface AggregationRow {
  readonly type: string;
  readonly parse: AggregationParser;
  /** Has nothing below it: metrics. */
  readonly isLeaf?: boolean;
}

const ROWS: readonly AggregationRow[] = [
  { type: 'terms', parse: parseTerms },
  { type: 'date_histogram', parse: parseDateHistogram },
  { type: 'histogram', parse: parseHistogram },
  { type: 'filter', parse: parseFilter },
  { type: 'filters', parse: parseFilters },
  { type: 'missing', parse: parseMissing },
  { type: 'global', parse: parseGlobal },
  { type: 'range', parse: parseRange },
  { type: 'date_range', parse: parseDateRange },
  { type: 'ip_range', parse: parseIpRange },
  { type: 'composite', parse: parseComposite },
  { type: 'nested', parse: parseNested },
  { type: 'reverse_nested', parse: parseReverseNested },
  { type: 'rare_terms', parse: parseRareTerms },
  { type: 'ip_prefix', parse: parseIpPrefix },
  { type: 'sampler', parse: parseSampler },
  { type: 'diversified_sampler', parse: parseDiversifiedSampler },
  { type: 'adjacency_matrix', parse: parseAdjacencyMatrix },
  { type: 'auto_date_histogram', parse: parseAutoDateHistogram },
  ...GRID_PARSERS,
  { type: 'geo_distance', parse: parseGeoDistance },
  ...EXTENT_PARSERS.map((row) => ({ ...row, isLeaf: true })),
  ...JOIN_PARSERS,
  ...SIGNIFICANT_PARSERS,
  { type: 'value_count', parse: parseValueCount, isLeaf: true },
  { type: 'cardinality', parse: parseCardinality, isLeaf: true },
  {
    type: 'median_absolute_deviation',
    parse: parseMedianAbsoluteDeviation,
    isLeaf: true,
  },
  { type: 'matrix_stats', parse: parseMatrixStats, isLeaf: true },
  { type: 'top_hits', parse: parseTopHits, isLeaf: true },
  { type: 'weighted_avg', parse: parseWeightedAverage, isLeaf: true },
  ...PERCENTILES_PARSERS.map((row) => ({ ...row, isLeaf: true })),
  ...STATS_PARSERS.map((row) => ({ ...row, isLeaf: true })),
];

export const AGGREGATIONS: ReadonlyMap<string, AggregationRow> = new Map(
  ROWS.map((row) => [row.type, row]),
);

const PIPELINE_ROWS: readonly { type: string; parse: PipelineParser }[] = [
  ...SIBLING_PIPELINES,
  ...PARENT_PIPELINES,
  ...SCRIPTED_PIPELINES,
  { type: 'bucket_sort', parse: parseBucketSort },
];

export const PIPELINES: ReadonlyMap<string, PipelineParser> = new Map(
  PIPELINE_ROWS.map(({ type, parse }) => [type, parse]),
);
