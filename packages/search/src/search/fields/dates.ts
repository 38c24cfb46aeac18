/** Queries on dates: a date stands for the whole of what it names. */
import type { Json } from '../../json/values.ts';
import { DateFormat } from '../../mapping/date/date-format.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import type { Moment } from '../../mapping/date/date-pattern.ts';
import { TimeZone } from '../../mapping/date/time-zone.ts';
import { javaText } from '../../mapping/parameter.ts';
import { narrow } from '../../mapping/types/numeric.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import type { Bounds, FieldKind, SearchField } from './field-kind.ts';
import { intervalQuery } from './numbers.ts';

type Value = number | bigint;

export function dateFormatOf(field: SearchField, format?: string): DateFormat {
  return DateFormat.of(format ?? (field.mapper?.value('format') as string));
}

const millisOf = ({ millis }: Moment): number => millis;
const MAX_NANOS = 2n ** 63n - 1n;

/** Nanoseconds since 1970, as far as the column can hold them. */
function nanosOf({ millis, nanos }: Moment): Value {
  const total = BigInt(millis) * 1_000_000n + BigInt(nanos);
  return narrow(total < 0n ? 0n : total > MAX_NANOS ? MAX_NANOS : total);
}

function dateKind(unit: (moment: Moment) => Value): FieldKind {
  const range = (field: SearchField, bounds: Bounds, context: QueryContext): Query => {
    const { from, to, includeFrom, includeTo } = bounds;
    const format = dateFormatOf(field, bounds.format);
    const zone = bounds.zone === undefined ? undefined : TimeZone.of(bounds.zone);
    const parse = (value: Json, roundUp: boolean) =>
      unit(parseDateMath(javaText(value), { format, zone, now: context.now, roundUp }));
    const low = from === undefined ? Number.NEGATIVE_INFINITY : parse(from, !includeFrom);
    const high = to === undefined ? Number.POSITIVE_INFINITY : parse(to, includeTo);
    return intervalQuery(field, [
      includeFrom || from === undefined ? low : moved(low, 1),
      includeTo || to === undefined ? high : moved(high, -1),
    ]);
  };
  const term = (field: SearchField, value: Json, context: QueryContext) =>
    range(field, { from: value, to: value, includeFrom: true, includeTo: true }, context);
  return { term, range };
}

function moved(value: Value, by: 1 | -1): Value {
  return typeof value === 'bigint' ? narrow(value + BigInt(by)) : value + by;
}

export const DATE_KINDS: Readonly<Record<string, FieldKind>> = {
  date: dateKind(millisOf),
  date_nanos: dateKind(nanosOf),
};
