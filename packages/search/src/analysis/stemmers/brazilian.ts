import { folding } from './rules.ts';

/** Brazilian Portuguese, in the manner of Snowball's regions R1, R2 and RV. */

const fold = folding(
  ['áâã', 'a'],
  ['éê', 'e'],
  ['í', 'i'],
  ['óôõ', 'o'],
  ['úü', 'u'],
  ['ç', 'c'],
  ['ñ', 'n'],
);
const isVowel = (char: string | undefined) => char !== undefined && 'aeiou'.includes(char);

/** What follows the first consonant after a vowel; null when nothing does. */
function region(value: string | null): string | null {
  if (value === null) return null;
  const last = value.length - 1;
  let at = 0;
  while (at < last && !isVowel(value[at])) at++;
  if (at >= last) return null;
  while (at < last && isVowel(value[at])) at++;
  return at >= last ? null : value.slice(at + 1);
}

function verbRegion(value: string): string | null {
  const last = value.length - 1;
  if (last > 0 && !isVowel(value[1])) {
    let at = 2;
    while (at < last && !isVowel(value[at])) at++;
    if (at < last) return value.slice(at + 1);
  }
  if (last > 1 && isVowel(value[0]) && isVowel(value[1])) {
    let at = 2;
    while (at < last && isVowel(value[at])) at++;
    if (at < last) return value.slice(at + 1);
  }
  return last > 2 ? value.slice(3) : null;
}

/** Suffixes that must lie in R2, with what takes their place. `logias` is found and left, as in the reference. */
const NOUNS: readonly (readonly [string, string])[] = [
  ['uciones', 'u'],
  ['imentos', ''],
  ['amentos', ''],
  ['adores', ''],
  ['adoras', ''],
  ['logias', 'logias'],
  ['encias', 'ente'],
  ['amente', ''],
  ['idades', ''],
  ['acoes', ''],
  ['imento', ''],
  ['amento', ''],
  ['adora', ''],
  ['ismos', ''],
  ['istas', ''],
  ['logia', 'log'],
  ['ucion', 'u'],
  ['encia', 'ente'],
  ['mente', ''],
  ['idade', ''],
  ['acao', ''],
  ['ezas', ''],
  ['icos', ''],
  ['icas', ''],
  ['ismo', ''],
  ['avel', ''],
  ['ivel', ''],
  ['ista', ''],
  ['osos', ''],
  ['osas', ''],
  ['ador', ''],
  ['ivas', ''],
  ['ivos', ''],
  ['iras', 'ir'],
  ['eza', ''],
  ['ico', ''],
  ['ica', ''],
  ['oso', ''],
  ['osa', ''],
  ['iva', ''],
  ['ivo', ''],
  ['ira', 'ir'],
];

/** Verb endings, longest first; `ira` is found and left, as in the reference. */
const VERBS =
  'issemos essemos assemos ariamos eriamos iriamos iremos eremos aremos avamos iramos eramos aramos asseis esseis isseis arieis erieis irieis irmos iamos armos ermos areis ereis ireis asses esses isses astes assem essem issem ardes erdes irdes ariam eriam iriam arias erias irias estes istes aveis aria eria iria asse esse isse aste este iste arei erei irei aram eram iram avam arem erem irem ando endo indo arao erao irao adas idas aras eras iras avas ares eres ires ados idos amos emos imos ieis ada ida ara era ira iam ado ido ias ais eis ear ia ei am em ar er ir as es is eu iu ou'.split(
    ' ',
  );

/** Words of one, two or more than 29 letters are left alone. */
export function brazilian(word: string): string {
  const term = fold(word.toLowerCase());
  if (term.length >= 30 || term.length <= 2) return word;
  if (!/^\p{L}*$/u.test(term)) return term;
  const r1 = region(term);
  const r2 = region(r1);
  const rv = verbRegion(term);
  let out = nouns(term, r1, r2, rv);
  let altered = out !== null;
  if (out === null && rv !== null) {
    const ending = VERBS.find((verb) => rv.endsWith(verb));
    if (ending !== undefined) {
      altered = true;
      out = ending === 'ira' ? term : term.slice(0, -ending.length);
    }
  }
  let stem = out ?? term;
  if (rv === null) return stem;
  if (altered) {
    if (rv.endsWith('ci') && stem.endsWith('i')) stem = stem.slice(0, -1);
  } else {
    const vowel = ['os', 'a', 'i', 'o'].find((ending) => rv.endsWith(ending));
    if (vowel !== undefined) stem = stem.slice(0, -vowel.length);
  }
  if (rv.endsWith('e') && stem.endsWith('e')) {
    stem = stem.slice(0, -1);
    if (rv.endsWith('gue') && stem.endsWith('u')) stem = stem.slice(0, -1);
    else if (rv.endsWith('cie') && stem.endsWith('i')) stem = stem.slice(0, -1);
  }
  return stem;
}

function nouns(
  term: string,
  r1: string | null,
  r2: string | null,
  rv: string | null,
): string | null {
  for (const [suffix, replacement] of NOUNS) {
    if (!term.endsWith(suffix)) continue;
    const verbal = suffix === 'iras' || suffix === 'ira';
    const where = verbal ? rv : suffix === 'amente' ? r1 : r2;
    if (where === null || !where.endsWith(suffix)) continue;
    if (verbal && term.at(-suffix.length - 1) !== 'e') continue;
    return term.slice(0, -suffix.length) + replacement;
  }
  return null;
}
