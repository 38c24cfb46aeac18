import { Tokenizer } from '../core/stream.ts';

export interface PathOptions {
  readonly delimiter: string;
  readonly replacement: string;
  readonly skip: number;
  readonly reverse: boolean;
}

/** Every ancestor of a path: /a, /a/b, /a/b/c; or, reversed, every tail. All at one position. */
export class PathHierarchyTokenizer extends Tokenizer {
  readonly #options: PathOptions;
  #ranges: [number, number][] = [];
  #index = 0;

  constructor(options: PathOptions) {
    super();
    this.#options = options;
  }

  override reset(): void {
    this.#index = 0;
    this.#ranges = this.#options.reverse ? this.#tails() : this.#heads();
  }

  override next(): boolean {
    const range = this.#ranges[this.#index];
    if (range === undefined) return false;
    const { delimiter, replacement } = this.#options;
    const raw = this.text.slice(range[0], range[1]);
    const term = delimiter === replacement ? raw : raw.replaceAll(delimiter, replacement);
    this.emitTerm(term, range[0], range[1], 'word');
    if (this.#index > 0) this.token.positionIncrement = 0;
    this.#index++;
    return true;
  }

  #heads(): [number, number][] {
    const { delimiter, skip } = this.#options;
    const text = this.text;
    let start = 0;
    for (let skipped = 0; skipped < skip; skipped++) {
      const next = text.indexOf(delimiter, start + 1);
      if (next < 0) return [];
      start = next;
    }
    const ranges: [number, number][] = [];
    for (let at = start; ; ) {
      const next = text.indexOf(delimiter, at + 1);
      if (next < 0) break;
      ranges.push([start, next]);
      at = next;
    }
    if (text.length > start) ranges.push([start, text.length]);
    return ranges;
  }

  #tails(): [number, number][] {
    const { delimiter, skip } = this.#options;
    const text = this.text;
    const starts: number[] = [0];
    for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
      starts.push(at + 1);
    }
    if (starts[starts.length - 1] === text.length) starts.pop();
    // A skipped tail goes away from the end of every token, with its delimiter kept.
    const end = skip === 0 ? text.length : starts[starts.length - skip];
    if (end === undefined) return [];
    return starts.slice(0, starts.length - skip).map((start): [number, number] => [start, end]);
  }
}
