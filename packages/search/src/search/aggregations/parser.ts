/** What parsers of aggregations get and give. */
import type { JsonObject } from '../../json/values.ts';
import type { Aggregation, Level, Named, Pipeline } from './aggregation.ts';
import type { Place } from './options.ts';

/** What the parser of a level has read before an aggregation's own body. */
export interface Common extends Named {
  readonly below: Level;
}

export type AggregationParser = (body: JsonObject, place: Place, common: Common) => Aggregation;
export type PipelineParser = (body: JsonObject, place: Place, common: Named) => Pipeline;
