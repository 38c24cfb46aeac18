/** geohash_grid and geotile_grid: points by the cell they are in. */
import { illegalArgument } from '../../../errors/search-error.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { isJsonNumber, type JsonObject, toNumber } from '../../../json/values.ts';
import { javaText } from '../../../mapping/parameter.ts';
import { parsePoint } from '../../../mapping/types/geo-point.ts';
import { geohashOf, precisionOf } from '../../../mapping/types/geohash.ts';
import type { CollectContext, HasSubs, Level, Result } from '../aggregation.ts';
import { FixedBucket, FixedBucketsResult, type FixedRules } from '../bucket/keyed-result.ts';
import { topBuckets } from '../bucket/terms/top-buckets.ts';
import { BucketCollector, EmptyCollector } from '../collect/bucket-collector.ts';
import { BucketNumbers } from '../collect/bucket-numbers.ts';
import { enlarged } from '../collect/growing.ts';
import { integer, type OptionKind, object, readOptions } from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import { mergeContents } from '../reduce.ts';
import { PointSource } from '../values/point-source.ts';
import { resolveValues } from '../values/values.ts';
import { VALUES, valuesConfig } from '../values/values-config.ts';

/** A way to cut the world into cells. */
interface Grid {
  readonly column: (lon: number) => number;
  readonly row: (lat: number) => number;
  readonly key: (column: number, row: number) => string;
  /** The sides of a cell. */
  readonly sides: (column: number, row: number) => Sides;
}

interface Sides {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const MAX_ZOOM = 29;
const clamp = (value: number, cells: number) => Math.max(0, Math.min(cells - 1, Math.floor(value)));

function geohash(precision: number): Grid {
  const lonBits = Math.ceil((5 * precision) / 2);
  const latBits = Math.floor((5 * precision) / 2);
  return {
    column: (lon) => clamp(((lon + 180) / 360) * 2 ** lonBits, 2 ** lonBits),
    row: (lat) => clamp(((lat + 90) / 180) * 2 ** latBits, 2 ** latBits),
    key: (column, row) =>
      geohashOf(
        {
          lat: ((row + 0.5) / 2 ** latBits) * 180 - 90,
          lon: ((column + 0.5) / 2 ** lonBits) * 360 - 180,
        },
        precision,
      ),
    sides: (column, row) => ({
      left: (column / 2 ** lonBits) * 360 - 180,
      right: ((column + 1) / 2 ** lonBits) * 360 - 180,
      bottom: (row / 2 ** latBits) * 180 - 90,
      top: ((row + 1) / 2 ** latBits) * 180 - 90,
    }),
  };
}

function geotile(zoom: number): Grid {
  const tiles = 2 ** zoom;
  return {
    column: (lon) => clamp(((lon + 180) / 360) * tiles, tiles),
    row: (lat) => {
      const tangent = Math.tan((lat * Math.PI) / 180);
      return clamp(((1 - Math.asinh(tangent) / Math.PI) / 2) * tiles, tiles);
    },
    key: (column, row) => `${zoom}/${column}/${row}`,
    sides: (column, row) => {
      const lat = (y: number) =>
        (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI;
      return {
        left: (column / tiles) * 360 - 180,
        right: ((column + 1) / tiles) * 360 - 180,
        bottom: lat(row + 1),
        top: lat(row),
      };
    },
  };
}

/** Whether a cell touches the box that was asked for. */
type IsInside = (cell: Sides) => boolean;

function boundsOf(bounds: JsonObject | undefined): IsInside | undefined {
  if (bounds === undefined) return undefined;
  const end = (name: string) => {
    const given = bounds.get(name);
    if (given !== undefined && isJsonNumber(given)) return toNumber(given);
    return undefined;
  };
  const corner = (name: string) => {
    const given = bounds.get(name);
    return given === undefined || given === null ? undefined : parsePoint(given);
  };
  const topLeft = corner('top_left');
  const bottomRight = corner('bottom_right');
  const topRight = corner('top_right');
  const bottomLeft = corner('bottom_left');
  const top = end('top') ?? topLeft?.lat ?? topRight?.lat;
  const bottom = end('bottom') ?? bottomRight?.lat ?? bottomLeft?.lat;
  const left = end('left') ?? topLeft?.lon ?? bottomLeft?.lon;
  const right = end('right') ?? bottomRight?.lon ?? topRight?.lon;
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) {
    throw illegalArgument('failed to parse bounding box. Conflicting or missing definition found');
  }
  return (cell) => {
    if (cell.bottom > top || cell.top < bottom) return false;
    const isLeft = cell.left <= right;
    const isRight = cell.right >= left;
    return left <= right ? isLeft && isRight : isLeft || isRight;
  };
}

class GridCollector extends BucketCollector {
  private readonly cells: BucketNumbers;
  private readonly numbers: BucketNumbers;
  private lastDoc = new Int32Array(1024).fill(-1);
  private docs = new Int32Array(1024);
  private buckets = new Int32Array(1024);

