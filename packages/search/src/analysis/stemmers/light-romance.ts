import { endings, folding, fromLength, inTurn } from './rules.ts';

/** Light stemmers for French, Italian, Portuguese and Spanish (after J. Savoy). */

const LETTER = /\p{L}/u;

const frenchFold = folding(
  ['àáâ', 'a'],
  ['ô', 'o'],
  ['èéê', 'e'],
  ['ùû', 'u'],
  ['î', 'i'],
  ['ç', 'c'],
);

function frenchNormalize(term: string): string {
  let out = term;
  if (out.length > 4) out = frenchFold(out).replace(/(\p{L})\1+/gu, '$1');
  if (out.length > 4 && out.endsWith('ie')) out = out.slice(0, -2);
  if (out.length > 4) {
    if (out.endsWith('r')) out = out.slice(0, -1);
    if (out.endsWith('e')) out = out.slice(0, -1);
    if (out.endsWith('e')) out = out.slice(0, -1);
    const last = out.at(-1) as string;
    if (last === out.at(-2) && LETTER.test(last)) out = out.slice(0, -1);
  }
  return out;
}

/** Endings that end the work; those of `frenchOngoing` let it go on. */
const frenchFirst: readonly (readonly [number, string, string])[] = [
  [9, 'issement', 'ir'],
  [8, 'issant', 'ir'],
  [6, 'ement', 'e'],
  [11, 'ficatrice', 'fier'],
  [10, 'ficateur', 'fier'],
  [9, 'catrice', 'quer'],
  [8, 'cateur', 'quer'],
  [8, 'atrice', 'er'],
  [7, 'ateur', 'er'],
];
const frenchSecond: readonly (readonly [number, string, string])[] = [
  [5, 'ième', ''],
  [7, 'teuse', 'ter'],
  [6, 'teur', 'ter'],
  [5, 'euse', 'eu'],
  [8, 'ère', 'er'],
  [7, 'ive', 'if'],
  [4, 'folle', 'fou'],
  [4, 'molle', 'mou'],
  [9, 'nnelle', 'n'],
  [9, 'nnel', 'n'],
];
const frenchThird: readonly (readonly [number, string, string])[] = [
  [8, 'esse', 'e'],
  [7, 'inage', 'in'],
  [9, 'isation', ''],
  [9, 'isateur', ''],
  [8, 'ation', ''],
  [8, 'ition', ''],
];

function firstOf(
  term: string,
  rules: readonly (readonly [number, string, string])[],
): { readonly term: string; readonly ending: string } | null {
  for (const [longerThan, ending, replacement] of rules) {
    if (term.length > longerThan && term.endsWith(ending)) {
      return { term: term.slice(0, term.length - ending.length) + replacement, ending };
    }
  }
  return null;
}

export function lightFrench(word: string): string {
  let term = word;
  if (term.length > 5 && term.endsWith('x')) {
    if (term.endsWith('aux') && term.at(-4) !== 'e') term = `${term.slice(0, -2)}lx`;
    term = term.slice(0, -1);
  }
  if (term.length > 3 && term.endsWith('x')) term = term.slice(0, -1);
  if (term.length > 3 && term.endsWith('s')) term = term.slice(0, -1);
  const first = firstOf(term, frenchFirst);
  if (first !== null) {
    let out = first.term;
    if (first.ending === 'ement' && out.length > 3 && out.endsWith('ive'))
      out = `${out.slice(0, -2)}f`;
    if (first.ending === 'catrice') out = `${out.slice(0, -1)}r`;
    return frenchNormalize(out);
  }
  if (term.length > 6 && term.endsWith('trice')) term = `${term.slice(0, -4)}eur`;
  const second = firstOf(term, frenchSecond);
  if (second !== null) return frenchNormalize(second.term);
  if (term.length > 4 && term.endsWith('ète')) term = `${term.slice(0, -3)}et`;
  if (term.length > 8 && term.endsWith('ique')) term = term.slice(0, -4);
  const third = firstOf(term, frenchThird);
  if (third === null) return frenchNormalize(term);
  if (third.ending === 'isation' && third.term.length > 5 && third.term.endsWith('ual')) {
    return frenchNormalize(`${third.term.slice(0, -2)}el`);
  }
  return frenchNormalize(third.term);
}

