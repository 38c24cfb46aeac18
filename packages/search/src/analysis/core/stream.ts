import type { OffsetMap } from './offset-map.ts';
import { Token } from './token.ts';

/**
 * A pull stream of tokens. Use: `reset()`, then `next()` until it is false, then `end()`, after which `token` holds the
 * final state: offsets at the end of the text and the positions skipped since the last token.
 */
export abstract class TokenStream {
  readonly token: Token;

  constructor(token: Token) {
    this.token = token;
  }

  abstract reset(): void;
  abstract next(): boolean;
  abstract end(): void;
}

/** Cuts a text into tokens; reused for one text after the other. */
export abstract class Tokenizer extends TokenStream {
  protected text = '';
  #offsets: OffsetMap | null = null;

  constructor(token = new Token()) {
    super(token);
  }

  setText(text: string, offsets: OffsetMap | null): void {
    this.text = text;
    this.#offsets = offsets;
  }

  /** The offset in the text the user sent for an offset in the text the char filters left. */
  protected correct(offset: number): number {
    return this.#offsets === null ? offset : this.#offsets.correct(offset);
  }

  protected emit(start: number, end: number, type: string): true {
    this.emitTerm(this.text.slice(start, end), start, end, type);
    return true;
  }

  protected emitTerm(term: string, start: number, end: number, type: string): true {
    const token = this.token;
    token.clear();
    token.term = term;
    token.start = this.correct(start);
    token.end = this.correct(end);
    token.type = type;
    return true;
  }

  override end(): void {
    this.endAt(this.text.length);
  }

  protected endAt(offset: number): void {
    const token = this.token;
    token.clear();
    token.positionIncrement = 0;
    token.start = token.end = this.correct(offset);
  }
}

/** Changes, drops or adds tokens of another stream; shares its Token. */
export abstract class TokenFilter extends TokenStream {
  protected readonly input: TokenStream;

  constructor(input: TokenStream) {
    super(input.token);
    this.input = input;
  }

  override reset(): void {
    this.input.reset();
  }

  override end(): void {
    this.input.end();
  }
}

/** Drops tokens and carries their position increments over to the next one kept. */
export abstract class KeepingFilter extends TokenFilter {
  #skipped = 0;

  protected abstract keep(): boolean;

  override reset(): void {
    super.reset();
    this.#skipped = 0;
  }

  override next(): boolean {
    this.#skipped = 0;
    while (this.input.next()) {
      if (this.keep()) {
        this.token.positionIncrement += this.#skipped;
        return true;
      }
      this.#skipped += this.token.positionIncrement;
    }
    return false;
  }

  override end(): void {
    super.end();
    this.token.positionIncrement += this.#skipped;
  }
}

/** Applies a function to every term. */
export class TermFilter extends TokenFilter {
  readonly #change: (term: string) => string;
  readonly #sparesKeywords: boolean;

  /** @param sparesKeywords leave terms marked as keywords alone, as stemmers do */
  constructor(input: TokenStream, change: (term: string) => string, sparesKeywords = false) {
    super(input);
    this.#change = change;
    this.#sparesKeywords = sparesKeywords;
  }

  override next(): boolean {
    if (!this.input.next()) return false;
    const token = this.token;
    if (!(this.#sparesKeywords && token.keyword)) token.term = this.#change(token.term);
    return true;
  }
}
