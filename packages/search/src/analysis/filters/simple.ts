import { KeepingFilter, TokenFilter, type TokenStream } from '../core/stream.ts';
import type { Token } from '../core/token.ts';
import type { WordSet } from '../core/word-list.ts';

export class StopFilter extends KeepingFilter {
  readonly #words: WordSet;

  constructor(input: TokenStream, words: WordSet) {
    super(input);
    this.#words = words;
  }

  protected override keep(): boolean {
    return !this.#words.has(this.token.term);
  }
}

/** A stop filter for suggestions: the last token stays when nothing follows it, as it may be a prefix being typed. */
export class SuggestStopFilter extends TokenFilter {
  readonly #words: WordSet;
  #pending: Token | null = null;
  #finalEnd = -1;

  constructor(input: TokenStream, words: WordSet) {
    super(input);
    this.#words = words;
  }

  override reset(): void {
    super.reset();
    this.#pending = null;
    this.#finalEnd = -1;
  }

  override next(): boolean {
    let skipped = 0;
    if (this.#finalEnd >= 0) return false;
    for (;;) {
      if (this.#pending !== null) {
        this.token.copyFrom(this.#pending);
        this.#pending = null;
      } else if (!this.input.next()) return false;
      if (!this.#words.has(this.token.term)) {
        this.token.positionIncrement += skipped;
        return true;
      }
      const stop = this.token.clone();
      if (!this.input.next()) {
        this.input.end();
        this.#finalEnd = this.token.end;
        // Only a token that reaches the end of the text may still be growing.
        if (this.token.end > stop.end) return false;
        this.token.copyFrom(stop);
        this.token.positionIncrement += skipped;
        this.token.keyword = true;
        return true;
      }
      this.#pending = this.token.clone();
      skipped += stop.positionIncrement;
    }
  }

  override end(): void {
    if (this.#finalEnd < 0) super.end();
    else {
      this.token.clear();
      this.token.positionIncrement = 0;
      this.token.start = this.token.end = this.#finalEnd;
    }
  }
}

export class KeepWordFilter extends KeepingFilter {
  readonly #words: WordSet;

  constructor(input: TokenStream, words: WordSet) {
    super(input);
    this.#words = words;
  }

  protected override keep(): boolean {
    return this.#words.has(this.token.term);
  }
}

export class TypeFilter extends KeepingFilter {
  readonly #types: ReadonlySet<string>;
  readonly #include: boolean;

  constructor(input: TokenStream, types: ReadonlySet<string>, include: boolean) {
    super(input);
    this.#types = types;
    this.#include = include;
  }

  protected override keep(): boolean {
    return this.#types.has(this.token.type) === this.#include;
  }
}

export class LengthFilter extends KeepingFilter {
  readonly #min: number;
  readonly #max: number;

  constructor(input: TokenStream, min: number, max: number) {
    super(input);
    this.#min = min;
    this.#max = max;
  }

  protected override keep(): boolean {
    const length = this.token.term.length;
    return length >= this.#min && length <= this.#max;
  }
}

export class LimitFilter extends TokenFilter {
  readonly #max: number;
  readonly #consumeAll: boolean;
  #count = 0;
  #exhausted = false;
  /** Where the last token ended, once the rest of the text is left unread. */
  #lastEnd = -1;

  constructor(input: TokenStream, max: number, consumeAll: boolean) {
    super(input);
    this.#max = max;
    this.#consumeAll = consumeAll;
  }

  override reset(): void {
    super.reset();
    this.#count = 0;
    this.#exhausted = false;
    this.#lastEnd = -1;
  }

  override end(): void {
    super.end();
    if (this.#lastEnd >= 0) this.token.start = this.token.end = this.#lastEnd;
  }

  override next(): boolean {
    if (this.#exhausted) return false;
    if (this.#count < this.#max) {
      if (this.input.next()) {
        this.#count++;
        return true;
      }
      this.#exhausted = true;
      return false;
    }
    if (!this.#consumeAll) this.#lastEnd = this.token.end;
    while (this.#consumeAll && this.input.next());
    this.#exhausted = true;
    return false;
  }
}

export class UniqueFilter extends TokenFilter {
  readonly #onlyOnSamePosition: boolean;
  readonly #seen = new Set<string>();

  constructor(input: TokenStream, onlyOnSamePosition: boolean) {
    super(input);
    this.#onlyOnSamePosition = onlyOnSamePosition;
  }

  override reset(): void {
    super.reset();
    this.#seen.clear();
  }

  override next(): boolean {
    while (this.input.next()) {
      const { term, positionIncrement } = this.token;
      if (this.#onlyOnSamePosition && positionIncrement > 0) this.#seen.clear();
      const duplicate = this.#seen.has(term);
      this.#seen.add(term);
      if (!duplicate) return true;
    }
    return false;
  }
}

export class KeywordMarkerFilter extends TokenFilter {
  readonly #isKeyword: (term: string) => boolean;

  constructor(input: TokenStream, isKeyword: (term: string) => boolean) {
    super(input);
    this.#isKeyword = isKeyword;
  }

  override next(): boolean {
    if (!this.input.next()) return false;
    if (this.#isKeyword(this.token.term)) this.token.keyword = true;
    return true;
  }
}

/** Every token twice: as a keyword, then plain at the same position. */
export class KeywordRepeatFilter extends TokenFilter {
  #held: Token | null = null;

  override reset(): void {
    super.reset();
    this.#held = null;
  }

  override next(): boolean {
    if (this.#held !== null) {
      this.token.copyFrom(this.#held);
      this.#held = null;
      this.token.positionIncrement = 0;
      this.token.keyword = false;
      return true;
    }
    if (!this.input.next()) return false;
    this.#held = this.token.clone();
    this.token.keyword = true;
    return true;
  }
}

export class TruncateFilter extends TokenFilter {
  readonly #length: number;

  constructor(input: TokenStream, length: number) {
    super(input);
    this.#length = length;
  }

  override next(): boolean {
    if (!this.input.next()) return false;
    const token = this.token;
    if (!token.keyword && token.term.length > this.#length) {
      token.term = token.term.slice(0, this.#length);
    }
    return true;
  }
}

/** Drops the possessive and the dots the classic tokenizer leaves. */
export class ClassicFilter extends TokenFilter {
  override next(): boolean {
    if (!this.input.next()) return false;
    const token = this.token;
    if (token.type === '<APOSTROPHE>' && /'[sS]$/.test(token.term))
      token.term = token.term.slice(0, -2);
    else if (token.type === '<ACRONYM>') token.term = token.term.replaceAll('.', '');
    return true;
  }
}

export class StemmerOverrideFilter extends TokenFilter {
  readonly #stems: ReadonlyMap<string, string>;

  constructor(input: TokenStream, stems: ReadonlyMap<string, string>) {
    super(input);
    this.#stems = stems;
  }

  override next(): boolean {
    if (!this.input.next()) return false;
    const token = this.token;
    if (token.keyword) return true;
    const stem = this.#stems.get(token.term);
    if (stem !== undefined) {
      token.term = stem;
      token.keyword = true;
    }
    return true;
  }
}

/** Emits, beside each token, others derived from it at the same position. */
export class ExtraTermsFilter extends TokenFilter {
  readonly #derive: (token: Token) => {
    readonly first: string;
    readonly others: readonly string[];
  };
  #origin: Token | null = null;
  #others: readonly string[] = [];
  #index = 0;

  constructor(
    input: TokenStream,
    derive: (token: Token) => { readonly first: string; readonly others: readonly string[] },
  ) {
    super(input);
    this.#derive = derive;
  }

  override reset(): void {
    super.reset();
    this.#others = [];
    this.#index = 0;
  }

  override next(): boolean {
    if (this.#origin !== null && this.#index < this.#others.length) {
      this.token.copyFrom(this.#origin);
      this.token.positionIncrement = 0;
      this.token.term = this.#others[this.#index++] as string;
      return true;
    }
    if (!this.input.next()) return false;
    const { first, others } = this.#derive(this.token);
    this.#others = others;
    this.#index = 0;
    if (others.length > 0) this.#origin = this.token.clone();
    this.token.term = first;
    return true;
  }
}
