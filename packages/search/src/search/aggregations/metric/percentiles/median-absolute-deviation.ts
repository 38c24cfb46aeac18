import { illegalArgument } from '../../../../errors/search-error.ts';
import { doubleText } from '../../../../json/number-text.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { number, type OptionKind, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { RAW, type ValueFormat } from '../../values/value-format.ts';
import { resolveValues } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { SingleValue } from '../metric-result.ts';
import { Digest } from './digest.ts';
import { EXECUTION_HINT, SketchCollector } from './percentiles.ts';

const COMPRESSION: OptionKind<number> = {
  accepts: number.accepts,
  read: (value, place) => {
    const compression = number.read(value, place);
    if (compression > 0) return compression;
    throw illegalArgument(
      `[compression] must be greater than 0. Found [${doubleText(compression)}] in [${place.name}]`,
    );
  },
};

/** The value with the digest it came from, which is what shards are merged by. */
class DeviationResult extends SingleValue {
  constructor(
    of: SingleValue['of'],
    readonly digest: Digest,
    format: ValueFormat,
  ) {
    super(of, 'median_absolute_deviation', deviation(digest), format);
  }
}

/** The median of how far values are from the median. */
function deviation(digest: Digest): number | undefined {
  const median = digest.percentile(50);
  if (median === undefined) return undefined;
  const distances = new Digest(1000);
  const groups = [...digest.groups()].map(
    ([mean, size]) => [Math.abs(mean - median), size] as const,
  );
  for (const [distance, size] of groups.sort(([a], [b]) => a - b)) {
    if (size === 1) distances.add(distance);
    else distances.addGroup(distance, size);
  }
  return distances.percentile(50);
}

export const parseMedianAbsoluteDeviation: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { ...VALUES, compression: COMPRESSION, execution_hint: EXECUTION_HINT },
    place,
  );
  const config = valuesConfig(options, place, body);
  const digest = () => new Digest(Math.max(10, Math.min(options.compression ?? 1000, 2000)));
  return {
    ...common,
    type: 'median_absolute_deviation',
    collector({ shard }) {
      const values = resolveValues(config, shard, 'median_absolute_deviation', [
        'number',
        'date',
        'boolean',
      ]);
      if (values.isUnmapped)
        return new EmptyCollector(() => new DeviationResult(common, digest(), RAW));
      return new SketchCollector(
        values.numbers(),
        digest,
        (found) => new DeviationResult(common, found as Digest, values.format),
      );
    },
    reduce(results) {
      const own = results as readonly DeviationResult[];
      const all = digest();
      for (const result of own) all.merge(result.digest);
      const format = own.find((result) => !result.format.isRaw)?.format ?? RAW;
      return new DeviationResult(common, all, format);
    },
  };
};
