/** Terms by pattern: the sorted dictionary is walked from the pattern's literal head on. */
import { AnalysisError } from '../../analysis/core/errors.ts';
import { LuceneRegExp } from '../../analysis/text/lucene-regexp.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import type { Query } from '../../query/query.ts';
import { mustBeSearchable, type SearchField, utf8 } from '../fields/field-kind.ts';
import { wildcardPattern } from './wildcard.ts';

const decoder = new TextDecoder();

/** Strings only; others get the reference's complaint. */
function mustBeString(field: SearchField, what: string, types: string): void {
  if (field.kind.bytes !== undefined) {
    mustBeSearchable(field);
    return;
  }
  throw illegalArgument(
    `Can only use ${what} queries on ${types} fields - not on [${field.name}] which is of type [${field.type}]`,
  );
}

function matching(field: SearchField, head: string, test: (text: string) => boolean): Query {
  const key = field.keyed ?? '';
  return {
    kind: 'term_pattern',
    field: field.path,
    prefix: utf8(key + head),
    accepts: (term) => test(decoder.decode(key === '' ? term : term.subarray(utf8(key).length))),
  };
}

/** The text as the field's terms hold it: a keyword's normalizer is applied. */
function normalized(field: SearchField, text: string): string {
  const { bytes, isText } = field.kind;
  if (bytes === undefined || isText === true || field.keyed !== undefined) return text;
  return decoder.decode(bytes(field, text));
}

export function caseInsensitive(field: SearchField, text: string): Query {
  mustBeString(field, 'term', 'keyword, text and wildcard');
  const wanted = text.toLowerCase();
  return matching(field, '', (term) => term.toLowerCase() === wanted);
}

/** Prefixes this long are terms of their own beside a search_as_you_type field. */
const MAX_INDEXED_PREFIX = 20;

export function beginningWith(field: SearchField, text: string): Query {
  if (field.type === 'search_as_you_type' && [...text].length <= MAX_INDEXED_PREFIX) {
    const base = field.path.replace(/\._(?:[234]gram|index_prefix)$/, '');
    return { kind: 'terms', field: `${base}._index_prefix`, terms: [utf8(text)] };
  }
  return { kind: 'prefix', field: field.path, prefix: utf8((field.keyed ?? '') + text) };
}

export function prefixQuery(field: SearchField, text: string, ignoreCase: boolean): Query {
  mustBeString(field, 'prefix', 'keyword, text and wildcard');
  const head = normalized(field, text);
  if (!ignoreCase) return beginningWith(field, head);
  const wanted = head.toLowerCase();
  return matching(field, '', (term) => term.toLowerCase().startsWith(wanted));
}

export function wildcardQuery(field: SearchField, text: string, ignoreCase: boolean): Query {
  mustBeString(field, 'wildcard', 'keyword, text and wildcard');
  const { head, test } = wildcardPattern(normalizedPattern(field, text), ignoreCase);
  return matching(field, head, test);
}

/** A normalizer works on what stands between the signs. */
function normalizedPattern(field: SearchField, text: string): string {
  if (field.mapper?.value('normalizer') === undefined) return text;
  return text
    .split(/(\\.|[*?])/)
    .map((part, i) => (i % 2 === 1 || part === '' ? part : normalized(field, part)))
    .join('');
}

const MAX_LENGTH = 1000;

export interface RegexpOptions {
  readonly ignoreCase: boolean;
  readonly maxLength?: number | undefined;
}

/** Throws when an expression is longer than the index allows. */
export function checkRegexpLength(text: string, limit = MAX_LENGTH): void {
  if (text.length <= limit) return;
  throw illegalArgument(
    `The length of regex [${text.length}] used in the Regexp Query request has exceeded the allowed maximum of [${limit}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
  );
}

export function regexpQuery(field: SearchField, text: string, options: RegexpOptions): Query {
  mustBeString(field, 'regexp', 'keyword and text');
  checkRegexpLength(text, options.maxLength);
  const test = regexpTest(options.ignoreCase ? text.toLowerCase() : text);
  return matching(field, options.ignoreCase ? '' : literalHead(text), (term) =>
    test(options.ignoreCase ? term.toLowerCase() : term),
  );
}

/** Whether a text matches; an expression that is wrong or too complex is the request's fault. */
export function regexpTest(expression: string): (text: string) => boolean {
  const refused = (cause: unknown) =>
    cause instanceof AnalysisError ? illegalArgument(cause.message) : cause;
  try {
    const compiled = new LuceneRegExp(expression);
    return (text) => {
      try {
        return compiled.matches(text);
      } catch (cause) {
        throw refused(cause);
      }
    };
  } catch (cause) {
    throw refused(cause);
  }
}

/** The characters every match starts with. */
function literalHead(expression: string): string {
  if (expression.includes('|')) return '';
  const head = [...(/^[\p{L}\p{N}_ -]*/u.exec(expression)?.[0] ?? '')];
  const isRepeated = '?*+{'.includes(expression[head.join('').length] ?? ' ');
  return (isRepeated ? head.slice(0, -1) : head).join('');
}
