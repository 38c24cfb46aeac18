/** Moments rounded down to the start of an interval: of the clock, or of the calendar. */
import { daysIn, utcDay } from '../../../../mapping/date/date-pattern.ts';
import type { TimeZone } from '../../../../mapping/date/time-zone.ts';

export interface Rounding {
  round(millis: number): number;
  /** The start of the interval behind the one that starts at `rounded`. */
  next(rounded: number): number;
  /** The length of all intervals, where it is the same for all. */
  readonly fixed?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type CalendarUnit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year';

export const CALENDAR_UNITS: Readonly<Record<string, CalendarUnit>> = {
  second: 'second',
  '1s': 'second',
  minute: 'minute',
  '1m': 'minute',
  hour: 'hour',
  '1h': 'hour',
  day: 'day',
  '1d': 'day',
  week: 'week',
  '1w': 'week',
  month: 'month',
  '1M': 'month',
  quarter: 'quarter',
  '1q': 'quarter',
  year: 'year',
  '1y': 'year',
};

const CLOCK: Partial<Record<CalendarUnit, number>> = { second: SECOND, minute: MINUTE, hour: HOUR };
const MONTHS: Partial<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12 };
/** Before Thursday, 1 January 1970 the week had begun three days earlier. */
const FIRST_MONDAY = 4 * DAY;

/** Units of the calendar where the zone is. */
export function calendarRounding(unit: CalendarUnit, zone: TimeZone): Rounding {
  const clock = CLOCK[unit];
  if (clock !== undefined) return clockRounding(clock, zone);
  if (zone.isUtc && (unit === 'day' || unit === 'week')) {
    const length = unit === 'day' ? DAY : 7 * DAY;
    return fixedUtc(length, unit === 'week' ? FIRST_MONDAY : 0);
  }
  const floor = localFloor(unit);
  const step = localStep(unit);
  const local = (millis: number) => millis + zone.offsetAt(millis);
  return {
    round: (millis) => {
      const start = zone.toUtc(floor(local(millis)));
      // Clocks set back over midnight show the day before once more.
      return start <= millis ? start : zone.toUtc(floor(local(millis) - DAY));
    },
    next: (rounded) => zone.toUtc(step(floor(local(rounded)))),
  };
}

/** Intervals of a fixed length, counted from 1970 where the zone is. */
export function fixedRounding(length: number, zone: TimeZone): Rounding {
  return clockRounding(length, zone);
}

function fixedUtc(length: number, origin: number): Rounding {
  return {
    round: (millis) => Math.floor((millis - origin) / length) * length + origin,
    next: (rounded) => rounded + length,
    fixed: length,
  };
}

function clockRounding(length: number, zone: TimeZone): Rounding {
  if (zone.fixed !== undefined) return fixedUtc(length, -zone.fixed);
  const round = (millis: number): number => {
    const offset = zone.offsetAt(millis);
    const start = Math.floor((millis + offset) / length) * length - offset;
    if (zone.offsetAt(start) === offset) return start;
    // The interval began before the clocks were set: it starts where it did then, if that is the
    // same interval of local time, and else at the change.
    const change = zone.changeIn(start, millis);
    if (change === undefined) return start;
    const before = zone.offsetAt(change - 1);
    const earlier = Math.floor((millis + offset) / length) * length - before;
    return earlier < change ? earlier : change;
  };
  const next = (rounded: number): number => {
    const after = rounded + length;
    const landed = round(after);
    // A change of clocks may make an interval longer or shorter than the others.
    if (landed > rounded) return Math.min(landed, shorter(rounded, after));
    let at = after;
    while (round(at) <= rounded) at += length;
    return round(at);
  };
  const shorter = (rounded: number, after: number): number => {
    const change = zone.changeIn(rounded, after);
    if (change === undefined) return after;
    const start = round(change);
    return start > rounded ? start : Number.POSITIVE_INFINITY;
  };
  return { round, next };
}

function localFloor(unit: CalendarUnit): (local: number) => number {
  if (unit === 'day') return (local) => Math.floor(local / DAY) * DAY;
  if (unit === 'week') {
    return (local) => Math.floor((local - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY;
  }
  const months = MONTHS[unit] as number;
  return (local) => {
    const date = new Date(local);
    const month = date.getUTCMonth();
    return utcDay(date.getUTCFullYear(), month - (month % months), 1);
  };
}

function localStep(unit: CalendarUnit): (start: number) => number {
  if (unit === 'day') return (start) => start + DAY;
  if (unit === 'week') return (start) => start + 7 * DAY;
  const months = MONTHS[unit] as number;
  return (start) => {
    let at = start;
    for (let i = 0; i < months; i += 1) {
      const date = new Date(at);
      at += daysIn(date.getUTCFullYear(), date.getUTCMonth()) * DAY;
    }
    return at;
  };
}

/** Intervals that start `offset` later. */
export function shifted(rounding: Rounding, offset: number): Rounding {
  if (offset === 0) return rounding;
  const { fixed } = rounding;
  return {
    round: (millis) => rounding.round(millis - offset) + offset,
    next: (rounded) => rounding.next(rounded - offset) + offset,
    ...(fixed === undefined ? {} : { fixed }),
  };
}
