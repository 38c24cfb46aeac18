import { AnalysisError } from '../core/errors.ts';
import { isWhitespace } from './simple.ts';

type CodeTest = (code: number) => boolean;

const property =
  (pattern: RegExp): CodeTest =>
  (code) =>
    pattern.test(String.fromCodePoint(code));

/** The classes of `token_chars` (ngram) and of `tokenize_on_chars` (char_group). */
const CLASSES: Readonly<Record<string, CodeTest>> = {
  letter: property(/\p{L}/u),
  digit: property(/\p{Nd}/u),
  whitespace: isWhitespace,
  punctuation: property(/\p{P}/u),
  symbol: property(/\p{S}/u),
};

/** A test for any of the named classes; null when none is named, which keeps everything. */
export function tokenChars(names: readonly string[], custom: string | undefined): CodeTest | null {
  if (names.length === 0) return null;
  const tests = names.map((name): CodeTest => {
    const key = name.toLowerCase().trim();
    if (key === 'custom') {
      if (custom === undefined) {
        throw new AnalysisError("Token type: 'custom' requires setting `custom_token_chars`");
      }
      return (code) => custom.includes(String.fromCodePoint(code));
    }
    const test = CLASSES[key];
    if (test === undefined) {
      throw new AnalysisError(
        `Unknown token type: '${key}', must be one of [symbol, private_use, paragraph_separator, start_punctuation, unassigned, enclosing_mark, connector_punctuation, letter_number, other_number, math_symbol, lowercase_letter, space_separator, surrogate, initial_quote_punctuation, decimal_digit_number, digit, other_punctuation, dash_punctuation, currency_symbol, non_spacing_mark, format, modifier_letter, control, uppercase_letter, other_symbol, end_punctuation, modifier_symbol, other_letter, line_separator, titlecase_letter, letter, punctuation, combining_spacing_mark, final_quote_punctuation, whitespace]`,
      );
    }
    return test;
  });
  return (code) => tests.some((test) => test(code));
}

/** The separators of char_group: single characters, escapes and class names. */
export function separators(entries: readonly string[]): CodeTest {
  const codes = new Set<number>();
  const tests: CodeTest[] = [];
  for (const entry of entries) {
    if (entry === '')
      throw new AnalysisError('[tokenize_on_chars] cannot contain empty characters');
    if ([...entry].length === 1) codes.add(entry.codePointAt(0) as number);
    else if (entry[0] === '\\') codes.add(resolveEscapes(entry));
    else {
      const test = CLASSES[entry];
      if (test === undefined) throw new AnalysisError(`Invalid escaped char in [${entry}]`);
      tests.push(test);
    }
  }
  return (code) => codes.has(code) || tests.some((test) => test(code));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

function resolveEscapes(entry: string): number {
  const simple = ESCAPES[entry.slice(1)];
  if (simple !== undefined) return simple.charCodeAt(0);
  const unicode = /^\\u([0-9a-fA-F]{4})$/.exec(entry);
  if (unicode === null) throw new AnalysisError(`Invalid escaped char in [${entry}]`);
  return Number.parseInt(unicode[1] as string, 16);
}
