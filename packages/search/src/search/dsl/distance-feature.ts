/** `distance_feature`: the nearer to an origin in time or space, the higher the score. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { NumericColumn } from '../../index/segment/column.ts';
import type { Json } from '../../json/values.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import { javaText } from '../../mapping/parameter.ts';
import { metresOf } from '../../mapping/types/distance-text.ts';
import { decodePoint, parsePoint } from '../../mapping/types/geo-point.ts';
import { matches } from '../../query/matches.ts';
import { parseTime } from '../../settings/units.ts';
import type { QueryContext } from '../context.ts';
import { dateFormatOf } from '../fields/dates.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { arcDistance } from '../geo/distance.ts';
import { ColumnIterator } from './column-iterator.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';
import { onField } from './term-level.ts';

/** Distance of a value from the origin, in the unit of the pivot. */
type Distance = (value: number | bigint) => number;

export const distanceFeature: QueryParser = (body, scope) => {
  const params = new Params(scope, 'distance_feature', body, ['field', 'origin', 'pivot']);
  const name = params.text('field');
  const origin = params.get('origin');
  const pivot = params.text('pivot');
  if (name === undefined || origin === undefined || pivot === undefined) {
    throw illegalArgument('[distance_feature] requires [field], [origin] and [pivot]');
  }
  return params.finish(
    onField(name, (field, context) => {
      const { size, distance } = measure(field, origin, pivot, context);
      return {
        kind: 'own',
        text: `LongDistanceFeatureQuery(${name})`,
        iterate: (searcher, view, boost) => {
          const column = view.segment.numeric(field.path);
          if (column === undefined) return undefined;
          const bits = matches(searcher, view, { kind: 'exists', field: field.path });
          return new ColumnIterator(bits, column.meta.docCount, (doc) =>
            Math.fround(boost * (size / (size + nearest(column, doc, distance)))),
          );
        },
      };
    }),
  );
};

function measure(
  field: SearchField,
  origin: Json,
  pivot: string,
  context: QueryContext,
): { size: number; distance: Distance } {
  if (field.type === 'geo_point') {
    const from = parsePoint(origin);
    return { size: metresOf(pivot), distance: (value) => arcDistance(from, decodePoint(value)) };
  }
  if (field.type !== 'date' && field.type !== 'date_nanos') {
    throw illegalArgument(
      `Illegal data type of [${field.type}]!["distance_feature"] query can only be run on a date, date_nanos or geo_point field type!`,
    );
  }
  const format = dateFormatOf(field);
  const { millis, nanos } = parseDateMath(javaText(origin), { format, now: context.now });
  const unit = field.type === 'date' ? 1 : 1e6;
  const at = millis * unit + (field.type === 'date' ? 0 : nanos);
  return { size: timeOf(pivot) * unit, distance: (value) => Math.abs(Number(value) - at) };
}

/** Milliseconds, with fractions for the small units. */
function timeOf(text: string): number {
  const small = /^(\d+)(nanos|micros)$/.exec(text);
  if (small !== null) return Number(small[1]) / (small[2] === 'nanos' ? 1e6 : 1e3);
  return parseTime(text, 'pivot');
}

/** The distance of a document's nearest value. */
function nearest(column: NumericColumn, doc: number, distance: Distance): number {
  const isBig = column.values instanceof BigInt64Array;
  let least = Number.POSITIVE_INFINITY;
  for (let i = column.firstValue(doc); i < column.endValue(doc); i += 1) {
    least = Math.min(least, distance(isBig ? column.bigint(i) : column.number(i)));
  }
  return least;
}
