/**
 * Circles and boxes on the globe: which points lie inside, and which cells of the geohash grid have
 * to be looked through to find them all. Distances are metres along great circles of a sphere.
 */
import {
  type Area,
  areaOf,
  type Cell,
  cellAt,
  neighbour,
  type Point,
  STEP_MAX,
} from './geohash.ts';

const EARTH_RADIUS = 6372797.560856;
/** Half the width of the Mercator square. */
const MERCATOR_MAX = 20037726.37;
const DEGREE = Math.PI / 180;

/** Sizes in metres. */
export type Shape =
  | { readonly kind: 'circle'; readonly center: Point; readonly radius: number }
  | {
      readonly kind: 'box';
      readonly center: Point;
      readonly width: number;
      readonly height: number;
    };

function latitudeDistance(a: number, b: number): number {
  return EARTH_RADIUS * Math.abs(b * DEGREE - a * DEGREE);
}

/** The distance of two points, by the haversine formula. */
export function distance(a: Point, b: Point): number {
  const v = Math.sin((b.longitude * DEGREE - a.longitude * DEGREE) / 2);
  if (v === 0) return latitudeDistance(a.latitude, b.latitude);
  const latitude1 = a.latitude * DEGREE;
  const latitude2 = b.latitude * DEGREE;
  const u = Math.sin((latitude2 - latitude1) / 2);
  const h = u * u + Math.cos(latitude1) * Math.cos(latitude2) * v * v;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(h));
}

/** The point's distance from the shape's center, -1 when it lies outside. */
export function distanceWithin(shape: Shape, point: Point): number {
  const { center } = shape;
  if (shape.kind === 'circle') {
    const d = distance(center, point);
    return d > shape.radius ? -1 : d;
  }
  if (latitudeDistance(point.latitude, center.latitude) > shape.height / 2) return -1;
  const sameLatitude = { longitude: center.longitude, latitude: point.latitude };
  if (distance(point, sameLatitude) > shape.width / 2) return -1;
  return distance(center, point);
}

/**
 * A rectangle in degrees around the shape. Meridians come together towards the poles, so the edge
 * farther from the equator decides how many degrees the width is.
 */
function boundingBox(shape: Shape): Area {
  const { longitude, latitude } = shape.center;
  const halfHeight = shape.kind === 'circle' ? shape.radius : shape.height / 2;
  const halfWidth = shape.kind === 'circle' ? shape.radius : shape.width / 2;
  const up = halfHeight / EARTH_RADIUS / DEGREE;
  const edge = latitude < 0 ? latitude - up : latitude + up;
  const aside = halfWidth / EARTH_RADIUS / Math.cos(edge * DEGREE) / DEGREE;
  return {
    south: latitude - up,
    north: latitude + up,
    west: longitude - aside,
    east: longitude + aside,
  };
}

/** The finest grid on which a cell and its neighbours should cover this radius. */
function stepFor(radius: number, latitude: number): number {
  if (radius === 0) return STEP_MAX;
  let step = -1;
  for (let r = radius; r < MERCATOR_MAX; r *= 2) step++;
  const toPole = Math.abs(latitude);
  if (toPole > 66) step--;
  if (toPole > 80) step--;
  return Math.min(STEP_MAX, Math.max(1, step));
}

/** The neighbours in the order in which the reference looks through them. */
const AROUND = [
  { east: 0, north: 1 },
  { east: 0, north: -1 },
  { east: 1, north: 0 },
  { east: -1, north: 0 },
  { east: 1, north: 1 },
  { east: -1, north: 1 },
  { east: 1, north: -1 },
  { east: -1, north: -1 },
] as const;

/** True when the cell and its neighbours reach beyond the box on every side. */
function covers(cell: Cell, box: Area): boolean {
  return (
    areaOf(neighbour(cell, 0, 1)).north >= box.north &&
    areaOf(neighbour(cell, 0, -1)).south <= box.south &&
    areaOf(neighbour(cell, 1, 0)).east >= box.east &&
    areaOf(neighbour(cell, -1, 0)).west <= box.west
  );
}

/** The cells that hold all points of the shape: the center's own, then those around it. */
export function cellsFor(shape: Shape): Cell[] {
  const { center } = shape;
  const box = boundingBox(shape);
  const reach =
    shape.kind === 'circle' ? shape.radius : Math.hypot(shape.width / 2, shape.height / 2);
  let step = stepFor(reach, center.latitude);
  let cell = cellAt(center, step);
  if (step > 1 && !covers(cell, box)) cell = cellAt(center, --step);
  const own = areaOf(cell);
  // A side on which the own cell already reaches beyond the box needs no neighbour.
  const needless = (east: number, north: number) =>
    step >= 2 &&
    ((north < 0 && own.south < box.south) ||
      (north > 0 && own.north > box.north) ||
      (east < 0 && own.west < box.west) ||
      (east > 0 && own.east > box.east));
  const cells = [cell];
  let last: Cell | null = null;
  for (const { east, north } of AROUND) {
    if (needless(east, north)) continue;
    const next = neighbour(cell, east, north);
    // On the coarsest grid there are only two rows and columns: east and west are the same.
    if (last !== null && last.row === next.row && last.column === next.column) continue;
    cells.push(next);
    last = next;
  }
  return cells;
}
