/** `distance_feature`: the nearer to an origin in time or space, the higher the score. */
import { illegalArgument } from '../../errors/search-error.ts';
import { nextBit } from '../../index/segment/bitmap.ts';
import type { NumericColumn } from '../../index/segment/column.ts';
import { NO_MORE_DOCS } from '../../index/segment/postings-cursor.ts';
import type { Json } from '../../json/values.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import { javaText } from '../../mapping/parameter.ts';
import { decodePoint, parsePoint } from '../../mapping/types/geo-point.ts';
import type { DocIterator } from '../../query/doc-iterator.ts';
import { matches } from '../../query/matches.ts';
import { parseTime } from '../../settings/units.ts';
import type { QueryContext } from '../context.ts';
import { dateFormatOf } from '../fields/dates.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { arcDistance, metresOf } from '../geo/distance.ts';
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
          return new NearIterator(bits, column, distance, size, boost);
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

class NearIterator implements DocIterator {
  doc = -1;
  readonly cost: number;

  constructor(
    private readonly bits: Int32Array,
    private readonly column: NumericColumn,
    private readonly distance: Distance,
    private readonly pivot: number,
    private readonly boost: number,
  ) {
    this.cost = column.meta.docCount;
  }

  advance(target: number): number {
    const found = nextBit(this.bits, target);
    this.doc = found < 0 ? NO_MORE_DOCS : found;
    return this.doc;
  }

  score(): number {
    const { column, doc } = this;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = column.firstValue(doc); i < column.endValue(doc); i += 1) {
      const value = column.values instanceof BigInt64Array ? column.bigint(i) : column.number(i);
      nearest = Math.min(nearest, this.distance(value));
    }
    return Math.fround(this.boost * (this.pivot / (this.pivot + nearest)));
  }
}
