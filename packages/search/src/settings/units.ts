/** Values with units as they stand in parameters and settings: `30s`, `100mb`, `true`. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';

const TIME_UNITS: readonly (readonly [string, number])[] = [
  ['nanos', 1e-6],
  ['micros', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];

/** Milliseconds of `30s`; -1 and 0 need no unit. Throws with the setting's name in the message. */
export function parseTime(text: string, setting: string): number {
  const value = text.trim().toLowerCase();
  if (value === '-1') return -1;
  if (/^0+$/.test(value)) return 0;
  for (const [unit, factor] of TIME_UNITS) {
    if (!value.endsWith(unit)) continue;
    const digits = value.slice(0, -unit.length).trim();
    if (/^-?\d+$/.test(digits)) {
      if (digits.startsWith('-') && digits !== '-1') {
        throw illegalArgument(
          `failed to parse setting [${setting}] with value [${text}] as a time value: negative durations are not supported`,
        );
      }
      return digits === '-1' ? -1 : Number(digits) * factor;
    }
    if (/^-?\d+\.\d+$/.test(digits)) {
      throw illegalArgument(`failed to parse [${text}], fractional time values are not supported`);
    }
    throw illegalArgument(
      `failed to parse [${text}]`,
      new SearchError('number_format_exception', `For input string: "${digits}"`),
    );
  }
  throw illegalArgument(
    `failed to parse setting [${setting}] with value [${text}] as a time value: unit is missing or unrecognized`,
  );
}

const SIZE_UNITS: readonly (readonly [string, number])[] = [
  ['pb', 2 ** 50],
  ['tb', 2 ** 40],
  ['gb', 2 ** 30],
  ['mb', 2 ** 20],
  ['kb', 2 ** 10],
  ['p', 2 ** 50],
  ['t', 2 ** 40],
  ['g', 2 ** 30],
  ['m', 2 ** 20],
  ['k', 2 ** 10],
  ['b', 1],
];

/** Bytes of `100mb`; throws with the setting's name in the message. */
export function parseBytes(text: string, setting: string): number {
  const value = text.trim().toLowerCase();
  if (value === '-1') return -1;
  if (value === '0') return 0;
  const unit = SIZE_UNITS.find(([name]) => value.endsWith(name));
  const number = unit === undefined ? Number.NaN : Number(value.slice(0, -unit[0].length).trim());
  if (unit === undefined) {
    throw new SearchError(
      'parse_exception',
      `failed to parse setting [${setting}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  }
  if (!Number.isFinite(number) || number < 0) {
    throw new SearchError('parse_exception', `failed to parse [${text}]`);
  }
  return Math.floor(number * unit[1]);
}

/** `10.4gb`, `512b`: the largest unit that leaves at least one, one decimal unless it is zero. */
export function bytesText(bytes: number): string {
  for (const [name, size] of SIZE_UNITS) {
    if (name.length < 2 || bytes < size) continue;
    const value = Math.floor((bytes / size) * 10) / 10;
    return `${value}${name}`;
  }
  return `${bytes}b`;
}

const SHOWN_TIMES: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** `1.5m`: milliseconds in the largest unit that leaves at least one, with one decimal at most. */
export function timeText(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  for (const [unit, length] of SHOWN_TIMES) {
    if (whole >= length) return `${Math.floor((whole / length) * 10) / 10}${unit}`;
  }
  return whole === 0 ? '0s' : `${whole}ms`;
}

/** Only `true` and `false`; throws the reference's complaint. */
export function parseBoolean(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}
