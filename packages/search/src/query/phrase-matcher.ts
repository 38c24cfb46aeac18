import { BLOCK_SIZE } from '../index/segment/bit-packing.ts';
import { DensePair } from './dense-pair.ts';
import type { TermCursor } from './term-cursor.ts';

/** One word of a phrase: its postings and its place. */
export interface PhraseWord {
  readonly cursor: TermCursor;
  readonly position: number;
}

const FIRST_CAPACITY = 1024;
/** From this many documents of a block on, decoding all its positions is the shorter way. */
const WHOLE_BLOCK_DOCUMENTS = 12;

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
    const shares = this.words.map(({ cursor }) => cursor.df / cursor.postings.documents);
    const all = shares.reduce((product, share) => product * share, 1);
    for (const [i, { cursor }] of this.words.entries()) {
      // Documents of a block that will be asked for, were the words independent.
      const asked = (all / (shares[i] as number)) * BLOCK_SIZE;
      cursor.takesWholeBlocks = asked >= WHOLE_BLOCK_DOCUMENTS;
    }
  }

  /** For two words that share many documents: the way to match them by block. */
  pair(): DensePair | undefined {
    const [first, second] = this.words;
    if (first === undefined || second === undefined || this.words.length > 2) return undefined;
    const { lead } = this;
    const { cursor, position } = second;
    if (cursor.bitmap < 0 || !cursor.takesWholeBlocks || !lead.takesWholeBlocks) return undefined;
    return new DensePair(lead, cursor, position - first.position);
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
    const { words, lead } = this;
    const { position } = words[0] as PhraseWord;
    lead.locate();
    if (words.length === 2) return this.pairFreq(words[1] as PhraseWord, position, doc);
    let n = lead.end - lead.from;
    if (n > this.starts.length) this.starts = new Int32Array(n * 2);
    const { starts } = this;
    const { found, from } = lead;
    for (let i = 0; i < n; i += 1) starts[i] = (found[from + i] as number) - position;
    for (let w = 1; w < words.length && n > 0; w += 1)
      n = this.keep(words[w] as PhraseWord, doc, n);
    return n;
  }

  /** The same for two words, without a list of starts between them. */
  private pairFreq({ cursor, position }: PhraseWord, leadPosition: number, doc: number): number {
    if (cursor.bitmap >= 0) cursor.locateDense(doc);
    else cursor.locate();
    const { lead } = this;
    const { found: ours, end } = lead;
    const { found: theirs, end: theirEnd } = cursor;
    const distance = position - leadPosition;
    let i = lead.from;
    let j = cursor.from;
    let n = 0;
    while (i < end && j < theirEnd) {
      const difference = (ours[i] as number) + distance - (theirs[j] as number);
      if (difference <= 0) i += 1;
      // Not `>=`: what is no number, as in a damaged block, has to go on as well.
      if (!(difference < 0)) j += 1;
      if (difference === 0) n += 1;
    }
    return n;
  }

  /** Keeps those of the n possible starts where the word is at its place. */
  private keep({ cursor, position }: PhraseWord, doc: number, n: number): number {
    if (cursor.bitmap >= 0) cursor.locateDense(doc);
    else cursor.locate();
    const { starts } = this;
    const { found, end } = cursor;
    let kept = 0;
    let j = cursor.from;
    for (let i = 0; i < n; i += 1) {
      const wanted = (starts[i] as number) + position;
      while (j < end && (found[j] as number) < wanted) j += 1;
      if (j < end && found[j] === wanted) starts[kept++] = starts[i] as number;
    }
    return kept;
  }
}
