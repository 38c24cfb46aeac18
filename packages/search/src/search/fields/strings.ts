/** Queries on strings: terms of the inverted index, or of the column where there is none. */
import type { Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { cidrRange, parseIp } from '../../mapping/types/ip-address.ts';
import type { Query } from '../../query/query.ts';
import {
  type Bounds,
  EVERYTHING,
  type FieldKind,
  mustBeSearchable,
  NOTHING,
  type SearchField,
  utf8,
} from './field-kind.ts';

/** The next byte string behind `bytes`. */
function successor(bytes: Uint8Array): Uint8Array {
  const next = new Uint8Array(bytes.length + 1);
  next.set(bytes);
  return next;
}

/** A range of terms; its ends are bytes. */
export function byteRange(
  path: string,
  { includeFrom, includeTo }: Bounds,
  from: Uint8Array | undefined,
  to: Uint8Array | undefined,
): Query {
  return {
    kind: 'term_range',
    field: path,
    ...(from === undefined ? {} : { from: includeFrom ? from : successor(from) }),
    ...(to === undefined ? {} : { to: includeTo ? successor(to) : to }),
  };
}

function stringKind(
  bytes: (field: SearchField, text: string) => Uint8Array,
  isScored: (field: SearchField) => boolean,
  isText = false,
): FieldKind {
  return {
    bytes,
    isText,
    term: (field, value) => {
      mustBeSearchable(field);
      const term = bytes(field, javaText(value));
      return isScored(field)
        ? { kind: 'term', field: field.path, term }
        : { kind: 'terms', field: field.path, terms: [term] };
    },
    terms: (field, values) => {
      mustBeSearchable(field);
      const terms = values.map((value) => bytes(field, javaText(value)));
      return { kind: 'terms', field: field.path, terms };
    },
    range: (field, bounds) => {
      mustBeSearchable(field);
      const end = (value: Json | undefined) =>
        value === undefined ? undefined : bytes(field, javaText(value));
      return byteRange(field.path, bounds, end(bounds.from), end(bounds.to));
    },
  };
}

const hasTerms = ({ mapper }: SearchField) =>
  mapper?.value('index') !== false && mapper?.value('similarity') !== 'boolean';

function normalized(field: SearchField, text: string): Uint8Array {
  const normalizer = field.mapper?.value('normalizer');
  const found = typeof normalizer === 'string' ? field.analysis.normalizer(normalizer) : undefined;
  return utf8(found === undefined ? text : (found.terms(text)[0] ?? ''));
}

const FLAT = stringKind(
  (field, text) => utf8((field.keyed ?? '') + text),
  () => false,
);

/** Terms of a flattened field's keys start with the key and a zero byte. */
const FLATTENED: FieldKind = {
  ...FLAT,
  exists: (field) =>
    field.keyed === undefined
      ? { kind: 'exists', field: field.path }
      : { kind: 'prefix', field: field.path, prefix: utf8(field.keyed) },
  range: (field, bounds, context) => {
    const { keyed } = field;
    if (keyed === undefined) return FLAT.range?.(field, bounds, context) as Query;
    const first = utf8(keyed);
    const last = utf8(`${keyed.slice(0, -1)}\u0001`);
    const end = (value: Json | undefined, open: Uint8Array) =>
      value === undefined ? open : utf8(keyed + javaText(value));
    const includeTo = bounds.to !== undefined && bounds.includeTo;
    return byteRange(
      field.path,
      { ...bounds, includeTo },
      end(bounds.from, first),
      end(bounds.to, last),
    );
  },
};

const constantValue = ({ mapper }: SearchField) => mapper?.value('value');
const CONSTANT: FieldKind = {
  bytes: (_, text) => utf8(text),
  term: (field, value) => (constantValue(field) === javaText(value) ? EVERYTHING : NOTHING),
  exists: (field) => (constantValue(field) === undefined ? NOTHING : EVERYTHING),
};

function addressTerm(field: SearchField, value: Json): Query {
  const text = javaText(value);
  if (!text.includes('/')) return { kind: 'terms', field: field.path, terms: [parseIp(text)] };
  const [low, high] = cidrRange(text);
  const whole = { from: undefined, to: undefined, includeFrom: true, includeTo: true };
  return byteRange(field.path, whole, low, high);
}

const ADDRESS: FieldKind = {
  term: (field, value) => {
    mustBeSearchable(field);
    return addressTerm(field, value);
  },
  range: (field, bounds) => {
    mustBeSearchable(field);
    const end = (value: Json | undefined) =>
      value === undefined ? undefined : parseIp(javaText(value));
    return byteRange(field.path, bounds, end(bounds.from), end(bounds.to));
  },
};

const plain = stringKind((_, text) => utf8(text), hasTerms, true);

export const STRING_KINDS: Readonly<Record<string, FieldKind>> = {
  text: plain,
  match_only_text: {
    ...stringKind(
      (_, text) => utf8(text),
      () => false,
      true,
    ),
    isUnscored: true,
  },
  search_as_you_type: plain,
  keyword: stringKind(normalized, hasTerms),
  wildcard: stringKind(
    (_, text) => utf8(text),
    () => false,
  ),
  join: stringKind(
    (_, text) => utf8(text),
    () => true,
  ),
  flattened: FLATTENED,
  constant_keyword: CONSTANT,
  ip: ADDRESS,
};
