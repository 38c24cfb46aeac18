/**
 * The word breaking of UAX #29 on UTF-8, for the scripts most text is written in: alphabets with their marks, Han, kana
 * and Hangul. Text with anything else (emoji, Hebrew, Thai and its kin, characters beyond the first plane) is left to
 * the token stream. Classes and small letters come from tables by code point, filled block by block as text needs them.
 */
import { WB, wordBreakClass } from '../text/word-break.ts';
import { lowercaseCodePoints } from '../tokenizers/simple.ts';
import {
  AFTER_CONNECTOR,
  AFTER_HEBREW_QUOTE,
  AFTER_LETTER,
  step,
  WANT_HEBREW,
} from '../tokenizers/standard.ts';

const PLANE = 0x10000;
const BLOCK = 256;
const UNKNOWN = 255;
/** A character this path does not know. */
const LEAVE = 254;
const KINDS = 32;
/** After an ideograph or a kana: a token by itself, to which only marks are added. */
const SINGLE = WANT_HEBREW + 1;

/** What `step` says, by state and kind. */
const STEP = new Int8Array((SINGLE + 1) * KINDS).fill(-1);
for (let state = 0; state < SINGLE; state += 1) {
  for (const kind of Object.values(WB)) STEP[state * KINDS + kind] = step(state, kind);
}

const LEFT = new Set<number>([
  WB.hebrew,
  WB.southEastAsian,
  WB.southEastAsianMark,
  WB.regionalIndicator,
  WB.emoji,
  WB.emojiModifier,
  WB.emojiLetter,
]);
/** What makes keycaps of digits and emoji of signs. */
const EMOJI_STYLE = 0xfe0f;
const KEYCAP = 0x20e3;

const classes = new Uint8Array(PLANE).fill(UNKNOWN);
const lower = new Uint16Array(PLANE);

function fillBlock(code: number): number {
  const first = code - (code % BLOCK);
  for (let at = first; at < first + BLOCK; at += 1) {
    const kind = wordBreakClass(at);
    const small = lowercaseCodePoints(String.fromCharCode(at));
    const isLeft = LEFT.has(kind) || at === EMOJI_STYLE || at === KEYCAP || small.length !== 1;
    classes[at] = isLeft || (at >= 0xd800 && at < 0xe000) ? LEAVE : kind;
    lower[at] = small.charCodeAt(0);
  }
  return classes[code] as number;
}
for (let code = 0; code < 0x800; code += BLOCK) fillBlock(code);

/** 1 for ASCII letters: setting bit 5 makes them small. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 128 && classes[code] === WB.letter ? 1 : 0,
);

const FIRST_WORDS = 1024;
/** Numbers kept of a word. */
export const WORD = 4;

export class Utf8Words {
  /** The terms, one behind the other. */
  terms = new Uint8Array(FIRST_WORDS * 8);
  /** Of each word: start and end in `terms`, start and end in the text in UTF-16 units. */
  words = new Int32Array(FIRST_WORDS * WORD);
  /** Length of the text last read, in UTF-16 units. */
  units = 0;

  /** Returns how many numbers of `words` are set, or -1 when the text is not for this path or a word is too long. */
  find(bytes: Uint8Array, length: number, lowercase: boolean, maxTokenLength: number): number {
    this.reserve(length);
    const { terms, words } = this;
    let count = 0;
    let out = 0;
    let at = 0;
    let unit = 0;
    /** -1 between words. */
    let state = -1;
    let wordStart = 0;
    let unitStart = 0;
    /** Where the word ends if nothing more joins it; -1 while it has but connectors. */
    let accepted = -1;
    let unitAccepted = 0;
    let hasContent = false;
    for (;;) {
      const lead = bytes[at] as number;
      let code = lead;
      let width = 1;
      let kind: number;
      if (at >= length) kind = WB.other;
      else if (lead < 0x80) kind = classes[lead] as number;
      else {
        if (lead < 0xe0) {
          width = 2;
          code = ((lead & 0x1f) << 6) | ((bytes[at + 1] as number) & 0x3f);
          if (lead < 0xc2 || ((bytes[at + 1] as number) & 0xc0) !== 0x80) return -1;
        } else {
          if (lead >= 0xf0) return -1;
          width = 3;
          const second = bytes[at + 1] as number;
          const third = bytes[at + 2] as number;
          code = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
          if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80 || code < 0x800) return -1;
        }
        kind = classes[code] as number;
        if (kind === UNKNOWN) kind = fillBlock(code);
        if (kind === LEAVE || at + width > length) return -1;
      }
      if (state >= 0) {
        const next = kind === WB.extend ? state : (STEP[state * KINDS + kind] as number);
        if (next < 0) {
          if (accepted >= 0) {
            if (unitAccepted - unitStart > maxTokenLength) return -1;
            words[count] = wordStart;
            words[count + 1] = accepted;
            words[count + 2] = unitStart;
            words[count + 3] = unitAccepted;
            count += WORD;
            out = accepted;
          } else out = wordStart;
          state = -1;
        } else state = next;
      }
      if (state < 0) {
        if (at >= length) break;
        if (kind === WB.han || kind === WB.hiragana) state = SINGLE;
        else {
          state = STEP[AFTER_CONNECTOR * KINDS + kind] as number;
          if (state < 0) {
            at += width;
            unit += 1;
            continue;
          }
        }
        wordStart = out;
        unitStart = unit;
        accepted = -1;
        hasContent = false;
      }
      const small = lowercase ? (lower[code] as number) : code;
      if (small < 0x80) terms[out++] = small;
      else if (small < 0x800) {
        terms[out++] = 0xc0 | (small >> 6);
        terms[out++] = 0x80 | (small & 0x3f);
      } else {
        terms[out++] = 0xe0 | (small >> 12);
        terms[out++] = 0x80 | ((small >> 6) & 0x3f);
        terms[out++] = 0x80 | (small & 0x3f);
      }
      at += width;
      unit += 1;
      if (state === AFTER_LETTER) {
        // Most of most words: plain letters behind a letter.
        let plain = bytes[at] as number;
        while (IS_PLAIN[plain] === 1 && at < length) {
          terms[out++] = lowercase ? plain | 0x20 : plain;
          plain = bytes[++at] as number;
          unit += 1;
        }
      }
      if (kind !== WB.extendNumLet && kind !== WB.extend) hasContent = true;
      if (hasContent && (state <= AFTER_HEBREW_QUOTE || state === SINGLE)) {
        accepted = out;
        unitAccepted = unit;
      }
    }
    this.units = unit;
    return count;
  }

  /** A character of two bytes may have a small form of three; a word has at least one byte, and one behind it. */
  private reserve(length: number): void {
    if (this.terms.length < length * 2) this.terms = new Uint8Array(length * 3);
    if (this.words.length < (length + 1) * WORD) this.words = new Int32Array((length + 1) * WORD);
  }
}
