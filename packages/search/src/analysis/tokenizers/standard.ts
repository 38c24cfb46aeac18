import { Tokenizer } from '../core/stream.ts';
import { WB, wordBreakClass } from '../text/word-break.ts';

export const TYPES = {
  alphanum: '<ALPHANUM>',
  num: '<NUM>',
  southEastAsian: '<SOUTHEAST_ASIAN>',
  ideographic: '<IDEOGRAPHIC>',
  hiragana: '<HIRAGANA>',
  katakana: '<KATAKANA>',
  hangul: '<HANGUL>',
  emoji: '<EMOJI>',
} as const;

/** What a word was made of; decides its type. */
const SEEN_LETTER = 1;
const SEEN_HANGUL = 2;
const SEEN_NUMERIC = 4;
const SEEN_KATAKANA = 8;
const SEEN_CONNECTOR = 16;
const SEEN_MIDDLE = 32;

/** What the last character that counts was, or what is waited for after a middle character. */
export const AFTER_CONNECTOR = 0;
export const AFTER_LETTER = 1;
const AFTER_HEBREW = 2;
const AFTER_NUMERIC = 3;
const AFTER_KATAKANA = 4;
export const AFTER_HEBREW_QUOTE = 5;
const WANT_LETTER = 6;
const WANT_NUMERIC = 7;
export const WANT_HEBREW = 8;

const ZERO_WIDTH_JOINER = 0x200d;
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;
const KEYCAP = 0x20e3;
const MODIFIER = /\p{Emoji_Modifier}/u;
const MODIFIER_BASE = /\p{Emoji_Modifier_Base}/u;

const ASCII_CLASS = Uint8Array.from({ length: 128 }, (_, code) => wordBreakClass(code));

function typeOf(seen: number): string {
  if (seen === SEEN_LETTER) return TYPES.alphanum;
  if (seen === SEEN_HANGUL) return TYPES.hangul;
  if (seen === SEEN_KATAKANA) return TYPES.katakana;
  if ((seen & ~(SEEN_CONNECTOR | SEEN_MIDDLE)) === SEEN_NUMERIC) return TYPES.num;
  return TYPES.alphanum;
}

/** Word boundaries of UAX #29, kept where a word has a letter, digit, ideograph or emoji. */
export class StandardTokenizer extends Tokenizer {
  readonly #maxTokenLength: number;
  #position = 0;
  /** Set by the scanners: the end and type of the token found. */
  protected tokenEnd = 0;
  protected tokenType: string = TYPES.alphanum;

  constructor(maxTokenLength = 255) {
    super();
    this.#maxTokenLength = maxTokenLength;
  }

  override reset(): void {
    this.#position = 0;
  }

  override next(): boolean {
    const text = this.text;
    const length = text.length;
    let start = this.#position;
    while (start < length) {
      const code = text.charCodeAt(start);
      if (code < 128) {
        const kind = ASCII_CLASS[code] as number;
        if (kind === WB.other && this.keepsPlainWords) {
          start++;
          continue;
        }
        if (kind === WB.letter) {
          const end = this.#plainWordEnd(start);
          if (end > 0) {
            this.#position = end;
            return this.emit(start, end, TYPES.alphanum);
          }
        }
      }
      // Only this much is seen at once: a longer word is cut as if the text ended there.
      const limit = Math.min(length, start + this.#maxTokenLength);
      if (this.scan(start, limit)) {
        this.#position = this.tokenEnd;
        return this.emit(start, this.tokenEnd, this.tokenType);
      }
      start += (text.codePointAt(start) as number) > 0xffff ? 2 : 1;
    }
    this.#position = length;
    return false;
  }

  /** The end of a word of ASCII letters with nothing beside it that could belong to it; 0 when it is not so plain. */
  #plainWordEnd(start: number): number {
    const text = this.text;
    // A word that is too long is cut elsewhere: looking on for its end would cost its length at every cut.
    const limit = start + this.#maxTokenLength + 1;
    let at = start + 1;
    let code = text.charCodeAt(at);
    while (code < 128 && ASCII_CLASS[code] === WB.letter && at < limit) {
      code = text.charCodeAt(++at);
    }
    // Past the end the code is NaN, which no comparison holds for.
    const plain = !(code >= 128) && (at >= text.length || ASCII_CLASS[code] === WB.other);
    return plain && at - start <= this.#maxTokenLength && this.keepsPlainWords ? at : 0;
  }

  /** Whether a plain word is always a token of its own; not where longer tokens may begin with one. */
  protected get keepsPlainWords(): boolean {
    return true;
  }

