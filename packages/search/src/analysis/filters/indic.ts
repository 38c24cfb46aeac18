/**
 * Spelling normalisers for Indic scripts: Devanagari spelling variants (Hindi), Bengali, and the code points that
 * other blocks encode twice.
 */

const HINDI_LETTERS: Readonly<Record<string, string>> = {
  ऍ: 'ए',
  ऎ: 'ए',
  'ॅ': 'े',
  'ॆ': 'े',
  ऑ: 'ओ',
  ऒ: 'ओ',
  'ॉ': 'ो',
  'ॊ': 'ो',
  ऩ: 'न',
  ऱ: 'र',
  ऴ: 'ळ',
  क़: 'क',
  ख़: 'ख',
  ग़: 'ग',
  ज़: 'ज',
  ड़: 'ड',
  ढ़: 'ढ',
  फ़: 'फ',
  य़: 'य',
  आ: 'अ',
  ई: 'इ',
  ऊ: 'उ',
  ॠ: 'ऋ',
  ॡ: 'ऌ',
  ऐ: 'ए',
  औ: 'ओ',
  'ी': 'ि',
  'ू': 'ु',
  'ॄ': 'ृ',
  'ॣ': 'ॢ',
  'ै': 'े',
  'ौ': 'ो',
  'ँ': 'ं',
};

export function hindiNormalize(term: string): string {
  return term
    .replace(/\u200c|\u200d|\u093c/g, '')
    .replace(/न्/g, 'ं')
    .replace(/[\u0900-\u097f]/g, (char) => HINDI_LETTERS[char] ?? char)
    .replace(/\u094d/g, '');
}

export function bengaliNormalize(term: string): string {
  let out = term.replace(/\u0981/g, '');
  out = out
    .replace(/[\u09c0]/g, '\u09bf')
    .replace(/[\u09c2]/g, '\u09c1')
    .replace(/\u09cd?\u09b7/g, (match) => match.replace('\u09b7', '\u09b8'))
    .replace(/\u09b6/g, '\u09b8')
    .replace(/\u09a3/g, '\u09a8')
    .replace(/[\u09dc\u09dd]/g, '\u09b0')
    .replace(/\u09ce/g, '\u09a4')
    .replace(/[\u09cb]/g, '\u09cb');
  return out;
}

const TWICE_ENCODED: readonly (readonly [string, string])[] = [
  ['\u0905\u093e\u0945', '\u0911'],
  ['\u0905\u093e\u0946', '\u0912'],
  ['\u0905\u093e\u0947', '\u0913'],
  ['\u0905\u093e\u0948', '\u0914'],
  ['\u0905\u093e', '\u0906'],
  ['\u0905\u0945', '\u0972'],
  ['\u0905\u0946', '\u0904'],
  ['\u0905\u0949', '\u0911'],
  ['\u0905\u094a', '\u0912'],
  ['\u0905\u094b', '\u0913'],
  ['\u0905\u094c', '\u0914'],
  ['\u0906\u0945', '\u0911'],
  ['\u0906\u0946', '\u0912'],
  ['\u0906\u0947', '\u0913'],
  ['\u0906\u0948', '\u0914'],
  ['\u090f\u0945', '\u090d'],
  ['\u090f\u0946', '\u090e'],
  ['\u090f\u0947', '\u0910'],
  ['\u0930\u094d', '\u0930\u094d'],
];

export function indicNormalize(term: string): string {
  if (!/[\u0900-\u0dff]/.test(term)) return term;
  let out = term;
  for (const [from, to] of TWICE_ENCODED) out = out.replaceAll(from, to);
  return out;
}
