import { TokenFilter, type TokenStream } from '../core/stream.ts';
import type { Token } from '../core/token.ts';
import type { WordSet } from '../core/word-list.ts';

const GRAM = 'gram';

/** Pairs of neighbours in which a common word takes part; in query mode the single words they cover go. */
export class CommonGramsFilter extends TokenFilter {
  readonly #words: WordSet;
  readonly #queryMode: boolean;
  #queue: Token[] = [];
  #current: Token | null = null;
  #started = false;
  #previousWasGram = false;

  constructor(input: TokenStream, words: WordSet, queryMode: boolean) {
    super(input);
    this.#words = words;
    this.#queryMode = queryMode;
  }

  override reset(): void {
    super.reset();
    this.#queue = [];
    this.#current = null;
    this.#started = false;
    this.#previousWasGram = false;
  }

  override next(): boolean {
    while (this.#queue.length === 0) {
      if (!this.#started) {
        this.#started = true;
        this.#current = this.#read();
      }
      const current = this.#current;
      if (current === null) return false;
      const next = this.#read();
      this.#current = next;
      this.#enqueue(current, next);
    }
    this.token.copyFrom(this.#queue.shift() as Token);
    return true;
  }

  #read(): Token | null {
    return this.input.next() ? this.token.clone() : null;
  }

  #enqueue(current: Token, next: Token | null): void {
    const pairs =
      next !== null &&
      next.positionIncrement === 1 &&
      (this.#words.has(current.term) || this.#words.has(next.term));
    if (!pairs) {
      if (!(this.#queryMode && this.#previousWasGram && next === null)) this.#queue.push(current);
      this.#previousWasGram = false;
      return;
    }
    const gram = current.clone();
    gram.term = `${current.term}_${next.term}`;
    gram.end = next.end;
    gram.type = GRAM;
    if (this.#queryMode) {
      this.#queue.push(gram);
    } else {
      gram.positionIncrement = 0;
      gram.positionLength = 2;
      this.#queue.push(current, gram);
    }
    this.#previousWasGram = true;
  }
}
