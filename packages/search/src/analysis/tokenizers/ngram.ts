import { Tokenizer } from '../core/stream.ts';

/**
 * Grams of `min` to `max` code points: from every position of each run of token characters, shortest first, or only
 * from its start (`edgeOnly`).
 */
export class NGramTokenizer extends Tokenizer {
  readonly #min: number;
  readonly #max: number;
  readonly #edgeOnly: boolean;
  readonly #keeps: ((code: number) => boolean) | null;
  /** UTF-16 offset of every code point of the text, then the text's length. */
  #offsets: number[] = [];
  #kept: boolean[] = [];
  #start = 0;
  #size = 0;

  constructor(
    min: number,
    max: number,
    edgeOnly: boolean,
    keeps: ((code: number) => boolean) | null,
  ) {
    super();
    this.#min = min;
    this.#max = max;
    this.#edgeOnly = edgeOnly;
    this.#keeps = keeps;
  }

  override reset(): void {
    const offsets: number[] = [];
    const kept: boolean[] = [];
    for (let at = 0; at < this.text.length; ) {
      const code = this.text.codePointAt(at) as number;
      offsets.push(at);
      kept.push(this.#keeps === null || this.#keeps(code));
      at += code > 0xffff ? 2 : 1;
    }
    offsets.push(this.text.length);
    this.#offsets = offsets;
    this.#kept = kept;
    this.#start = 0;
    this.#size = this.#min;
  }

  override next(): boolean {
    const count = this.#kept.length;
    for (;;) {
      const start = this.#start;
      const end = start + this.#size;
      if (start >= count) return false;
      const edge = !this.#edgeOnly || start === 0 || !this.#kept[start - 1];
      if (!edge || this.#size > this.#max || end > count || !this.#allKept(start, end)) {
        this.#start++;
        this.#size = this.#min;
        continue;
      }
      this.#size++;
      return this.emit(this.#offsets[start] as number, this.#offsets[end] as number, 'word');
    }
  }

  #allKept(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (!this.#kept[i]) return false;
    return true;
  }
}
