import type { Stem } from './index.ts';

/** Stemmers that are not Snowball's, by the name the `stemmer` filter knows them under. */
export const LIGHT_STEMMERS: Readonly<Record<string, Stem>> = {
  possessive_english: (term) => (/['\u2019\uff07][sS]$/.test(term) ? term.slice(0, -2) : term),
  minimal_english: minimalEnglish,
};

/** Plurals only. */
function minimalEnglish(term: string): string {
  const length = term.length;
  if (length < 3 || term[length - 1] !== 's') return term;
  switch (term[length - 2]) {
    case 'u':
    case 's':
      return term;
    case 'e':
      if (
        length > 3 &&
        term[length - 3] === 'i' &&
        term[length - 4] !== 'a' &&
        term[length - 4] !== 'e'
      ) {
        return `${term.slice(0, -3)}y`;
      }
      if ('iaoe'.includes(term[length - 3] as string)) return term;
      return term.slice(0, -1);
    default:
      return term.slice(0, -1);
  }
}
