/** A box by two corners, by four sides, or in well-known text. */
import type { JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Box } from './point-rows.ts';
import { cornerOf, geoParseError } from './points.ts';

type Side = keyof Box;

const SIDES: Readonly<Record<string, Side>> = {
  top: 'north',
  bottom: 'south',
  left: 'west',
  right: 'east',
};

export function parseBox(object: JsonObject, query: string): Box {
  const box: Partial<Record<Side, number>> = {};
  for (const [name, value] of object) {
    if (name === 'wkt') return wktBox(javaText(value), query);
    const side = SIDES[name];
    if (side !== undefined) {
      const number = Number(javaText(value));
      if (value === null || Number.isNaN(number)) {
        throw geoParseError(query, `failed to parse bounding box. [${name}] must be a number`);
      }
      box[side] = number;
      continue;
    }
    const corner = /^(top|bottom)_(left|right)$/.exec(name);
    if (corner === null) {
      throw geoParseError(query, `failed to parse bounding box. unexpected field [${name}]`);
    }
    const isTop = corner[1] === 'top';
    const isLeft = corner[2] === 'left';
    const { lat, lon } = cornerOf(value, isTop, isLeft);
    box[isTop ? 'north' : 'south'] = lat;
    box[isLeft ? 'west' : 'east'] = lon;
  }
  const { south, north, west, east } = box;
  if (south === undefined || north === undefined || west === undefined || east === undefined) {
    throw geoParseError(query, 'failed to parse bounding box. corners are missing');
  }
  return { south, north, west, east };
}

/** `BBOX (west, east, north, south)`. */
function wktBox(text: string, query: string): Box {
  const match = /^\s*(?:bbox|envelope)\s*\(([^()]*)\)\s*$/i.exec(text);
  const numbers = (match?.[1] ?? '').split(',').map((part) => Number(part.trim() || 'NaN'));
  if (match === null || numbers.length !== 4 || numbers.some(Number.isNaN)) {
    throw geoParseError(query, `failed to parse WKT bounding box. [${text}]`);
  }
  const [west, east, north, south] = numbers as [number, number, number, number];
  return { west, east, north, south };
}
