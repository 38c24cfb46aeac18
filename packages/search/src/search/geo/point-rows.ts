/**
 * Documents by their points. The column of a geo_point has the latitude in the upper half of every
 * value, so its order is an order of latitudes: only the values between two of them are looked at.
 */
import { type Bitmap, bitmapWords, setBit } from '../../index/segment/bitmap.ts';
import type { NumericColumn } from '../../index/segment/column.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import {
  decodePoint,
  LAT_UNIT,
  LON_UNIT,
  latitudeUnits,
  longitudeUnits,
  type Point,
} from '../../mapping/types/geo-point.ts';
import type { Query } from '../../query/query.ts';

export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  /** Smaller than `west` where the box passes the date line. */
  readonly east: number;
}

/** Latitudes and longitudes of a column's values, in its units. */
function unitsOf(column: NumericColumn): {
  lat: (i: number) => number;
  lon: (i: number) => number;
} {
  const { values } = column;
  if (values instanceof BigInt64Array) {
    const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    return { lat: (i) => halves[2 * i + 1] as number, lon: (i) => halves[2 * i] as number };
  }
  return {
    lat: (i) => Number(column.bigint(i) >> 32n),
    lon: (i) => Number(BigInt.asIntN(32, column.bigint(i))),
  };
}

/** Rows with a point in the box that is accepted. */
export function pointRows(path: string, box: Box, accepts?: (point: Point) => boolean): Query {
  const low = BigInt(Math.ceil(box.south / LAT_UNIT)) << 32n;
  const high = (BigInt(latitudeUnits(box.north)) << 32n) | 0xffffffffn;
  const west = Math.ceil(box.west / LON_UNIT);
  const east = longitudeUnits(box.east);
  const isAround = box.west > box.east;
  const find = ({ segment }: SearchView): Bitmap => {
    const bits = new Int32Array(bitmapWords(segment.documents));
    const column = segment.numeric(path);
    const { order } = column ?? {};
    if (column === undefined || order === undefined) return bits;
    const { lat, lon } = unitsOf(column);
    const [first, end] = column.range(low, high);
    for (let i = first; i < end; i += 1) {
      const value = order[i] as number;
      const x = lon(value);
      if (isAround ? x < west && x > east : x < west || x > east) continue;
      if (accepts?.({ lat: lat(value) * LAT_UNIT, lon: x * LON_UNIT }) === false) continue;
      setBit(bits, column.docOf(value));
    }
    return bits;
  };
  return { kind: 'rows', find };
}

/** The points of a document. */
export function pointsReader(column: NumericColumn): (doc: number) => Point[] {
  return (doc) => {
    const points: Point[] = [];
    for (let i = column.firstValue(doc); i < column.endValue(doc); i += 1) {
      points.push(decodePoint(column.bigint(i)));
    }
    return points;
  };
}
