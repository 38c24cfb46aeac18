import { TokenFilter, type TokenStream } from '../core/stream.ts';
import { Token } from '../core/token.ts';

/**
 * Every token with the ones behind it, up to `size` in all, joined by spaces: unlike shingles, also the shorter rows at
 * the end of the text.
 */
export class WordRowFilter extends TokenFilter {
  private readonly waiting: Token[] = [];
  private readonly final = new Token();
  private isDone = false;

  constructor(
    input: TokenStream,
    private readonly size: number,
  ) {
    super(input);
  }

  override reset(): void {
    super.reset();
    this.waiting.length = 0;
    this.isDone = false;
  }

  override next(): boolean {
    while (!this.isDone && this.waiting.length < this.size) {
      if (this.input.next()) this.waiting.push(this.token.clone());
      else {
        this.input.end();
        this.final.copyFrom(this.token);
        this.isDone = true;
      }
    }
    const first = this.waiting[0];
    if (first === undefined) return false;
    const last = this.waiting[this.waiting.length - 1] as Token;
    this.token.copyFrom(first);
    this.token.term = this.waiting.map(({ term }) => term).join(' ');
    this.token.end = last.end;
    this.waiting.shift();
    return true;
  }

  override end(): void {
    this.token.copyFrom(this.final);
  }
}
