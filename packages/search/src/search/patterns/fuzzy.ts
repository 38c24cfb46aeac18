/** Terms within a few edits of a word. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { KeywordColumn } from '../../index/segment/column.ts';
import { nearTerms, type TermDictionary } from '../../query/near-terms.ts';
import type { Query } from '../../query/query.ts';
import { prefixInterval } from '../../query/term-matches.ts';
import type { QueryContext } from '../context.ts';
import { mustBeSearchable, NOTHING, type SearchField, utf8 } from '../fields/field-kind.ts';

export interface Fuzziness {
  /** `AUTO`, `AUTO:3,6`, `0`, `1`, `2`. */
  readonly edits: string;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
}

export const DEFAULT_EXPANSIONS = 50;

/** How many edits a word may be away; throws for what is no fuzziness. */
export function editsFor(fuzziness: string, length: number): number {
  const auto = /^auto(?::(\d+),(\d+))?$/i.exec(fuzziness);
  if (auto !== null) {
    const low = Number(auto[1] ?? 3);
    const high = Number(auto[2] ?? 6);
    return length < low ? 0 : length < high ? 1 : 2;
  }
  const edits = Number(fuzziness);
  if (Number.isNaN(edits) || edits < 0) {
    throw illegalArgument(`Invalid fuzziness value: ${fuzziness}`);
  }
  if (edits > 2) {
    throw illegalArgument(`Valid edit distances are [0, 1, 2] but was [${fuzziness}]`);
  }
  return Math.min(2, Math.trunc(edits));
}

/** The dictionary of a column, for fields without an inverted index. */
export function columnTerms(column: KeywordColumn | undefined): TermDictionary | undefined {
  if (column === undefined) return undefined;
  return {
    find: (key) => column.find(key),
    termBytes: (ordinal) => column.termBytes(ordinal),
    prefixRange: (prefix) =>
      prefixInterval(
        { size: column.termCount, lowerBound: (key) => column.lowerBound(key) },
        prefix,
      ),
  };
}

/** Each term near the word, those nearer scoring more; all with the frequency of the commonest. */
export function fuzzyQuery(
  field: SearchField,
  text: string,
  fuzziness: Fuzziness,
  context: QueryContext,
): Query {
  if (field.kind.bytes === undefined) {
    throw illegalArgument(
      `Can only use fuzzy queries on keyword and text fields - not on [${field.name}] which is of type [${field.type}]`,
    );
  }
  mustBeSearchable(field);
  const word = [...text];
  const edits = editsFor(fuzziness.edits, word.length);
  const found = new Map<string, { term: Uint8Array; edits: number; df: number }>();
  const key = field.keyed ?? '';
  const head = utf8(key + word.slice(0, fuzziness.prefixLength).join(''));
  for (const { segment } of context.searcher.views) {
    const postings = segment.field(field.path) ?? columnTerms(segment.keyword(field.path));
    if (postings === undefined) continue;
    for (const near of nearTerms(postings, key + text, edits, head, fuzziness.transpositions)) {
      const name = near.term.join();
      const df = (found.get(name)?.df ?? 0) + near.df;
      found.set(name, { ...near, df });
    }
  }
  const best = [...found.values()]
    .sort((a, b) => a.edits - b.edits || Buffer.compare(a.term, b.term))
    .slice(0, fuzziness.maxExpansions);
  if (best.length === 0) return NOTHING;
  if (field.mapper?.value('index') === false) {
    return { kind: 'terms', field: field.path, terms: best.map(({ term }) => term) };
  }
  const df = Math.max(...best.map((entry) => entry.df));
  const should = best.map(({ term, edits: distance }): Query => {
    const length = [...new TextDecoder().decode(term)].length;
    const boost = 1 - distance / Math.min(length, word.length);
    return { kind: 'term', field: field.path, term, df, ...(boost === 1 ? {} : { boost }) };
  });
  return should.length === 1 ? (should[0] as Query) : { kind: 'bool', should };
}
