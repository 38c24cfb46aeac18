/** Rules of an `intervals` query: parsed once, made into sources for every segment. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { FieldPostings } from '../../index/segment/field-postings.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { nearTerms } from '../../query/near-terms.ts';
import type { QueryContext } from '../context.ts';
import { Params } from '../dsl/params.ts';
import type { Scope } from '../dsl/scope.ts';
import { type SearchField, shardError, utf8 } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';
import { editsFor } from '../patterns/fuzzy.ts';
import { wildcardPattern } from '../patterns/wildcard.ts';
import { queryTokens, searchAnalyzer } from '../text/analyze.ts';
import { normalizedText } from '../text/normalize.ts';
import { FILTERS } from './intervals.ts';
import {
  AllSource,
  AnySource,
  FilterSource,
  GapsSource,
  type IntervalSource,
  NO_SOURCE,
  TermsSource,
} from './source.ts';

/** A rule for one field of one shard; a source for each of its segments. */
export type MakeSource = (view: SearchView) => IntervalSource;
export type Rule = (field: SearchField, context: QueryContext) => MakeSource;

type ParseRule = (body: JsonObject, scope: Scope) => Rule;

const MAX_EXPANSIONS = 128;
const decoder = new TextDecoder();

export function parseRule(body: JsonObject, scope: Scope, around?: JsonObject): Rule {
  const entries = [...body].filter(([name]) => !['boost', '_name'].includes(name));
  const [entry, second] = entries;
  if (entry === undefined) {
    throw scope.error('Missing intervals from interval query definition', around ?? body);
  }
  const [name, value] = entry;
  const parse = RULES[name];
  if (parse === undefined) {
    throw scope.error(
      `Unknown interval type [${name}], expecting one of [match, any_of, all_of, prefix, wildcard]`,
      body,
      name,
      'name',
    );
  }
  if (second !== undefined) {
    throw scope.error(
      `Only one interval rule can be specified, found [${name}] and [${second[0]}]`,
      body,
      second[0],
      'name',
    );
  }
  if (!isJsonObject(value))
    throw scope.error(`Expected [START_OBJECT] after [${name}]`, body, name);
  return parse(value, scope);
}

function ruleList(params: Params, scope: Scope): Rule[] {
  const list = params.get('intervals');
  if (!Array.isArray(list)) throw illegalArgument('Required [intervals]');
  return list.map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('[intervals] must be an array of objects');
    return parseRule(item, scope);
  });
}

/** The field a rule reads instead of the query's own. */
function otherField(
  name: string | undefined,
  field: SearchField,
  context: QueryContext,
): SearchField {
  if (name === undefined) return field;
  const found = resolveField(context.mapping, name);
  if (found === undefined)
    throw shardError(context, `Cannot create intervals over a non-existent field [${name}]`);
  return found;
}

function postingsOf({ segment }: SearchView, field: SearchField): FieldPostings | undefined {
  const postings = segment.field(field.path);
  return postings?.meta.hasPositions === true ? postings : undefined;
}

const matchRule: ParseRule = (body, scope) => {
  const params = new Params(scope, 'match', body, [
    'query',
    'max_gaps',
    'ordered',
    'mode',
    'analyzer',
    'use_field',
    'filter',
  ]);
  const text = params.text('query') ?? '';
  const maxGaps = params.integer('max_gaps') ?? -1;
  const isOrdered = params.flag('ordered', false);
  const rule: Rule = (own, context) => {
    const field = otherField(params.text('use_field'), own, context);
    const places = queryTokens(searchAnalyzer(field, params.text('analyzer')), text).places();
    return (view) => {
      const postings = postingsOf(view, field);
      if (postings === undefined || places.length === 0) return NO_SOURCE;
      const words = places.map(({ terms }) => termsSource(postings, terms.map(utf8)));
      const whole =
        words.length === 1 ? (words[0] as IntervalSource) : new AllSource(words, isOrdered);
      return limited(whole, maxGaps);
    };
  };
  return filtered(rule, params.get('filter'), scope);
};

function termsSource(postings: FieldPostings, terms: readonly Uint8Array[]): IntervalSource {
  const numbers = terms.map((term) => postings.find(term)).filter((number) => number >= 0);
  return numbers.length === 0 ? NO_SOURCE : new TermsSource(postings, numbers);
}

function limited(source: IntervalSource, maxGaps: number): IntervalSource {
  return maxGaps < 0 ? source : new GapsSource(source, maxGaps);
}

