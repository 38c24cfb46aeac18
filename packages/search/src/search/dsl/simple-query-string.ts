import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonNumber, toNumber } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { clauseOn, NOTHING } from '../fields/field-kind.ts';
import { DEFAULT_EXPANSIONS, fuzzyQuery } from '../patterns/fuzzy.ts';
import { prefixQuery } from '../patterns/term-patterns.ts';
import { FLAGS, type Flag, parseSimple, type SimpleNode } from '../query-string/simple-syntax.ts';
import { queryTokens, searchAnalyzer } from '../text/analyze.ts';
import { type FieldSet, fieldSet } from '../text/field-set.ts';
import { normalizedText } from '../text/normalize.ts';
import { type TextOptions, textQuery } from '../text/text-query.ts';
import { anyOf } from './any-of.ts';
import { simplified } from './bool.ts';
import { operatorOf } from './match.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { fieldNames } from './multi-match.ts';
import { Params, withBoost } from './params.ts';
import type { QueryParser } from './scope.ts';

const KNOWN = [
  'query',
  'fields',
  'default_operator',
  'analyzer',
  'flags',
  'lenient',
  'analyze_wildcard',
  'minimum_should_match',
  'quote_field_suffix',
  'auto_generate_synonyms_phrase_query',
  'fuzzy_prefix_length',
  'fuzzy_max_expansions',
  'fuzzy_transpositions',
];

interface Options {
  readonly defaultAnd: boolean;
  readonly analyzer: string | undefined;
  readonly lenient: boolean | undefined;
  readonly analyzeWildcard: boolean;
  readonly minimumShouldMatch: string | undefined;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
}

export const simpleQueryString: QueryParser = (body, scope) => {
  const params = new Params(scope, 'simple_query_string', body, KNOWN);
  const value = params.get('query');
  if (value === undefined) {
    throw scope.error('[simple_query_string] query text missing', body, undefined, 'end');
  }
  const wanted = params.get('minimum_should_match');
  const options: Options = {
    defaultAnd: operatorOf(params.text('default_operator')) === 'and',
    analyzer: params.text('analyzer'),
    lenient: params.object.has('lenient') ? params.flag('lenient', false) : undefined,
    analyzeWildcard: params.flag('analyze_wildcard', false),
    minimumShouldMatch: wanted === undefined ? undefined : javaText(wanted),
    prefixLength: params.integer('fuzzy_prefix_length') ?? 0,
    maxExpansions: params.integer('fuzzy_max_expansions') ?? DEFAULT_EXPANSIONS,
    transpositions: params.flag('fuzzy_transpositions', true),
  };
  const flags = flagsOf(params);
  const names = fieldNames(params.get('fields'));
  const root = parseSimple(javaText(value), options.defaultAnd, flags);
  return params.finish((context) => {
    const set = fieldSet(context, names);
    if (root === undefined || set.fields.length === 0) return NOTHING;
    return new Builder(context, set, options).top(root);
  });
};

function flagsOf(params: Params): ReadonlySet<Flag> {
  const value = params.get('flags');
  if (value === undefined) return new Set(['ALL']);
  if (isJsonNumber(value)) return new Set(toNumber(value) === 0 ? ['NONE'] : ['ALL']);
  const names = javaText(value).toUpperCase().split('|');
  for (const name of names) {
    if (!(FLAGS as readonly string[]).includes(name)) {
      throw illegalArgument(`Unknown simple_query_string flag [${name}]`);
    }
  }
  return new Set(names as Flag[]);
}

class Builder {
  private readonly lenient: boolean;

  constructor(
    private readonly context: QueryContext,
    private readonly set: FieldSet,
    private readonly options: Options,
  ) {
    this.lenient = options.lenient ?? set.isAll;
  }

  top(node: SimpleNode): Query {
    const query = this.build(node);
    const spec = this.options.minimumShouldMatch;
    if (spec === undefined || query.kind !== 'bool') return query;
    const count = query.should?.length ?? 0;
    const wanted = minimumShouldMatch(count, spec);
    if (wanted > count) return NOTHING;
    return wanted > 0 ? { ...query, minimumShouldMatch: wanted } : query;
  }

  private build(node: SimpleNode): Query {
    switch (node.kind) {
      case 'all':
      case 'any':
        return this.several(node.kind, node.nodes);
      case 'not':
        return { kind: 'bool', must: [{ kind: 'match_all' }], mustNot: [this.build(node.node)] };
      default:
        return this.leaf(node);
    }
  }

  private several(kind: 'all' | 'any', nodes: readonly SimpleNode[]): Query {
    const queries = nodes.map((node) => this.build(node));
    if (kind === 'any') return { kind: 'bool', should: queries };
    if (queries.some((query) => query.kind === 'match_none')) return NOTHING;
    return simplified({ kind: 'bool', must: queries });
  }

  private leaf(node: Exclude<SimpleNode, { kind: 'all' | 'any' | 'not' }>): Query {
    const { analyzer, defaultAnd } = this.options;
    const text: TextOptions = {
      analyzer,
      lenient: this.lenient,
      operator: defaultAnd ? 'and' : 'or',
    };
    const queries = this.set.fields.map(({ field, boost }): Query => {
      const one = (): Query => {
        switch (node.kind) {
          case 'word':
            return textQuery(field, node.text, 'match', text, this.context);
          case 'phrase':
            return textQuery(
              field,
              node.text,
              'phrase',
              { ...text, slop: node.slop, isQuoted: true },
              this.context,
            );
          case 'prefix':
            return this.prefix(node.text, field);
          case 'fuzzy': {
            const { prefixLength, maxExpansions, transpositions } = this.options;
            const word = normalizedText(field, node.text, analyzer);
            const fuzziness = {
              edits: String(node.edits),
              prefixLength,
              maxExpansions,
              transpositions,
            };
            return clauseOn(field, fuzzyQuery(field, word, fuzziness, this.context));
          }
        }
      };
      try {
        return withBoost(one(), boost);
      } catch (error) {
        if (this.lenient) return NOTHING;
        throw error;
      }
    });
    return anyOf(queries, 1);
  }

  private prefix(text: string, field: FieldSet['fields'][number]['field']): Query {
    const { analyzer, analyzeWildcard } = this.options;
    if (!analyzeWildcard || field.kind.isText !== true) {
      return prefixQuery(field, normalizedText(field, text, analyzer), false);
    }
    const places = queryTokens(searchAnalyzer(field, analyzer), text).places();
    const should = places.map(({ terms }, i) =>
      anyOf(
        terms.map((term) =>
          i === places.length - 1
            ? prefixQuery(field, term, false)
            : field.kind.term(field, term, this.context),
        ),
        0,
      ),
    );
    return should.length === 0 ? NOTHING : simplified({ kind: 'bool', should });
  }
}