  /** Whether a token begins exactly at `start`; leaves its end and type. */
  protected scan(start: number, limit: number): boolean {
    const code = this.text.codePointAt(start) as number;
    const kind = code < 128 ? (ASCII_CLASS[code] as number) : wordBreakClass(code);
    switch (kind) {
      case WB.letter:
      case WB.hebrew:
      case WB.hangul:
      case WB.katakana:
      case WB.extendNumLet:
        return this.#scanWord(start, limit);
      case WB.numeric:
        return this.#longest(start, limit, this.#scanKeycap(start, limit));
      case WB.emojiLetter:
        return this.#longest(start, limit, this.#scanEmoji(start, limit));
      case WB.keycapOnly:
        return this.#scanKeycap(start, limit);
      case WB.han:
        return this.#scanSingle(start, limit, TYPES.ideographic);
      case WB.hiragana:
        return this.#scanSingle(start, limit, TYPES.hiragana);
      case WB.southEastAsian:
      case WB.southEastAsianMark:
        return this.#scanSouthEastAsian(start, limit);
      case WB.emoji:
      case WB.emojiModifier:
        return this.#scanEmoji(start, limit);
      case WB.regionalIndicator:
        return this.#scanFlag(start, limit);
      default:
        return false;
    }
  }

  #kindAt(index: number): number {
    const code = this.text.charCodeAt(index);
    if (code < 128) return ASCII_CLASS[code] as number;
    if (code < 0xd800 || code > 0xdbff) return wordBreakClass(code);
    return wordBreakClass(this.text.codePointAt(index) as number);
  }

  #widthAt(index: number): number {
    const code = this.text.charCodeAt(index);
    return code >= 0xd800 && code <= 0xdbff && (this.text.codePointAt(index) as number) > 0xffff
      ? 2
      : 1;
  }

  #skipExtend(index: number, limit: number): number {
    let at = index;
    while (at < limit) {
      const code = this.text.charCodeAt(at);
      if (code < 128) break;
      const kind = this.#kindAt(at);
      if (kind !== WB.extend && kind !== WB.southEastAsianMark) break;
      const width = this.#widthAt(at);
      if (at + width > limit) break;
      at += width;
    }
    return at;
  }

  #scanWord(start: number, limit: number): boolean {
    const text = this.text;
    let state = AFTER_CONNECTOR;
    let seen = 0;
    let acceptedEnd = -1;
    let acceptedSeen = 0;
    let at = start;
    while (at < limit) {
      const code = text.charCodeAt(at);
      let kind: number;
      let width = 1;
      if (code < 128) {
        kind = ASCII_CLASS[code] as number;
      } else {
        kind = this.#kindAt(at);
        width = this.#widthAt(at);
        if (at + width > limit) break;
      }
      const joins = step(state, kind);
      if (joins < 0) break;
      if (state >= AFTER_HEBREW_QUOTE) seen |= SEEN_MIDDLE;
      state = joins;
      seen |= seenBit(kind);
      at += width;
      if (at < limit && text.charCodeAt(at) >= 128) at = this.#skipExtend(at, limit);
      if (state <= AFTER_HEBREW_QUOTE && (seen & ~SEEN_CONNECTOR) !== 0) {
        acceptedEnd = at;
        acceptedSeen = state === AFTER_HEBREW_QUOTE ? seen | SEEN_MIDDLE : seen;
      }
    }
    if (acceptedEnd < 0) return false;
    this.tokenEnd = acceptedEnd;
    this.tokenType = typeOf(acceptedSeen);
    return true;
  }

  #scanSingle(start: number, limit: number, type: string): boolean {
    const width = this.#widthAt(start);
    this.tokenEnd = this.#skipExtend(start + width, Math.max(limit, start + width));
    this.tokenType = type;
    return true;
  }

  #scanSouthEastAsian(start: number, limit: number): boolean {
    let at = start;
    while (at < limit) {
      const kind = this.#kindAt(at);
      if (kind !== WB.southEastAsian && kind !== WB.southEastAsianMark) break;
      at = this.#skipExtend(at + this.#widthAt(at), limit);
    }
    this.tokenEnd = at;
    this.tokenType = TYPES.southEastAsian;
    return true;
  }

  #scanKeycap(start: number, limit: number): boolean {
    let at = start + 1;
    if (this.text.charCodeAt(start) > 127 || at >= limit) return false;
    if (this.text.charCodeAt(at) === EMOJI_STYLE) at++;
    if (at >= limit || this.text.charCodeAt(at) !== KEYCAP) return false;
    this.tokenEnd = this.#skipExtend(at + 1, limit);
    this.tokenType = TYPES.emoji;
    return true;
  }

  #scanFlag(start: number, limit: number): boolean {
    const second = start + 2;
    if (second + 2 > limit || this.#kindAt(second) !== WB.regionalIndicator) return false;
    this.tokenEnd = this.#skipExtend(second + 2, limit);
    this.tokenType = TYPES.emoji;
    return true;
  }

  /** emoji_zwj_sequence of UTS #51, each element with the marks that follow it. */
  #scanEmoji(start: number, limit: number): boolean {
    const text = this.text;
    let at = start;
    for (;;) {
      const base = text.codePointAt(at) as number;
      at = this.#skipEmojiExtend(at + (base > 0xffff ? 2 : 1), limit);
      if (
        at + 2 <= limit &&
        this.#kindAt(at) === WB.emojiModifier &&
        MODIFIER_BASE.test(String.fromCodePoint(base))
      ) {
        at = this.#skipEmojiExtend(at + 2, limit);
      }
      this.tokenEnd = at;
      if (
        at < limit &&
        text.charCodeAt(at) === EMOJI_STYLE &&
        !MODIFIER.test(String.fromCodePoint(base))
      ) {
        this.tokenEnd = ++at;
        while (at < limit && text.charCodeAt(at) === ZERO_WIDTH_JOINER) at++;
      }
      if (at >= limit || text.charCodeAt(at - 1) !== ZERO_WIDTH_JOINER) break;
      const kind = this.#kindAt(at);
      if (kind !== WB.emoji && kind !== WB.emojiModifier && kind !== WB.emojiLetter) break;
      if (at + this.#widthAt(at) > limit) break;
    }
    this.tokenType = TYPES.emoji;
    return true;
  }

  #skipEmojiExtend(index: number, limit: number): number {
    let at = index;
    while (at < limit) {
      const code = this.text.charCodeAt(at);
      if (code === TEXT_STYLE || code === EMOJI_STYLE) break;
      const after = this.#skipExtend(at, Math.min(limit, at + this.#widthAt(at)));
      if (after === at) break;
      at = after;
    }
    return at;
  }

  /** The longer of a word and the emoji just found; the emoji wins a tie. */
  #longest(start: number, limit: number, emoji: boolean): boolean {
    if (!emoji) return this.#scanWord(start, limit);
    const emojiEnd = this.tokenEnd;
    if (this.#scanWord(start, limit) && this.tokenEnd > emojiEnd) return true;
    this.tokenEnd = emojiEnd;
    this.tokenType = TYPES.emoji;
    return true;
  }
}

