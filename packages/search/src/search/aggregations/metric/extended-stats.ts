import type { Writable } from '../../../json/values.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { double } from './metric-result.ts';
import type { Moments } from './moments.ts';

const BOUNDS = ['', '_population', '_sampling'] as const;

/** Variance and what follows from it. */
export function extendedStats(moments: Moments, sigma: number) {
  const { count } = moments;
  const sum = moments.sum.value;
  const squares = moments.squares.value;
  const average = sum / count;
  // Rounding may leave less than nothing.
  const spread = Math.max(0, squares - (sum * sum) / count);
  const population = count === 0 ? undefined : spread / count;
  const sampling = count === 0 ? undefined : count === 1 ? Number.NaN : spread / (count - 1);
  const root = (value: number | undefined) => (value === undefined ? undefined : Math.sqrt(value));
  const bound = (value: number | undefined, sign: 1 | -1) =>
    value === undefined ? undefined : average + sign * sigma * Math.sqrt(value);
  const numbers: Record<string, number | undefined> = {
    sum_of_squares: count === 0 ? undefined : squares,
    variance: population,
    variance_population: population,
    variance_sampling: sampling,
    std_deviation: root(population),
    std_deviation_population: root(population),
    std_deviation_sampling: root(sampling),
  };
  const bounds: Record<string, number | undefined> = {};
  for (const kind of BOUNDS) {
    const variance = kind === '_sampling' ? sampling : population;
    bounds[`upper${kind}`] = bound(variance, 1);
    bounds[`lower${kind}`] = bound(variance, -1);
  }
  const asJson = (values: Record<string, number | undefined>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, double(value)]));
  const asText = (
    values: Record<string, number | undefined>,
    format: ValueFormat,
    suffix: string,
  ) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        `${name}${suffix}`,
        format.print(value as number),
      ]),
    );
  return {
    numbers: {
      ...numbers,
      std_upper: bounds.upper,
      std_lower: bounds.lower,
      std_upper_population: bounds.upper_population,
      std_lower_population: bounds.lower_population,
      std_upper_sampling: bounds.upper_sampling,
      std_lower_sampling: bounds.lower_sampling,
    },
    json(format: ValueFormat): Record<string, Writable> {
      const json = { ...asJson(numbers), std_deviation_bounds: asJson(bounds) };
      if (format.isRaw || count === 0) return json;
      return {
        ...json,
        ...asText(numbers, format, '_as_string'),
        std_deviation_bounds_as_string: asText(bounds, format, ''),
      };
    },
  };
}
