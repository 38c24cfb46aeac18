/**
 * Spelling normalisers for Indic scripts: variants of Devanagari (Hindi) and Bengali, and letters that can be written
 * with one code point or several.
 */

const HINDI: Readonly<Record<string, string>> = {
  '\u0928\u094d': '\u0902',
  '\u0901': '\u0902',
  '\u093c': '',
  '\u094d': '',
  '\u200c': '',
  '\u200d': '',
  '\u0929': '\u0928',
  '\u0931': '\u0930',
  '\u0934': '\u0933',
  '\u0958': '\u0915',
  '\u0959': '\u0916',
  '\u095a': '\u0917',
  '\u095b': '\u091c',
  '\u095c': '\u0921',
  '\u095d': '\u0922',
  '\u095e': '\u092b',
  '\u095f': '\u092f',
  '\u0945': '\u0947',
  '\u0946': '\u0947',
  '\u0948': '\u0947',
  '\u0949': '\u094b',
  '\u094a': '\u094b',
  '\u094c': '\u094b',
  '\u090d': '\u090f',
  '\u090e': '\u090f',
  '\u0910': '\u090f',
  '\u0911': '\u0913',
  '\u0912': '\u0913',
  '\u0914': '\u0913',
  '\u0972': '\u0905',
  '\u0906': '\u0905',
  '\u0908': '\u0907',
  '\u090a': '\u0909',
  '\u0960': '\u090b',
  '\u0961': '\u090c',
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0944': '\u0943',
  '\u0963': '\u0962',
};

export function hindiNormalize(term: string): string {
  return term.replace(/\u0928\u094d|[\u0900-\u097f]|\u200c|\u200d/g, (part) => HINDI[part] ?? part);
}

const VIRAMA = '\u09cd';
const BENGALI: Readonly<Record<string, string>> = {
  '\u09c0': '\u09bf',
  '\u09c2': '\u09c1',
  '\u0999': '\u0982',
  '\u09b6': '\u09b8',
  '\u09b7': '\u09b8',
  '\u09a3': '\u09a8',
  '\u09dc': '\u09b0',
  '\u09dd': '\u09b0',
  '\u09ce': '\u09a4',
};

/** Spelling after sound (after M. Rahman and others): conjuncts with ya and ba, visarga, and letters that sound alike. */
export function bengaliNormalize(term: string): string {
  const chars = [...term];
  for (let at = 0; at < chars.length; at++) {
    const plain = BENGALI[chars[at] as string];
    if (plain !== undefined) chars[at] = plain;
    else at += conjunct(chars, at);
  }
  return chars.join('');
}

/** Rewrites what begins or ends at a place; returns by how much to move from there. */
function conjunct(chars: string[], at: number): number {
  switch (chars[at]) {
    case '\u0981': // candrabindu
      chars.splice(at, 1);
      return -1;
    case '\u0995': // ka + virama + i: kha
      if (chars[at + 1] === VIRAMA && chars[at + 2] === '\u09bf') {
        if (at === 0) chars.splice(0, 3, '\u0996');
        else chars.splice(at + 1, 2, '\u0996');
      }
      return 0;
    case '\u09af': // ya
      if (chars[at - 1] !== VIRAMA) return 0;
      if (at === 2) {
        chars.splice(1, chars[3] === '\u09be' ? 3 : 2, '\u09c7');
        return -1;
      }
      chars.splice(at - 1, 2);
      return -2;
    case '\u09ac': // ba
      if (chars[at - 1] !== VIRAMA) return 0;
      if (at === 2 || (at >= 5 && chars[at - 3] === VIRAMA)) {
        chars.splice(at - 1, 2);
        return -2;
      }
      if (at < 2) return 0;
      chars.splice(at - 1, 2, chars[at - 2] as string);
      return -1;
    case '\u0983': // visarga
      if (at < chars.length - 1) chars[at] = chars[at + 1] as string;
      else if (chars.length <= 3) chars[at] = '\u09b9';
      else chars.splice(at, 1);
      return 0;
    default:
      return 0;
  }
}

/** Blocks of 128 code points with one layout, by the letter the table below uses. */
const SCRIPTS: Readonly<Record<string, number>> = {
  D: 0x0900,
  B: 0x0980,
  P: 0x0a00,
  G: 0x0a80,
  O: 0x0b00,
  T: 0x0b80,
  E: 0x0c00,
  K: 0x0c80,
  M: 0x0d00,
};

/** `from>to scripts`: places in a block that are one letter together; ff is a zero width joiner. */
const COMPOSED =
  '05 3e 45>11 DG|05 3e 46>12 D|05 3e 47>13 DG|05 3e 48>14 DG|05 3e>06 DBPGO|05 45>72 D|05 45>0d G|05 46>04 D|05 47>0f G|05 48>10 PG|05 49>11 DG|05 4a>12 D|05 4b>13 DG|05 4c>14 DPG|06 45>11 DG|06 46>12 D|06 47>13 DG|06 48>14 DG|07 57>08 M|09 41>0a D|09 57>0a TM|0e 46>10 M|0f 45>0d D|0f 46>0e D|0f 47>10 D|0f 57>10 O|12 3e>13 M|12 4c>14 EK|12 55>13 E|12 57>14 TM|13 57>14 O|15 3c>58 D|16 3c>59 DP|17 3c>5a DP|1c 3c>5b DP|21 3c>5c DBO|22 3c>5d DBO|23 4d ff>7a M|24 4d ff>4e B|28 3c>29 D|28 4d ff>7b M|2b 3c>5e DP|2f 3c>5f DB|2c 41 41>0b E|30 3c>31 D|30 4d ff>7c M|32 4d ff>7d M|33 3c>34 D|33 4d ff>7e M|35 41>2e E|3e 45>49 DG|3e 46>4a D|3e 47>4b DG|3e 48>4c DG|3f 55>40 K|41 41>42 P|46 3e>4a TM|46 42 55>4b K|46 42>4a K|46 46>48 M|46 55>47 EK|46 56>48 EK|46 57>4c TM|47 3e>4b BOTM|47 57>4c BO|4a 55>4b K|72 3f>07 P|72 40>08 P|72 47>0f P|73 41>09 P|73 42>0a P|73 4b>13 P';

let composed: Map<string, string> | null = null;

function compositions(): Map<string, string> {
  if (composed !== null) return composed;
  composed = new Map();
  for (const entry of COMPOSED.split('|')) {
    const [from, rest] = entry.split('>') as [string, string];
    const [to, scripts] = rest.split(' ') as [string, string];
    for (const script of scripts) {
      const base = SCRIPTS[script] as number;
      const char = (place: string): string =>
        place === 'ff' ? '\u200d' : String.fromCharCode(base + Number.parseInt(place, 16));
      composed.set(from.split(' ').map(char).join(''), char(to));
    }
  }
  return composed;
}

export function indicNormalize(term: string): string {
  if (!/[\u0900-\u0d7f]/.test(term)) return term;
  const table = compositions();
  let out = '';
  for (let at = 0; at < term.length; ) {
    const three = table.get(term.slice(at, at + 3));
    const two = three === undefined ? table.get(term.slice(at, at + 2)) : undefined;
    out += three ?? two ?? term[at];
    at += three !== undefined ? 3 : two !== undefined ? 2 : 1;
  }
  return out;
}
