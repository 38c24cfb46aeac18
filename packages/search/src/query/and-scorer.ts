import { type Bitmap, popCount } from '../index/segment/bitmap.ts';
import type { Scorer } from './scorer.ts';
import type { TermCursor } from './term-cursor.ts';
import type { TopDocs } from './top-docs.ts';

/**
 * All of several terms. The rarest leads, block by block; dense terms are tested by their bitmaps,
 * others by galloping. A block of the lead whose bound, with the bounds of the others over the same
 * documents, cannot beat the threshold is only counted, or skipped.
 */
export class AndScorer implements Scorer {
  counting = true;
  total = 0;
  private readonly cursors: readonly TermCursor[];
  private readonly lead: TermCursor;
  /** `rest[i]`: bound of the cursors behind i in the lead's block. */
  private readonly rest: Float64Array;
  private readonly isCounted: boolean;
  private block: number;

  constructor(
    cursors: readonly TermCursor[],
    private readonly accept: Bitmap | undefined,
  ) {
    this.cursors = [...cursors].sort((a, b) => a.df - b.df);
    this.lead = this.cursors[0] as TermCursor;
    this.rest = new Float64Array(cursors.length);
    this.block = this.lead.firstBlock;
    this.isCounted = cursors.every(({ bitmap }) => bitmap >= 0);
    if (this.isCounted) this.total = countDense(this.cursors, accept);
  }

  score(top: TopDocs, end: number): void {
    const { lead, isCounted } = this;
    const { lastDoc } = lead.postings;
    const mustCount = this.counting && !isCounted;
    for (; this.block < lead.endBlock; this.block += 1) {
      const { block } = this;
      const first = block > lead.firstBlock ? (lastDoc[block - 1] as number) + 1 : 0;
      if (first >= end) return;
      const bound = this.bound(block, first, lastDoc[block] as number);
      if (bound < 0) {
        this.block = lead.endBlock;
        return;
      }
      const competes = bound > top.min;
      if (competes || mustCount) this.scoreBlock(top, block, competes, mustCount);
    }
  }

  /** Bound of any document in the lead's block; -1 when one of the others has no more. */
  private bound(block: number, first: number, last: number): number {
    const { cursors, rest, lead } = this;
    let sum = 0;
    for (let i = cursors.length - 1; i > 0; i -= 1) {
      rest[i] = sum;
      const cursor = cursors[i] as TermCursor;
      if (!cursor.seekBlock(first)) return -1;
      sum += cursor.maxScoreUpTo(last);
    }
    rest[0] = sum;
    return sum + (lead.postings.impact[block] as number) * lead.impactUnit;
  }

  private scoreBlock(top: TopDocs, block: number, competes: boolean, mustCount: boolean): void {
    const { lead, cursors, accept } = this;
    lead.load(block);
    if (competes) lead.loadFreqs();
    const { docs, n } = lead;
    let found = 0;
    next: for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      if (accept !== undefined && (((accept[doc >> 5] as number) >>> (doc & 31)) & 1) === 0)
        continue;
      for (let j = 1; j < cursors.length; j += 1) {
        const cursor = cursors[j] as TermCursor;
        if (cursor.bitmap >= 0 ? !cursor.hasDense(doc) : cursor.advance(doc) !== doc) continue next;
      }
      found += 1;
      if (competes) this.rank(top, doc, i);
    }
    if (mustCount) this.total += found;
  }

  private rank(top: TopDocs, doc: number, index: number): void {
    const { lead, cursors, rest } = this;
    let score = lead.scores.score(lead.freqs[index] as number, lead.norms[doc] as number);
    if (score + (rest[0] as number) <= top.min) return;
    for (let j = 1; j < cursors.length; j += 1) {
      const cursor = cursors[j] as TermCursor;
      score += cursor.bitmap >= 0 ? cursor.denseScore(doc) : cursor.score();
      if (score + (rest[j] as number) <= top.min) return;
    }
    const rounded = Math.fround(score);
    if (rounded > top.min) top.push(doc, rounded);
  }
}

/** Documents in the bitmaps of all terms. */
function countDense(cursors: readonly TermCursor[], accept: Bitmap | undefined): number {
  const [first, ...others] = cursors as [TermCursor, ...TermCursor[]];
  const { bitmaps, bitmapWords } = first.postings;
  let count = 0;
  for (let i = 0; i < bitmapWords; i += 1) {
    let word = bitmaps[first.bitmap + i] as number;
    for (let j = 0; j < others.length && word !== 0; j += 1) {
      const { bitmap, postings } = others[j] as TermCursor;
      word &= postings.bitmaps[bitmap + i] as number;
    }
    if (accept !== undefined) word &= accept[i] as number;
    if (word !== 0) count += popCount(word);
  }
  return count;
}
