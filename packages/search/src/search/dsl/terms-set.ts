/** `terms_set`: as many of several terms as the document itself asks for. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { NumericColumn } from '../../index/segment/column.ts';
import { NO_MORE_DOCS } from '../../index/segment/postings-cursor.ts';
import { DisjunctionIterator, type DocIterator } from '../../query/doc-iterator.ts';
import { iteratorOf } from '../../query/iterate.ts';
import { NOTHING, shardError } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';
import { fieldBody } from './params.ts';
import type { QueryParser } from './scope.ts';
import { onField } from './term-level.ts';

const SCRIPT = 'minimum_should_match_script';

export const termsSet: QueryParser = (body, scope) => {
  const known = ['terms', 'minimum_should_match_field', SCRIPT];
  const { field: name, params } = fieldBody(scope, 'terms_set', body, 'terms', known);
  const terms = params.get('terms');
  const least = params.text('minimum_should_match_field');
  if (!Array.isArray(terms)) {
    throw scope.error('[terms_set] unknown token for [terms]', params.object, 'terms');
  }
  if (terms.includes(null)) throw illegalArgument('No value specified for terms query');
  if (params.get(SCRIPT) !== undefined) {
    throw illegalArgument(
      least === undefined
        ? 'script_lang not supported [painless]'
        : 'A script has already been specified. Cannot specify both a field and script',
    );
  }
  if (least === undefined) throw illegalArgument('No minimum should match has been specified');
  return params.finish(
    onField(name, (field, context) => {
      if (terms.length === 0) return NOTHING;
      const wanted = resolveField(context.mapping, least);
      if (wanted === undefined) {
        throw shardError(context, `failed to find minimum_should_match field [${least}]`);
      }
      const queries = terms.map((value) => field.kind.term(field, value, context));
      return {
        kind: 'own',
        text: `CoveringQuery(${name})`,
        shows: queries,
        iterate: (searcher, view, boost): DocIterator | undefined => {
          const column = view.segment.numeric(wanted.path);
          if (column === undefined) return undefined;
          const parts = queries
            .map((query) => iteratorOf(searcher, view, query, boost))
            .filter((part) => part !== undefined);
          return parts.length === 0 ? undefined : new CoveringIterator(parts, column);
        },
      };
    }),
  );
};

/** Goes through documents with any of the terms, and stops at those that have enough. */
class CoveringIterator implements DocIterator {
  doc = -1;
  readonly cost: number;
  private readonly any: DisjunctionIterator;

  constructor(
    private readonly parts: readonly DocIterator[],
    private readonly column: NumericColumn,
  ) {
    this.any = new DisjunctionIterator(parts, 1);
    this.cost = this.any.cost;
  }

  advance(target: number): number {
    const { any, parts } = this;
    let doc = any.advance(target);
    for (; doc !== NO_MORE_DOCS; doc = any.advance(doc + 1)) {
      let count = 0;
      for (const part of parts) if (part.doc === doc) count += 1;
      if (count >= this.wantedOf(doc)) break;
    }
    this.doc = doc;
    return doc;
  }

  score(): number {
    return this.any.score();
  }

  /** How many terms a document asks for: at least one, and without a value more than there are. */
  private wantedOf(doc: number): number {
    if (!this.column.hasValue(doc)) return Number.POSITIVE_INFINITY;
    return Math.max(1, this.column.number(this.column.firstValue(doc)));
  }
}
