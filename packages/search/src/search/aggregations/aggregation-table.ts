// A table: every aggregation by name, with the parser of its body.
import { parseDateHistogram } from './bucket/histogram/date-histogram.ts';
import { parseHistogram } from './bucket/histogram/histogram.ts';
import { parseTerms } from './bucket/terms/terms.ts';
import { STATS_PARSERS } from './metric/stats.ts';
import type { AggregationParser, PipelineParser } from './parser.ts';

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
  ...STATS_PARSERS.map((row) => ({ ...row, isLeaf: true })),
];

export const AGGREGATIONS: ReadonlyMap<string, AggregationRow> = new Map(
  ROWS.map((row) => [row.type, row]),
);

export const PIPELINES: ReadonlyMap<string, PipelineParser> = new Map();
