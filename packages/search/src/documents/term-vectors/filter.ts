/** Keeps the terms of a field that say most about the document. */
import type { TermFilter, TermVector } from './request.ts';

/** The best by tf-idf, in the order of terms; `showsStatistics`: whether their counts were asked for. */
export function filtered(
  terms: readonly TermVector[],
  filter: TermFilter,
  documents: number,
  showsStatistics: boolean,
): TermVector[] {
  const best = terms
    .filter((term) => isKept(term, filter))
    .map((term) => ({ ...term, score: scoreOf(term, documents) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, filter.maxTerms);
  const kept = new Map(best.map((term) => [term.term, term]));
  return terms.flatMap(({ term }) => {
    const found = kept.get(term);
    if (found === undefined) return [];
    return [showsStatistics ? found : { ...found, docFreq: undefined }];
  });
}

function isKept({ term, frequency, docFreq = 0 }: TermVector, filter: TermFilter): boolean {
  return (
    term.length >= filter.minWordLength &&
    (filter.maxWordLength === 0 || term.length <= filter.maxWordLength) &&
    frequency >= filter.minTermFrequency &&
    frequency <= filter.maxTermFrequency &&
    docFreq >= filter.minDocFrequency &&
    docFreq <= filter.maxDocFrequency &&
    docFreq > 0
  );
}

function scoreOf({ frequency, docFreq = 0 }: TermVector, documents: number): number {
  return Math.fround(frequency * Math.fround(1 + Math.log((documents + 1) / (docFreq + 1))));
}
