import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { DatePattern, daysIn, type Moment, offsetMillis, utcDay } from './date-pattern.ts';
import { NAMED_FORMATS } from './named-formats.ts';

/** One alternative of a format. */
interface DateParser {
  readonly parse: (text: string) => Moment | undefined;
  readonly print: (moment: Moment, offset: number) => string;
}

const ISO =
  /^([+-]?\d{4,9})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?)?)?)?$/;

/** The default format, by hand: nearly every date of every document goes through it. */
function parseIso(text: string): Moment | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2] ?? 1) - 1;
  const day = Number(match[3] ?? 1);
  const hour = Number(match[4] ?? 0);
  const minute = Number(match[5] ?? 0);
  const second = Number(match[6] ?? 0);
  if (month < 0 || month > 11 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = match[7] === undefined ? 0 : Number(match[7].padEnd(9, '0'));
  const offset = match[8] === undefined ? 0 : (offsetMillis(match[8]) ?? 0);
  const midnight = year >= 100 ? Date.UTC(year, month, day) : utcDay(year, month, day);
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(fraction / 1e6);
  return { millis: midnight + time - offset, nanos: fraction % 1e6 };
}

const FIRST_YEAR = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.UTC(10_000, 0);

function isoParser(fractionDigits: string): DateParser {
  const printer = new DatePattern(`uuuu-MM-dd'T'HH:mm:ss.${fractionDigits}O`);
  const isMillis = fractionDigits === 'SSS';
  const print = (moment: Moment, offset: number) => {
    // The runtime prints the commonest of dates, and quicker.
    if (isMillis && offset === 0 && moment.millis >= FIRST_YEAR && moment.millis < YEAR_10000) {
      return new Date(moment.millis).toISOString();
    }
    return printer.print(moment, offset);
  };
  return { parse: parseIso, print };
}

/** Milliseconds or seconds since 1970, with an optional fraction. */
function epochParser(unit: number): DateParser {
  return {
    parse: (text) => {
      const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
      if (match === null) return undefined;
      const digits = (match[3] ?? '').padEnd(9, '0').slice(0, 9);
      const sign = match[1] === '-' ? -1 : 1;
      const nanosOfUnit = Number(digits) * (unit / 1000);
      const total = sign * (Number(match[2]) * unit) + (sign * Math.floor(nanosOfUnit / 1e6) || 0);
      const rest = Math.floor(nanosOfUnit % 1e6);
      return sign < 0 && rest > 0
        ? { millis: total - 1, nanos: 1e6 - rest }
        : { millis: total || 0, nanos: rest };
    },
    print: ({ millis }) => (unit === 1 ? String(millis) : String(millis / unit)),
  };
}

const SPECIAL: Readonly<Record<string, DateParser>> = {
  strict_date_optional_time: isoParser('SSS'),
  strict_date_optional_time_nanos: isoParser('f'),
  epoch_millis: epochParser(1),
  epoch_second: epochParser(1000),
};

function makeParser(name: string): DateParser {
  const special = SPECIAL[name];
  if (special !== undefined) return special;
  const isStrict = name.startsWith('strict_');
  const pattern = NAMED_FORMATS[isStrict ? name.slice('strict_'.length) : name];
  if (pattern !== undefined) {
    return new DatePattern(pattern, !isStrict && !name.startsWith('basic_'));
  }
  return new DatePattern(name.startsWith('8') ? name.slice(1) : name);
}

const made = new Map<string, DateFormat>();
const MAX_KEPT = 200;

/** A date format as mappings name it: alternatives between `||`, tried in order; the first prints. */
export class DateFormat {
  private readonly parsers: readonly DateParser[];

  private constructor(readonly pattern: string) {
    const names = pattern.split('||');
    if (pattern.trim() === '') throw illegalArgument('No date pattern provided');
    for (const name of names) {
      if (name.trim() === '') {
        throw illegalArgument(`Cannot have empty element in multi date format pattern: ${pattern}`);
      }
    }
    this.parsers = names.map(makeParser);
  }

  /** The format of a pattern; throws illegal_argument. Formats are shared. */
  static of(pattern: string): DateFormat {
    const known = made.get(pattern);
    if (known !== undefined) return known;
    const format = new DateFormat(pattern);
    if (made.size >= MAX_KEPT) made.clear();
    made.set(pattern, format);
    return format;
  }

  /** Undefined when no alternative takes the text. */
  tryParse(text: string): Moment | undefined {
    for (const parser of this.parsers) {
      const moment = parser.parse(text);
      if (moment !== undefined) return moment;
    }
    return undefined;
  }

  /** Throws the reference's illegal_argument with its cause. */
  parse(text: string): Moment {
    const moment = text === '' ? undefined : this.tryParse(text);
    if (moment !== undefined) return moment;
    if (text === '') throw illegalArgument('cannot parse empty datetime');
    throw illegalArgument(
      `failed to parse date field [${text}] with format [${this.pattern}]`,
      new SearchError(
        'date_time_parse_exception',
        this.parsers.length > 1
          ? 'Failed to parse with all enclosed parsers'
          : `Text '${text}' could not be parsed at index 0`,
      ),
    );
  }

  /** The text of a moment in UTC, or where clocks are `offset` milliseconds ahead of it. */
  print(moment: Moment, offset = 0): string {
    return (this.parsers[0] as DateParser).print(moment, offset);
  }
}

export const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';
export const DEFAULT_NANOS_FORMAT = 'strict_date_optional_time_nanos||epoch_millis';
