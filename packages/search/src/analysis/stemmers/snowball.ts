import { newStemmer } from 'snowball-stemmers';
import { estonian } from './estonian.ts';
import { lithuanian } from './lithuanian.ts';
import { lovins } from './lovins.ts';

/**
 * Snowball's algorithms come from the `snowball-stemmers` package, but for those it lacks. A call costs tens of microseconds, and words come
 * again and again: results are kept, and the store starts anew when it is full.
 */
const MAX_CACHED = 20_000;
const stemmers = new Map<string, (term: string) => string>([
  ['estonian', estonian],
  ['german2', german2],
  ['lithuanian', lithuanian],
  ['lovins', lovins],
]);

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

/**
 * Snowball's German for text without umlauts: ae, oe and ue count as ä, ö and ü, but not an u between vowels nor in qu.
 */
export function german2(term: string): string {
  const umlauts = term.replace(/ae|oe|(?<![aeiouyäöüq])ue/g, (pair) =>
    pair === 'ae' ? 'ä' : pair === 'oe' ? 'ö' : 'ü',
  );
  return snowballStemmer('german')(umlauts);
}
