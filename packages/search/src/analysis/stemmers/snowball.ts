import { newStemmer } from 'snowball-stemmers';

/**
 * Snowball's algorithms come from the `snowball-stemmers` package. A call costs tens of microseconds, and words come
 * again and again: results are kept, and the store starts anew when it is full.
 */
const MAX_CACHED = 20_000;
const stemmers = new Map<string, (term: string) => string>();

/** The Snowball stemmer of a language (its name in small letters). */
export function snowballStemmer(language: string): (term: string) => string {
  let stem = stemmers.get(language);
  if (stem === undefined) {
    const algorithm = newStemmer(language);
    const cache = new Map<string, string>();
    stem = (term) => {
      let result = cache.get(term);
      if (result === undefined) {
        result = algorithm.stem(term);
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(term, result);
      }
      return result;
    };
    stemmers.set(language, stem);
  }
  return stem;
}
