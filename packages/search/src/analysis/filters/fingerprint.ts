import { TokenFilter, type TokenStream } from '../core/stream.ts';

/** All distinct terms, sorted, as one token; none when the result would be too long. */
export class FingerprintFilter extends TokenFilter {
  readonly #separator: string;
  readonly #maxLength: number;
  #done = false;
  #finalEnd = 0;
  #finalIncrement = 0;

  constructor(input: TokenStream, separator: string, maxLength: number) {
    super(input);
    this.#separator = separator;
    this.#maxLength = maxLength;
  }

  override reset(): void {
    super.reset();
    this.#done = false;
  }

  override next(): boolean {
    if (this.#done) return false;
    this.#done = true;
    const terms = new Set<string>();
    let length = 0;
    while (this.input.next()) {
      const term = this.token.term;
      if (terms.has(term)) continue;
      if (terms.size > 0) length += this.#separator.length;
      length += term.length;
      if (length <= this.#maxLength) terms.add(term);
    }
    this.input.end();
    this.#finalEnd = this.token.end;
    this.#finalIncrement = 1;
    if (terms.size === 0 || length > this.#maxLength) return false;
    const sorted = [...terms].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const token = this.token;
    token.clear();
    token.term = sorted.join(this.#separator);
    token.end = this.#finalEnd;
    token.type = 'fingerprint';
    return true;
  }

  override end(): void {
    const token = this.token;
    token.clear();
    token.start = token.end = this.#finalEnd;
    token.positionIncrement = this.#finalIncrement;
  }
}
