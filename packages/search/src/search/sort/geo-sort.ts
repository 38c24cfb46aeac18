/** Sorting by the distance of a field's points from the request's. */
import { Double } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { javaDouble } from '../../mapping/types/numeric.ts';
import type { SortField, SortReader } from '../../query/sort-key.ts';
import type { QueryContext } from '../context.ts';
import { pointsReader } from '../geo/point-rows.ts';
import { geoField, validPoint } from '../geo/points.ts';
import type { GeoSort, SortSpec } from '../request/search-request.ts';
import { nestedSort } from './nested-sort.ts';
import type { ShardSort } from './resolve-sort.ts';

const NAME = '_geo_distance';

export function geoSort(spec: SortSpec, geo: GeoSort, context: QueryContext): ShardSort {
  const field = geoField(spec.field, NAME, geo.ignoreUnmapped, context);
  const { order } = spec;
  const mode = spec.mode ?? (order === 'asc' ? 'min' : 'max');
  const from = geo.points.map((point) => validPoint(point, geo.validation, NAME, context));
  const sort: SortField = {
    field: field?.path ?? spec.field,
    order,
    mode,
    // No point is infinitely far: behind all when ascending, before all when descending.
    missing: order === 'asc' ? '_last' : '_first',
    reader: (segment): SortReader => {
      const column = field === undefined ? undefined : segment.numeric(field.path);
      if (column === undefined) return () => null;
      const points = pointsReader(column);
      return (doc) => {
        const found = points(doc);
        if (found.length === 0) return null;
        const all = found.flatMap((point) => from.map((origin) => geo.distance(origin, point)));
        return combined(all, mode) / geo.unit;
      };
    },
  };
  return {
    field: spec.nested === undefined ? sort : nestedSort(sort, spec.nested, context),
    print: (value) => (value === null ? 'Infinity' : new Double(Number(value))),
    parse: (json) => {
      const text = javaText(json);
      return json === null || text === 'Infinity' ? null : javaDouble(text);
    },
  };
}

function combined(values: number[], mode: string): number {
  if (mode === 'min') return Math.min(...values);
  if (mode === 'max') return Math.max(...values);
  if (mode === 'avg') return values.reduce((sum, value) => sum + value, 0) / values.length;
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
