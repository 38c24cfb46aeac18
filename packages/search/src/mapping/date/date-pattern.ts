/**
 * Patterns of java.time, as far as index formats use them: letters stand for fields, quotes hold
 * literal text, brackets hold optional parts. Two letters are ours: `f` is a fraction of one to
 * nine digits, `O` an offset (`Z`, `+02`, `+0200`, `+02:00`).
 */
import { illegalArgument } from '../../errors/search-error.ts';

/** A moment: milliseconds since 1970 and the nanoseconds within the millisecond. */
export interface Moment {
  readonly millis: number;
  readonly nanos: number;
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly letter: string; readonly count: number }
  | { readonly kind: 'optional'; readonly parts: readonly Part[] };

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const LETTERS = 'GuyYxQMLdDEecahHkKmsSnfOXZVzw';
const DAY_MS = 86_400_000;

export class DatePattern {
  private readonly parts: readonly Part[];
  private readonly regex: RegExp;
  private readonly fields: { letter: string; count: number }[] = [];

  /** Throws illegal_argument for letters that mean nothing. A lenient one takes short numbers. */
  constructor(
    readonly pattern: string,
    private readonly isLenient = false,
  ) {
    const [parts, end] = readParts(pattern, 0, false);
    if (end < pattern.length) throw invalid(pattern, 'Pattern ends with an incomplete optional');
    this.parts = parts;
    this.regex = new RegExp(`^${this.source(parts)}$`, 'i');
  }

  /** The moment a text names; undefined when it does not fit. */
  parse(text: string): Moment | undefined {
    const match = this.regex.exec(text);
    if (match === null) return undefined;
    const found: Record<string, string> = {};
    for (let i = 0; i < this.fields.length; i += 1) {
      const value = match[i + 1];
      if (value !== undefined) found[(this.fields[i] as { letter: string }).letter] = value;
    }
    return momentOf(found);
  }

  /** The text of a moment in UTC, or where clocks are `offset` milliseconds ahead of it. */
  print(moment: Moment, offset = 0): string {
    return printParts(this.parts, moment, new Date(moment.millis + offset), offset);
  }

  private source(parts: readonly Part[]): string {
    let source = '';
    for (const [i, part] of parts.entries()) {
      if (part.kind === 'text') source += part.text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      else if (part.kind === 'optional') source += `(?:${this.source(part.parts)})?`;
      else {
        this.fields.push(part);
        const next = parts[i + 1];
        source += `(${fieldSource(part.letter, part.count, this.isLenient, next?.kind === 'field')})`;
      }
    }
    return source;
  }
}

function invalid(pattern: string, reason: string): Error {
  return illegalArgument(`Invalid format: [${pattern}]: ${reason}`);
}

function readParts(pattern: string, from: number, isInner: boolean): [Part[], number] {
  const parts: Part[] = [];
  let at = from;
  while (at < pattern.length) {
    const char = pattern[at] as string;
    if (char === ']') {
      if (!isInner) throw invalid(pattern, 'Pattern invalid as it contains ] without previous [');
      return [parts, at + 1];
    }
    if (char === '[') {
      const [inner, end] = readParts(pattern, at + 1, true);
      parts.push({ kind: 'optional', parts: inner });
      at = end;
    } else if (char === "'") {
      const [text, end] = readQuoted(pattern, at);
      parts.push({ kind: 'text', text });
      at = end;
    } else if (/[A-Za-z]/.test(char)) {
      if (!LETTERS.includes(char)) throw invalid(pattern, `Unknown pattern letter: ${char}`);
      let end = at;
      while (pattern[end] === char) end += 1;
      parts.push({ kind: 'field', letter: char, count: end - at });
      at = end;
    } else {
      parts.push({ kind: 'text', text: char });
      at += 1;
    }
  }
  return [parts, at];
}

function readQuoted(pattern: string, from: number): [string, number] {
  if (pattern[from + 1] === "'") return ["'", from + 2];
  let text = '';
  for (let at = from + 1; at < pattern.length; at += 1) {
    if (pattern[at] !== "'") text += pattern[at];
    else if (pattern[at + 1] === "'") {
      text += "'";
      at += 1;
    } else return [text, at + 1];
  }
  throw invalid(pattern, `Pattern ends with an incomplete string literal: ${pattern}`);
}

