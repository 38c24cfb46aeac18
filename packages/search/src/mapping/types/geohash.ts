/** Cells of the earth by name: every character cuts a cell into 32. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { isJsonNumber, type Json, toNumber } from '../../json/values.ts';
import { javaText } from '../parameter.ts';
import { metresOf } from './distance-text.ts';
import type { Point } from './geo-point.ts';

const BASE32 = '0123456789bcdefghjkmnpqrstuvwxyz';
const BITS = 5;
const MAX_PRECISION = 12;
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

/** The cell of a geohash. */
export function geohashBox(hash: string) {
  let [south, north, west, east] = [-90, 90, -180, 180];
  let isLon = true;
  if (hash === '') throw new SearchError('parse_exception', 'empty geohash');
  for (const char of hash.toLowerCase()) {
    const value = BASE32.indexOf(char);
    if (value < 0)
      throw new SearchError('parse_exception', `unsupported symbol [${char}] in geohash [${hash}]`);
    for (let bit = 16; bit > 0; bit >>= 1) {
      const isUpper = (value & bit) !== 0;
      if (isLon) {
        if (isUpper) west = (west + east) / 2;
        else east = (west + east) / 2;
      } else if (isUpper) south = (south + north) / 2;
      else north = (south + north) / 2;
      isLon = !isLon;
    }
  }
  return { south, north, west, east };
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

/** A number of characters, or a distance: then the first precision whose cells are no larger. */
export function precisionOf(json: Json): number {
  const text = javaText(json);
  const number = isJsonNumber(json) ? toNumber(json) : Number(text);
  if (!Number.isNaN(number)) {
    if (Number.isInteger(number) && number >= 1 && number <= MAX_PRECISION) return number;
    throw illegalArgument(
      `Invalid geohash aggregation precision of ${text}. Must be between 1 and ${MAX_PRECISION}.`,
    );
  }
  const metres = metresOf(text);
  for (let precision = 1; precision < MAX_PRECISION; precision += 1) {
    const { lat, lon } = cellSize(precision);
    const width = (lon / 360) * EQUATOR_METRES;
    const height = (lat / 360) * EQUATOR_METRES;
    if (Math.max(width, height) <= metres) return precision;
  }
  return MAX_PRECISION;
}
