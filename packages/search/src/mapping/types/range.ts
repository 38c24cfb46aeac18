/**
 * Ranges: a keyword column of both ends, each as bytes whose order is the order of the values
 * (8 bytes for numbers and dates, 16 for addresses), low then high, both included.
 */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { Token } from '../../json/json-reader.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { DateFormat, DEFAULT_DATE_FORMAT } from '../date/date-format.ts';
import type { FieldSetup, FieldType } from '../field-type.ts';
import { javaText, text } from '../parameter.ts';
import { COERCE, DOC_VALUES, INDEX, META, STORE } from './common.ts';
import { dateFormatParameter } from './date.ts';
import { cidrRange, parseIp } from './ip-address.ts';
import { javaDouble, truncated } from './numeric.ts';

/** One kind of range field; queries read what it writes. */
export interface RangeKind {
  readonly name: string;
  readonly size: number;
  readonly min: bigint;
  readonly max: bigint;
  /** An end as an integer in the order of the kind. */
  readonly parse: (value: Json, setup: FieldSetup) => bigint;
}

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;
const view = new DataView(new ArrayBuffer(8));

/** A double as an integer of the same order. */
export function sortableDouble(value: number): bigint {
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? bits ^ LONG_MAX : bits;
}

function whole(name: string, bits: bigint): RangeKind {
  const max = 2n ** (bits - 1n) - 1n;
  const parse = (value: Json) => {
    const given = javaText(value);
    javaDouble(given);
    return truncated(given);
  };
  return { name, size: 8, min: -max - 1n, max, parse };
}

function real(name: string, round: (value: number) => number): RangeKind {
  const parse = (value: Json) => sortableDouble(round(javaDouble(javaText(value))));
  return {
    name,
    size: 8,
    min: sortableDouble(Number.NEGATIVE_INFINITY),
    max: sortableDouble(Number.POSITIVE_INFINITY),
    parse,
  };
}

export function ipNumber(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

export const RANGE_KINDS: readonly RangeKind[] = [
  whole('integer_range', 32n),
  whole('long_range', 64n),
  real('float_range', Math.fround),
  real('double_range', (value) => value),
  {
    name: 'date_range',
    size: 8,
    min: LONG_MIN,
    max: LONG_MAX,
    parse: (value, setup) =>
      BigInt(DateFormat.of(setup.value('format') as string).parse(javaText(value)).millis),
  },
  {
    name: 'ip_range',
    size: 16,
    min: 0n,
    max: 2n ** 128n - 1n,
    parse: (value) => ipNumber(parseIp(javaText(value))),
  },
];

function putEnd(bytes: Uint8Array, at: number, value: bigint, kind: RangeKind): void {
  let rest = kind.size === 8 ? value - LONG_MIN : value;
  for (let i = kind.size - 1; i >= 0; i -= 1) {
    bytes[at + i] = Number(rest & 255n);
    rest >>= 8n;
  }
}

/** The bytes of one end. */
export function encodeEnd(value: bigint, kind: RangeKind): Uint8Array {
  const bytes = new Uint8Array(kind.size);
  putEnd(bytes, 0, value, kind);
  return bytes;
}

function ends(json: Json, kind: RangeKind, setup: FieldSetup): [bigint, bigint] {
  if (!isJsonObject(json)) {
    const [low, high] = cidrRange(javaText(json));
    return [ipNumber(low), ipNumber(high)];
  }
  let low = kind.min;
  let high = kind.max;
  for (const [name, value] of json) {
    if (
      !['gt', 'gte', 'lt', 'lte', 'from', 'to', 'include_lower', 'include_upper'].includes(name)
    ) {
      throw new SearchError(
        'mapper_parsing_exception',
        `error parsing field [${setup.path}], with unknown parameter [${name}]`,
      );
    }
    if (value === null || name.startsWith('include')) continue;
    const end = kind.parse(value, setup);
    if (name === 'gt' || (name === 'from' && json.get('include_lower') === false)) low = end + 1n;
    else if (name === 'gte' || name === 'from') low = end;
    else if (name === 'lt' || json.get('include_upper') === false) high = end - 1n;
    else high = end;
  }
  return [low, high];
}

function rangeType(kind: RangeKind): FieldType {
  const isDate = kind.name === 'date_range';
  return {
    name: kind.name,
    column: 'keyword',
    parameters: [
      INDEX,
      DOC_VALUES,
      STORE,
      COERCE,
      ...(isDate ? [dateFormatParameter(DEFAULT_DATE_FORMAT), text('locale', 'en')] : []),
      META,
    ],
    make: (setup) => ({
      index: (value, row) => {
        if (value.token !== Token.StartObject && kind.name !== 'ip_range') {
          throw new SearchError(
            'mapper_parsing_exception',
            `error parsing field [${setup.path}], expected an object but got ${setup.name}`,
          );
        }
        const [low, high] = ends(value.json(), kind, setup);
        if (low > high) {
          throw illegalArgument(`min value (${low}) is greater than max value (${high})`);
        }
        const bytes = new Uint8Array(2 * kind.size);
        putEnd(bytes, 0, low, kind);
        putEnd(bytes, kind.size, high, kind);
        row.sink.keyword(setup.path, bytes, 0, bytes.length);
      },
    }),
  };
}

export const RANGES: readonly FieldType[] = RANGE_KINDS.map(rangeType);
