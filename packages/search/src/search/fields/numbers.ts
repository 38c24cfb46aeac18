/** Queries on numbers and booleans: ranges of their columns. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { roundToHalf } from '../../mapping/types/half-float.ts';
import { javaDouble, narrow, truncated, unsignedToColumn } from '../../mapping/types/numeric.ts';
import type { Query } from '../../query/query.ts';
import {
  type Bounds,
  type FieldKind,
  mustBeSearchable,
  NOTHING,
  type SearchField,
} from './field-kind.ts';
import { numericRows } from './numeric-rows.ts';

type Value = number | bigint;
/** Bounds in the column's units; undefined when nothing lies between them. */
type Interval = readonly [low: Value, high: Value] | undefined;

/** A kind whose values are numbers of a column. */
export function columnKind(
  single: (field: SearchField, value: Json) => Interval,
  between: (field: SearchField, bounds: Bounds) => Interval,
): FieldKind {
  return {
    term: (field, value) => intervalQuery(field, single(field, value)),
    terms: (field, values) => {
      mustBeSearchable(field);
      const intervals = values
        .map((value) => single(field, value))
        .filter((it) => it !== undefined);
      return numericRows(field.path, intervals);
    },
    range: (field, bounds) => intervalQuery(field, between(field, bounds)),
  };
}

export function intervalQuery(field: SearchField, interval: Interval): Query {
  mustBeSearchable(field);
  if (interval === undefined || interval[0] > interval[1]) return NOTHING;
  return { kind: 'range', field: field.path, low: interval[0], high: interval[1] };
}

interface Whole {
  readonly value: bigint;
  readonly hasFraction: boolean;
}

function wholeOf(json: Json): Whole {
  const text = javaText(json);
  const number = javaDouble(text);
  const value = truncated(text);
  return { value, hasFraction: Number.isFinite(number) && !isWhole(text, number) };
}

function isWhole(text: string, number: number): boolean {
  return /^[+-]?\d+$/.test(text.trim()) || Number.isInteger(number);
}

function wholeKind(min: bigint, max: bigint, toColumn: (value: bigint) => Value): FieldKind {
  const clamp = (value: bigint) => toColumn(value < min ? min : value > max ? max : value);
  return columnKind(
    (_, json) => {
      const { value, hasFraction } = wholeOf(json);
      if (hasFraction || value < min || value > max) return undefined;
      return [toColumn(value), toColumn(value)];
    },
    (_, { from, to, includeFrom, includeTo }) => {
      let low = min;
      let high = max;
      if (from !== undefined) {
        const { value, hasFraction } = wholeOf(from);
        const isAbove = hasFraction ? javaDouble(javaText(from)) > 0 : !includeFrom;
        low = isAbove ? value + 1n : value;
      }
      if (to !== undefined) {
        const { value, hasFraction } = wholeOf(to);
        const isBelow = hasFraction ? javaDouble(javaText(to)) < 0 : !includeTo;
        high = isBelow ? value - 1n : value;
      }
      if (low > max || high < min || low > high) return undefined;
      return [clamp(low), clamp(high)];
    },
  );
}

const bits = new DataView(new ArrayBuffer(8));

/** The next double in the direction of `step`. */
export function neighbour(value: number, step: 1 | -1): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return step * Number.MIN_VALUE;
  bits.setFloat64(0, value);
  const outwards = value > 0 === step > 0;
  bits.setBigInt64(0, bits.getBigInt64(0) + (outwards ? 1n : -1n));
  return bits.getFloat64(0);
}

function realKind(round: (value: number) => number): FieldKind {
  return columnKind(
    (_, json) => {
      const value = round(javaDouble(javaText(json)));
      return Number.isNaN(value) ? undefined : [value, value];
    },
    (_, { from, to, includeFrom, includeTo }) => {
      let low = Number.NEGATIVE_INFINITY;
      let high = Number.POSITIVE_INFINITY;
      if (from !== undefined) {
        low = round(javaDouble(javaText(from)));
        if (!includeFrom) low = neighbour(low, 1);
      }
      if (to !== undefined) {
        high = round(javaDouble(javaText(to)));
        if (!includeTo) high = neighbour(high, -1);
      }
      return [low, high];
    },
  );
}

const factorOf = (field: SearchField) => Number(javaText(field.mapper?.value('scaling_factor')));

/** Values lie on a grid: ends move inwards to its nearest points. */
const SCALED: FieldKind = columnKind(
  (field, json) => {
    const factor = factorOf(field);
    const value = Math.floor(javaDouble(javaText(json)) * factor + 0.5) / factor;
    return [value, value];
  },
  (field, { from, to, includeFrom, includeTo }) => {
    const factor = factorOf(field);
    let low = Number.NEGATIVE_INFINITY;
    let high = Number.POSITIVE_INFINITY;
    if (from !== undefined) {
      const given = javaDouble(javaText(from)) * factor;
      low = Math.ceil(includeFrom ? given : neighbour(given, 1)) / factor;
    }
    if (to !== undefined) {
      const given = javaDouble(javaText(to)) * factor;
      high = Math.floor(includeTo ? given : neighbour(given, -1)) / factor;
    }
    return [low, high];
  },
);

function booleanOf(json: Json): number {
  if (json === true || json === 'true') return 1;
  if (json === false || json === 'false' || json === '') return 0;
  throw illegalArgument(
    `Can't parse boolean value [${javaText(json)}], expected [true] or [false]`,
  );
}

const BOOLEAN: FieldKind = columnKind(
  (_, json) => {
    const value = booleanOf(json);
    return [value, value];
  },
  (_, { from, to, includeFrom, includeTo }) => [
    from === undefined ? 0 : booleanOf(from) + (includeFrom ? 0 : 1),
    to === undefined ? 1 : booleanOf(to) - (includeTo ? 0 : 1),
  ],
);

const signed = (size: bigint) => wholeKind(-(2n ** (size - 1n)), 2n ** (size - 1n) - 1n, narrow);

export const NUMBER_KINDS: Readonly<Record<string, FieldKind>> = {
  long: signed(64n),
  integer: signed(32n),
  short: signed(16n),
  byte: signed(8n),
  token_count: signed(32n),
  unsigned_long: wholeKind(0n, 2n ** 64n - 1n, unsignedToColumn),
  double: realKind((value) => value),
  float: realKind(Math.fround),
  half_float: realKind(roundToHalf),
  rank_feature: realKind(Math.fround),
  scaled_float: SCALED,
  boolean: BOOLEAN,
};
