import type { JsonObject } from '../../../json/values.ts';
import type { Aggregation, Level } from '../aggregation.ts';
import { contentError, oneOf, type Place, text } from '../options.ts';
import { decimalFormat, RAW, type ValueFormat } from '../values/value-format.ts';
import { BucketsPath, type GapPolicy } from './buckets-path.ts';

/** Parameters that calculations share. */
export const PIPELINE_OPTIONS = {
  buckets_path: text,
  format: text,
  gap_policy: oneOf<GapPolicy>(
    ['skip', 'insert_zeros', 'keep_values'],
    (word) => `Invalid gap policy: [${word}], accepted values: [insert_zeros, skip, keep_values]`,
  ),
} as const;

export interface PipelineInput {
  readonly path: BucketsPath;
  readonly policy: GapPolicy;
  readonly format: ValueFormat;
}

export function pipelineInput(
  options: {
    readonly buckets_path?: string;
    readonly format?: string;
    readonly gap_policy?: GapPolicy;
  },
  place: Place,
  body: JsonObject,
): PipelineInput {
  if (options.buckets_path === undefined) {
    throw contentError(place.scope, 'Required [buckets_path]', body);
  }
  return {
    path: new BucketsPath(options.buckets_path),
    policy: options.gap_policy ?? 'skip',
    format: options.format === undefined ? RAW : decimalFormat(options.format),
  };
}

export function pathComplaints(path: BucketsPath, level: Level): string[] {
  const complaint = path.complaint(level);
  return complaint === undefined ? [] : [complaint];
}

const HISTOGRAMS = ['histogram', 'date_histogram', 'auto_date_histogram'];

/** Some calculations only make sense from one interval to the next. */
export function histogramComplaints(
  type: string,
  name: string,
  owner: Aggregation | undefined,
): string[] {
  const start = `${type} aggregation [${name}] must have a histogram, date_histogram or auto_date_histogram as parent`;
  if (owner === undefined) return [`${start} but doesn't have a parent`];
  return HISTOGRAMS.includes(owner.type) ? [] : [start];
}

export function insideComplaints(
  type: string,
  name: string,
  owner: Aggregation | undefined,
): string[] {
  return owner === undefined
    ? [`${type} aggregation [${name}] must be declared inside of another aggregation`]
    : [];
}