  constructor(
    level: Level,
    context: CollectContext,
    private readonly source: PointSource,
    private readonly grid: Grid,
    private readonly isInside: IsInside | undefined,
    private readonly size: number,
    private readonly make: (found: readonly (HasSubs & { key: string })[]) => Result,
  ) {
    super(level, context);
    this.cells = new BucketNumbers(context.account);
    this.numbers = new BucketNumbers(context.account);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    this.lastDoc.fill(-1);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, grid, isInside } = this;
    const count = source.read(docs, owners, n);
    if (count > this.docs.length) {
      this.docs = enlarged(this.docs, count);
      this.buckets = enlarged(this.buckets, count);
    }
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const lat = source.lats[i] as number;
      const lon = source.lons[i] as number;
      const column = grid.column(lon);
      const row = grid.row(lat);
      if (isInside !== undefined && !isInside(grid.sides(column, row))) continue;
      const cell = this.cells.number(column, row);
      const bucket = this.numbers.number(source.owners[i] as number, cell);
      const doc = source.docs[i] as number;
      if (bucket >= this.lastDoc.length) {
        const known = this.lastDoc.length;
        this.lastDoc = enlarged(this.lastDoc, bucket + 1).fill(-1, known);
      }
      // Several points of a document may be in one cell.
      if (this.lastDoc[bucket] === doc) continue;
      this.lastDoc[bucket] = doc;
      this.docs[kept] = doc;
      this.buckets[kept++] = bucket;
    }
    this.pass(this.docs, this.buckets, kept, this.numbers.count);
  }

  result(owner: number): Result {
    const keyOf = (bucket: number) => {
      const cell = this.numbers.keys[bucket] as number;
      return this.grid.key(this.cells.owners[cell] as number, this.cells.keys[cell] as number);
    };
    const best = topBuckets(
      this.numbers.of(owner),
      this.size,
      (a, b) => this.counts.at(b) - this.counts.at(a) || (keyOf(a) < keyOf(b) ? 1 : -1),
    );
    return this.make(best.map((bucket) => ({ key: keyOf(bucket), ...this.contents(bucket) })));
  }
}

const precisionKind = (read: OptionKind<number>['read']): OptionKind<number> => ({
  accepts: (value) => typeof value === 'string' || isJsonNumber(value),
  read,
});

const ZOOM = precisionKind((value) => {
  const zoom = Number(isJsonNumber(value) ? toNumber(value) : javaText(value));
  if (Number.isInteger(zoom) && zoom >= 0 && zoom <= MAX_ZOOM) return zoom;
  throw illegalArgument(
    `Invalid geotile_grid aggregation precision of ${javaText(value)}. Must be between 0 and ${MAX_ZOOM}.`,
  );
});

function parseGrid(
  type: string,
  fallback: number,
  precision: OptionKind<number>,
  gridOf: (precision: number) => Grid,
): AggregationParser {
  return (body, place, common) => {
    const options = readOptions(
      body,
      {
        ...VALUES,
        precision,
        size: integer('size', 1),
        shard_size: integer('shardSize', 1),
        bounds: object,
      },
      place,
    );
    const config = valuesConfig(options, place, body);
    const isInside = boundsOf(options.bounds);
    const size = options.size ?? 10_000;
    const shardSize = Math.max(size, options.shard_size ?? Math.floor(size * 1.5 + 10));
    const rules: FixedRules = { type, isKeyed: false, showsKeys: true };
    const result = (list: readonly FixedBucket[]) => new FixedBucketsResult(common, rules, list);
    return {
      ...common,
      type,
      collector(context) {
        const values = resolveValues(config, context.shard, type, ['geo_point']);
        if (values.isUnmapped) return new EmptyCollector(() => result([]));
        return new GridCollector(
          common.below,
          context,
          new PointSource(values.column),
          gridOf(options.precision ?? fallback),
          isInside,
          shardSize,
          (found) =>
            result(found.map(({ key, docCount, subs }) => new FixedBucket(key, docCount, subs))),
        );
      },
      reduce(results, reduction) {
        const groups = new Map<string, FixedBucket[]>();
        for (const { list } of results as readonly FixedBucketsResult[]) {
          for (const bucket of list)
            groups.set(bucket.key, [...(groups.get(bucket.key) ?? []), bucket]);
        }
        const merged = Array.from(groups, ([key, group]) => {
          const { docCount, subs } = mergeContents(common.below, group, reduction);
          return new FixedBucket(key, docCount, subs);
        });
        merged.sort((a, b) => b.docCount - a.docCount || (a.key < b.key ? 1 : -1));
        const list = merged.slice(0, size);
        reduction.addBuckets(list.length);
        return result(list);
      },
    };
  };
}

export const GRID_PARSERS = [
  {
    type: 'geohash_grid',
    parse: parseGrid('geohash_grid', 5, precisionKind(precisionOf), geohash),
  },
  {
    type: 'geotile_grid',
    parse: parseGrid('geotile_grid', 7, ZOOM, geotile),
  },
];
