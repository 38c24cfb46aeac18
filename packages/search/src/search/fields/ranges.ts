/** Queries on fields of ranges: values are both ends as bytes, low then high, in order. */
import type { Json } from '../../json/values.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import { TimeZone } from '../../mapping/date/time-zone.ts';
import { javaText } from '../../mapping/parameter.ts';
import { cidrRange, parseIp } from '../../mapping/types/ip-address.ts';
import { javaDouble, truncated } from '../../mapping/types/numeric.ts';
import {
  encodeEnd,
  ipNumber,
  RANGE_KINDS,
  type RangeKind,
  sortableDouble,
} from '../../mapping/types/range.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { dateFormatOf } from './dates.ts';
import type { Bounds, FieldKind, Relation, SearchField } from './field-kind.ts';

/** An end of the query's range as an integer in the order of the kind. */
function endOf(
  kind: RangeKind,
  field: SearchField,
  value: Json,
  bounds: Bounds,
  roundUp: boolean,
  context: QueryContext,
): bigint {
  const text = javaText(value);
  switch (kind.name) {
    case 'date_range': {
      const zone = bounds.zone === undefined ? undefined : TimeZone.of(bounds.zone);
      const format = dateFormatOf(field, bounds.format);
      return BigInt(parseDateMath(text, { format, zone, now: context.now, roundUp }).millis);
    }
    case 'ip_range':
      return ipNumber(parseIp(text));
    case 'float_range':
      return sortableDouble(Math.fround(javaDouble(text)));
    case 'double_range':
      return sortableDouble(javaDouble(text));
    default:
      javaDouble(text);
      return truncated(text);
  }
}

function compareAt(a: Uint8Array, from: number, b: Uint8Array): number {
  for (let i = 0; i < b.length; i += 1) {
    const difference = (a[from + i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a stored range stands in the relation to [low, high]. */
const RELATIONS: Readonly<
  Record<Relation, (stored: Uint8Array, size: number, low: Uint8Array, high: Uint8Array) => boolean>
> = {
  intersects: (stored, size, low, high) =>
    compareAt(stored, 0, high) <= 0 && compareAt(stored, size, low) >= 0,
  contains: (stored, size, low, high) =>
    compareAt(stored, 0, low) <= 0 && compareAt(stored, size, high) >= 0,
  within: (stored, size, low, high) =>
    compareAt(stored, 0, low) >= 0 && compareAt(stored, size, high) <= 0,
};

function related(
  kind: RangeKind,
  field: SearchField,
  low: bigint,
  high: bigint,
  relation: Relation,
): Query {
  if (low > high) return { kind: 'match_none' };
  const lowBytes = encodeEnd(low < kind.min ? kind.min : low, kind);
  const highBytes = encodeEnd(high > kind.max ? kind.max : high, kind);
  const test = RELATIONS[relation];
  return {
    kind: 'term_pattern',
    field: field.path,
    prefix: new Uint8Array(0),
    accepts: (stored) => test(stored, kind.size, lowBytes, highBytes),
  };
}

function rangeKind(kind: RangeKind): FieldKind {
  return {
    term: (field, value, context) => {
      const text = javaText(value);
      const whole = { from: value, to: value, includeFrom: true, includeTo: true };
      if (kind.name === 'ip_range' && text.includes('/')) {
        const [low, high] = cidrRange(text);
        return related(kind, field, ipNumber(low), ipNumber(high), 'intersects');
      }
      const at = endOf(kind, field, value, whole, false, context);
      return related(kind, field, at, at, 'intersects');
    },
    range: (field, bounds, context) => {
      const { from, to, includeFrom, includeTo, relation = 'intersects' } = bounds;
      const end = (value: Json, up: boolean) => endOf(kind, field, value, bounds, up, context);
      let low = from === undefined ? kind.min : end(from, !includeFrom);
      let high = to === undefined ? kind.max : end(to, includeTo);
      if (from !== undefined && !includeFrom) low += 1n;
      if (to !== undefined && !includeTo) high -= 1n;
      return related(kind, field, low, high, relation);
    },
  };
}

export const RANGE_FIELD_KINDS: Readonly<Record<string, FieldKind>> = Object.fromEntries(
  RANGE_KINDS.map((kind) => [kind.name, rangeKind(kind)]),
);
