import type { TermCursor } from './term-cursor.ts';

/** One word of a phrase: its postings and its place. */
export interface PhraseWord {
  readonly cursor: TermCursor;
  readonly position: number;
}

const FIRST_CAPACITY = 1024;

/**
 * Finds the documents that have all words of a phrase, each at its place. Words are tried from the
 * rarest to the most frequent; positions are compared only where all words occur.
 */
export class PhraseMatcher {
  readonly words: readonly PhraseWord[];
  readonly lead: TermCursor;
  private starts = new Int32Array(FIRST_CAPACITY);

  constructor(words: readonly PhraseWord[]) {
    this.words = [...words].sort((a, b) => a.cursor.df - b.cursor.df);
    this.lead = (this.words[0] as PhraseWord).cursor;
  }

  /** Whether the words other than the lead are all in the document; targets ascend. */
  hasAll(doc: number): boolean {
    const { words } = this;
    for (let i = 1; i < words.length; i += 1) {
      const { cursor } = words[i] as PhraseWord;
      if (cursor.bitmap >= 0 ? !cursor.hasDense(doc) : cursor.advance(doc) !== doc) return false;
    }
    return true;
  }

  /** How often the phrase is in the document; the lead is on it, and `hasAll` said yes. */
  freq(doc: number): number {
    const { words } = this;
    const { cursor, position } = words[0] as PhraseWord;
    let n = cursor.readPositions();
    if (n > this.starts.length) this.starts = new Int32Array(n * 2);
    const { starts } = this;
    for (let i = 0; i < n; i += 1) starts[i] = (cursor.found[i] as number) - position;
    for (let w = 1; w < words.length && n > 0; w += 1)
      n = this.keep(words[w] as PhraseWord, doc, n);
    return n;
  }

  /** Keeps those of the n possible starts where the word is at its place. */
  private keep({ cursor, position }: PhraseWord, doc: number, n: number): number {
    const m = cursor.bitmap >= 0 ? cursor.readDensePositions(doc) : cursor.readPositions();
    const { starts } = this;
    const { found } = cursor;
    let kept = 0;
    let j = 0;
    for (let i = 0; i < n; i += 1) {
      const wanted = (starts[i] as number) + position;
      while (j < m && (found[j] as number) < wanted) j += 1;
      if (j < m && found[j] === wanted) starts[kept++] = starts[i] as number;
    }
    return kept;
  }
}
