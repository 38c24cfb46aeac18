/** A value of a document as its field keeps it: what stored fields and synthetic sources show. */
import {
  Double,
  Float32,
  isJsonNumber,
  type Json,
  toNumber,
  type Writable,
} from '../json/values.ts';
import { DateFormat } from './date/date-format.ts';
import type { FieldMapper } from './mapper.ts';
import { javaText } from './parameter.ts';
import { roundToHalf } from './types/half-float.ts';
import { ipText, parseIp } from './types/ip-address.ts';

/** What a type makes of a value, and where it stands among others. */
export interface TypedValue {
  readonly shown: Writable;
  /** Values are kept in this order. */
  readonly order: number | bigint | string;
}

type Typed = (value: Json, field: FieldMapper) => TypedValue | undefined;

const whole: Typed = (value) => {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  const cut = typeof number === 'bigint' ? number : Math.trunc(number);
  return { shown: cut, order: cut };
};

const real =
  (round: (value: number) => number, isFloat: boolean): Typed =>
  (value) => {
    const number = numberOf(value);
    if (number === undefined) return undefined;
    const rounded = round(Number(number));
    return { shown: isFloat ? new Float32(rounded) : new Double(rounded), order: rounded };
  };

const string: Typed = (value) => {
  const text = javaText(value);
  return { shown: text, order: text };
};

const date: Typed = (value, field) => {
  const format = DateFormat.of(field.value('format') as string);
  const moment = format.tryParse(javaText(value));
  if (moment === undefined) return undefined;
  return {
    shown: format.print(moment),
    order: BigInt(moment.millis) * 1_000_000n + BigInt(moment.nanos),
  };
};

const scaled: Typed = (value, field) => {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  const factor = toNumber(field.value('scaling_factor') as number);
  const kept = Math.round(Number(number) * factor) / factor;
  return { shown: new Double(kept), order: kept };
};

const TYPES: Readonly<Record<string, Typed>> = {
  long: whole,
  integer: whole,
  short: whole,
  byte: whole,
  unsigned_long: whole,
  double: real((value) => value, false),
  float: real(Math.fround, true),
  half_float: real(roundToHalf, true),
  scaled_float: scaled,
  boolean: (value) => {
    const text = javaText(value);
    if (text !== 'true' && text !== 'false' && text !== '') return undefined;
    return { shown: text === 'true', order: text === 'true' ? 1 : 0 };
  },
  date,
  date_nanos: date,
  ip: (value) => {
    if (typeof value !== 'string') return undefined;
    try {
      const bytes = parseIp(value);
      return { shown: ipText(bytes), order: Buffer.from(bytes).toString('hex') };
    } catch {
      return undefined;
    }
  },
  text: string,
  match_only_text: string,
  keyword: string,
  wildcard: string,
  constant_keyword: string,
  search_as_you_type: string,
};

/** Undefined when the value is not one of the field's type. */
export function typedValue(field: FieldMapper, value: Json): TypedValue | undefined {
  const typed = Object.hasOwn(TYPES, field.type.name) ? TYPES[field.type.name] : undefined;
  return typed === undefined ? { shown: value, order: 0 } : typed(value, field);
}

function numberOf(value: Json): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (isJsonNumber(value)) return toNumber(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  if (Number.isNaN(number)) return undefined;
  return Number.isSafeInteger(number) || !/^[+-]?\d+$/.test(value) ? number : BigInt(value);
}
