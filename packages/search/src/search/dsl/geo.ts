/** `geo_bounding_box` and `geo_distance`: points in a box or a circle. */
import { illegalArgument } from '../../errors/search-error.ts';
import { doubleText } from '../../json/number-text.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { metresOf, unitOf } from '../../mapping/types/distance-text.ts';
import { type Point, parsePoint } from '../../mapping/types/geo-point.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { mustBeSearchable, NOTHING, shardError } from '../fields/field-kind.ts';
import { parseBox } from '../geo/box.ts';
import { arcDistance, boxAround, distanceType } from '../geo/distance.ts';
import { type Box, pointRows } from '../geo/point-rows.ts';
import {
  geoField,
  geoParseError,
  isLatitude,
  isLongitude,
  normalLongitude,
  type Validation,
  validationOf,
  validPoint,
} from '../geo/points.ts';
import { Params } from './params.ts';
import type { QueryParser, Scope } from './scope.ts';

const SHARED = ['validation_method', 'ignore_unmapped', 'boost', '_name'];
const BOX = 'geo_bounding_box';
const CIRCLE = 'geo_distance';

/** The parameters of a query, and its one field beside them. */
function fieldBeside(scope: Scope, query: string, body: JsonObject, known: readonly string[]) {
  const params = new Map([...body].filter(([name]) => known.includes(name)));
  const fields = [...body].filter(([name]) => !known.includes(name));
  return { params: new Params(scope, query, params, known), fields };
}

export const geoBoundingBox: QueryParser = (body, scope) => {
  const { params, fields } = fieldBeside(scope, BOX, body, [...SHARED, 'type']);
  const [entry, second] = fields;
  if (entry === undefined) {
    throw geoParseError(BOX, 'bounding box not provided');
  }
  const [name, given] = entry;
  if (second !== undefined) {
    throw scope.error(
      `failed to parse [${BOX}] query. unexpected field [${second[0]}]`,
      body,
      second[0],
    );
  }
  if (!isJsonObject(given)) {
    throw scope.error(`failed to parse [${BOX}] query. unexpected field [${name}]`, body, name);
  }
  const validation = validationOf(params.text('validation_method'));
  const ignoreUnmapped = params.flag('ignore_unmapped', false);
  const box = parseBox(given, BOX);
  if (validation !== 'ignore_malformed') checkCorners(box);
  return params.finish((context) => {
    const field = geoField(name, BOX, ignoreUnmapped, context);
    if (field === undefined) return NOTHING;
    mustBeSearchable(field);
    return boxQuery(field.path, validBox(box, validation, context));
  });
};

function checkCorners({ south, north, west, east }: Box): void {
  const [top, bottom] = [doubleText(north), doubleText(south)];
  if (north < south) throw illegalArgument(`top is below bottom corner: ${top} vs. ${bottom}`);
  if (north === south) {
    throw illegalArgument(`top cannot be the same as bottom: ${top} == ${bottom}`);
  }
  if (west === east) {
    throw illegalArgument(
      `left cannot be the same as right: ${doubleText(west)} == ${doubleText(east)}`,
    );
  }
}

function validBox(box: Box, validation: Validation, context: QueryContext): Box {
  const { south, north, west, east } = box;
  if (validation === 'coerce') {
    const clamp = (lat: number) => Math.max(-90, Math.min(90, lat));
    const isWholeTurn = east > west && (east - west) % 360 === 0;
    return {
      south: clamp(south),
      north: clamp(north),
      west: isWholeTurn ? -180 : normalLongitude(west),
      east: isWholeTurn ? 180 : normalLongitude(east),
    };
  }
  if (![south, north].every(isLatitude) || ![west, east].every(isLongitude)) {
    if (validation === 'strict') {
      throw shardError(context, "couldn't validate latitude/ longitude values");
    }
    // Coordinates out of bounds reach as far as there are points.
    const within = (value: number, end: number) => Math.max(-end, Math.min(end, value));
    return {
      south: within(south, 90),
      north: within(north, 90),
      west: within(west, 180),
      east: within(east, 180),
    };
  }
  return box;
}

const boxQuery = (path: string, box: Box): Query => ({
  kind: 'constant',
  filter: box.north < box.south ? NOTHING : pointRows(path, box),
});

const CIRCLE_PARAMS = [...SHARED, 'distance', 'unit', 'distance_type'];

export const geoDistance: QueryParser = (body, scope) => {
  const { params, fields } = fieldBeside(scope, CIRCLE, body, CIRCLE_PARAMS);
  const distance = params.text('distance');
  const { name, point } = centre(scope, body, fields);
  if (distance === undefined) {
    throw scope.error("geo_distance requires 'distance' to be specified", body, undefined, 'end');
  }
  const metres = metresOf(distance, unitOf(params.text('unit') ?? 'm'));
  if (!(metres > 0)) throw illegalArgument('distance must be greater than zero');
  distanceType(params.text('distance_type') ?? 'arc');
  const validation = validationOf(params.text('validation_method'));
  const ignoreUnmapped = params.flag('ignore_unmapped', false);
  return params.finish((context) => {
    const field = geoField(name, CIRCLE, ignoreUnmapped, context);
    if (field === undefined) return NOTHING;
    mustBeSearchable(field);
    const from = validPoint(point, validation, CIRCLE, context);
    const accepts = (found: Point) => arcDistance(from, found) <= metres;
    return { kind: 'constant', filter: pointRows(field.path, boxAround(from, metres), accepts) };
  });
};

/** The field and its point: `at`, or `at.lat` and `at.lon`, or `at.geohash`. */
function centre(scope: Scope, body: JsonObject, fields: readonly [string, Json][]) {
  const parts = new Map<string, Json>();
  let name: string | undefined;
  let point: Point | undefined;
  for (const [key, value] of fields) {
    const dotted = /^(.+)\.(lat|lon|geohash)$/.exec(key);
    const isPart = dotted !== null && !isJsonObject(value) && !Array.isArray(value);
    const own = isPart ? (dotted[1] as string) : key;
    if (name !== undefined && name !== own) {
      throw scope.error(
        `[${CIRCLE}] query doesn't support multiple fields, found [${name}] and [${own}]`,
        body,
        key,
      );
    }
    name = own;
    if (isPart) parts.set(dotted[2] as string, value);
    else point = parsePoint(value);
  }
  if (name !== undefined && point === undefined) point = parsePoint(parts);
  if (name === undefined || point === undefined) {
    throw illegalArgument('fieldName must not be null or empty');
  }
  return { name, point };
}
