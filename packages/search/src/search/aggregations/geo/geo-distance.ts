import { illegalArgument } from '../../../errors/search-error.ts';
import { parsePoint } from '../../../mapping/types/geo-point.ts';
import type { HasSubs } from '../aggregation.ts';
import { FixedBucketsResult, type FixedRules, reduceFixed } from '../bucket/keyed-result.ts';
import { bucketOf, numericRanges, rangeList } from '../bucket/range/range.ts';
import { NumericRangesCollector } from '../bucket/range/range-collector.ts';
import { EmptyCollector } from '../collect/bucket-collector.ts';
import { anything, contentError, flag, oneOf, readOptions } from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import { DistanceSource } from '../values/point-source.ts';
import { RAW } from '../values/value-format.ts';
import { resolveValues } from '../values/values.ts';
import { VALUES, valuesConfig } from '../values/values-config.ts';

/** Metres of a unit. */
const UNITS: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  mi: 1609.344,
  yd: 0.9144,
  ft: 0.3048,
  in: 0.0254,
  cm: 0.01,
  mm: 0.001,
  nmi: 1852,
};

export const parseGeoDistance: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    {
      ...VALUES,
      origin: anything,
      unit: oneOf(Object.keys(UNITS), (word) => `No distance unit match [${word}]`),
      distance_type: oneOf(['arc', 'plane'], (word) => `No geo distance for [${word}]`),
      ranges: rangeList(false),
      keyed: flag,
    },
    place,
  );
  const config = valuesConfig(options, place, body);
  if (options.origin === undefined) {
    throw contentError(place.scope, `Aggregation [${common.name}] must define an [origin].`, body);
  }
  if (options.ranges === undefined || options.ranges.length === 0) {
    throw illegalArgument(`No [ranges] specified for the [${common.name}] aggregation`);
  }
  const origin = parsePoint(options.origin);
  const ranges = numericRanges(options.ranges, RAW, 0);
  const rules: FixedRules = {
    type: 'geo_distance',
    isKeyed: options.keyed ?? false,
    showsKeys: true,
  };
  const make = (contents: readonly HasSubs[]) =>
    new FixedBucketsResult(
      common,
      rules,
      ranges.map((range, i) => bucketOf(range, RAW, contents[i] ?? { docCount: 0, subs: [] })),
    );
  return {
    ...common,
    type: 'geo_distance',
    collector(context) {
      const values = resolveValues(config, context.shard, 'geo_distance', ['geo_point']);
      if (values.isUnmapped) return new EmptyCollector(() => make([]));
      const perMetre = 1 / (UNITS[options.unit ?? 'm'] as number);
      return new NumericRangesCollector(
        common.below,
        context,
        Float64Array.from(ranges, ({ from }) => from),
        Float64Array.from(ranges, ({ to }) => to),
        make,
        new DistanceSource(values.column, origin, perMetre),
      );
    },
    reduce: (results, reduction) =>
      reduceFixed(common, common.below, results as FixedBucketsResult[], () => make([]), reduction),
  };
};
