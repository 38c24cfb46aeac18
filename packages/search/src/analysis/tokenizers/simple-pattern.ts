import { Tokenizer } from '../core/stream.ts';
import type { LuceneRegExp } from '../text/lucene-regexp.ts';

/** Longest matches of a Lucene expression, or what lies between them; never empty tokens. */
export class SimplePatternTokenizer extends Tokenizer {
  readonly #pattern: LuceneRegExp;
  readonly #split: boolean;
  #position = 0;

  constructor(pattern: LuceneRegExp, split: boolean) {
    super();
    this.#pattern = pattern;
    this.#split = split;
  }

  override reset(): void {
    this.#position = 0;
  }

  override next(): boolean {
    return this.#split ? this.#nextBetween() : this.#nextMatch();
  }

  #step(at: number): number {
    return at + ((this.text.codePointAt(at) as number) > 0xffff ? 2 : 1);
  }

  #nextMatch(): boolean {
    for (let at = this.#position; at < this.text.length; at = this.#step(at)) {
      const end = this.#pattern.longestMatch(this.text, at);
      if (end <= at) continue;
      this.#position = end;
      return this.emit(at, end, 'word');
    }
    this.#position = this.text.length;
    return false;
  }

  #nextBetween(): boolean {
    let start = this.#position;
    let at = start;
    while (at < this.text.length) {
      const end = this.#pattern.longestMatch(this.text, at);
      if (end <= at) {
        at = this.#step(at);
        continue;
      }
      if (at > start) {
        this.#position = end;
        return this.emit(start, at, 'word');
      }
      start = at = end;
    }
    this.#position = this.text.length;
    return at > start && this.emit(start, at, 'word');
  }
}
