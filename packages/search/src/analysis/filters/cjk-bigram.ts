import { TokenFilter, type TokenStream } from '../core/stream.ts';
import type { Token } from '../core/token.ts';

const SINGLE = '<SINGLE>';
const DOUBLE = '<DOUBLE>';

interface CjkChar {
  readonly char: string;
  readonly start: number;
  readonly end: number;
  readonly token: Token;
}

/** Pairs of neighbouring CJK characters; a character alone comes out as it is. */
export class CjkBigramFilter extends TokenFilter {
  readonly #types: ReadonlySet<string>;
  readonly #outputUnigrams: boolean;
  /** The next characters of an unbroken run, each with its place; emptied from the front. */
  #run: CjkChar[] = [];
  /** Whether the run may go on behind these. */
  #isOpen = false;
  #lookahead: Token | null = null;
  #exhausted = false;
  #lastInPair = false;
  #owedBigram = false;

  constructor(input: TokenStream, types: ReadonlySet<string>, outputUnigrams: boolean) {
    super(input);
    this.#types = types;
    this.#outputUnigrams = outputUnigrams;
  }

  override reset(): void {
    super.reset();
    this.#run = [];
    this.#isOpen = false;
    this.#lookahead = null;
    this.#exhausted = false;
    this.#lastInPair = false;
    this.#owedBigram = false;
  }

  override next(): boolean {
    for (;;) {
      if (this.#run.length > 0) {
        // A pair is all that is looked at: a run may be as long as the text.
        while (this.#run.length < 2 && this.#isOpen) this.#readOn();
        if (this.#emitFromRun()) return true;
        continue;
      }
      if (this.#lookahead === null) {
        if (this.#exhausted || !this.input.next()) {
          this.#exhausted = true;
          return false;
        }
      } else {
        this.token.copyFrom(this.#lookahead);
        this.#lookahead = null;
      }
      if (!this.#types.has(this.token.type)) return true;
      this.#lastInPair = false;
      this.#isOpen = true;
      this.#push(this.token.clone());
    }
  }

  /** Takes the next token in if it begins where the last ended; else the run is over. */
  #readOn(): void {
    this.#isOpen = false;
    if (!this.input.next()) {
      this.#exhausted = true;
      return;
    }
    const last = this.#run[this.#run.length - 1];
    if (this.#types.has(this.token.type) && this.token.start === last?.end) {
      this.#isOpen = true;
      this.#push(this.token.clone());
    } else this.#lookahead = this.token.clone();
  }

  #push(token: Token): void {
    const chars = [...token.term];
    let at = token.start;
    // Characters of a longer token (Hangul, katakana) have offsets of their own if nothing changed the length.
    const own = token.end - token.start === token.term.length;
    for (const char of chars) {
      const end = own ? at + char.length : token.end;
      this.#run.push({ char, start: own ? at : token.start, end, token });
      at = end;
    }
  }

  #emitFromRun(): boolean {
    const first = this.#run[0] as CjkChar;
    const second = this.#run[1];
    if (this.#outputUnigrams && !this.#owedBigram) {
      this.#owedBigram = second !== undefined;
      if (second === undefined) this.#run.shift();
      return this.#emit(first.char, first.start, first.end, SINGLE, 1, first.token);
    }
    this.#run.shift();
    if (second === undefined) {
      // The last character has been in a pair, unless it was the only one.
      if (this.#lastInPair) return false;
      return this.#emit(first.char, first.start, first.end, SINGLE, 1, first.token);
    }
    this.#lastInPair = true;
    const term = first.char + second.char;
    this.#emit(term, first.start, second.end, DOUBLE, 1, first.token);
    if (this.#outputUnigrams) {
      this.#owedBigram = false;
      this.token.positionIncrement = 0;
      this.token.positionLength = 2;
    }
    return true;
  }

  #emit(
    term: string,
    start: number,
    end: number,
    type: string,
    increment: number,
    origin: Token,
  ): true {
    const token = this.token;
    token.clear();
    token.term = term;
    token.start = start;
    token.end = end;
    token.type = type;
    token.positionIncrement = increment;
    token.keyword = origin.keyword;
    return true;
  }
}
