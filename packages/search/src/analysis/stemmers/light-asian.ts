import { endings } from './rules.ts';

/** Light stemmers for Arabic, Bengali, Hindi, Indonesian and Sorani Kurdish. */

const ARABIC_PREFIXES = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

export function arabic(word: string): string {
  let term = word;
  // At least two characters must be left, three after the one-letter prefix.
  const prefix = ARABIC_PREFIXES.find(
    (start) => term.startsWith(start) && term.length >= (start.length === 1 ? 4 : start.length + 2),
  );
  if (prefix !== undefined) term = term.slice(prefix.length);
  for (const suffix of ARABIC_SUFFIXES) {
    if (term.length >= suffix.length + 2 && term.endsWith(suffix))
      term = term.slice(0, -suffix.length);
  }
  return term;
}

export const hindi = endings([
  [6, 'ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां'],
  [5, 'ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां'],
  [4, 'ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं'],
  [3, 'कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें'],
  [2, 'ो े ू ु ी ि ा'],
]);

export const bengali = endings([
  [9, 'িয়াছিলাম িতেছিলাম িতেছিলেন ইতেছিলেন িয়াছিলেন ইয়াছিলেন'],
  [8, 'িতেছিলি িতেছিলে িয়াছিলা িয়াছিলে িতেছিলা িয়াছিলি য়েদেরকে'],
  [7, 'িতেছিস িতেছেন িয়াছিস িয়াছেন েছিলাম েছিলেন েদেরকে'],
  [6, 'িতেছি িতেছা িতেছে ছিলাম ছিলেন িয়াছি িয়াছা িয়াছে েছিলে েছিলা য়েদের দেরকে'],
  [5, 'িলাম িলেন িতাম িতেন িবেন ছিলি ছিলে ছিলা তেছে িতেছ খানা খানি গুলো গুলি য়েরা েদের'],
  [
    4,
    'লাম িলি ইলি িলে ইলে লেন িলা ইলা তাম িতি ইতি িতে ইতে তেন িতা িবা ইবা িবি ইবি বেন িবে ইবে ছেন য়োন য়ের েরা দের',
  ],
  [3, 'িস েন লি লে লা তি তে তা বি বে বা ছি ছা ছে ুন ুক টা টি নি ের তে রা কে'],
  [2, 'ি ী া ো ে ব ত'],
]);

const soraniFirst = endings([
  [5, 'دا'],
  [4, 'نا', 'ن'],
  [6, 'ەوە'],
]);
const soraniSecond = endings([[6, 'مان یان تان']]);
const soraniThird = endings([
  [6, 'ێکی'],
  [7, 'یەکی'],
  [5, 'ێک'],
  [6, 'یەک'],
  [6, 'ەکە'],
  [5, 'کە'],
  [7, 'ەکان'],
  [6, 'کان'],
  [7, 'یانی'],
  [6, 'انی'],
  [6, 'یان'],
  [5, 'ان'],
  [7, 'یانە'],
  [6, 'انە'],
  [5, 'ایە', 'ا'],
  [5, 'ەیە', 'ە'],
  [4, 'ە'],
  [4, 'ی'],
]);

export function sorani(word: string): string {
  return soraniThird(soraniSecond(soraniFirst(word)));
}

const isVowel = (char: string | undefined) => char !== undefined && 'aeiou'.includes(char);

/** First prefixes of Indonesian: what they begin with, how much goes, what is put in its place, and their family. */
type Family = 'ke' | 'peng' | 'di' | 'meng' | 'ter' | 'ber' | 'pe' | 'per';
const FIRST_PREFIXES: readonly (readonly [string, string, Family, boolean?])[] = [
  ['meng', '', 'meng'],
  ['meny', 's', 'meng', true],
  ['men', '', 'meng'],
  ['mem', '', 'meng'],
  ['me', '', 'meng'],
  ['peng', '', 'peng'],
  ['peny', 's', 'peng', true],
  ['peny', '', 'peng'],
  ['pen', 't', 'peng', true],
  ['pen', '', 'peng'],
  ['pem', '', 'peng'],
  ['di', '', 'di'],
  ['ter', '', 'ter'],
  ['ke', '', 'ke'],
];

/** After F. Tala: particles, possessives, then prefixes and suffixes while more than two syllables are left. */
export function indonesian(word: string): string {
  let term = word;
  let syllables = word.match(/[aeiou]/g)?.length ?? 0;
  const removed = new Set<Family>();
  const cut = (next: string): void => {
    if (next === term) return;
    term = next;
    syllables--;
  };
  const suffix = (): void => {
    const blocks = (...families: Family[]) => families.some((family) => removed.has(family));
    if (term.endsWith('kan') && !blocks('ke', 'peng', 'pe')) cut(term.slice(0, -3));
    else if (term.endsWith('an') && !blocks('di', 'meng', 'ter')) cut(term.slice(0, -2));
    else if (term.endsWith('i') && !term.endsWith('si') && !blocks('ber', 'ke', 'peng'))
      cut(term.slice(0, -1));
  };
  const firstPrefix = (): void => {
    for (const [start, replacement, family, beforeVowel] of FIRST_PREFIXES) {
      if (!term.startsWith(start)) continue;
      if (beforeVowel && !isVowel(term[start.length])) continue;
      removed.add(family);
      cut(replacement + term.slice(start.length));
      return;
    }
  };
  const secondPrefix = (): void => {
    if (term.startsWith('ber') || term === 'belajar') {
      removed.add('ber');
      cut(term.slice(3));
    } else if (/^be[^aeiou]er/.test(term)) {
      removed.add('ber');
      cut(term.slice(2));
    } else if (term.startsWith('per') || term === 'pelajar') cut(term.slice(3));
    else if (term.startsWith('pe')) {
      removed.add('pe');
      cut(term.slice(2));
    }
  };
  if (syllables > 2) cut(endings([[0, 'kah lah pun']])(term));
  if (syllables > 2) cut(endings([[0, 'ku mu nya']])(term));
  const before = term;
  if (syllables > 2) firstPrefix();
  if (term !== before) {
    const afterPrefix = term;
    if (syllables > 2) suffix();
    if (term !== afterPrefix && syllables > 2) secondPrefix();
  } else {
    if (syllables > 2) secondPrefix();
    if (syllables > 2) suffix();
  }
  return term;
}
