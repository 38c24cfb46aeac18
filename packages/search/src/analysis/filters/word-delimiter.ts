import type { WordSet } from '../core/word-list.ts';

/** Character kinds of the word delimiter, as bits; custom type tables use the same. */
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const DELIMITER = 8;
export const ALPHA = LOWER | UPPER;
export const ALPHANUM = ALPHA | DIGIT;

export interface DelimiterOptions {
  readonly generateWordParts: boolean;
  readonly generateNumberParts: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly splitOnCaseChange: boolean;
  readonly preserveOriginal: boolean;
  readonly splitOnNumerics: boolean;
  readonly stemEnglishPossessive: boolean;
  readonly adjustOffsets: boolean;
  readonly ignoreKeywords: boolean;
  readonly types: ReadonlyMap<number, number>;
  readonly protectedWords: WordSet | null;
}

const UPPERCASE = /\p{Lu}/u;
const LOWERCASE = /\p{Ll}/u;
const OTHER_LETTER = /[\p{Lt}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Me}]/u;
const NUMBER = /[\p{Nd}\p{Nl}\p{No}]/u;
const SURROGATE = /[\ud800-\udfff]/;

function kindOf(char: string): number {
  const code = char.charCodeAt(0);
  if (code < 128) {
    if (code >= 97 && code <= 122) return LOWER;
    if (code >= 65 && code <= 90) return UPPER;
    return code >= 48 && code <= 57 ? DIGIT : DELIMITER;
  }
  if (UPPERCASE.test(char)) return UPPER;
  if (LOWERCASE.test(char)) return LOWER;
  if (OTHER_LETTER.test(char)) return ALPHA;
  if (NUMBER.test(char)) return DIGIT;
  // Half of a pair may be anything: keep it in the word.
  return SURROGATE.test(char) ? ALPHA | DIGIT : DELIMITER;
}

export const isAlpha = (kind: number) => (kind & ALPHA) !== 0;
export const isDigit = (kind: number) => (kind & DIGIT) !== 0;

/** Walks the subwords of a term: runs without delimiters, case changes or changes between letters and digits. */
export class SubwordIterator {
  readonly #options: DelimiterOptions;
  #text = '';
  #startBounds = 0;
  #endBounds = 0;
  #endsPossessive = false;
  #skipPossessive = false;
  #next = 0;
  start = 0;
  end = 0;

  constructor(options: DelimiterOptions) {
    this.#options = options;
  }

  setText(text: string): void {
    this.#text = text;
    let start = 0;
    while (start < text.length && this.kind(start) === DELIMITER) start++;
    let end = text.length;
    while (end > start && this.kind(end - 1) === DELIMITER) end--;
    this.#startBounds = start;
    this.#endBounds = end;
    this.#endsPossessive = this.#possessiveAt(end);
    this.#skipPossessive = false;
    this.start = start;
    this.#next = start;
  }

  kind(at: number): number {
    const code = this.#text.charCodeAt(at);
    return this.#options.types.get(code) ?? kindOf(this.#text[at] as string);
  }

  /** The kind of the current subword: letters, digits or both. */
  get type(): number {
    const kind = this.kind(this.start);
    if (kind === LOWER || kind === UPPER) return ALPHA;
    return kind;
  }

  /** Whether the whole term is one subword, apart from what surrounds it. */
  get isSingleWord(): boolean {
    const end = this.#endsPossessive ? this.#endBounds - 2 : this.#endBounds;
    return this.start === this.#startBounds && this.end === end;
  }

  next(): boolean {
    let at = this.#next;
    if (this.#skipPossessive) {
      at += 2;
      this.#skipPossessive = false;
    }
    while (at < this.#endBounds && this.kind(at) === DELIMITER) at++;
    if (at >= this.#endBounds) return false;
    this.start = at;
    let last = this.kind(at);
    for (at++; at < this.#endBounds; at++) {
      const kind = this.kind(at);
      if (this.#breaks(last, kind)) break;
      last = kind;
    }
    this.end = this.#next = at;
    this.#skipPossessive = at < this.#endBounds - 1 && this.#possessiveAt(at + 2);
    return true;
  }

  #breaks(last: number, kind: number): boolean {
    if ((kind & last) !== 0) return false;
    if (!this.#options.splitOnCaseChange && isAlpha(last) && isAlpha(kind)) return false;
    // A capital before small letters begins a word; it does not end after the capital.
    if (last === UPPER && isAlpha(kind)) return false;
    if (!this.#options.splitOnNumerics) {
      if ((isAlpha(last) && isDigit(kind)) || (isDigit(last) && isAlpha(kind))) return false;
    }
    return true;
  }

  /** Whether an English 's ends at this place. */
  #possessiveAt(end: number): boolean {
    const text = this.#text;
    return (
      this.#options.stemEnglishPossessive &&
      end > 2 &&
      text[end - 2] === "'" &&
      (text[end - 1] === 's' || text[end - 1] === 'S') &&
      isAlpha(this.kind(end - 3)) &&
      (end === this.#endBounds || this.kind(end) === DELIMITER)
    );
  }
}
