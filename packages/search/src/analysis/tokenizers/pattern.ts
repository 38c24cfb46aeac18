import { Tokenizer } from '../core/stream.ts';

/** Splits at matches of an expression (group -1) or takes a group of each match. Empty tokens are left out. */
export class PatternTokenizer extends Tokenizer {
  readonly #pattern: RegExp;
  readonly #group: number;
  #position = 0;
  #finished = false;

  constructor(pattern: RegExp, group: number) {
    super();
    const flags = new Set([...pattern.flags, 'g', 'd']);
    this.#pattern = new RegExp(pattern.source, [...flags].join(''));
    this.#group = group;
  }

  override reset(): void {
    this.#position = 0;
    this.#finished = false;
    this.#pattern.lastIndex = 0;
  }

  override next(): boolean {
    if (this.#finished) return false;
    return this.#group >= 0 ? this.#nextGroup() : this.#nextBetween();
  }

  #match(): RegExpExecArray | null {
    const match = this.#pattern.exec(this.text);
    if (match !== null && match[0] === '') this.#pattern.lastIndex++;
    return match;
  }

  #nextGroup(): boolean {
    for (let match = this.#match(); match !== null; match = this.#match()) {
      const range = match.indices?.[this.#group];
      if (range === undefined || range[0] === range[1]) continue;
      return this.emit(range[0], range[1], 'word');
    }
    this.#finished = true;
    return false;
  }

  #nextBetween(): boolean {
    for (let match = this.#match(); match !== null; match = this.#match()) {
      const start = this.#position;
      const end = match.index;
      this.#position = end + match[0].length;
      if (end > start) return this.emit(start, end, 'word');
    }
    this.#finished = true;
    if (this.#position >= this.text.length) return false;
    return this.emit(this.#position, this.text.length, 'word');
  }
}
