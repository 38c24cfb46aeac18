import { Tokenizer } from '../core/stream.ts';

/** Runs of code points that satisfy a test; runs longer than the limit are cut. */
export class RunTokenizer extends Tokenizer {
  readonly #keeps: (code: number) => boolean;
  readonly #maxTokenLength: number;
  readonly #lowercase: boolean;
  #position = 0;

  constructor(keeps: (code: number) => boolean, maxTokenLength = 255, lowercase = false) {
    super();
    this.#keeps = keeps;
    this.#maxTokenLength = maxTokenLength;
    this.#lowercase = lowercase;
  }

  override reset(): void {
    this.#position = 0;
  }

  override next(): boolean {
    const text = this.text;
    let start = -1;
    let at = this.#position;
    while (at < text.length) {
      const code = text.codePointAt(at) as number;
      const width = code > 0xffff ? 2 : 1;
      if (this.#keeps(code)) {
        if (start < 0) start = at;
        at += width;
        if (at - start >= this.#maxTokenLength) break;
      } else if (start >= 0) {
        break;
      } else {
        at += width;
      }
    }
    this.#position = at;
    if (start < 0) return false;
    const term = text.slice(start, at);
    return this.emitTerm(this.#lowercase ? lowercaseCodePoints(term) : term, start, at, 'word');
  }
}

/** Lowercase one code point for one, as the reference does: no special or contextual casing. */
export function lowercaseCodePoints(term: string): string {
  let at = 0;
  // Most terms are small ASCII letters already.
  for (; at < term.length; at++) {
    const code = term.charCodeAt(at);
    if (code >= 128 || (code >= 65 && code <= 90)) break;
  }
  if (at === term.length) return term;
  for (; at < term.length; at++) {
    const code = term.charCodeAt(at);
    // Where the full mapping has two characters or depends on the place in the word.
    if (code === 0x130 || code === 0x3a3) return lowercaseOneByOne(term);
  }
  return term.toLowerCase();
}

function lowercaseOneByOne(term: string): string {
  let out = '';
  for (const char of term) out += char === '\u0130' ? 'i' : char.toLowerCase();
  return out;
}

/** Uppercase one code point for one; characters whose capital is several characters stay as they are. */
export function uppercaseCodePoints(term: string): string {
  const upper = term.toUpperCase();
  if (upper.length === term.length && !/[^\x00-\x7f]/.test(term)) return upper;
  let out = '';
  for (const char of term) {
    const up = char.toUpperCase();
    out += [...up].length === 1 ? up : simpleUppercase(char);
  }
  return out;
}

/** Simple case mappings of characters whose full mapping has several characters: Greek with iota subscript. */
function simpleUppercase(char: string): string {
  const code = char.codePointAt(0) as number;
  if (code >= 0x1f80 && code <= 0x1faf && (code & 0xf) < 8) return String.fromCodePoint(code + 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCodePoint(code + 9);
  return char;
}

const LETTER = /\p{L}/u;
const asciiLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;

export function isLetter(code: number): boolean {
  return code < 128 ? asciiLetter(code) : LETTER.test(String.fromCodePoint(code));
}

/** White space in Java's sense: Unicode separators except the no-break ones, and the control characters that separate. */
export function isWhitespace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31);
  if (code < 0x1680) return false;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The whole text as one token. */
export class KeywordTokenizer extends Tokenizer {
  #done = false;

  override reset(): void {
    this.#done = false;
  }

  override next(): boolean {
    if (this.#done) return false;
    this.#done = true;
    return this.emit(0, this.text.length, 'word');
  }
}
