import { Tokenizer } from '../core/stream.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;

/** Words of Thai text by the runtime's dictionary; segments without a letter or digit are left out. */
export class ThaiTokenizer extends Tokenizer {
  readonly #segmenter = new Intl.Segmenter('th', { granularity: 'word' });
  #words: Iterator<Intl.SegmentData> | null = null;

  override reset(): void {
    this.#words = this.#segmenter.segment(this.text)[Symbol.iterator]();
  }

  override next(): boolean {
    if (this.#words === null) return false;
    for (let step = this.#words.next(); !step.done; step = this.#words.next()) {
      const { segment, index } = step.value;
      if (LETTER_OR_DIGIT.test(segment)) return this.emit(index, index + segment.length, 'word');
    }
    return false;
  }
}
