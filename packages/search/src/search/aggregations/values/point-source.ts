import type { NumericColumn } from '../../../index/segment/column.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { decodePoint } from '../../../mapping/types/geo-point.ts';
import { enlarged } from '../collect/growing.ts';

/** The points of a field, block by block: one entry for every point of every document. */
export class PointSource {
  docs = new Int32Array(1024);
  owners = new Int32Array(1024);
  lats = new Float64Array(1024);
  lons = new Float64Array(1024);
  private column: NumericColumn | undefined;

  constructor(private readonly field: string) {}

  begin({ segment }: SearchView): void {
    this.column = segment.numeric(this.field);
  }

  read(docs: Int32Array, owners: Int32Array, n: number): number {
    const { column } = this;
    if (column === undefined) return 0;
    let count = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const end = column.endValue(doc);
      for (let at = column.firstValue(doc); at < end; at += 1) {
        if (count === this.docs.length) this.grow();
        const { lat, lon } = decodePoint(column.bigint(at));
        this.docs[count] = doc;
        this.owners[count] = owners[i] as number;
        this.lats[count] = lat;
        this.lons[count++] = lon;
      }
    }
    return count;
  }

  private grow(): void {
    this.docs = enlarged(this.docs, 0);
    this.owners = enlarged(this.owners, 0);
    this.lats = enlarged(this.lats, 0);
    this.lons = enlarged(this.lons, 0);
  }
}

/** How far points are from one, in metres times `perMetre`, where a source of numbers is wanted. */
export class DistanceSource {
  values = new Float64Array(1024);
  private readonly points: PointSource;

  constructor(
    field: string,
    private readonly origin: { readonly lat: number; readonly lon: number },
    private readonly perMetre: number,
  ) {
    this.points = new PointSource(field);
  }

  get docs(): Int32Array {
    return this.points.docs;
  }

  get owners(): Int32Array {
    return this.points.owners;
  }

  begin(view: SearchView): void {
    this.points.begin(view);
  }

  read(docs: Int32Array, owners: Int32Array, n: number): number {
    const { points, origin } = this;
    const count = points.read(docs, owners, n);
    if (this.values.length < count) this.values = new Float64Array(points.docs.length);
    for (let i = 0; i < count; i += 1) {
      const point = { lat: points.lats[i] as number, lon: points.lons[i] as number };
      this.values[i] = distance(origin, point) * this.perMetre;
    }
    return count;
  }
}

type Point = { readonly lat: number; readonly lon: number };

const EARTH_RADIUS = 6_371_008.7714;

/** Metres between two points along a great circle. */
export function distance(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const dLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const dLon = Math.sin(((b.lon - a.lon) * radians) / 2);
  const h = dLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * dLon ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