const allOfRule: ParseRule = (body, scope) => {
  const params = new Params(scope, 'all_of', body, [
    'intervals',
    'max_gaps',
    'ordered',
    'mode',
    'filter',
  ]);
  const rules = ruleList(params, scope);
  const maxGaps = params.integer('max_gaps') ?? -1;
  const isOrdered = params.flag('ordered', false);
  const rule: Rule = (field, context) => {
    const made = rules.map((one) => one(field, context));
    return (view) =>
      limited(
        new AllSource(
          made.map((make) => make(view)),
          isOrdered,
        ),
        maxGaps,
      );
  };
  return filtered(rule, params.get('filter'), scope);
};

const anyOfRule: ParseRule = (body, scope) => {
  const params = new Params(scope, 'any_of', body, ['intervals', 'filter']);
  const rules = ruleList(params, scope);
  const rule: Rule = (field, context) => {
    const made = rules.map((one) => one(field, context));
    return (view) => new AnySource(made.map((make) => make(view)));
  };
  return filtered(rule, params.get('filter'), scope);
};

/** Terms of a segment that start with `head` and pass. */
function expanded(
  postings: FieldPostings,
  head: string,
  test: (term: string) => boolean,
): number[] {
  const [first, end] = postings.prefixRange(utf8(head));
  const found: number[] = [];
  for (let term = first; term < end; term += 1) {
    if (!test(decoder.decode(postings.termBytes(term)))) continue;
    found.push(term);
    if (found.length > MAX_EXPANSIONS) {
      throw illegalArgument(
        `Automaton [${head}*] expanded to too many terms (limit ${MAX_EXPANSIONS})`,
      );
    }
  }
  return found;
}

function patternRule(key: 'prefix' | 'pattern', name: string): ParseRule {
  return (body, scope) => {
    const params = new Params(scope, name, body, [key, 'analyzer', 'use_field']);
    const given = params.text(key);
    if (given === undefined) throw illegalArgument(`Required [${key}]`);
    return (own, context) => {
      const field = otherField(params.text('use_field'), own, context);
      const text = given.replace(/[^*?\\]+/g, (part) =>
        normalizedText(field, part, params.text('analyzer')),
      );
      const { head, test } =
        key === 'prefix' ? { head: text, test: () => true } : wildcardPattern(text);
      return (view) => {
        const postings = postingsOf(view, field);
        const terms = postings === undefined ? [] : expanded(postings, head, test);
        return postings === undefined || terms.length === 0
          ? NO_SOURCE
          : new TermsSource(postings, terms);
      };
    };
  };
}

const fuzzyRule: ParseRule = (body, scope) => {
  const params = new Params(scope, 'fuzzy', body, [
    'term',
    'prefix_length',
    'transpositions',
    'fuzziness',
    'analyzer',
    'use_field',
  ]);
  const given = params.text('term');
  if (given === undefined) throw illegalArgument('Required [term]');
  const fuzziness = params.text('fuzziness') ?? 'AUTO';
  const prefixLength = params.integer('prefix_length') ?? 0;
  const transpositions = params.flag('transpositions', true);
  return (own, context) => {
    const field = otherField(params.text('use_field'), own, context);
    const word = normalizedText(field, given, params.text('analyzer'));
    const edits = editsFor(fuzziness, [...word].length);
    return (view) => {
      const postings = postingsOf(view, field);
      if (postings === undefined) return NO_SOURCE;
      const head = utf8([...word].slice(0, prefixLength).join(''));
      const near = [...nearTerms(postings, word, edits, head, transpositions)];
      return termsSource(
        postings,
        near.slice(0, MAX_EXPANSIONS).map(({ term }) => term),
      );
    };
  };
};

/** A rule with its `filter`. */
function filtered(rule: Rule, json: Json | undefined, scope: Scope): Rule {
  if (json === undefined) return rule;
  if (!isJsonObject(json)) throw illegalArgument('[filter] must be an object');
  const [entry] = [...json];
  if (entry === undefined) throw illegalArgument('[filter] must name a relation');
  const [name, value] = entry;
  const keep = FILTERS[name];
  if (keep === undefined || !isJsonObject(value)) {
    throw scope.error(
      name === 'script'
        ? '[script] filters are not supported by this engine'
        : `Unknown filter type [${name}]`,
      json,
      name,
    );
  }
  const other = parseRule(value, scope);
  return (field, context) => {
    const [make, makeOther] = [rule(field, context), other(field, context)];
    return (view) => new FilterSource(make(view), makeOther(view), keep);
  };
}

const RULES: Readonly<Record<string, ParseRule>> = {
  match: matchRule,
  all_of: allOfRule,
  any_of: anyOfRule,
  prefix: patternRule('prefix', 'prefix'),
  wildcard: patternRule('pattern', 'wildcard'),
  fuzzy: fuzzyRule,
};
