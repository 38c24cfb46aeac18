import type { CharFilterFactory, TokenFilterFactory, TokenizerFactory } from './components.ts';
import type { OffsetMap } from './offset-map.ts';
import type { Tokenizer, TokenStream } from './stream.ts';

export interface AnalyzerParts {
  readonly name: string;
  readonly charFilters?: readonly CharFilterFactory[];
  readonly tokenizer: TokenizerFactory;
  readonly filters?: readonly TokenFilterFactory[];
  /** Positions between two values of one field. */
  readonly positionIncrementGap?: number;
  readonly offsetGap?: number;
  /** Built from named parts by the user, whose names `_analyze?explain` shows. */
  readonly custom?: boolean;
}

const DEFAULT_POSITION_INCREMENT_GAP = 100;

/** A chain of char filters, a tokenizer and token filters, with one reusable stream. */
export class Analyzer {
  readonly name: string;
  readonly charFilters: readonly CharFilterFactory[];
  readonly tokenizer: TokenizerFactory;
  readonly filters: readonly TokenFilterFactory[];
  readonly positionIncrementGap: number;
  readonly offsetGap: number;
  readonly custom: boolean;
  #source: Tokenizer | null = null;
  #stream: TokenStream | null = null;

  constructor(parts: AnalyzerParts) {
    this.name = parts.name;
    this.charFilters = parts.charFilters ?? [];
    this.tokenizer = parts.tokenizer;
    this.filters = parts.filters ?? [];
    this.positionIncrementGap = parts.positionIncrementGap ?? DEFAULT_POSITION_INCREMENT_GAP;
    this.offsetGap = parts.offsetGap ?? 1;
    this.custom = parts.custom ?? false;
  }

  /** Filters that keep this chain from being used on documents. */
  get updateableFilters(): string[] {
    return this.filters.filter(({ isUpdateable }) => isUpdateable).map(({ name }) => name);
  }

  /** The same chain under another name and gap. */
  with(changes: Partial<AnalyzerParts>): Analyzer {
    return new Analyzer({
      name: this.name,
      charFilters: this.charFilters,
      tokenizer: this.tokenizer,
      filters: this.filters,
      positionIncrementGap: this.positionIncrementGap,
      offsetGap: this.offsetGap,
      custom: this.custom,
      ...changes,
    });
  }

  /** The analyzer's stream, reset on this text. It is the same object at every call: use it up before the next. */
  stream(text: string): TokenStream {
    if (this.#stream === null || this.#source === null) {
      this.#source = this.tokenizer.create();
      this.#stream = this.filters.reduce<TokenStream>(
        (input, filter) => filter.create(input),
        this.#source,
      );
    }
    let filtered = text;
    let offsets: OffsetMap | null = null;
    for (const charFilter of this.charFilters) {
      const result = charFilter.filter(filtered, offsets);
      filtered = result.text;
      offsets = result.offsets;
    }
    this.#source.setText(filtered, offsets);
    this.#stream.reset();
    return this.#stream;
  }

  /** All terms of a text, for callers that need nothing else. */
  terms(text: string): string[] {
    const stream = this.stream(text);
    const terms: string[] = [];
    while (stream.next()) terms.push(stream.token.term);
    return terms;
  }
}