function seenBit(kind: number): number {
  switch (kind) {
    case WB.letter:
    case WB.emojiLetter:
    case WB.hebrew:
      return SEEN_LETTER;
    case WB.hangul:
      return SEEN_HANGUL;
    case WB.numeric:
      return SEEN_NUMERIC;
    case WB.katakana:
      return SEEN_KATAKANA;
    case WB.extendNumLet:
      return SEEN_CONNECTOR;
    default:
      return 0;
  }
}

/** The state after `kind` in `state`, or -1 where a word ends between them. */
export function step(state: number, kind: number): number {
  switch (kind) {
    case WB.letter:
    case WB.emojiLetter:
    case WB.hangul:
      return state === AFTER_KATAKANA || state === WANT_NUMERIC || state === WANT_HEBREW
        ? -1
        : AFTER_LETTER;
    case WB.hebrew:
      return state === AFTER_KATAKANA || state === WANT_NUMERIC ? -1 : AFTER_HEBREW;
    case WB.numeric:
      return state === AFTER_KATAKANA || state === WANT_LETTER || state === WANT_HEBREW
        ? -1
        : AFTER_NUMERIC;
    case WB.katakana:
      return state === AFTER_CONNECTOR || state === AFTER_KATAKANA ? AFTER_KATAKANA : -1;
    case WB.extendNumLet:
      return state <= AFTER_HEBREW_QUOTE ? AFTER_CONNECTOR : -1;
    case WB.midLetter:
      return state === AFTER_LETTER || state === AFTER_HEBREW ? WANT_LETTER : -1;
    case WB.midNumber:
      return state === AFTER_NUMERIC ? WANT_NUMERIC : -1;
    case WB.midNumberLetter:
    case WB.singleQuote:
      if (state === AFTER_HEBREW && kind === WB.singleQuote) return AFTER_HEBREW_QUOTE;
      if (state === AFTER_LETTER || state === AFTER_HEBREW) return WANT_LETTER;
      return state === AFTER_NUMERIC ? WANT_NUMERIC : -1;
    case WB.doubleQuote:
      return state === AFTER_HEBREW ? WANT_HEBREW : -1;
    default:
      return -1;
  }
}
