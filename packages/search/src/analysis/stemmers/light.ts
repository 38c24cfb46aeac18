import { brazilian } from './brazilian.ts';
import { greek } from './greek.ts';
import type { Stem } from './index.ts';
import { kstem } from './kstem.ts';
import { arabic, bengali, hindi, indonesian, sorani } from './light-asian.ts';
import {
  lightGerman,
  lightNorwegian,
  lightNynorsk,
  lightSwedish,
  minimalGerman,
  minimalNorwegian,
  minimalNynorsk,
  oldGerman,
} from './light-germanic.ts';
import {
  lightFrench,
  lightItalian,
  lightPortuguese,
  lightSpanish,
  minimalFrench,
  spanishPlural,
} from './light-romance.ts';
import { bulgarian, czech, latvian, lightRussian } from './light-slavic.ts';
import { lightFinnish, lightHungarian } from './light-uralic.ts';
import { lovins } from './lovins.ts';
import { galician, minimalGalician } from './rslp-galician.ts';
import { minimalPortuguese, rslpPortuguese } from './rslp-portuguese.ts';

/** Stemmers that are not Snowball's, by the name the `stemmer` filter knows them under. */
export const LIGHT_STEMMERS: Readonly<Record<string, Stem>> = {
  arabic,
  bengali,
  brazilian,
  bulgarian,
  czech,
  galician,
  german_old: oldGerman,
  greek,
  hindi,
  indonesian,
  latvian,
  light_english: kstem,
  light_finnish: lightFinnish,
  light_french: lightFrench,
  light_german: lightGerman,
  light_hungarian: lightHungarian,
  light_italian: lightItalian,
  light_norwegian: lightNorwegian,
  light_nynorsk: lightNynorsk,
  light_portuguese: lightPortuguese,
  light_russian: lightRussian,
  light_spanish: lightSpanish,
  light_swedish: lightSwedish,
  lovins,
  minimal_english: minimalEnglish,
  minimal_french: minimalFrench,
  minimal_galician: minimalGalician,
  minimal_german: minimalGerman,
  minimal_norwegian: minimalNorwegian,
  minimal_nynorsk: minimalNynorsk,
  minimal_portuguese: minimalPortuguese,
  portuguese_rslp: rslpPortuguese,
  possessive_english: (term) => (/['\u2019\uff07][sS]$/.test(term) ? term.slice(0, -2) : term),
  sorani,
  spanish_plural: spanishPlural,
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
