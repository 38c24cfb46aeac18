/** What a query looks for in the words of a field, as far as it can be shown in a text. */
import type { Query } from '../../query/query.ts';

/** A word that matches wherever it stands. */
export interface WordMatcher {
  readonly kind: 'word';
  readonly field: string;
  readonly weight: number;
  readonly test: (term: string) => boolean;
  /** The word, where there is only one. */
  readonly term: string | undefined;
}

/** Words that match where they stand together. */
export interface PhraseMatcher {
  readonly kind: 'phrase';
  readonly field: string;
  readonly weight: number;
  readonly places: readonly { readonly terms: ReadonlySet<string>; readonly position: number }[];
  readonly slop: number;
}

export type Matcher = WordMatcher | PhraseMatcher;

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Everything that a document may match by; what excludes documents is left out. */
export function queryMatchers(query: Query): Matcher[] {
  const found: Matcher[] = [];
  collect(query, 1, found);
  return found;
}

function collect(query: Query, boost: number, found: Matcher[]): void {
  const weight = boost * ('boost' in query ? (query.boost ?? 1) : 1);
  const all = (clauses: readonly Query[] | undefined) => {
    for (const clause of clauses ?? []) collect(clause, weight, found);
  };
  const words = (field: string, terms: readonly Uint8Array[]) => {
    for (const bytes of terms) {
      const term = text(bytes);
      found.push({ kind: 'word', field, weight, term, test: (other) => other === term });
    }
  };
  const pattern = (field: string, test: (term: string) => boolean) =>
    found.push({ kind: 'word', field, weight, term: undefined, test });
  switch (query.kind) {
    case 'term':
      words(query.field, [query.term]);
      return;
    case 'terms':
    case 'synonym':
      words(query.field, query.terms);
      return;
    case 'prefix': {
      const prefix = text(query.prefix);
      pattern(query.field, (term) => term.startsWith(prefix));
      return;
    }
    case 'term_pattern': {
      const { accepts } = query;
      const prefix = text(query.prefix);
      pattern(query.field, (term) => term.startsWith(prefix) && accepts(Buffer.from(term)));
      return;
    }
    case 'term_range': {
      const { from, to } = query;
      pattern(query.field, (term) => {
        const bytes = Buffer.from(term);
        if (from !== undefined && Buffer.compare(bytes, from) < 0) return false;
        return to === undefined || Buffer.compare(bytes, to) < 0;
      });
      return;
    }
    case 'phrase':
      phrase(
        query.field,
        query.terms.map(({ term, position }) => ({ terms: [term], position })),
        0,
        weight,
        found,
      );
      return;
    case 'spread_phrase':
      phrase(query.field, query.places, query.slop, weight, found);
      return;
    case 'bool':
      all(query.must);
      all(query.should);
      all(query.filter);
      return;
    case 'dis_max':
      all(query.queries);
      return;
    case 'boosting':
      all([query.positive]);
      return;
    case 'constant':
      all([query.filter]);
      return;
    case 'nested':
      all([query.query]);
      return;
    case 'own':
      all(query.shows);
      return;
    default:
      return;
  }
}

function phrase(
  field: string,
  places: readonly { readonly terms: readonly Uint8Array[]; readonly position: number }[],
  slop: number,
  weight: number,
  found: Matcher[],
): void {
  found.push({
    kind: 'phrase',
    field,
    weight,
    slop,
    places: places.map(({ terms, position }) => ({ terms: new Set(terms.map(text)), position })),
  });
}