export function minimalFrench(word: string): string {
  if (word.length < 6) return word;
  if (word.endsWith('x')) return word.endsWith('aux') ? `${word.slice(0, -2)}l` : word.slice(0, -1);
  let term = word;
  for (const ending of 'sreé') if (term.endsWith(ending)) term = term.slice(0, -1);
  const last = term.at(-1) as string;
  return last === term.at(-2) && LETTER.test(last) ? term.slice(0, -1) : term;
}

const vowels = folding(['àáâä', 'a'], ['òóôö', 'o'], ['èéêë', 'e'], ['ùúûü', 'u'], ['ìíîï', 'i']);

export const lightItalian = fromLength(
  6,
  inTurn(vowels, endings([[0, 'ie he hi ii ia io e i a o']])),
);

export const lightSpanish = fromLength(
  5,
  inTurn(
    vowels,
    endings([
      [0, 'o a e'],
      [0, 'eses', 'es'],
      [0, 'ces', 'z'],
      [0, 'os as es'],
    ]),
  ),
);

const portugueseNumber = endings([
  [4, 'res', 'r'],
  [4, 'ses', 's'],
  [4, 'les', 'l'],
  [4, 'zes', 'z'],
  [3, 'ns', 'm'],
  [4, 'eis éis', 'el'],
  [4, 'ais', 'al'],
  [4, 'óis', 'ol'],
  [4, 'is', 'il'],
  [3, 'ões ães', 'ão'],
  [6, 'mente'],
  [3, 's'],
]);
const portugueseFeminine = endings([
  [7, 'inha', 'inho'],
  [7, 'iaca', 'iaco'],
  [7, 'eira', 'eiro'],
  [6, 'osa', 'oso'],
  [6, 'ica', 'ico'],
  [6, 'ida', 'ido'],
  [6, 'ada', 'ado'],
  [6, 'iva', 'ivo'],
  [6, 'ama', 'amo'],
  [6, 'ona', 'ão'],
  [6, 'ora', 'or'],
  [6, 'esa', 'ês'],
  [6, 'na', 'no'],
]);
const portugueseFold = inTurn(vowels, folding(['ã', 'a'], ['õ', 'o'], ['ç', 'c']));

export const lightPortuguese = fromLength(4, (word) => {
  let term = portugueseNumber(word);
  if (term.length > 3 && term.endsWith('a')) term = portugueseFeminine(term);
  if (term.length > 4 && /[eao]$/.test(term)) term = term.slice(0, -1);
  return portugueseFold(term);
});

/** Spanish words that are the same in the plural. */
const SPANISH_INVARIABLE =
  /(?:sis|itis|[aeiou]us|[bdgmnprt]us|^(?:lunes|martes|miércoles|miercoles|jueves|viernes|paraguas|gafas|tijeras|gratis|oasis|mas|más|menos|atrás|atras|jamás|jamas|tres|seis|dos|mes|bíceps|fórceps))$/;

/** Plurals only, and no accents are touched. */
export function spanishPlural(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || SPANISH_INVARIABLE.test(term)) return term;
  const singular = term.slice(0, -1);
  if (!singular.endsWith('e')) return /[aeiouáéíóú]$/.test(singular) ? singular : term;
  if (term.endsWith('ces')) return `${term.slice(0, -3)}z`;
  // -es is put to d, l, n, r, s, x, y and z after a vowel, and to í and ú; elsewhere the e is the word's own.
  if (/[^a]ses$|[aeiouáéíóú][dlnrxyz]es$|[íú]es$/.test(term)) return term.slice(0, -2);
  return singular;
}
