/** Parts of a query string become queries on the fields they are about. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { anyOf } from '../dsl/any-of.ts';
import { checkClauses, simplified } from '../dsl/bool.ts';
import { minimumShouldMatch } from '../dsl/minimum-should-match.ts';
import { withBoost } from '../dsl/params.ts';
import { existsQuery } from '../fields/exists.ts';
import { clauseOn, EVERYTHING, NOTHING, type SearchField } from '../fields/field-kind.ts';
import { type Fuzziness, fuzzyQuery } from '../patterns/fuzzy.ts';
import {
  checkRegexpLength,
  prefixQuery,
  regexpQuery,
  wildcardQuery,
} from '../patterns/term-patterns.ts';
import { queryTokens, searchAnalyzer } from '../text/analyze.ts';
import { type FieldBoost, type FieldSet, fieldSet } from '../text/field-set.ts';
import { type MultiType, multiFieldQuery } from '../text/multi-field.ts';
import { normalizedText } from '../text/normalize.ts';
import type { TextOptions } from '../text/text-query.ts';
import type { Clause, Part, Range } from './clauses.ts';

export interface QueryStringOptions {
  readonly fields: readonly string[];
  readonly defaultAnd: boolean;
  readonly analyzer: string | undefined;
  readonly quoteAnalyzer: string | undefined;
  readonly quoteFieldSuffix: string | undefined;
  readonly lenient: boolean | undefined;
  readonly phraseSlop: number;
  readonly type: MultiType;
  readonly tieBreaker: number | undefined;
  readonly analyzeWildcard: boolean;
  readonly allowLeadingWildcard: boolean;
  readonly minimumShouldMatch: string | undefined;
  readonly fuzziness: Fuzziness;
  readonly zone: string | undefined;
  readonly synonymPhrases: boolean;
}

export class QueryStringBuilder {
  private readonly defaults: FieldSet;

  constructor(
    private readonly options: QueryStringOptions,
    private readonly context: QueryContext,
  ) {
    this.defaults = fieldSet(context, options.fields);
  }

  /** All clauses together. */
  build(parts: readonly Part[], isTop = true): Query {
    const must: Query[] = [];
    const should: Query[] = [];
    const mustNot: Query[] = [];
    checkClauses(parts.length);
    for (const part of parts) {
      const query = withBoost(this.clause(part.clause, part.field), part.boost);
      if (part.occur === 'must_not') mustNot.push(query);
      else (part.occur === 'must' ? must : should).push(query);
    }
    if (must.some(({ kind }) => kind === 'match_none')) return NOTHING;
    if (must.length + should.length + mustNot.length === 0) return NOTHING;
    const spec = isTop ? this.options.minimumShouldMatch : undefined;
    const wanted = spec === undefined ? 0 : minimumShouldMatch(should.length, spec);
    if (wanted > should.length) return NOTHING;
    return simplified({
      kind: 'bool',
      must,
      should,
      mustNot: mustNot.filter(({ kind }) => kind !== 'match_none'),
      ...(wanted > 0 ? { minimumShouldMatch: wanted } : {}),
    });
  }

  private clause(clause: Clause, name: string | undefined): Query {
    if (clause.kind === 'group') return this.build(clause.clauses, false);
    if (clause.kind === 'all') return EVERYTHING;
    if (clause.kind === 'exists') return existsQuery(this.context, clause.field);
    const { fields, isLenient } = this.fieldsOf(name, clause.kind === 'phrase');
    if (clause.kind === 'wildcard' && clause.text === '*') {
      return name === undefined || name === '*' ? EVERYTHING : existsQuery(this.context, name);
    }
    if (clause.kind === 'words') {
      const text = clause.words.map((word) => word.text).join(' ');
      return this.text(fields, text, isLenient);
    }
    if (clause.kind === 'phrase') return this.phrase(fields, clause.text, clause.slop, isLenient);
    if (clause.kind === 'regexp') checkRegexpLength(clause.text, this.regexpLimit());
    const queries = fields.map(({ field, boost }) => {
      try {
        return withBoost(this.single(field, clause), boost);
      } catch (error) {
        if (isLenient) return NOTHING;
        throw error;
      }
    });
    return anyOf(queries, this.options.tieBreaker ?? 0);
  }

  private fieldsOf(name: string | undefined, isQuoted: boolean) {
    const { lenient, quoteFieldSuffix } = this.options;
    const set = name === undefined ? this.defaults : fieldSet(this.context, [name]);
    const isLenient =
      lenient ?? (set.isAll || (name === undefined && this.options.fields.length === 0));
    if (!isQuoted || quoteFieldSuffix === undefined) return { fields: set.fields, isLenient };
    const fields = set.fields.map((entry) => {
      const { fields: found } = fieldSet(this.context, [entry.field.name + quoteFieldSuffix]);
      return found[0] === undefined ? entry : { ...entry, field: found[0].field };
    });
    return { fields, isLenient };
  }

  private text(fields: readonly FieldBoost[], text: string, lenient: boolean): Query {
    const { type, tieBreaker, defaultAnd, analyzer, synonymPhrases } = this.options;
    const options: TextOptions = {
      lenient,
      analyzer,
      synonymPhrases,
      operator: defaultAnd ? 'and' : 'or',
    };
    return multiFieldQuery(fields, text, type, options, tieBreaker, this.context);
  }

  private phrase(
    fields: readonly FieldBoost[],
    text: string,
    slop: number | undefined,
    lenient: boolean,
  ): Query {
    const { phraseSlop, analyzer, quoteAnalyzer, tieBreaker } = this.options;
    const options: TextOptions = {
      lenient,
      slop: slop ?? phraseSlop,
      analyzer: quoteAnalyzer ?? analyzer,
      isQuoted: true,
    };
    return multiFieldQuery(fields, text, 'phrase', options, tieBreaker ?? 0, this.context);
  }

  private single(field: SearchField, clause: Clause): Query {
    const { analyzer, allowLeadingWildcard } = this.options;
    const normal = (text: string) => normalizedText(field, text, analyzer);
    switch (clause.kind) {
      case 'prefix':
        return this.prefix(field, clause.text);
      case 'wildcard':
        if (!allowLeadingWildcard && /^[*?]/.test(clause.text)) {
          throw illegalArgument("'*' or '?' not allowed as first character in WildcardQuery");
        }
        return wildcardQuery(field, splitPattern(clause.text, normal), false);
      case 'regexp':
        return regexpQuery(field, clause.text, {
          ignoreCase: false,
          maxLength: this.regexpLimit(),
        });
      case 'fuzzy':
        return clauseOn(
          field,
          fuzzyQuery(field, normal(clause.text), this.fuzziness(clause.edits), this.context),
        );
      case 'range':
        return this.range(field, clause);
      default:
        return NOTHING;
    }
  }

  private regexpLimit(): number | undefined {
    const limit = this.context.mapping.context.indexSetting('max_regex_length');
    return limit === undefined ? undefined : Number(limit);
  }

  /** With `analyze_wildcard` the words of a prefix are analysed, and the last one begins words. */
  private prefix(field: SearchField, text: string): Query {
    const { analyzer, analyzeWildcard } = this.options;
    if (!analyzeWildcard || field.kind.isText !== true) {
      return prefixQuery(field, normalizedText(field, text, analyzer), false);
    }
    const places = queryTokens(searchAnalyzer(field, analyzer), text).places();
    const queries = places.map(({ terms }, i) =>
      i === places.length - 1
        ? anyOf(
            terms.map((term) => prefixQuery(field, term, false)),
            0,
          )
        : anyOf(
            terms.map((term) => field.kind.term(field, term, this.context)),
            0,
          ),
    );
    if (queries.length === 0) return NOTHING;
    return simplified({ kind: 'bool', [this.options.defaultAnd ? 'must' : 'should']: queries });
  }

  private fuzziness(edits: string | undefined): Fuzziness {
    const { fuzziness } = this.options;
    return edits === undefined
      ? fuzziness
      : { ...fuzziness, edits: String(Math.trunc(Number(edits))) };
  }

  private range(field: SearchField, clause: Range): Query {
    if (field.kind.range === undefined) {
      throw illegalArgument(
        `Field [${field.name}] of type [${field.type}] does not support range queries`,
      );
    }
    const normal = (text: string | undefined) =>
      text === undefined ? undefined : normalizedText(field, text, this.options.analyzer);
    const { includeFrom, includeTo } = clause;
    return field.kind.range(
      field,
      {
        from: normal(clause.from),
        to: normal(clause.to),
        includeFrom,
        includeTo,
        zone: this.options.zone,
      },
      this.context,
    );
  }
}

/** Normalises what stands between the signs of a pattern. */
function splitPattern(text: string, normal: (text: string) => string): string {
  return text
    .split(/(\\.|[*?])/s)
    .map((part, i) => (i % 2 === 1 || part === '' ? part : normal(part)))
    .join('');
}
