/** The numeric types: a table of kinds, one indexer for all of them. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { Token } from '../../json/json-reader.ts';
import { doubleText } from '../../json/number-text.ts';
import { isJsonNumber, type Json, toNumber } from '../../json/values.ts';
import type { FieldIndexer, FieldSetup, FieldType, Row, SourceValue } from '../field-type.ts';
import { anything, javaText, oneOf, type Parameter } from '../parameter.ts';
import {
  COERCE,
  DIMENSION,
  DOC_VALUES,
  IGNORE_MALFORMED,
  INDEX,
  META,
  ON_SCRIPT_ERROR,
  STORE,
} from './common.ts';
import { roundToHalf } from './half-float.ts';

interface WholeKind {
  readonly name: string;
  readonly javaName: string;
  /** As messages say it: `a byte`, `an integer`. */
  readonly article: string;
  readonly min: bigint;
  readonly max: bigint;
}

const WHOLE: readonly WholeKind[] = [
  { name: 'long', javaName: 'Long', article: 'a long', min: -(2n ** 63n), max: 2n ** 63n - 1n },
  {
    name: 'integer',
    javaName: 'Integer',
    article: 'an integer',
    min: -2147483648n,
    max: 2147483647n,
  },
  { name: 'short', javaName: 'Short', article: 'a short', min: -32768n, max: 32767n },
  { name: 'byte', javaName: 'Byte', article: 'a byte', min: -128n, max: 127n },
];

interface RealKind {
  readonly name: string;
  readonly javaName: string;
  readonly round: (value: number) => number;
}

const REAL: readonly RealKind[] = [
  { name: 'double', javaName: 'Double', round: (value) => value },
  { name: 'float', javaName: 'Float', round: Math.fround },
  { name: 'half_float', javaName: 'Float', round: roundToHalf },
];

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[dDfF]?$/;

/** Parses one value to what the column holds; null when there is none (an empty string, coerced). */
export type ParseNumber = (value: SourceValue, coerce: boolean) => number | bigint | null;

/** A whole number out of a document, in the range of its kind. */
function parseWhole(kind: WholeKind): ParseNumber {
  const { min, max } = kind;
  const small = Number(max) <= 2 ** 31 ? Number(max) : Number.MAX_SAFE_INTEGER;
  return (value, coerce) => {
    if (value.token === Token.Integer) {
      const number = value.json() as number | bigint;
      if (typeof number === 'number' && number <= small && number >= -small - 1) return number;
      return inRange(kind, BigInt(number), value.text());
    }
    if (value.token === Token.Float) {
      const text = value.text();
      const whole = truncated(text);
      const number = Number(text);
      if (!coerce && !(Number.isInteger(number) && BigInt(number) === whole)) {
        throw illegalArgument(
          `${doubleText(number)} cannot be converted to ${kind.javaName} without data loss`,
        );
      }
      return inRange(kind, whole, text);
    }
    const text = stringOf(value, kind.javaName, coerce);
    if (text === null) return null;
    if (!NUMBER.test(text.trim()) || (kind.name === 'long' && text !== text.trim())) {
      throw notANumber(text, kind.name === 'long');
    }
    const whole = truncated(text);
    if (whole < min || whole > max) throw outOfRange(kind, text);
    return narrow(whole);
  };
}

function inRange(kind: WholeKind, whole: bigint, text: string): number | bigint {
  if (whole < kind.min || whole > kind.max) throw outOfRange(kind, text);
  return narrow(whole);
}

function outOfRange(kind: WholeKind, text: string): SearchError {
  return illegalArgument(`Value [${text}] is out of range for ${kind.article}`);
}

