/** What queries, sorting and fetching may ask of a mapped field, by its type. */
import type { IndexAnalysis } from '../../analysis/core/index-analysis.ts';
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { Json } from '../../json/values.ts';
import type { FieldAnalyzers } from '../../mapping/field-analyzers.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';

/** A field as a request names it. */
export interface SearchField {
  /** As the request says it: an alias keeps its own name. */
  readonly name: string;
  /** The inverted field and column it is kept in. */
  readonly path: string;
  readonly type: string;
  /** Undefined for metadata fields and parts of other fields. */
  readonly mapper: FieldMapper | undefined;
  readonly kind: FieldKind;
  readonly analysis: IndexAnalysis;
  /** Of fields that hold text. */
  readonly analyzers?: FieldAnalyzers | undefined;
  /** Keys of a flattened field: every term starts with it. */
  readonly keyed?: string;
}

export type Relation = 'intersects' | 'contains' | 'within';

/** The ends of a range; undefined is open. */
export interface Bounds {
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
  readonly format?: string | undefined;
  readonly zone?: string | undefined;
  readonly relation?: Relation | undefined;
}

export interface FieldKind {
  /** Documents that have the value. */
  readonly term: (field: SearchField, value: Json, context: QueryContext) => Query;
  /** Documents that have one of them, all with one score; by default any of `term`. */
  readonly terms?: (field: SearchField, values: readonly Json[], context: QueryContext) => Query;
  readonly range?: (field: SearchField, bounds: Bounds, context: QueryContext) => Query;
  readonly exists?: (field: SearchField, context: QueryContext) => Query;
  /** The bytes of an indexed string; only fields of strings have prefixes and patterns. */
  readonly bytes?: (field: SearchField, text: string) => Uint8Array;
  /** Whether values are analysed into words. */
  readonly isText?: boolean;
  /** Whether what matches counts one, however often and among how many words. */
  readonly isUnscored?: boolean;
}

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

export const NOTHING: Query = { kind: 'match_none' };
export const EVERYTHING: Query = { kind: 'match_all' };

/** A clause on the field: of some fields all clauses count the same. */
export function clauseOn({ kind }: SearchField, query: Query): Query {
  if (kind.isUnscored !== true || query.kind === 'match_none') return query;
  return { kind: 'constant', filter: query };
}

/** A failure that belongs to one index, not to the request. */
export function shardError(context: QueryContext, reason: string, cause?: unknown): SearchError {
  return new SearchError('query_shard_exception', reason, {
    fields: { index_uuid: context.uuid, index: context.index },
    cause,
  });
}

/** Refuses queries that may cost much where the cluster forbids them. */
export function mustBeAllowed(context: QueryContext, what: string, advice = ''): void {
  if (context.allowsExpensive) return;
  throw illegalArgument(
    `[${what}] queries${what === 'range' ? ' on [text] or [keyword] fields' : ''} cannot be executed when 'search.allow_expensive_queries' is set to false.${advice}`,
  );
}

/** Refuses fields that are kept nowhere a query could look. */
export function mustBeSearchable(field: SearchField): void {
  const { mapper } = field;
  if (mapper === undefined || mapper.value('index') !== false) return;
  const hasColumn = mapper.type.parameters.some(({ name }) => name === 'doc_values');
  if (hasColumn && mapper.value('doc_values') !== false) return;
  throw new SearchError(
    'illegal_argument_exception',
    hasColumn
      ? `Cannot search on field [${field.name}] since it is not indexed nor has doc values.`
      : `Cannot search on field [${field.name}] since it is not indexed.`,
  );
}
