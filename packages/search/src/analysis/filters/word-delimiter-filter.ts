import { TokenFilter, type TokenStream } from '../core/stream.ts';
import { Token } from '../core/token.ts';
import { type DelimiterOptions, isAlpha, isDigit, SubwordIterator } from './word-delimiter.ts';

interface Part {
  readonly term: string;
  /** Range in the term. */
  readonly start: number;
  readonly end: number;
  readonly from: number;
  to: number;
  readonly joined: boolean;
  /** The token as it came. */
  readonly isWhole?: boolean;
}

/** A run of subwords of one kind that may come out in one piece. */
class Run {
  term = '';
  start = 0;
  end = 0;
  from = 0;
  count = 0;

  add(text: string, start: number, end: number, position: number): void {
    if (this.count === 0) {
      this.start = start;
      this.from = position;
    }
    this.term += text;
    this.end = end;
    this.count++;
  }

  clear(): void {
    this.term = '';
    this.count = 0;
  }
}

/**
 * Splits tokens into subwords and joins them again as asked. As a graph, every joined form spans the positions of its
 * parts and comes before them; in the old way, it comes behind its first part with an increment of 0 and length 1.
 */
export class WordDelimiterFilter extends TokenFilter {
  readonly #options: DelimiterOptions;
  readonly #graph: boolean;
  readonly #iterator: SubwordIterator;
  readonly #origin = new Token();
  #parts: Part[] = [];
  #index = 0;
  #lastFrom = 0;
  #accumulated = 0;
  #first = true;

  constructor(input: TokenStream, options: DelimiterOptions, graph: boolean) {
    super(input);
    this.#options = options;
    this.#graph = graph;
    this.#iterator = new SubwordIterator(options);
  }

  override reset(): void {
    super.reset();
    this.#parts = [];
    this.#index = 0;
    this.#accumulated = 0;
    this.#first = true;
  }

  override next(): boolean {
    for (;;) {
      if (this.#index < this.#parts.length) return this.#emit();
      if (!this.input.next()) return false;
      const token = this.token;
      this.#accumulated += token.positionIncrement;
      const spared =
        (this.#options.ignoreKeywords && token.keyword) ||
        this.#options.protectedWords?.has(token.term) === true;
      if (spared) return this.#passThrough();
      this.#iterator.setText(token.term);
      if (!this.#iterator.next()) {
        if (this.#options.preserveOriginal) return this.#passThrough();
        // The old filter closes the gap a token of delimiters leaves; the graph filter keeps it.
        if (!this.#graph && token.positionIncrement === 1 && !this.#first) this.#accumulated--;
        continue;
      }
      const whole = this.#iterator.start === 0 && this.#iterator.end === token.term.length;
      if (whole) return this.#passThrough();
      this.#split();
    }
  }

  #passThrough(): true {
    this.token.positionIncrement = this.#accumulated;
    this.#accumulated = 0;
    this.#first = false;
    return true;
  }

  #split(): void {
    const { options, text } = { options: this.#options, text: this.token.term };
    this.#origin.copyFrom(this.token);
    const parts: Part[] = [];
    const run = new Run();
    const all = new Run();
    let runType = 0;
    let position = 0;
    let lastRunCount = 0;
    const flush = (): void => {
      if (run.count === 0) return;
      lastRunCount = run.count;
      if (run.count > 1 || !this.#generates(runType)) {
        const to = Math.max(position, run.from + 1);
        const { term, start, end, from } = run;
        parts.push({ term, start, end, from, to, joined: true });
        position = to;
      }
      run.clear();
    };
    do {
      const { start, end, type } = this.#iterator;
      const word = text.slice(start, end);
      // Half of a surrogate pair counts as letter and as digit, and goes with either.
      if ((runType & type) === 0) flush();
      if (this.#joins(type)) {
        if (run.count === 0) runType = type;
        run.add(word, start, end, position);
      }
      all.add(word, start, end, 0);
      if (this.#generates(type)) {
        parts.push({ term: word, start, end, from: position, to: position + 1, joined: false });
        position++;
      }
    } while (this.#iterator.next());
    flush();
    if (options.catenateAll && all.count > lastRunCount) {
      const already = parts.some((part) => part.term === all.term);
      if (!already) {
        const to = Math.max(position, 1);
        parts.push({ term: all.term, start: all.start, end: all.end, from: 0, to, joined: true });
        position = to;
      }
    }
    if (options.preserveOriginal) {
      parts.push({
        term: text,
        start: 0,
        end: text.length,
        from: 0,
        to: Math.max(position, 1),
        joined: true,
        isWhole: true,
      });
    }
    this.#parts = this.#order(parts, text);
    this.#index = 0;
    this.#lastFrom = 0;
    if (
      parts.length === 0 &&
      !this.#graph &&
      this.#origin.positionIncrement === 1 &&
      !this.#first
    ) {
      this.#accumulated--;
    }
  }

  #generates(type: number): boolean {
    const { generateWordParts, generateNumberParts } = this.#options;
    return (generateWordParts && isAlpha(type)) || (generateNumberParts && isDigit(type));
  }

  #joins(type: number): boolean {
    const { catenateWords, catenateNumbers } = this.#options;
    return (catenateWords && isAlpha(type)) || (catenateNumbers && isDigit(type));
  }

  #order(parts: Part[], text: string): Part[] {
    const original = (part: Part) => (this.#options.preserveOriginal && part.term === text ? 0 : 1);
    if (this.#graph) {
      return parts.sort(
        (a, b) =>
          a.from - b.from ||
          original(a) - original(b) ||
          b.to - a.to ||
          Number(b.joined) - Number(a.joined),
      );
    }
    return parts.sort(
      (a, b) =>
        Number(b.isWhole ?? false) - Number(a.isWhole ?? false) ||
        a.start - b.start ||
        Number(a.joined) - Number(b.joined) ||
        a.end - b.end,
    );
  }

  #emit(): true {
    const part = this.#parts[this.#index] as Part;
    const origin = this.#origin;
    const token = this.token;
    token.copyFrom(origin);
    token.term = part.term;
    const exact = origin.end - origin.start === origin.term.length;
    const isOriginal = this.#options.preserveOriginal && part.term === origin.term;
    if (exact && this.#options.adjustOffsets && !isOriginal) {
      token.start = origin.start + part.start;
      token.end = origin.start + part.end;
    }
    token.positionIncrement = part.from - this.#lastFrom;
    if (this.#index === 0) {
      token.positionIncrement += this.#accumulated;
      this.#accumulated = 0;
      this.#first = false;
    }
    if (this.#graph) token.positionLength = part.to - part.from;
    this.#lastFrom = part.from;
    this.#index++;
    return true;
  }
}
