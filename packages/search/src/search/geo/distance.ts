/** Distances on the earth. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { Point } from '../../mapping/types/geo-point.ts';

const EARTH_RADIUS = 6_371_008.771_4;
const RADIANS = Math.PI / 180;

/** Metres along the surface. */
export function arcDistance(a: Point, b: Point): number {
  const lat = Math.sin(((b.lat - a.lat) * RADIANS) / 2) ** 2;
  const lon = Math.sin(((b.lon - a.lon) * RADIANS) / 2) ** 2;
  const h = lat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * lon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Metres as if the surface were flat: quicker, and wrong far away and near the poles. */
export function planeDistance(a: Point, b: Point): number {
  const x = (b.lon - a.lon) * RADIANS * Math.cos(((a.lat + b.lat) / 2) * RADIANS);
  const y = (b.lat - a.lat) * RADIANS;
  return Math.sqrt(x * x + y * y) * EARTH_RADIUS;
}

export type DistanceOf = (a: Point, b: Point) => number;

export function distanceType(text: string): DistanceOf {
  const name = text.toLowerCase();
  if (name === 'arc') return arcDistance;
  if (name === 'plane') return planeDistance;
  throw illegalArgument(`No geo distance for [${text}]`);
}

/** The box that a circle lies in; it may pass the date line (west > east) or hold a pole. */
export function boxAround({ lat, lon }: Point, metres: number) {
  const angle = metres / EARTH_RADIUS / RADIANS;
  // A little wider than the circle: what lies on its edge is not lost to rounding.
  const reach = angle * (1 + 1e-9) + 1e-6;
  const south = lat - reach;
  const north = lat + reach;
  if (south <= -90 || north >= 90) {
    return { south: Math.max(south, -90), north: Math.min(north, 90), west: -180, east: 180 };
  }
  const sine = Math.sin(reach * RADIANS) / Math.cos(lat * RADIANS);
  const width = sine >= 1 ? 180 : Math.asin(sine) / RADIANS + 1e-6;
  if (width >= 180) return { south, north, west: -180, east: 180 };
  const west = lon - width < -180 ? lon - width + 360 : lon - width;
  const east = lon + width > 180 ? lon + width - 360 : lon + width;
  return { south, north, west, east };
}
