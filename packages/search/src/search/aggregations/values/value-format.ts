/** How values are printed in `key_as_string` and the like, and read from requests. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { doubleText } from '../../../json/number-text.ts';
import type { DateFormat } from '../../../mapping/date/date-format.ts';
import { parseDateMath } from '../../../mapping/date/date-math.ts';
import type { TimeZone } from '../../../mapping/date/time-zone.ts';
import { javaDouble } from '../../../mapping/types/numeric.ts';
import { DecimalFormat } from './decimal-format.ts';

export interface ValueFormat {
  /** Whether values stand for themselves: then nothing is printed beside them. */
  readonly isRaw: boolean;
  print(value: number | bigint): string;
  /** The value of a text; throws a SearchError. */
  parse(text: string, now: number): number;
}

function parseNumber(text: string): number {
  return javaDouble(text);
}

/** Longs, and doubles that print as such. */
export const RAW: ValueFormat = {
  isRaw: true,
  print: (value) => (typeof value === 'bigint' ? String(value) : doubleText(value)),
  parse: parseNumber,
};

export const RAW_LONG: ValueFormat = { ...RAW, print: (value) => String(value) };

export const BOOLEAN_FORMAT: ValueFormat = {
  isRaw: false,
  print: (value) => (Number(value) === 0 ? 'false' : 'true'),
  parse: (text) => {
    if (text === 'true') return 1;
    if (text === 'false') return 0;
    throw illegalArgument(`Cannot parse boolean [${text}], expected either [true] or [false]`);
  },
};

export function decimalFormat(pattern: string): ValueFormat {
  const format = new DecimalFormat(pattern);
  return {
    isRaw: false,
    print: (value) => format.print(Number(value)),
    parse: (text) => {
      const parsed = format.parse(text);
      if (parsed === undefined) {
        throw illegalArgument(`Cannot parse the value [${text}] using the pattern [${pattern}]`);
      }
      return parsed;
    },
  };
}

/** Moments in milliseconds; `isNanos` for the fields that hold more, read from milliseconds too. */
export class DateValueFormat implements ValueFormat {
  readonly isRaw = false;

  constructor(
    readonly format: DateFormat,
    readonly zone: TimeZone,
  ) {}

  print(value: number | bigint): string {
    const millis = Math.floor(Number(value));
    if (!Number.isFinite(millis) || Math.abs(millis) > 8.64e15) return String(value);
    const moment = { millis, nanos: Math.round((Number(value) - millis) * 1e6) };
    return this.format.print(moment, this.zone.offsetAt(millis));
  }

  parse(text: string, now: number): number {
    const { millis } = parseDateMath(text, { format: this.format, now, zone: this.zone });
    return millis;
  }
}
