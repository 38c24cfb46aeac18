/** Dates as queries and aggregations give them: `now-1d/d`, `2014-11-18||/M`, or plain. */
import { SearchError } from '../../errors/search-error.ts';
import type { DateFormat } from './date-format.ts';
import { daysIn, type Moment, utcDay } from './date-pattern.ts';
import { TimeZone } from './time-zone.ts';

export interface DateMathOptions {
  readonly format: DateFormat;
  /** What `now` means. */
  readonly now: number;
  /** Where texts without a zone are, and whose days and months rounding follows. */
  readonly zone?: TimeZone | undefined;
  /** Rounds to the last millisecond of a unit instead of the first (`gt`, `lte`). */
  readonly roundUp?: boolean;
}

const DAY = 86_400_000;
const FIXED: Readonly<Record<string, number>> = { h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 };
const LAST_NANOS = 999_999;

/** The moment a text names; throws the reference's parse_exception or illegal_argument. */
export function parseDateMath(text: string, options: DateMathOptions): Moment {
  const { now, zone = TimeZone.utc } = options;
  if (text.startsWith('now')) return calculate(text.slice(3), { millis: now, nanos: 0 }, options);
  const bars = text.indexOf('||');
  const date = bars < 0 ? text : text.slice(0, bars);
  const isPlain = bars < 0;
  let moment: Moment;
  try {
    moment = options.format.parse(date);
  } catch (cause) {
    if (!(cause instanceof SearchError)) throw cause;
    throw new SearchError(
      'parse_exception',
      `failed to parse date field [${date}] with format [${options.format.pattern}]: [${cause.reason}]`,
      { cause },
    );
  }
  if (!zone.isUtc && !hasZone(date)) {
    moment = { millis: zone.toUtc(moment.millis), nanos: moment.nanos };
  }
  if (isPlain) return options.roundUp === true ? filledUp(date, moment, zone) : moment;
  return calculate(text.slice(bars + 2), moment, options);
}

/** Whether a text says where it is, or is a count of milliseconds, which is nowhere. */
function hasZone(text: string): boolean {
  return /(?:Z|[+-]\d\d(?::?\d\d)?|\[[^\]]+\])$/.test(text.replace(/^[+-]?\d{4}-\d\d?-\d\d?$/, ''))
    ? true
    : /^-?\d{5,}$/.test(text);
}

function calculate(math: string, start: Moment, options: DateMathOptions): Moment {
  const { zone = TimeZone.utc, roundUp = false } = options;
  let { millis, nanos } = start;
  const operation = /([+\-/])(\d*)([a-zA-Z]?)/y;
  while (operation.lastIndex < math.length) {
    const from = operation.lastIndex;
    const match = operation.exec(math);
    if (match === null) {
      throw mathError(`operator not supported for date math [${math.slice(from)}]`);
    }
    const [, sign, count = '', unit = ''] = match;
    if (unit === '') throw mathError(`truncated date math [${math}]`);
    if (!'yMwdhHms'.includes(unit)) {
      throw mathError(`unit [${unit}] not supported for date math [${math.slice(from)}]`);
    }
    const number = count === '' ? 1 : Number(count);
    if (sign !== '/') {
      millis = added(millis, sign === '-' ? -number : number, unit, zone);
      continue;
    }
    if (number !== 1) {
      throw mathError(`rounding \`/\` can only be used on single unit types [${math}]`);
    }
    const floor = roundedDown(millis, unit, zone);
    millis = roundUp ? added(floor, 1, unit, zone) - 1 : floor;
    nanos = roundUp ? LAST_NANOS : 0;
  }
  return { millis, nanos };
}

function mathError(reason: string): SearchError {
  return new SearchError('parse_exception', reason);
}

/** `count` units later on the local calendar; a day that a month lacks becomes its last. */
export function added(millis: number, count: number, unit: string, zone: TimeZone): number {
  const fixed = FIXED[unit];
  if (fixed !== undefined) return millis + count * fixed;
  const local = millis + zone.offsetAt(millis);
  if (unit === 'd' || unit === 'w') return zone.toUtc(local + count * (unit === 'w' ? 7 : 1) * DAY);
  const date = new Date(local);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count * (unit === 'y' ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const time = local - Math.floor(local / DAY) * DAY;
  const day = Math.min(date.getUTCDate(), daysIn(year, month));
  return zone.toUtc(utcDay(year, month, day) + time);
}

/** The first moment of the unit a moment is in, on the local calendar. */
export function roundedDown(millis: number, unit: string, zone: TimeZone): number {
  const offset = zone.offsetAt(millis);
  const local = millis + offset;
  const fixed = FIXED[unit];
  if (fixed !== undefined) return Math.floor(local / fixed) * fixed - offset;
  const date = new Date(local);
  const year = date.getUTCFullYear();
  if (unit === 'y') return zone.toUtc(utcDay(year, 0, 1));
  if (unit === 'M') return zone.toUtc(utcDay(year, date.getUTCMonth(), 1));
  const back = unit === 'w' ? (date.getUTCDay() + 6) % 7 : 0;
  return zone.toUtc((Math.floor(local / DAY) - back) * DAY);
}

const ISO_PARTS = /^[+-]?\d{4,}(-\d\d?)?(-\d\d?)?(?:T(\d\d)?(?::(\d\d))?(?::(\d\d))?([.,]\d+)?)?/;
/** By the first part that is missing; a missing month or day is the first. */
const UNITS = ['d', 'd', 'd', 'h', 'm', 's'];

/** A date that stops early has the last time of its day, hour or minute: `2014-11` ends with the first. */
function filledUp(text: string, moment: Moment, zone: TimeZone): Moment {
  const match = ISO_PARTS.exec(text);
  if (match === null || /^-?\d{5,}$/.test(text) || match[6] !== undefined) return moment;
  const missing = match.slice(1, 6).indexOf(undefined as never);
  const unit = UNITS[missing < 0 ? 5 : missing] as string;
  return { millis: added(moment.millis, 1, unit, zone) - 1, nanos: LAST_NANOS };
}
