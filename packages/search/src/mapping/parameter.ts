import { checkIndexTime, type IndexAnalysis } from '../analysis/core/index-analysis.ts';
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { jsonText } from '../json/json-writer.ts';
import { isJsonNumber, isJsonObject, type Json, toNumber } from '../json/values.ts';

/** Where a parameter stands, for error texts and look-ups. */
export interface Place {
  /** The field's own name, without its parents'. */
  readonly field: string;
  readonly type: string;
  readonly analysis: IndexAnalysis;
}

/** One parameter of a field type; its value is kept as the JSON that is printed back. */
export interface Parameter {
  readonly name: string;
  /** What an absent parameter means; undefined when there is no such value. */
  readonly fallback: Json | undefined;
  /** Whether a mapping update may change it. */
  readonly updateable?: boolean;
  /** Changes that are allowed although the parameter is not updateable. */
  readonly canChange?: (from: Json | undefined, to: Json | undefined) => boolean;
  /** Printed when given, even if it equals the default. */
  readonly explicit?: boolean;
  /** Whether it is printed although it was not given. */
  readonly isPrinted?: (value: (name: string) => Json | undefined) => boolean;
  readonly nullable?: boolean;
  /** Checks and normalises; throws illegal_argument or mapper_parsing errors. */
  readonly parse: (value: Json, place: Place) => Json;
}

type Extra = Partial<Omit<Parameter, 'name' | 'fallback' | 'parse'>>;

export function mapperParsing(reason: string, cause?: unknown): SearchError {
  return new SearchError('mapper_parsing_exception', reason, { cause });
}

export function booleanValue(value: Json, name: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(
    `Could not convert [${name}] to boolean`,
    illegalArgument(
      `Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`,
    ),
  );
}

export function bool(name: string, fallback: boolean, extra: Extra = {}): Parameter {
  return { name, fallback, ...extra, parse: (value) => booleanValue(value, name) };
}

export function integer(name: string, fallback: number | undefined, extra: Extra = {}): Parameter {
  return { name, fallback, ...extra, parse: (value) => integerValue(value, name) };
}

export function integerValue(value: Json, name: string): number {
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) {
      throw new SearchError('number_format_exception', `For input string: "${value}"`);
    }
    return Number(value);
  }
  if (!isJsonNumber(value)) {
    throw illegalArgument(`Failed to parse value [${javaText(value)}] for [${name}]`);
  }
  return Math.trunc(toNumber(value));
}

export function text(name: string, fallback: string | undefined, extra: Extra = {}): Parameter {
  return { name, fallback, ...extra, parse: (value) => javaText(value) };
}

/** A word out of a list. */
export function oneOf(
  name: string,
  words: readonly string[],
  fallback: string | undefined,
  extra: Extra = {},
): Parameter {
  return {
    name,
    fallback,
    ...extra,
    parse: (value, place) => {
      const word = javaText(value);
      if (words.includes(word)) return word;
      throw mapperParsing(
        `Unknown value [${word}] for field [${name}] - accepted values are [${words.join(', ')}]`,
        place.field,
      );
    },
  };
}

/** Any JSON, kept as it is. */
export function anything(name: string, extra: Extra = {}): Parameter {
  return { name, fallback: undefined, ...extra, parse: (value) => value };
}

export function analyzer(name: string, extra: Extra = {}): Parameter {
  return {
    name,
    fallback: undefined,
    ...extra,
    parse: (value, { analysis }) => {
      const wanted = javaText(value);
      if (wanted === 'default') return wanted;
      const found = analysis.analyzer(wanted);
      if (found === undefined) {
        throw illegalArgument(`analyzer [${wanted}] has not been configured in mappings`);
      }
      if (name === 'analyzer') checkIndexTime(found);
      return wanted;
    },
  };
}

const MAX_META_ENTRIES = 5;
const MAX_META_NAME = 20;
const MAX_META_VALUE = 50;

/** `meta`: a few short strings about a field, free to change. */
export const META: Parameter = {
  name: 'meta',
  fallback: new Map(),
  updateable: true,
  parse: (value, { field }) => {
    if (!isJsonObject(value)) {
      throw mapperParsing(
        `[meta] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${field}]`,
      );
    }
    if (value.size > MAX_META_ENTRIES) {
      throw mapperParsing(
        `[meta] can't have more than 5 entries, but got ${value.size} on field [${field}]`,
      );
    }
    for (const [name, entry] of value) {
      if (name.length > MAX_META_NAME) {
        throw mapperParsing(
          `[meta] keys can't be longer than 20 chars, but got [${name}] for field [${field}]`,
        );
      }
      if (entry === null) {
        throw mapperParsing(`[meta] values can't be null (field [${field}])`);
      }
      if (typeof entry !== 'string') {
        throw mapperParsing(
          `[meta] values can only be strings, but got ${javaClass(entry)}[${javaText(entry)}] for field [${field}]`,
        );
      }
      if (entry.length > MAX_META_VALUE) {
        throw mapperParsing(
          `[meta] values can't be longer than 50 chars, but got [${entry}] for field [${field}]`,
        );
      }
    }
    return new Map([...value].sort(([a], [b]) => (a < b ? -1 : 1)));
  },
};

export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return jsonText(a) === jsonText(b);
}

/** A value as Java prints it: `{a=1, b=[x, y]}`. */
export function javaText(value: Json | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(javaText).join(', ')}]`;
  if (isJsonObject(value)) {
    return `{${[...value].map(([name, item]) => `${name}=${javaText(item)}`).join(', ')}}`;
  }
  return jsonText(value);
}

/** The class name Java would give a parsed value, which some messages show. */
export function javaClass(value: Json): string {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (Array.isArray(value)) return 'java.util.ArrayList';
  if (isJsonObject(value)) return 'java.util.HashMap';
  if (typeof value === 'bigint') return 'java.lang.Long';
  if (typeof value === 'number' && Number.isInteger(value)) {
    return Math.abs(value) <= 0x7fffffff ? 'java.lang.Integer' : 'java.lang.Long';
  }
  return 'java.lang.Double';
}
