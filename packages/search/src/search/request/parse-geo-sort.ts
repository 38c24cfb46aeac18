/** `_geo_distance` of `sort`: a field, points, and how distances are told. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { isJsonNumber, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { unitOf } from '../../mapping/types/distance-text.ts';
import { type Point, parsePoint } from '../../mapping/types/geo-point.ts';
import { distanceType } from '../geo/distance.ts';
import { validationOf } from '../geo/points.ts';
import type { NestedSort, SortSpec } from './search-request.ts';

export interface SortReaders {
  readonly order: (text: string) => SortSpec['order'];
  readonly mode: (text: string) => SortSpec['mode'];
  readonly nested: (json: Json) => NestedSort;
}

const OPTIONS = [
  'order',
  'mode',
  'unit',
  'distance_type',
  'validation_method',
  'ignore_unmapped',
  'nested',
];

export function parseGeoSort(body: JsonObject, read: SortReaders): SortSpec {
  const fields = [...body].filter(([name]) => !OPTIONS.includes(name));
  const [entry, second] = fields;
  if (entry === undefined) throw illegalArgument('fieldName must not be null or empty');
  if (second !== undefined) {
    throw new SearchError(
      'parse_exception',
      `Trying to reset fieldName to [${second[0]}], already set to [${entry[0]}].`,
    );
  }
  const text = (name: string) => {
    const value = body.get(name);
    return value === undefined || value === null ? undefined : javaText(value);
  };
  const points = pointsOf(entry[1]);
  if (points.length === 0) throw illegalArgument('no points provided for _geo_distance sort.');
  const nested = body.get('nested');
  const mode = text('mode');
  if (mode?.toLowerCase() === 'sum') {
    throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  }
  return {
    field: entry[0],
    order: read.order(text('order') ?? 'asc'),
    mode: mode === undefined ? undefined : read.mode(mode),
    nested: nested === undefined || nested === null ? undefined : read.nested(nested),
    geo: {
      points,
      validation: validationOf(text('validation_method')),
      unit: unitOf(text('unit') ?? 'm'),
      distance: distanceType(text('distance_type') ?? 'arc'),
      ignoreUnmapped: text('ignore_unmapped') === 'true',
    },
  };
}

/** One point in any form, or a list of them. */
function pointsOf(json: Json): Point[] {
  const isList = Array.isArray(json) && !json.every(isJsonNumber);
  if (!isList) return [parsePoint(json)];
  return json.map(parsePoint);
}
