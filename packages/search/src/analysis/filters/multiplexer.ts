import { TokenFilter, TokenStream } from '../core/stream.ts';
import type { Token } from '../core/token.ts';

/** A stream of the one token a branch of the multiplexer is fed with. */
class SingleTokenStream extends TokenStream {
  fed = false;

  override reset(): void {}

  override next(): boolean {
    if (!this.fed) return false;
    this.fed = false;
    return true;
  }

  override end(): void {}
}

/** Every token once per chain of filters, all at one position; equal terms once. */
export class MultiplexerFilter extends TokenFilter {
  readonly #source: SingleTokenStream;
  readonly #branches: readonly TokenStream[];
  readonly #queue: Token[] = [];

  constructor(input: TokenStream, chains: readonly ((input: TokenStream) => TokenStream)[]) {
    super(input);
    this.#source = new SingleTokenStream(input.token);
    this.#branches = chains.map((chain) => chain(this.#source));
  }

  override reset(): void {
    super.reset();
    this.#queue.length = 0;
  }

  override next(): boolean {
    while (this.#queue.length === 0) {
      if (!this.input.next()) return false;
      const origin = this.token.clone();
      const seen = new Set<string>();
      for (const branch of this.#branches) {
        this.token.copyFrom(origin);
        this.#source.fed = true;
        branch.reset();
        while (branch.next()) {
          if (seen.has(this.token.term)) continue;
          seen.add(this.token.term);
          const copy = this.token.clone();
          if (seen.size > 1) copy.positionIncrement = 0;
          this.#queue.push(copy);
        }
      }
    }
    this.token.copyFrom(this.#queue.shift() as Token);
    return true;
  }
}
