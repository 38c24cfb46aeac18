/**
 * Word_Break classes of Unicode (UAX #29) as the standard tokenizer needs them, derived from the runtime's own \p{…}
 * properties block by block as text touches them. The few members that no \p{…} property gives are listed below with
 * the clause of UAX #29 or UAX #14 they come from.
 */
export const WB = {
  other: 0,
  letter: 1,
  hebrew: 2,
  numeric: 3,
  katakana: 4,
  midLetter: 5,
  midNumber: 6,
  midNumberLetter: 7,
  singleQuote: 8,
  doubleQuote: 9,
  extendNumLet: 10,
  /** Extend, Format and the zero width joiner: invisible to the rules once a token has begun. */
  extend: 11,
  southEastAsian: 12,
  han: 13,
  hiragana: 14,
  hangul: 15,
  regionalIndicator: 16,
  emoji: 17,
  /** # and * count only as the base of a keycap emoji. */
  keycapOnly: 18,
  /** Vowel signs and marks of the South-East Asian scripts: like `extend` inside other words. */
  southEastAsianMark: 19,
  emojiModifier: 20,
  /** Letters that are emoji when they stand alone, such as the circled M. */
  emojiLetter: 21,
} as const;

const BLOCK_BITS = 8;
const BLOCK_SIZE = 1 << BLOCK_BITS;
const blocks: (Uint8Array | undefined)[] = new Array(0x110000 >> BLOCK_BITS);

const KATAKANA = /\p{Script=Katakana}|[\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]/u;
/** UAX #14 class SA: scripts written without spaces. */
const SOUTH_EAST_ASIAN =
  /(?![\p{Nd}\p{P}\p{Zs}\p{Sc}\u19e0-\u19ff\u1a7f\u17f0-\u17f9])(?:\p{Script=Thai}|\p{Script=Lao}|\p{Script=Myanmar}|\p{Script=Khmer}|\p{Script=Tai_Le}|\p{Script=New_Tai_Lue}|\p{Script=Tai_Tham}|\p{Script=Tai_Viet}|\p{Script=Ahom})|[\u1aa0-\u1aad\uaade\uaadf]/u;
const EXTEND = /[\p{Grapheme_Extend}\p{Mc}\u200d]/u;
const MID_LETTER = ':\u00b7\u02d7\u0387\u05f4\u2027\ufe13\ufe55\uff1a';
const MID_NUMBER =
  ',;\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b';
const MID_NUMBER_LETTER = '.\u2018\u2019\u2024\ufe52\uff07\uff0e';

const EMOJI = /[\p{Emoji}\p{Extended_Pictographic}]/u;
/** Extended_Pictographic of Emoji 11, the reference's version, was wider than today's. */
const PICTOGRAPHS: readonly (readonly [number, number])[] = [
  [0x2388, 0x2388],
  [0x2605, 0x2605],
  [0x2607, 0x2612],
  [0x2614, 0x2685],
  [0x2690, 0x2705],
  [0x2708, 0x2712],
  [0x2763, 0x2767],
  [0x1f000, 0x1f0ff],
  [0x1f10d, 0x1f10f],
  [0x1f12f, 0x1f12f],
  [0x1f16c, 0x1f171],
  [0x1f1ad, 0x1f1e5],
  [0x1f201, 0x1f20f],
  [0x1f23c, 0x1f23f],
  [0x1f249, 0x1f53d],
  [0x1f546, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f774, 0x1f77f],
  [0x1f7d5, 0x1f7ff],
  [0x1f80c, 0x1f80f],
  [0x1f848, 0x1f84f],
  [0x1f85a, 0x1f85f],
  [0x1f888, 0x1f88f],
  [0x1f8ae, 0x1f8ff],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1fffd],
];

function inRanges(code: number, ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.some(([low, high]) => code >= low && code <= high);
}

function classify(code: number): number {
  const char = String.fromCodePoint(code);
  if (code === 0x27) return WB.singleQuote;
  if (code === 0x22) return WB.doubleQuote;
  if (code === 0x23 || code === 0x2a) return WB.keycapOnly;
  if (MID_LETTER.includes(char)) return WB.midLetter;
  if (MID_NUMBER.includes(char)) return WB.midNumber;
  if (MID_NUMBER_LETTER.includes(char)) return WB.midNumberLetter;
  if (/[\p{Nd}\u066b]/u.test(char)) return WB.numeric;
  if (/\p{Emoji_Modifier}/u.test(char)) return WB.emojiModifier;
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return WB.regionalIndicator;
  if (/[\p{Pc}\u202f]/u.test(char)) return WB.extendNumLet;
  if (SOUTH_EAST_ASIAN.test(char)) {
    return EXTEND.test(char) ? WB.southEastAsianMark : WB.southEastAsian;
  }
  if (EXTEND.test(char)) return WB.extend;
  if (/\p{Cf}/u.test(char) && code !== 0x200b) return WB.extend;
  if (KATAKANA.test(char)) return WB.katakana;
  if (/\p{Script=Hiragana}/u.test(char)) return WB.hiragana;
  if (/(?=\p{Lo})\p{Script=Hebrew}/u.test(char)) return WB.hebrew;
  if (/\p{Alphabetic}/u.test(char) && !/\p{Ideographic}/u.test(char)) {
    if (/\p{Script=Hangul}/u.test(char)) return WB.hangul;
    return EMOJI.test(char) ? WB.emojiLetter : WB.letter;
  }
  if (code === 0x05f3) return WB.letter;
  if (EMOJI.test(char) || inRanges(code, PICTOGRAPHS)) return WB.emoji;
  if (/\p{Script=Han}/u.test(char)) return WB.han;
  return WB.other;
}

function fillBlock(index: number): Uint8Array {
  const block = new Uint8Array(BLOCK_SIZE);
  for (let i = 0; i < BLOCK_SIZE; i++) block[i] = classify((index << BLOCK_BITS) | i);
  blocks[index] = block;
  return block;
}

/** The class of a code point; surrogates alone are `other`. */
export function wordBreakClass(code: number): number {
  const block = blocks[code >> BLOCK_BITS] ?? fillBlock(code >> BLOCK_BITS);
  return block[code & (BLOCK_SIZE - 1)] as number;
}
