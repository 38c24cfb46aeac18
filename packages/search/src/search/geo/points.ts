/** Points and corners as requests write them, and what is done with impossible ones. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { doubleText } from '../../json/number-text.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { type Point, parsePoint } from '../../mapping/types/geo-point.ts';
import { geohashBox } from '../../mapping/types/geohash.ts';
import type { QueryContext } from '../context.ts';
import { type SearchField, shardError } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';

export type Validation = 'strict' | 'coerce' | 'ignore_malformed';

export function validationOf(text: string | undefined): Validation {
  const name = (text ?? 'strict').toLowerCase();
  if (name === 'strict' || name === 'coerce' || name === 'ignore_malformed') return name;
  throw illegalArgument(
    `No enum constant org.elasticsearch.index.query.GeoValidationMethod.${text?.toUpperCase()}`,
  );
}

export const isLatitude = (value: number) => Math.abs(value) <= 90;
export const isLongitude = (value: number) => Math.abs(value) <= 180;

/** The longitude in [-180, 180] that means the same. */
export function normalLongitude(lon: number): number {
  if (isLongitude(lon)) return lon;
  const turned = (((lon + 180) % 360) + 360) % 360;
  return turned === 0 && lon > 0 ? 180 : turned - 180;
}

/** The same place with coordinates in bounds: walking over a pole comes down on the other side. */
export function normalPoint({ lat, lon }: Point): Point {
  if (isLatitude(lat)) return { lat, lon: normalLongitude(lon) };
  const turned = ((((lat + 180) % 360) + 360) % 360) - 180;
  const isOver = Math.abs(turned) > 90;
  const folded = isOver ? Math.sign(turned) * 180 - turned : turned;
  return { lat: folded, lon: normalLongitude(isOver ? lon + 180 : lon) };
}

/** Refuses or corrects a point, as the request wishes. */
export function validPoint(
  point: Point,
  validation: Validation,
  query: string,
  context: QueryContext,
): Point {
  if (validation === 'coerce') return normalPoint(point);
  if (validation === 'ignore_malformed') return point;
  if (!isLatitude(point.lat)) {
    throw shardError(context, `illegal latitude value [${doubleText(point.lat)}] for [${query}]`);
  }
  if (!isLongitude(point.lon)) {
    throw shardError(context, `illegal longitude value [${doubleText(point.lon)}] for [${query}]`);
  }
  return point;
}

/** A corner of a box; of a geohash it is that corner of its cell. */
export function cornerOf(json: Json, isTop: boolean, isLeft: boolean): Point {
  const hash = isJsonObject(json) ? json.get('geohash') : json;
  if (typeof hash !== 'string' || !/^[0-9a-z]+$/i.test(hash)) return parsePoint(json);
  const { south, north, west, east } = geohashBox(hash);
  return { lat: isTop ? north : south, lon: isLeft ? west : east };
}

/** The geo_point field of a name; undefined where there is none and that is no matter. */
export function geoField(
  name: string,
  query: string,
  ignoreUnmapped: boolean,
  context: QueryContext,
): SearchField | undefined {
  const field = resolveField(context.mapping, name);
  if (field === undefined) {
    if (ignoreUnmapped) return undefined;
    throw shardError(context, `failed to find geo field [${name}]`);
  }
  if (field.type === 'geo_point') return field;
  throw shardError(
    context,
    `Field [${name}] is of unsupported type [${field.type}] for [${query}] query`,
  );
}

export function geoParseError(query: string, reason: string, cause?: unknown): SearchError {
  return new SearchError('parse_exception', `failed to parse [${query}] query. [${reason}]`, {
    cause,
  });
}
