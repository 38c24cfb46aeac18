/** Cells of the earth by name: every character cuts a cell into 32. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonNumber, type Json, toNumber } from '../../json/values.ts';
import { javaText } from '../parameter.ts';
import type { Point } from './geo-point.ts';

const BASE32 = '0123456789bcdefghjkmnpqrstuvwxyz';
const BITS = 5;
export const MAX_PRECISION = 12;
const EQUATOR_METRES = 40075016.68557849;

export function geohashOf({ lat, lon }: Point, precision: number): string {
  let [south, north, west, east] = [-90, 90, -180, 180];
  let isLon = true;
  let hash = '';
  while (hash.length < precision) {
    let value = 0;
    for (let bit = 0; bit < BITS; bit += 1) {
      const middle = isLon ? (west + east) / 2 : (south + north) / 2;
      const isUpper = (isLon ? lon : lat) >= middle;
      value = value * 2 + (isUpper ? 1 : 0);
      if (isLon) {
        if (isUpper) west = middle;
        else east = middle;
      } else if (isUpper) south = middle;
      else north = middle;
      isLon = !isLon;
    }
    hash += BASE32[value];
  }
  return hash;
}

/** Degrees that a cell spans. */
function cellSize(precision: number): { readonly lat: number; readonly lon: number } {
  const bits = precision * BITS;
  return { lat: 180 / 2 ** Math.floor(bits / 2), lon: 360 / 2 ** Math.ceil(bits / 2) };
}

/** The cells around the one a point is in. */
export function neighbours(point: Point, precision: number): string[] {
  const size = cellSize(precision);
  const found = new Set<string>();
  for (const y of [-1, 0, 1]) {
    for (const x of [-1, 0, 1]) {
      const lat = point.lat + y * size.lat;
      if (Math.abs(lat) > 90) continue;
      const lon = ((((point.lon + x * size.lon + 180) % 360) + 360) % 360) - 180;
      found.add(geohashOf({ lat, lon }, precision));
    }
  }
  return [...found];
}

const METRES: Readonly<Record<string, number>> = {
  '': 1,
  mm: 0.001,
  cm: 0.01,
  m: 1,
  km: 1000,
  in: 0.0254,
  ft: 0.3048,
  yd: 0.9144,
  mi: 1609.344,
  nmi: 1852,
};

/** A number of characters, or a distance: then the first precision whose cells are no larger. */
export function precisionOf(json: Json): number {
  const text = javaText(json);
  const match = /^\s*([\d.]+)\s*([a-z]*)\s*$/i.exec(text);
  const unit = METRES[(match?.[2] ?? '').toLowerCase()];
  if (match === null || unit === undefined) {
    throw illegalArgument(`failed to parse [${text}] as a geohash precision`);
  }
  const number = isJsonNumber(json) ? toNumber(json) : Number(match[1]);
  if (match[2] === '') {
    if (Number.isInteger(number) && number >= 1 && number <= MAX_PRECISION) return number;
    throw illegalArgument(
      `Invalid geohash aggregation precision of ${text}. Must be between 1 and 12.`,
    );
  }
  const metres = number * unit;
  for (let precision = 1; precision < MAX_PRECISION; precision += 1) {
    const { lat, lon } = cellSize(precision);
    const width = (lon / 360) * EQUATOR_METRES;
    const height = (lat / 360) * EQUATOR_METRES;
    if (Math.max(width, height) <= metres) return precision;
  }
  return MAX_PRECISION;
}
