/** Queries as the reference prints them, for `_validate/query` and explanations. */
import type { BoolQuery, Query } from '../query/query.ts';
import { labelOf } from './query-labels.ts';

const decoder = new TextDecoder();
const text = (bytes: Uint8Array) => decoder.decode(bytes);

export function describeQuery(query: Query): string {
  const body = labelOf(query) ?? describe(query);
  const boost = 'boost' in query ? query.boost : undefined;
  return boost === undefined || boost === 1 ? body : `(${body})^${boostText(boost)}`;
}

function boostText(boost: number): string {
  return Number.isInteger(boost) ? `${boost}.0` : String(boost);
}

function end(value: number | bigint): string {
  return value === Number.NEGATIVE_INFINITY || value === Number.POSITIVE_INFINITY
    ? '*'
    : String(value);
}

function describe(query: Query): string {
  switch (query.kind) {
    case 'match_all':
      return '*:*';
    case 'match_none':
      return 'MatchNoDocsQuery("User requested \\"match_none\\" query.")';
    case 'term':
      return `${query.field}:${text(query.term)}`;
    case 'synonym':
      return `Synonym(${query.terms.map((term) => `${query.field}:${text(term)}`).join(' ')})`;
    case 'phrase':
      return `${query.field}:"${query.terms.map(({ term }) => text(term)).join(' ')}"`;
    case 'spread_phrase': {
      const places = query.places.map(({ terms }) =>
        terms.length === 1 ? text(terms[0] as Uint8Array) : `(${terms.map(text).join(' ')})`,
      );
      return `${query.field}:"${places.join(' ')}"${query.slop > 0 ? `~${query.slop}` : ''}`;
    }
    case 'constant':
      return `ConstantScore(${describeQuery(query.filter)})`;
    case 'range':
      return `${query.field}:[${end(query.low)} TO ${end(query.high)}]`;
    case 'term_range': {
      const from = query.from === undefined ? '*' : text(query.from);
      const to = query.to === undefined ? '*' : text(query.to);
      return `${query.field}:[${from} TO ${to}}`;
    }
    case 'prefix':
      return `${query.field}:${text(query.prefix)}*`;
    case 'term_pattern':
      return `${query.field}:${text(query.prefix)}*`;
    case 'terms':
      return query.terms.length === 1
        ? `${query.field}:${text(query.terms[0] as Uint8Array)}`
        : `${query.field}:(${query.terms.map(text).join(' ')})`;
    case 'ids':
      return `_id:(${query.ids.join(' ')})`;
    case 'exists':
      return `FieldExistsQuery [field=${query.field}]`;
    case 'own':
      return query.text;
    case 'rows':
      return 'DocValuesQuery';
    case 'bool':
      return describeBool(query);
    case 'dis_max': {
      const tie = query.tieBreaker === 0 ? '' : `~${query.tieBreaker}`;
      return `(${query.queries.map(describeQuery).join(' | ')})${tie}`;
    }
    case 'boosting':
      return `FunctionScoreQuery(${describeQuery(query.positive)}, scored by boost(${describeQuery(query.negative)}^${query.negativeBoost}))`;
    case 'nested':
      return `ToParentBlockJoinQuery (${describeQuery(query.query)})`;
  }
}

function describeBool(query: BoolQuery): string {
  const { must = [], should = [], filter = [], mustNot = [], minimumShouldMatch } = query;
  const inner = (clause: Query) => {
    const described = describeQuery(clause);
    return clause.kind === 'bool' ? `(${described})` : described;
  };
  const parts = [
    ...must.map((clause) => `+${inner(clause)}`),
    ...should.map(inner),
    ...filter.map((clause) => `#${inner(clause)}`),
    ...mustNot.map((clause) => `-${inner(clause)}`),
  ];
  const whole = parts.join(' ');
  return minimumShouldMatch === undefined ? whole : `(${whole})~${minimumShouldMatch}`;
}
