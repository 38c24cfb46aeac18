/** Calculations that need a script: read and checked, and then refused as the script is. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../../json/values.ts';
import { javaText } from '../../../mapping/parameter.ts';
import type { Pipeline } from '../aggregation.ts';
import { anything, contentError, integer, type OptionKind, readOptions } from '../options.ts';
import type { PipelineParser } from '../parser.ts';
import { noScripts } from '../values/values-config.ts';
import { BucketsPath } from './buckets-path.ts';
import {
  histogramComplaints,
  insideComplaints,
  PIPELINE_OPTIONS,
  pathComplaints,
} from './pipeline-options.ts';

/** One path, several, or several by name. */
const PATHS: OptionKind<readonly BucketsPath[]> = {
  accepts: (value) => typeof value === 'string' || Array.isArray(value) || isJsonObject(value),
  read: (value) => {
    const paths: Json[] = isJsonObject(value)
      ? [...value.values()]
      : Array.isArray(value)
        ? value
        : [value];
    return paths.map((path) => new BucketsPath(javaText(path)));
  },
};

function scripted(type: string, needsHistogram: boolean): { type: string; parse: PipelineParser } {
  const { format, gap_policy } = PIPELINE_OPTIONS;
  const parse: PipelineParser = (body, place, of): Pipeline => {
    const options = readOptions(
      body,
      {
        buckets_path: PATHS,
        format,
        gap_policy,
        script: anything,
        ...(needsHistogram ? { window: integer('window'), shift: integer('shift') } : {}),
      },
      place,
    );
    if (options.script === undefined) throw contentError(place.scope, 'Required [script]', body);
    const window = 'window' in options ? options.window : undefined;
    if (window !== undefined && window <= 0) {
      throw contentError(
        place.scope,
        `[${type}] failed to parse field [window]`,
        body,
        'window',
        illegalArgument('[window] must be a positive, non-zero integer.'),
      );
    }
    return {
      ...of,
      type,
      validate: (level, owner) => {
        const complaints = [
          ...(needsHistogram
            ? histogramComplaints(type, of.name, owner)
            : insideComplaints(type, of.name, owner)),
          ...(options.buckets_path ?? []).flatMap((path) => pathComplaints(path, level)),
        ];
        if (complaints.length === 0) throw noScripts();
        return complaints;
      },
    };
  };
  return { type, parse };
}

export const SCRIPTED_PIPELINES = [
  scripted('bucket_script', false),
  scripted('bucket_selector', false),
  scripted('moving_fn', true),
];
