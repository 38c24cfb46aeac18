/** geo_bounds and geo_centroid: the box around points, and their middle. */
import type { SearchView } from '../../../index/shard/documents.ts';
import type { Writable } from '../../../json/values.ts';
import { type Collector, type Named, Result } from '../aggregation.ts';
import { EmptyCollector } from '../collect/bucket-collector.ts';
import { GrowingNumbers, ownersEnd } from '../collect/growing.ts';
import { double } from '../metric/metric-result.ts';
import { flag, readOptions } from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import { PointSource } from '../values/point-source.ts';
import { resolveValues } from '../values/values.ts';
import { VALUES, valuesConfig } from '../values/values-config.ts';

/** West and east of the prime meridian apart: the box may cross the date line. */
interface Extent {
  readonly count: number;
  readonly top: number;
  readonly bottom: number;
  readonly westMin: number;
  readonly westMax: number;
  readonly eastMin: number;
  readonly eastMax: number;
  readonly latSum: number;
  readonly lonSum: number;
}

const LOW = ['bottom', 'westMin', 'eastMin'] as const;
const HIGH = ['top', 'westMax', 'eastMax'] as const;
const SUMS = ['count', 'latSum', 'lonSum'] as const;

function addExtents(all: readonly Extent[]): Extent {
  const sum: Record<string, number> = {};
  for (const name of LOW) sum[name] = Math.min(...all.map((one) => one[name]));
  for (const name of HIGH) sum[name] = Math.max(...all.map((one) => one[name]));
  for (const name of SUMS) sum[name] = all.reduce((total, one) => total + one[name], 0);
  return sum as unknown as Extent;
}

class ExtentCollector implements Collector {
  private readonly numbers: Record<keyof Extent, GrowingNumbers>;

  constructor(
    private readonly source: PointSource,
    private readonly make: (extent: Extent) => Result,
  ) {
    const low = () => new GrowingNumbers(Number.POSITIVE_INFINITY);
    const high = () => new GrowingNumbers(Number.NEGATIVE_INFINITY);
    const zero = () => new GrowingNumbers();
    this.numbers = {
      count: zero(),
      top: high(),
      bottom: low(),
      westMin: low(),
      westMax: high(),
      eastMin: low(),
      eastMax: high(),
      latSum: zero(),
      lonSum: zero(),
    };
  }

  begin(view: SearchView): boolean {
    this.source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers } = this;
    const count = source.read(docs, owners, n);
    const end = ownersEnd(source.owners, count);
    const add = (name: keyof Extent, owner: number, by: number) => {
      const values = numbers[name].reserve(end);
      values[owner] = (values[owner] as number) + by;
    };
    const bound = (
      name: keyof Extent,
      owner: number,
      by: number,
      pick: (a: number, b: number) => number,
    ) => {
      const values = numbers[name].reserve(end);
      values[owner] = pick(values[owner] as number, by);
    };
    for (let i = 0; i < count; i += 1) {
      const owner = source.owners[i] as number;
      const lat = source.lats[i] as number;
      const lon = source.lons[i] as number;
      add('count', owner, 1);
      add('latSum', owner, lat);
      add('lonSum', owner, lon);
      bound('top', owner, lat, Math.max);
      bound('bottom', owner, lat, Math.min);
      bound(lon < 0 ? 'westMin' : 'eastMin', owner, lon, Math.min);
      bound(lon < 0 ? 'westMax' : 'eastMax', owner, lon, Math.max);
    }
  }

  result(owner: number): Result {
    const extent: Record<string, number> = {};
    for (const [name, values] of Object.entries(this.numbers)) extent[name] = values.at(owner);
    return this.make(extent as unknown as Extent);
  }
}

class ExtentResult extends Result {
  constructor(
    of: Named,
    readonly type: string,
    readonly extent: Extent,
    private readonly show: (extent: Extent) => Record<string, Writable | undefined>,
  ) {
    super(of);
  }

  json(): Record<string, Writable | undefined> {
    return this.show(this.extent);
  }

  override number(name: string | undefined): number | undefined {
    const { count, latSum, lonSum } = this.extent;
    if (name === 'count') return count;
    if (name === 'lat') return latSum / count;
    return name === 'lon' ? lonSum / count : undefined;
  }
}

const point = (lat: number, lon: number): Writable => ({ lat: double(lat), lon: double(lon) });

/** The narrower of the boxes that hold all points. */
function box({ top, bottom, westMin, westMax, eastMin, eastMax }: Extent, wraps: boolean) {
  const hasWest = Number.isFinite(westMin);
  const hasEast = Number.isFinite(eastMin);
  let left = hasWest ? westMin : eastMin;
  let right = hasEast ? eastMax : westMax;
  if (hasWest && hasEast && wraps && 360 + westMax - eastMin < eastMax - westMin) {
    left = eastMin;
    right = westMax;
  }
  return { top_left: point(top, left), bottom_right: point(bottom, right) };
}

function parseExtent(
  type: string,
  show: (extent: Extent, wraps: boolean) => Record<string, Writable | undefined>,
): AggregationParser {
  return (body, place, common) => {
    const options = readOptions(body, { ...VALUES, wrap_longitude: flag }, place);
    const config = valuesConfig(options, place, body);
    const wraps = options.wrap_longitude ?? true;
    const make = (extent: Extent) =>
      new ExtentResult(common, type, extent, (found) => show(found, wraps));
    return {
      ...common,
      type,
      collector({ shard }) {
        const values = resolveValues(config, shard, type, ['geo_point']);
        if (values.isUnmapped) return new EmptyCollector(() => make(addExtents([])));
        return new ExtentCollector(new PointSource(values.column), make);
      },
      reduce: (results) =>
        make(addExtents((results as ExtentResult[]).map(({ extent }) => extent))),
    };
  };
}

export const EXTENT_PARSERS = [
  {
    type: 'geo_bounds',
    parse: parseExtent('geo_bounds', (extent, wraps) =>
      extent.count === 0 ? {} : { bounds: box(extent, wraps) },
    ),
  },
  {
    type: 'geo_centroid',
    parse: parseExtent('geo_centroid', ({ count, latSum, lonSum }) => ({
      location: count === 0 ? undefined : point(latSum / count, lonSum / count),
      count,
    })),
  },
];