function fieldSource(letter: string, count: number, isLenient: boolean, isTight: boolean): string {
  if ('yuY'.includes(letter)) {
    if (count === 2) return '\\d{2}';
    if (isLenient && !isTight) return '[+-]?\\d{1,9}';
    return isTight ? `\\d{${count}}` : `[+-]?\\d{${count},9}`;
  }
  if ('ML'.includes(letter) && count >= 3) {
    return (count === 3 ? MONTHS.map((name) => name.slice(0, 3)) : MONTHS).join('|');
  }
  if (letter === 'E' || ('ec'.includes(letter) && count >= 3)) {
    return (count <= 3 ? DAYS.map((name) => name.slice(0, 3)) : DAYS).join('|');
  }
  if (letter === 'a') return 'AM|PM';
  if (letter === 'G') return 'AD|BC';
  if (letter === 'f') return '\\d{1,9}';
  if (letter === 'S') return `\\d{${count}}`;
  if (letter === 'n') return '\\d+';
  if ('OXxZ'.includes(letter)) return 'Z|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?';
  if ('Vz'.includes(letter)) return 'Z|UTC|GMT|[+-]\\d{2}:?\\d{2}|[A-Za-z]+(?:/[A-Za-z_]+)*';
  if (count === 1 || (isLenient && !isTight)) return `\\d{1,${Math.max(2, count)}}`;
  return `\\d{${count}}`;
}

/** Milliseconds of an offset; undefined for a zone that is not known. */
export function offsetMillis(zone: string): number | undefined {
  if (/^(z|utc|gmt)$/i.test(zone)) return 0;
  const match = /^([+-])(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?$/.exec(zone);
  if (match === null) return undefined;
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  return (match[1] === '-' ? -seconds : seconds) * 1000;
}

function momentOf(found: Record<string, string>): Moment | undefined {
  const number = (letters: string, fallback: number) => {
    for (const letter of letters) if (found[letter] !== undefined) return Number(found[letter]);
    return fallback;
  };
  const day = dayOf(found, number);
  if (day === undefined) return undefined;
  let hour = number('Hk', -1);
  if (hour === -1) {
    hour = number('hK', 0) % 12;
    if (found.a?.toUpperCase() === 'PM') hour += 12;
  }
  const minute = number('m', 0);
  const second = number('s', 0);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = Number((found.f ?? found.S ?? '').padEnd(9, '0')) + number('n', 0);
  const zone = found.O ?? found.X ?? found.x ?? found.Z ?? found.V ?? found.z;
  const offset = zone === undefined ? 0 : offsetMillis(zone);
  if (offset === undefined) return undefined;
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(fraction / 1e6);
  return { millis: day + time - offset, nanos: fraction % 1e6 };
}

/** Midnight of the day that the fields name. */
function dayOf(
  found: Record<string, string>,
  number: (letters: string, fallback: number) => number,
): number | undefined {
  let year = number('uy', 1970);
  if ((found.u ?? found.y)?.length === 2) year += 2000;
  if (found.Y !== undefined) {
    return weekDay(number('Y', 1970), number('w', 1), number('ec', 1));
  }
  if (found.D !== undefined) {
    const ordinal = number('D', 1);
    if (ordinal < 1 || ordinal > (isLeap(year) ? 366 : 365)) return undefined;
    return utcDay(year, 0, 1) + (ordinal - 1) * DAY_MS;
  }
  const monthText = found.M ?? found.L ?? '1';
  const month = /^\d/.test(monthText) ? Number(monthText) - 1 : monthIndex(monthText);
  const day = number('d', 1);
  if (month < 0 || month > 11 || day < 1 || day > daysIn(year, month)) return undefined;
  return utcDay(year, month, day);
}

function monthIndex(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(start));
}

