import { isWhitespace, lowercaseCodePoints } from '../tokenizers/simple.ts';

/** Functions from a term to a term: the filters that look at nothing else. */

const GREEK_LETTERS: Readonly<Record<string, string>> = {
  ς: 'σ',
  Ά: 'α',
  ά: 'α',
  Έ: 'ε',
  έ: 'ε',
  Ή: 'η',
  ή: 'η',
  Ί: 'ι',
  Ϊ: 'ι',
  ί: 'ι',
  ϊ: 'ι',
  ΐ: 'ι',
  Ύ: 'υ',
  Ϋ: 'υ',
  ύ: 'υ',
  ϋ: 'υ',
  ΰ: 'υ',
  Ό: 'ο',
  ό: 'ο',
  Ώ: 'ω',
  ώ: 'ω',
  '\u03a2': 'ς',
};

export function greekLowercase(term: string): string {
  return lowercaseCodePoints(term).replace(/[^\x00-\x7f]/g, (char) => GREEK_LETTERS[char] ?? char);
}

export function turkishLowercase(term: string): string {
  let out = '';
  let afterCapitalI = false;
  for (const char of term) {
    if (char === 'I') {
      out += 'ı';
      afterCapitalI = true;
      continue;
    }
    if (char === '\u0307' && afterCapitalI) {
      // I with a dot above written as two characters; marks may stand between them.
      out = out.replace(/ı(\p{Mn}*)$/u, 'i$1');
      continue;
    }
    if (!/\p{Mn}/u.test(char)) afterCapitalI = false;
    out += lowercaseCodePoints(char);
  }
  return out;
}

export function irishLowercase(term: string): string {
  const mutated = /^[nt][AEIOUÁÉÍÓÚ]/.test(term) ? `${term[0]}-${term.slice(1)}` : term;
  return lowercaseCodePoints(mutated);
}

export function trim(term: string): string {
  let start = 0;
  let end = term.length;
  while (start < end && isWhitespace(term.charCodeAt(start))) start++;
  while (end > start && isWhitespace(term.charCodeAt(end - 1))) end--;
  return term.slice(start, end);
}

export function reverse(term: string): string {
  return [...term].reverse().join('');
}

/** Everything from the first apostrophe on goes (Turkish suffixes). */
export function apostrophe(term: string): string {
  const at = term.search(/['\u2019]/);
  return at < 0 ? term : term.slice(0, at);
}

/** Every decimal digit as its ASCII digit. */
export function decimalDigit(term: string): string {
  if (!/[^\x00-\x7f]/.test(term)) return term;
  return term.replace(/\p{Nd}/gu, (digit) => {
    // Digits of a script stand in a row of ten: count down to its zero.
    let value = 0;
    let code = digit.codePointAt(0) as number;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
      if (((code - 1) & 0xf) === 0xf && zeroOfRow(code)) break;
      code--;
      value++;
    }
    return String(digitValue(digit) ?? value);
  });
}

function zeroOfRow(code: number): boolean {
  return !/\p{Nd}/u.test(String.fromCodePoint(code - 1));
}

/** Digits whose rows touch other digits: mathematical alphanumerics run in tens from U+1D7CE. */
function digitValue(digit: string): number | undefined {
  const code = digit.codePointAt(0) as number;
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  if (code >= 0x1a90 && code <= 0x1a99) return code - 0x1a90;
  return undefined;
}

/** Half-width katakana to full-width (joining voice marks), full-width ASCII to plain. */
export function cjkWidth(term: string): string {
  if (!/[\uff01-\uff9f]/.test(term)) return term;
  return term
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\uff65-\uff9f]/g, (char) => HALF_WIDTH[char.charCodeAt(0) - 0xff65] as string)
    .replace(/[\u30a1-\u30fe][\u3099\u309a]/g, (pair) => pair.normalize('NFC'));
}

/** U+FF65 to U+FF9F in full width; the sound marks become combining ones. */
const HALF_WIDTH =
  '・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u3099\u309a';
