import { TokenFilter, type TokenStream } from '../core/stream.ts';
import { Token } from '../core/token.ts';

export interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly outputUnigrams: boolean;
  readonly outputUnigramsIfNoShingles: boolean;
  readonly separator: string;
  readonly filler: string;
}

interface Slot {
  readonly token: Token;
  readonly filler: boolean;
}

/** Word n-grams. Positions skipped by filters before stand in the shingles as the filler. */
export class ShingleFilter extends TokenFilter {
  readonly #options: ShingleOptions;
  #window: Slot[] = [];
  #pendingFillers = 0;
  #lookahead: Token | null = null;
  #exhausted = false;
  #finalFillers = false;
  /** Position of the next output among those of the window's first token: 0 is the unigram. */
  #output: { term: string; size: number }[] = [];
  #outputAt = 0;
  #first = true;
  #anyShingle = false;

  constructor(input: TokenStream, options: ShingleOptions) {
    super(input);
    this.#options = options;
  }

  override reset(): void {
    super.reset();
    this.#window = [];
    this.#pendingFillers = 0;
    this.#lookahead = null;
    this.#exhausted = false;
    this.#finalFillers = false;
    this.#output = [];
    this.#outputAt = 0;
    this.#first = true;
    this.#anyShingle = false;
  }

  override next(): boolean {
    for (;;) {
      if (this.#outputAt < this.#output.length) return this.#emit();
      if (!this.#advance()) return false;
      this.#prepare();
    }
  }

  /** Moves the window one token on and fills it up. */
  #advance(): boolean {
    if (!this.#first) this.#window.shift();
    this.#first = false;
    while (this.#window.length < this.#options.max) {
      const slot = this.#read();
      if (slot === null) break;
      this.#window.push(slot);
    }
    return this.#window.length > 0;
  }

  #read(): Slot | null {
    if (this.#pendingFillers > 0 && this.#lookahead !== null) {
      this.#pendingFillers--;
      return { token: this.#fillerToken(this.#lookahead), filler: true };
    }
    if (this.#lookahead !== null) {
      const token = this.#lookahead;
      this.#lookahead = null;
      return { token, filler: false };
    }
    if (!this.#exhausted) {
      if (this.input.next()) {
        const token = this.token.clone();
        if (token.positionIncrement > 1) {
          this.#pendingFillers = Math.min(token.positionIncrement - 1, this.#options.max - 1);
          this.#lookahead = token;
          return this.#read();
        }
        return { token, filler: false };
      }
      this.#exhausted = true;
      this.input.end();
      if (this.token.positionIncrement > 0) {
        this.#finalFillers = true;
        this.#pendingFillers = Math.min(this.token.positionIncrement, this.#options.max - 1);
        this.#lookahead = null;
        this.#endToken = this.token.clone();
      }
    }
    if (this.#finalFillers && this.#pendingFillers > 0) {
      this.#pendingFillers--;
      return { token: this.#fillerToken(this.#endToken), filler: true };
    }
    return null;
  }

  #endToken = new Token();

  #fillerToken(next: Token): Token {
    const token = next.clone();
    token.term = this.#options.filler;
    token.end = token.start;
    token.positionIncrement = 1;
    return token;
  }

  #prepare(): void {
    const { min, max, outputUnigrams, outputUnigramsIfNoShingles, separator } = this.#options;
    this.#output = [];
    this.#outputAt = 0;
    const first = this.#window[0] as Slot;
    const available = this.#window.length;
    let term = first.token.term;
    let fillers = first.filler ? 1 : 0;
    const noShingles = this.#exhausted && !this.#anyShingle && available < min;
    if (!first.filler && (outputUnigrams || (outputUnigramsIfNoShingles && noShingles))) {
      this.#output.push({ term, size: 1 });
    }
    for (let size = 2; size <= Math.min(max, available); size++) {
      const slot = this.#window[size - 1] as Slot;
      term += separator + slot.token.term;
      if (slot.filler) fillers++;
      // A shingle of fillers alone says nothing.
      if (size >= min && fillers < size) {
        this.#output.push({ term, size });
        this.#anyShingle = true;
      }
    }
  }

  #emit(): true {
    const { term, size } = this.#output[this.#outputAt] as { term: string; size: number };
    const first = (this.#window[0] as Slot).token;
    const last = (this.#window[size - 1] as Slot).token;
    const token = this.token;
    token.copyFrom(first);
    token.term = term;
    token.end = last.end;
    token.positionIncrement = this.#outputAt === 0 ? Math.min(first.positionIncrement, 1) : 0;
    if (size > 1) {
      token.type = 'shingle';
      token.positionLength =
        this.#options.outputUnigrams || this.#options.min > 2
          ? size - (this.#options.outputUnigrams ? 0 : this.#options.min - 1)
          : size - 1;
    }
    this.#outputAt++;
    return true;
  }
}