/** A bigint only where a number would not be exact. */
export function narrow(whole: bigint): number | bigint {
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

/** The whole part of a decimal text, exactly; texts of absurd exponents end beyond every range. */
export function truncated(text: string): bigint {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?[dDfF]?$/.exec(text.trim());
  if (match === null) return 0n;
  const [, sign, whole = '', fraction = '', exponentText] = match;
  const exponent = Number(exponentText ?? 0);
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const magnitude =
    /^0*$/.test(digits) || point <= 0
      ? 0n
      : point > 400
        ? 10n ** 400n
        : BigInt(digits.slice(0, point).padEnd(point, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

function parseReal({ name, javaName, round }: RealKind): ParseNumber {
  return (value, coerce) => {
    let number: number;
    if (value.token === Token.Integer || value.token === Token.Float) {
      number = toNumber(value.json() as number);
    } else {
      const text = stringOf(value, javaName, coerce);
      if (text === null) return null;
      number = javaDouble(text);
    }
    const rounded = round(number);
    if (Number.isFinite(rounded)) return rounded;
    throw illegalArgument(
      `[${name}] supports only finite values, but got [${doubleText(Number.isFinite(number) && name !== 'half_float' ? rounded : number)}]`,
    );
  };
}

/** A text as Java reads doubles: surrounding space, a type letter, NaN and Infinity are allowed. */
export function javaDouble(text: string): number {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) return Number(trimmed.replace(/[dDfF]$/, ''));
  const special = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  if (special !== null) {
    if (special[2] === 'NaN') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (trimmed === '') throw new SearchError('number_format_exception', 'empty String');
  throw notANumber(text, false);
}

function notANumber(text: string, isLong: boolean): SearchError {
  const reason = `For input string: "${text}"`;
  return isLong ? illegalArgument(reason) : new SearchError('number_format_exception', reason);
}

/** The text of a string value; null for an empty one that coercion takes for null. */
function stringOf(value: SourceValue, javaName: string, coerce: boolean): string | null {
  if (value.token === Token.StartObject) throw illegalArgument('Cannot parse object as number');
  if (value.token !== Token.String) {
    throw new SearchError(
      'json_parse_exception',
      `Current token (${value.token === Token.True ? 'VALUE_TRUE' : 'VALUE_FALSE'}) not numeric, can not use numeric value accessors`,
    );
  }
  const text = value.text();
  if (!coerce) throw illegalArgument(`${javaName} value passed as String`);
  return text.length === 0 ? null : text;
}

const UNSIGNED_MAX = 2n ** 64n - 1n;
const SIGN_BIT = 2n ** 63n;

/** An unsigned long as the column holds it: shifted down, so that signed order is its order. */
export function unsignedToColumn(value: bigint): number | bigint {
  return narrow(value - SIGN_BIT);
}

export function unsignedFromColumn(value: number | bigint): bigint {
  return BigInt(value) + SIGN_BIT;
}

const parseUnsigned: ParseNumber = (value, coerce) => {
  if (value.token === Token.StartObject) throw illegalArgument('Cannot parse object as number');
  const text = value.text().trim();
  if (value.token === Token.String && coerce && text === '') return null;
  const isPlain = /^\+?\d+$/.test(text);
  if (!isPlain && !NUMBER.test(text)) throw notANumber(value.text(), true);
  const whole = isPlain ? BigInt(text.replace('+', '')) : truncated(text);
  if (!isPlain && Number(text) !== Number(whole)) {
    throw illegalArgument(`Value "${text}" has a decimal part`);
  }
  if (whole < 0n || whole > UNSIGNED_MAX || text.startsWith('-')) {
    throw illegalArgument(`Value [${text}] is out of range for unsigned long`);
  }
  return unsignedToColumn(whole);
};

class NumberIndexer implements FieldIndexer {
  private readonly path: string;
  private readonly isKept: boolean;
  private readonly coerce: boolean;
  private readonly nullValue: number | bigint | undefined;

  constructor(
    setup: FieldSetup,
    private readonly parse: ParseNumber,
    private readonly isReal: boolean,
  ) {
    this.path = setup.path;
    this.isKept = setup.value('index') !== false || setup.value('doc_values') !== false;
    this.coerce = setup.value('coerce') !== false;
    const nullValue = setup.value('null_value');
    if (nullValue !== undefined && nullValue !== null) {
      this.nullValue = parse(looseValue(nullValue), true) ?? undefined;
    }
  }

  index(value: SourceValue, row: Row): void {
    const number = this.parse(value, this.coerce);
    if (number === null) this.indexNull(row);
    else this.add(number, row);
  }

  indexNull(row: Row): void {
    if (this.nullValue !== undefined) this.add(this.nullValue, row);
  }

  private add(number: number | bigint, row: Row): void {
    if (!this.isKept) return;
    if (this.isReal) row.sink.double(this.path, Number(number));
    else row.sink.long(this.path, number);
  }
}

/** A value that does not come from a document. */
export function looseValue(json: Json): SourceValue {
  const token = isJsonNumber(json)
    ? typeof json === 'bigint' || (typeof json === 'number' && Number.isInteger(json))
      ? Token.Integer
      : Token.Float
    : typeof json === 'boolean'
      ? json
        ? Token.True
        : Token.False
      : Token.String;
  return { token, text: () => javaText(json), json: () => json, place: () => '-1:-1' };
}

function nullValue(parse: ParseNumber): Parameter {
  return {
    name: 'null_value',
    fallback: undefined,
    nullable: true,
    parse: (value) => {
      if (value === null) return null;
      const parsed = parse(looseValue(value), true);
      if (typeof value !== 'string') return value;
      return parsed;
    },
  };
}

function numberType(name: string, parse: ParseNumber, isReal: boolean): FieldType {
  return {
    name,
    column: isReal ? 'double' : 'long',
    parameters: [
      INDEX,
      DOC_VALUES,
      STORE,
      IGNORE_MALFORMED,
      ...(name === 'unsigned_long' ? [] : [COERCE]),
      nullValue(parse),
      anything('script'),
      ON_SCRIPT_ERROR,
      META,
      DIMENSION,
      oneOf('time_series_metric', ['gauge', 'counter'], undefined, { nullable: true }),
    ],
    make: (setup) => new NumberIndexer(setup, parse, isReal),
  };
}

const SCALING_FACTOR: Parameter = {
  name: 'scaling_factor',
  fallback: undefined,
  parse: (value) => {
    const factor = isJsonNumber(value) ? toNumber(value) : javaDouble(javaText(value));
    if (factor > 0) return value;
    throw illegalArgument(
      `[scaling_factor] must be a positive number, got [${doubleText(factor)}]`,
    );
  },
};

const parseDouble = parseReal(REAL[0] as RealKind);

/** Kept as the double nearest to the scaled whole number. */
const SCALED_FLOAT: FieldType = {
  name: 'scaled_float',
  column: 'double',
  parameters: [
    INDEX,
    DOC_VALUES,
    STORE,
    IGNORE_MALFORMED,
    META,
    SCALING_FACTOR,
    COERCE,
    nullValue(parseDouble),
    oneOf('time_series_metric', ['gauge', 'counter'], undefined, { nullable: true }),
  ],
  make: (setup) => {
    const given = setup.value('scaling_factor');
    if (given === undefined || given === null) {
      throw illegalArgument(`Field [${setup.name}] misses required parameter [scaling_factor]`);
    }
    const factor = Number(javaText(given));
    const parse: ParseNumber = (value, coerce) => {
      const number = parseDouble(value, coerce);
      return number === null ? null : scaledRound(Number(number) * factor) / factor;
    };
    return new NumberIndexer(setup, parse, true);
  },
};

/** Halves go up, as Java's Math.round does. */
function scaledRound(value: number): number {
  return Math.floor(value + 0.5);
}

export const NUMERIC: readonly FieldType[] = [
  ...WHOLE.map((kind) => numberType(kind.name, parseWhole(kind), false)),
  ...REAL.map((kind) => numberType(kind.name, parseReal(kind), true)),
  numberType('unsigned_long', parseUnsigned, false),
  SCALED_FLOAT,
];
