import { TokenFilter, type TokenStream } from '../core/stream.ts';
import { Token } from '../core/token.ts';

/**
 * Grams of each token. Offsets stay those of the token; the first gram carries its increment, the others share its
 * position. With `preserveOriginal`, tokens outside the sizes come out too.
 */
export class NGramFilter extends TokenFilter {
  readonly #min: number;
  readonly #max: number;
  readonly #edgeOnly: boolean;
  readonly #fromBack: boolean;
  readonly #preserveOriginal: boolean;
  readonly #origin = new Token();
  #chars: string[] = [];
  #start = 0;
  #size = 0;
  #active = false;
  #owedOriginal = false;
  #increment = 0;

  constructor(
    input: TokenStream,
    options: { min: number; max: number; edge: boolean; back: boolean; preserveOriginal: boolean },
  ) {
    super(input);
    this.#min = options.min;
    this.#max = options.max;
    this.#edgeOnly = options.edge;
    this.#fromBack = options.back;
    this.#preserveOriginal = options.preserveOriginal;
  }

  override reset(): void {
    super.reset();
    this.#active = false;
    this.#owedOriginal = false;
    this.#increment = 0;
  }

  override next(): boolean {
    for (;;) {
      if (!this.#active) {
        if (!this.input.next()) return false;
        this.#begin();
      }
      if (this.#nextGram()) return true;
      this.#active = false;
      if (this.#owedOriginal) {
        this.#owedOriginal = false;
        return this.#emit(this.#origin.term);
      }
    }
  }

  override end(): void {
    super.end();
    this.token.positionIncrement += this.#increment;
  }

  #begin(): void {
    this.#origin.copyFrom(this.token);
    this.#increment += this.token.positionIncrement;
    this.#chars = [...this.token.term];
    this.#active = true;
    this.#start = 0;
    this.#size = this.#min;
    const length = this.#chars.length;
    this.#owedOriginal = this.#preserveOriginal && (length < this.#min || length > this.#max);
  }

  #nextGram(): boolean {
    const length = this.#chars.length;
    if (this.#edgeOnly) {
      if (this.#size > this.#max || this.#size > length) return false;
      const from = this.#fromBack ? length - this.#size : 0;
      return this.#emit(this.#chars.slice(from, from + this.#size++).join(''));
    }
    while (this.#start + this.#min <= length) {
      if (this.#size <= this.#max && this.#start + this.#size <= length) {
        return this.#emit(this.#chars.slice(this.#start, this.#start + this.#size++).join(''));
      }
      this.#start++;
      this.#size = this.#min;
    }
    return false;
  }

  #emit(term: string): true {
    this.token.copyFrom(this.#origin);
    this.token.term = term;
    this.token.positionIncrement = this.#increment;
    this.#increment = 0;
    return true;
  }
}
