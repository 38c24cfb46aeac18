/** Spelling normalisers of single languages: functions from a term to a term. */

/** Forms of alef, yeh and teh marbuta united; tatweel and vowel signs dropped. */
export function arabicNormalize(term: string): string {
  return term
    .replace(/[\u0622\u0623\u0625]/g, '\u0627')
    .replace(/\u0649/g, '\u064a')
    .replace(/\u0629/g, '\u0647')
    .replace(/[\u0640\u064b-\u0652]/g, '');
}

export function persianNormalize(term: string): string {
  return term
    .replace(/[\u06cc\u06d2]/g, '\u064a')
    .replace(/\u06a9/g, '\u0643')
    .replace(/[\u06c0\u06c1]/g, '\u0647')
    .replace(/\u0654/g, '');
}

export function soraniNormalize(term: string): string {
  return (
    term
      .replace(/[\u064a\u0649]/g, '\u06cc')
      .replace(/\u0643/g, '\u06a9')
      .replace(/\u0647\u200c|\u0629/g, '\u06d5')
      // Only a heh that ends the word as written, marks and all.
      .replace(/\u0647$/, '\u06d5')
      .replace(/[\u0640\u064b-\u0652\p{Cf}]/gu, '')
      .replace(/\u06be/g, '\u0647')
      .replace(/^\u0631/, '\u0695')
      .replace(/\u0692/g, '\u0695')
  );
}

/** ä, ae … to the plain vowel, ß to ss (the German2 rules without stemming). */
export function germanNormalize(term: string): string {
  if (!/[eäöüß]/.test(term)) return term;
  let out = '';
  // 'u' and 'v' states: an e after a, o or u that does not follow another vowel belongs to the umlaut.
  let state = 0;
  for (const char of term) {
    switch (char) {
      case 'a':
      case 'o':
        state = 1;
        out += char;
        break;
      case 'u':
        state = state === 0 ? 1 : 2;
        out += char;
        break;
      case 'e':
        if (state !== 1) out += char;
        state = 2;
        break;
      case 'i':
      case 'q':
      case 'y':
        state = 2;
        out += char;
        break;
      case 'ä':
        out += 'a';
        state = 2;
        break;
      case 'ö':
        out += 'o';
        state = 2;
        break;
      case 'ü':
        out += 'u';
        state = 2;
        break;
      case 'ß':
        out += 'ss';
        state = 0;
        break;
      default:
        out += char;
        state = 0;
    }
  }
  return out;
}

export function scandinavianNormalize(term: string): string {
  return term
    .replace(/ä/g, 'æ')
    .replace(/Ä/g, 'Æ')
    .replace(/ö/g, 'ø')
    .replace(/Ö/g, 'Ø')
    .replace(/aa|ao|ae|oe|oo|AA|Aa|AO|Ao|AE|Ae|OE|Oe|OO|Oo|aA|aO|aE|oE|oO/g, (pair) => {
      const upper = pair[0] === pair[0]?.toUpperCase();
      const second = pair[1]?.toLowerCase();
      if (pair[0]?.toLowerCase() === 'a') {
        if (second === 'e') return upper ? 'Æ' : 'æ';
        return upper ? 'Å' : 'å';
      }
      return upper ? 'Ø' : 'ø';
    });
}

export function scandinavianFold(term: string): string {
  return term.replace(/[åäæ]|[ÅÄÆ]|[øö]|[ØÖ]|[aA][aeoAEO]|[oO][eoEO]/g, (part) => {
    const first = part[0] as string;
    if ('åäæ'.includes(first)) return 'a';
    if ('ÅÄÆ'.includes(first)) return 'A';
    if ('øö'.includes(first)) return 'o';
    return 'ØÖ'.includes(first) ? 'O' : first;
  });
}

const SERBIAN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђ: 'dj',
  е: 'e',
  ж: 'z',
  з: 'z',
  и: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  џ: 'dz',
  ш: 's',
  ć: 'c',
  č: 'c',
  đ: 'dj',
  š: 's',
  ž: 'z',
};

/** Cyrillic and Latin Serbian to one Latin spelling without diacritics. */
export function serbianNormalize(term: string): string {
  return term.replace(/[^\x00-\x7f]/g, (char) => SERBIAN[char] ?? char);
}
