import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { isJsonNumber, isJsonObject, type Json, toNumber } from '../../json/values.ts';
import type { FieldIndexer, FieldSetup, FieldType, Row, SourceValue } from '../field-type.ts';
import { anything, bool, javaText } from '../parameter.ts';
import { DOC_VALUES, IGNORE_MALFORMED, INDEX, META, ON_SCRIPT_ERROR, STORE } from './common.ts';
import { geohashBox } from './geohash.ts';

export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Degrees in a step of the column. */
export const LAT_UNIT = 180 / 2 ** 32;
export const LON_UNIT = 360 / 2 ** 32;

export const latitudeUnits = (lat: number) => Math.min(Math.floor(lat / LAT_UNIT), 2147483647);
export const longitudeUnits = (lon: number) => Math.min(Math.floor(lon / LON_UNIT), 2147483647);

/** A point as its long column holds it: latitude in the upper, longitude in the lower 32 bits. */
export function encodePoint({ lat, lon }: Point): bigint {
  return (BigInt(latitudeUnits(lat)) << 32n) | BigInt.asUintN(32, BigInt(longitudeUnits(lon)));
}

export function decodePoint(encoded: number | bigint): Point {
  const bits = BigInt(encoded);
  const lat = Number(bits >> 32n) * LAT_UNIT;
  return { lat, lon: Number(BigInt.asIntN(32, bits)) * LON_UNIT };
}

function parseError(reason: string): SearchError {
  return new SearchError('parse_exception', reason);
}

function coordinate(value: Json | undefined, name: string): number {
  if (value !== undefined && isJsonNumber(value)) return toNumber(value);
  const text = javaText(value);
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw parseError(`[${name}] must be a valid double value`);
}

/** Every way to write a point: object, `lat,lon`, geohash, WKT, `[lon, lat]`, GeoJSON. */
export function parsePoint(json: Json): Point {
  if (Array.isArray(json)) {
    if (json.length < 2 || json.length > 3) {
      throw parseError('[geo_point] field type does not accept more than 3 values');
    }
    return { lon: coordinate(json[0], 'lon'), lat: coordinate(json[1], 'lat') };
  }
  if (isJsonObject(json)) {
    if (json.has('geohash')) return fromGeohash(javaText(json.get('geohash')));
    const coordinates = json.get('coordinates');
    if (coordinates !== undefined) return parsePoint(coordinates);
    if (!json.has('lat') && !json.has('lon')) {
      throw parseError('field must be either [lat], [lon], [type], [coordinates], or [geohash]');
    }
    if (!json.has('lat')) throw parseError('field [lat] missing');
    if (!json.has('lon')) throw parseError('field [lon] missing');
    return { lat: coordinate(json.get('lat'), 'lat'), lon: coordinate(json.get('lon'), 'lon') };
  }
  const text = javaText(json).trim();
  const wkt = /^point\s*\(\s*(\S+)\s+(\S+)(?:\s+\S+)?\s*\)$/i.exec(text);
  if (wkt !== null) return { lon: coordinate(wkt[1], 'lon'), lat: coordinate(wkt[2], 'lat') };
  if (!text.includes(',')) return fromGeohash(text);
  const parts = text.split(',');
  if (parts.length > 3) {
    throw parseError(
      `failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`,
    );
  }
  const number = (part: string | undefined, name: string) => {
    const value = Number(part);
    if (part === undefined || part.trim() === '' || Number.isNaN(value)) {
      throw parseError(`${name} must be a number`);
    }
    return value;
  };
  return { lat: number(parts[0], 'latitude'), lon: number(parts[1], 'longitude') };
}

/** The middle of a geohash's cell. */
function fromGeohash(hash: string): Point {
  const { south, north, west, east } = geohashBox(hash);
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
}

class GeoPointIndexer implements FieldIndexer {
  private readonly nullValue: Point | undefined;

  constructor(private readonly setup: FieldSetup) {
    const nullValue = setup.value('null_value');
    if (nullValue !== undefined && nullValue !== null) this.nullValue = parsePoint(nullValue);
  }

  index(value: SourceValue, row: Row): void {
    const json = value.json();
    const isList = Array.isArray(json) && !(json.length > 0 && json.every(isJsonNumber));
    if (isList) for (const item of json as Json[]) this.one(item, row);
    else this.one(json, row);
  }

  indexNull(row: Row): void {
    if (this.nullValue !== undefined) this.add(this.nullValue, row);
  }

  private one(json: Json, row: Row): void {
    if (json === null) this.indexNull(row);
    else this.add(parsePoint(json), row);
  }

  private add({ lat, lon }: Point, row: Row): void {
    if (!(Math.abs(lat) <= 90)) {
      throw illegalArgument(`illegal latitude value [${javaText(lat)}] for ${this.setup.path}`);
    }
    if (!(Math.abs(lon) <= 180)) {
      throw illegalArgument(`illegal longitude value [${javaText(lon)}] for ${this.setup.path}`);
    }
    if (this.setup.value('index') === false && this.setup.value('doc_values') === false) return;
    row.sink.long(this.setup.path, encodePoint({ lat, lon }));
  }
}

export const GEO_POINT: FieldType = {
  name: 'geo_point',
  column: 'long',
  takesArrays: true,
  parameters: [
    DOC_VALUES,
    INDEX,
    STORE,
    IGNORE_MALFORMED,
    bool('ignore_z_value', true, { updateable: true, explicit: true }),
    anything('null_value', { nullable: true }),
    anything('script'),
    ON_SCRIPT_ERROR,
    META,
  ],
  make: (setup) => new GeoPointIndexer(setup),
};
