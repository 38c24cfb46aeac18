import { LIGHT_STEMMERS } from './light.ts';
import { snowballStemmer } from './snowball.ts';

export type Stem = (term: string) => string;

/** Languages of the `snowball` filter and analyzer: the name the reference spells and the algorithm. */
export const SNOWBALL_LANGUAGES: Readonly<Record<string, string>> = {
  Arabic: 'arabic',
  Armenian: 'armenian',
  Basque: 'basque',
  Catalan: 'catalan',
  Danish: 'danish',
  Dutch: 'dutch',
  English: 'english',
  Estonian: 'estonian',
  Finnish: 'finnish',
  French: 'french',
  German: 'german',
  German2: 'german2',
  Hungarian: 'hungarian',
  Irish: 'irish',
  Italian: 'italian',
  Lithuanian: 'lithuanian',
  Lovins: 'lovins',
  Norwegian: 'norwegian',
  Porter: 'porter',
  Portuguese: 'portuguese',
  Romanian: 'romanian',
  Russian: 'russian',
  Spanish: 'spanish',
  Swedish: 'swedish',
  Turkish: 'turkish',
};

/** Names of the `stemmer` filter that are plain Snowball algorithms. */
const SNOWBALL_NAMES: Readonly<Record<string, string>> = {
  armenian: 'armenian',
  basque: 'basque',
  catalan: 'catalan',
  danish: 'danish',
  dutch: 'dutch',
  english: 'porter',
  estonian: 'estonian',
  german2: 'german2',
  lithuanian: 'lithuanian',
  porter: 'porter',
  porter2: 'english',
  finnish: 'finnish',
  french: 'french',
  german: 'german',
  hungarian: 'hungarian',
  irish: 'irish',
  italian: 'italian',
  norwegian: 'norwegian',
  portuguese: 'portuguese',
  romanian: 'romanian',
  russian: 'russian',
  spanish: 'spanish',
  swedish: 'swedish',
  turkish: 'turkish',
};

/** The stemmer of a `stemmer` filter's language; undefined when there is none. */
export function stemmerFor(language: string): Stem | undefined {
  const snowball = SNOWBALL_NAMES[language];
  if (snowball !== undefined) return snowballStemmer(snowball);
  return LIGHT_STEMMERS[language];
}
