import { endings, inTurn } from './rules.ts';

/** Light stemmers for Bulgarian, Czech, Russian and, though Baltic, Latvian. */

const bulgarianArticle = endings([
  [6, 'ият'],
  [5, 'ът то те та ия'],
  [4, 'ят'],
]);
const bulgarianPlural = endings([
  [6, 'овци', 'о'],
  [6, 'ове'],
  [6, 'еве', 'й'],
  [5, 'ища'],
  [5, 'та'],
  [5, 'ци', 'к'],
  [5, 'зи', 'г'],
]);

export function bulgarian(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  const article = bulgarianArticle(word);
  let term = bulgarianPlural(article);
  if (term === article) {
    if (term.length > 5 && term.at(-3) === 'е' && term.endsWith('и')) {
      term = `${term.slice(0, -3)}я${term.at(-2)}`;
    } else
      term = endings([
        [4, 'си', 'х'],
        [4, 'и'],
      ])(term);
  }
  if (term.length > 3) {
    if (term.endsWith('я')) term = term.slice(0, -1);
    if (/[аое]$/.test(term)) term = term.slice(0, -1);
  }
  if (term.length > 4 && term.endsWith('ен')) term = `${term.slice(0, -2)}н`;
  if (term.length > 5 && term.at(-2) === 'ъ') term = term.slice(0, -2) + term.at(-1);
  return term;
}

const czechCase = endings([
  [7, 'atech'],
  [6, 'ětem etem atům'],
  [
    5,
    'ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými',
  ],
  [4, 'em es ém ím ům at ám os us ým mi ou'],
  [3, 'a e i o u ů y á é í ý ě'],
]);
const czechPossessive = endings([[5, 'ov in ův']]);
const czechEnd = endings([
  [0, 'čt', 'ck'],
  [0, 'št', 'sk'],
  [0, 'c č', 'k'],
  [0, 'z ž', 'h'],
]);

export function czech(word: string): string {
  const term = czechPossessive(czechCase(word));
  if (/(?:čt|št|[cčzž])$/.test(term)) return czechEnd(term);
  if (term.length > 1 && term.at(-2) === 'e') return term.slice(0, -2) + term.at(-1);
  if (term.length > 2 && term.at(-2) === 'ů') return `${term.slice(0, -2)}o${term.at(-1)}`;
  return term;
}

export const lightRussian = inTurn(
  endings([
    [6, 'иями оями'],
    [5, 'иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев'],
    [
      4,
      'ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми',
    ],
    [3, 'а е и о у й ы я ь'],
  ]),
  endings([
    [3, 'ь и'],
    [3, 'нн', 'н'],
  ]),
);

/** Latvian endings with the vowels a word must have more of, and whether consonants before them were softened. */
const LATVIAN: readonly (readonly [endings: string, vowels: number, softens: boolean])[] = [
  ['ajiem ajai', 3, false],
  ['ajam ajām ajos ajās', 2, false],
  ['iem', 2, true],
  ['ajā ais ai ei', 2, false],
  ['ām am ēm īm im um', 1, false],
  ['us', 1, true],
  ['as ās es', 1, false],
  ['os', 1, true],
  ['ij īs ēs is ie', 1, false],
  ['u a i', 1, true],
  ['e ā ē ī ū o', 1, false],
  ['s š', 0, false],
];

const latvianHard = endings([
  [0, 'pj', 'p'],
  [0, 'bj', 'b'],
  [0, 'mj', 'm'],
  [0, 'vj', 'v'],
  [0, 'šņ', 'sn'],
  [0, 'žņ', 'zn'],
  [0, 'šļ', 'sl'],
  [0, 'žļ', 'zl'],
  [0, 'ļņ', 'ln'],
  [0, 'ļļ', 'll'],
  [0, 'č', 'c'],
  [0, 'ļ', 'l'],
  [0, 'ņ', 'n'],
]);

export function latvian(word: string): string {
  const vowels = word.match(/[aeiouāīēū]/g)?.length ?? 0;
  for (const [list, count, softens] of LATVIAN) {
    if (vowels <= count) continue;
    for (const ending of list.split(' ')) {
      if (word.length < ending.length + 3 || !word.endsWith(ending)) continue;
      const stem = word.slice(0, -ending.length);
      if (!softens) return stem;
      if (ending.startsWith('u')) {
        if (stem.endsWith('kš')) return `${stem.slice(0, -1)}st`;
        if (stem.endsWith('ņņ')) return `${stem.slice(0, -2)}nn`;
      }
      return latvianHard(stem);
    }
  }
  return word;
}
