/** The plain kinds of values: yes/no, numbers and sizes, text, one of a list, flags. */
import { parseInt64 } from '../resp/numbers.ts';
import { quoteWord } from '../resp/words.ts';
import {
  type Directive,
  type DirectiveOptions,
  type Kind,
  NO_LINES,
  oneLine,
  refuse,
} from './kind.ts';
import { formatMemorySize, parseMemorySize } from './memory-size.ts';

export const INT_MIN = -2147483648;
export const INT_MAX = 2147483647;
export const UINT_MAX = 4294967295;
export const INT64_MAX = 9223372036854775807n;
export const UINT64_MAX = 18446744073709551615n;

function only(words: readonly string[]): string {
  return words[0] ?? '';
}

const YES_NO: Kind<boolean> = {
  parse(words) {
    const word = only(words).toLowerCase();
    if (word === 'yes') return true;
    return word === 'no' ? false : refuse("argument must be 'yes' or 'no'");
  },
  format: (value) => (value ? 'yes' : 'no'),
  rewrite: (value, initial) => oneLine(value ? 'yes' : 'no', value !== initial),
  same: (a, b) => a === b,
};

export function bool(
  initial: boolean,
  options: DirectiveOptions<boolean> = {},
): Directive<boolean> {
  return { ...options, kind: YES_NO, initial };
}

type Unit = 'integer' | 'memory' | 'memory-or-percent' | 'octal';

const UNIT_ERRORS: { readonly [unit in Unit]: string } = {
  integer: "argument couldn't be parsed into an integer",
  memory: 'argument must be a memory value',
  'memory-or-percent': 'argument must be a memory or percent value',
  octal: "argument couldn't be parsed as an octal number",
};

/** A number of the given unit, null when the text is none. Percents are negative, as stored. */
function parseUnit(text: string, unit: Unit): bigint | null {
  switch (unit) {
    case 'integer':
      return parseInt64(text);
    case 'octal':
      return /^[0-7]{1,20}$/.test(text) ? BigInt(`0o${text}`) : null;
    case 'memory':
      return parseMemorySize(text);
    case 'memory-or-percent': {
      const bytes = parseMemorySize(text);
      if (bytes !== null) return bytes;
      const percent = text.endsWith('%') ? parseInt64(text.slice(0, -1)) : null;
      return percent !== null && percent >= 0n ? -percent : null;
    }
  }
}

/** A number of at most 64 bits; the largest ones, rounded as doubles, print as the bound they mean. */
function printInteger(value: number, max: bigint): string {
  if (Number.isSafeInteger(value)) return String(value);
  const exact = BigInt(value);
  return (exact > max ? max : exact).toString();
}

function numberKind(unit: Unit, low: number | bigint, high: number | bigint): Kind<number> {
  const min = BigInt(low);
  const max = BigInt(high);
  const radix = unit === 'octal' ? 8 : 10;
  return {
    parse(words) {
      const value = parseUnit(only(words), unit) ?? refuse(UNIT_ERRORS[unit]);
      if (unit === 'memory-or-percent' && value < 0n) {
        if (value < min) refuse(`percentage argument must be less or equal to ${-min}`);
      } else if (value < min || value > max) {
        refuse(
          `argument must be between ${min.toString(radix)} and ${max.toString(radix)} inclusive`,
        );
      }
      return Number(value);
    },
    format(value) {
      if (unit === 'octal') return value.toString(8);
      if (unit === 'memory-or-percent' && value < 0) return `${-value}%`;
      return printInteger(value, max);
    },
    rewrite(value, initial) {
      const text =
        unit === 'memory' || (unit === 'memory-or-percent' && value >= 0)
          ? formatMemorySize(value)
          : this.format(value);
      return oneLine(text, value !== initial);
    },
    same: (a, b) => a === b,
  };
}

type NumberDirective = (
  initial: number,
  min: number | bigint,
  max: number | bigint,
  options?: DirectiveOptions<number>,
) => Directive<number>;

function numberOf(unit: Unit): NumberDirective {
  return (initial, min, max, options = {}) => ({
    ...options,
    kind: numberKind(unit, min, max),
    initial,
  });
}

export const int = numberOf('integer');
/** A number of bytes with a unit. */
export const memory = numberOf('memory');
/** Bytes, or a share of maxmemory: then negative. */
export const memoryOrPercent = numberOf('memory-or-percent');
export const octal = numberOf('octal');

function textKind(emptyIsUnset: boolean): Kind<string> {
  return {
    parse: (words) => only(words),
    format: (value) => value,
    // Where empty means unset, the line must be absent to be unset again at the next start.
    rewrite: (value, initial) =>
      emptyIsUnset && value === ''
        ? NO_LINES
        : oneLine(quoteWord(value), emptyIsUnset || value !== initial),
    same: (a, b) => a === b,
  };
}

const TEXT = textKind(false);
const OPTIONAL_TEXT = textKind(true);

export function text(initial: string, options: DirectiveOptions<string> = {}): Directive<string> {
  return { ...options, kind: TEXT, initial };
}

/** Text whose empty value means that it is not set. */
export function optionalText(options: DirectiveOptions<string> = {}): Directive<string> {
  return { ...options, kind: OPTIONAL_TEXT, initial: '' };
}

/** The reference cuts the list of names at its buffer of 256 bytes. */
function refuseName(names: readonly string[]): never {
  return refuse(`argument(s) must be one of the following: ${names.join(', ')}`.slice(0, 255));
}

/** One of a list of names, in any case. `synonyms` maps a further name to the one that is stored. */
export function oneOf<const N extends string>(
  names: readonly N[],
  initial: N,
  options: DirectiveOptions<N> & { readonly synonyms?: { readonly [name: string]: N } } = {},
): Directive<N> {
  const { synonyms = {}, ...rest } = options;
  const known = new Map<string, N>(names.map((name) => [name, name]));
  for (const [name, meaning] of Object.entries(synonyms)) known.set(name, meaning);
  return {
    ...rest,
    initial,
    kind: {
      parse: (words) =>
        known.get(words.length === 1 ? only(words).toLowerCase() : '\0') ??
        refuseName(namesInOrder(names, synonyms)),
      format: (value) => value,
      rewrite: (value, byDefault) => oneLine(value, value !== byDefault),
      same: (a, b) => a === b,
    },
  };
}

/** Names as the reference lists them: a synonym directly after the name it stands for. */
function namesInOrder(
  names: readonly string[],
  synonyms: { readonly [name: string]: string },
): string[] {
  return names.flatMap((name) => [
    name,
    ...Object.keys(synonyms).filter((other) => synonyms[other] === name),
  ]);
}

/** Any of a list of flags as bits; the name with value 0 stands for none of them. */
export function flags(
  bits: { readonly [name: string]: number },
  initial: number,
  options: DirectiveOptions<number> = {},
): Directive<number> {
  const names = Object.keys(bits);
  const format = (value: number): string => {
    for (const name of names) if (bits[name] === value) return name;
    return names.filter((name) => ((bits[name] as number) & value) !== 0).join(' ');
  };
  return {
    ...options,
    multi: true,
    initial,
    kind: {
      parse(words) {
        if (words.length === 0) refuseName(names);
        let value = 0;
        for (const word of words) value |= bits[word.toLowerCase()] ?? refuseName(names);
        return value;
      },
      format,
      rewrite: (value, byDefault) => oneLine(format(value), value !== byDefault),
      same: (a, b) => a === b,
    },
  };
}
