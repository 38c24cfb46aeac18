import { type EndingRule, endings, folding, fromLength, inTurn } from './rules.ts';

/** Light stemmers for German and the Scandinavian languages. */

const germanFold = folding(['äàáâ', 'a'], ['öòóô', 'o'], ['ïìíî', 'i'], ['üùúû', 'u']);
const ST_ENDING = 'bdfghklmnt';

/** Rules for an ending that must follow one of the letters above. */
function after(letters: string, longerThan: number, ending: string): EndingRule[] {
  return [...letters].map((letter) => [longerThan, letter + ending, letter]);
}

export const lightGerman = inTurn(
  germanFold,
  endings([[5, 'ern'], [4, 'em en er es'], [3, 'e'], ...after(ST_ENDING, 3, 's')]),
  endings([[5, 'est'], [4, 'er en'], ...after(ST_ENDING, 4, 'st')]),
);

export const minimalGerman = fromLength(
  5,
  inTurn(
    folding(['ä', 'a'], ['ö', 'o'], ['ü', 'u']),
    endings([
      [6, 'nen'],
      [5, 'en se es er'],
      [0, 'n e s r'],
    ]),
  ),
);

const SWAPS: readonly (readonly [string, string])[] = [
  ['sch', '$'],
  ['ch', '§'],
  ['ei', '%'],
  ['ie', '&'],
  ['ig', '#'],
  ['st', '!'],
];

/** The stemmer of `german_stem` (after J. Caumanns): frequent letter groups count as one letter while endings go. */
export function oldGerman(word: string): string {
  const term = word.toLowerCase();
  if (!/^\p{L}*$/u.test(term)) return term;
  const [packed, saved] = pack(term);
  let out = strip(packed, saved);
  if (out.length > 5 && out.endsWith('erin*')) out = strip(out.slice(0, -1), saved);
  if (out.endsWith('z')) out = `${out.slice(0, -1)}x`;
  out = unpack(out);
  const at = out.length > 4 ? out.indexOf('gege') : -1;
  return at < 0 ? out : out.slice(0, at) + out.slice(at + 2);
}

function pack(term: string): [string, number] {
  const chars = [...term];
  let saved = 0;
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at];
    if (at > 0 && char === chars[at - 1]) chars[at] = '*';
    else if (char === 'ä') chars[at] = 'a';
    else if (char === 'ö') chars[at] = 'o';
    else if (char === 'ü') chars[at] = 'u';
    else if (char === 'ß') {
      chars.splice(at, 1, 's', 's');
      saved++;
    }
    for (const [group, sign] of SWAPS) {
      if (chars.slice(at, at + group.length).join('') !== group) continue;
      chars.splice(at, group.length, sign);
      saved += group.length - 1;
      break;
    }
  }
  return [chars.join(''), saved];
}

function unpack(term: string): string {
  let out = '';
  for (const char of term) {
    if (char === '*') out += out.at(-1) ?? '';
    else out += SWAPS.find(([, sign]) => sign === char)?.[0] ?? char;
  }
  return out;
}

function strip(packed: string, saved: number): string {
  let out = packed;
  while (out.length > 3) {
    const length = out.length + saved;
    if (length > 5 && out.endsWith('nd')) out = out.slice(0, -2);
    else if (length > 4 && /e[mr]$/.test(out)) out = out.slice(0, -2);
    else if (/[esnt]$/.test(out)) out = out.slice(0, -1);
    else break;
  }
  return out;
}

const genitive = endings([[4, 's']]);

export const lightSwedish = inTurn(
  genitive,
  endings([
    [7, 'elser heten'],
    [6, 'arne erna ande else aste orna aren'],
    [5, 'are ast het'],
    [4, 'ar er or en at te et'],
    [3, 't a e n'],
  ]),
);

export const lightNorwegian = inTurn(
  genitive,
  endings([
    [7, 'heter heten'],
    [5, 'dom het'],
    [7, 'elser elsen'],
    [6, 'ende else este eren'],
    [5, 'ere est ene'],
    [4, 'er en et st te'],
    [3, 'a e n'],
  ]),
);

export const lightNynorsk = inTurn(
  genitive,
  endings([
    [7, 'heita'],
    [8, 'heiter leiken leikar'],
    [5, 'dom'],
    [6, 'heit semd leik'],
    [7, 'elser elsen'],
    [6, 'ande else aste aren'],
    [5, 'are ast ene ane'],
    [4, 'er en et ar te'],
    [3, 'a e n'],
  ]),
);

export const minimalNorwegian = inTurn(
  genitive,
  endings([
    [5, 'ene'],
    [4, 'er en et'],
    [3, 'a e'],
  ]),
);
export const minimalNynorsk = inTurn(
  genitive,
  endings([
    [5, 'ene ane'],
    [4, 'er en et ar'],
    [3, 'a e'],
  ]),
);