/** Date.UTC takes the years 0 to 99 for those of the last century. */
export function utcDay(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

/** ISO weeks: the first has the year's first Thursday. */
function weekDay(year: number, week: number, day: number): number {
  const fourth = new Date(utcDay(year, 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY_MS;
  return monday + ((week - 1) * 7 + day - 1) * DAY_MS;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysIn(year: number, month: number): number {
  if (month === 1) return isLeap(year) ? 29 : 28;
  return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
}

function printParts(parts: readonly Part[], moment: Moment, date: Date, offset: number): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'optional') text += printParts(part.parts, moment, date, offset);
    else if ('OXxZVz'.includes(part.letter)) text += printOffset(part.letter, part.count, offset);
    else text += printField(part.letter, part.count, moment, date);
  }
  return text;
}

function printField(letter: string, count: number, moment: Moment, date: Date): string {
  const pad = (value: number) => String(value).padStart(count, '0');
  const hour = date.getUTCHours();
  switch (letter) {
    case 'u':
    case 'y':
      return count === 2 ? pad(date.getUTCFullYear() % 100) : pad(date.getUTCFullYear());
    case 'Y':
      return pad(isoWeek(date).year);
    case 'w':
      return pad(isoWeek(date).week);
    case 'M':
    case 'L':
      if (count >= 3) {
        const name = MONTHS[date.getUTCMonth()] as string;
        return count === 3 ? name.slice(0, 3) : name;
      }
      return pad(date.getUTCMonth() + 1);
    case 'd':
      return pad(date.getUTCDate());
    case 'D':
      return pad(1 + (midnight(date) - utcDay(date.getUTCFullYear(), 0, 1)) / DAY_MS);
    case 'E': {
      const name = DAYS[date.getUTCDay()] as string;
      return count <= 3 ? name.slice(0, 3) : name;
    }
    case 'e':
    case 'c':
      return pad(((date.getUTCDay() + 6) % 7) + 1);
    case 'Q':
      return pad(Math.floor(date.getUTCMonth() / 3) + 1);
    case 'G':
      return 'AD';
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'H':
      return pad(hour);
    case 'k':
      return pad(hour === 0 ? 24 : hour);
    case 'h':
      return pad(hour % 12 === 0 ? 12 : hour % 12);
    case 'K':
      return pad(hour % 12);
    case 'm':
      return pad(date.getUTCMinutes());
    case 's':
      return pad(date.getUTCSeconds());
    case 'S':
      return nanoDigits(moment).slice(0, count).padEnd(count, '0');
    case 'f': {
      const digits = nanoDigits(moment);
      return moment.nanos === 0 ? digits.slice(0, 3) : digits.replace(/0+$/, '');
    }
    default:
      return pad(Number(nanoDigits(moment)));
  }
}

/** `O` and `X` write Z for no offset, `x` and `Z` digits; the count of letters says which digits. */
function printOffset(letter: string, count: number, offset: number): string {
  if (offset === 0 && 'OXVz'.includes(letter)) return letter === 'z' ? 'UTC' : 'Z';
  if (letter === 'Z' && count === 5) return offset === 0 ? 'Z' : digits(offset, ':');
  if (letter === 'Z' && count === 4) return offset === 0 ? 'GMT' : `GMT${digits(offset, ':')}`;
  const hasColon = 'OVz'.includes(letter) || ('Xx'.includes(letter) && count >= 3);
  if ('Xx'.includes(letter) && count === 1 && offset % 3_600_000 === 0) {
    return digits(offset, '').slice(0, 3);
  }
  return digits(offset, hasColon ? ':' : '');
}

function digits(offset: number, colon: string): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.abs(offset) / 1000;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (seconds % 60 !== 0) parts.push(seconds % 60);
  return (offset < 0 ? '-' : '+') + parts.map(pad).join(colon);
}

function nanoDigits({ millis, nanos }: Moment): string {
  const milli = ((millis % 1000) + 1000) % 1000;
  return String(milli * 1e6 + nanos).padStart(9, '0');
}

function midnight(date: Date): number {
  return utcDay(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

function isoWeek(date: Date): { year: number; week: number } {
  const day = midnight(date);
  const thursday = day + (3 - ((date.getUTCDay() + 6) % 7)) * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  return { year, week: 1 + Math.floor((thursday - utcDay(year, 0, 1)) / (7 * DAY_MS)) };
}
