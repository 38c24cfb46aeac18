import type { Bitmap } from '../index/segment/bitmap.ts';
import { TABLE_FREQS } from './bm25.ts';
import type { Scorer } from './scorer.ts';
import type { TermCursor } from './term-cursor.ts';
import type { TopDocs } from './top-docs.ts';

const WINDOW = 4096;
/** A window narrower than this costs more to set up than it saves. */
const MIN_SPAN = 256;

/** Scores of the documents of one window, and which of them have one; all zero between windows. */
class ScoreWindow {
  readonly windowScores = new Float64Array(WINDOW);
  readonly windowBits = new Int32Array(WINDOW >> 5);
}

/** Windows of searches that are done: a new one for each would be most of what a search allocates. */
const spareWindows: ScoreWindow[] = [];

/**
 * Any of several terms, ranked only (the caller counts by other means): windowed block-max MaxScore.
 *
 * The documents are cut into windows that end where a block ends. In a window every term has an
 * upper bound; terms are ordered by it. The first ones whose bounds together do not beat the
 * threshold are not essential: a document that has only those cannot rank. One essential term: its
 * postings are walked and the others probed, best bound first. Several: they are added up in an
 * array of scores, then completed by probing. None: the window is skipped.
 */
export class OrScorer implements Scorer {
  counting = false;
  total = 0;
  private readonly cursors: TermCursor[];
  private readonly bounds: Float64Array;
  /** `sums[i]`: bound of the first i cursors together. */
  private readonly sums: Float64Array;
  private readonly window: ScoreWindow;
  private next = 0;
  private isGivenBack = false;

  constructor(
    cursors: readonly TermCursor[],
    private readonly documents: number,
    private readonly accept: Bitmap | undefined,
  ) {
    this.window = spareWindows.pop() ?? new ScoreWindow();
    this.cursors = [...cursors];
    this.bounds = new Float64Array(cursors.length);
    this.sums = new Float64Array(cursors.length + 1);
  }

  score(top: TopDocs, end: number): void {
    const { documents } = this;
    while (this.next < documents && this.next < end) {
      const first = this.next;
      const last = this.chooseWindow(first, top.min);
      this.next = last;
      const essential = this.orderByBound(last, top.min);
      if (essential < 0) continue;
      if (essential === this.cursors.length - 1) this.walkOne(top, essential, first, last);
      else this.addUp(top, essential, first, last);
    }
    if (this.next >= documents) this.giveBack();
  }

  private giveBack(): void {
    if (this.isGivenBack) return;
    this.isGivenBack = true;
    spareWindows.push(this.window);
  }

  /** The end of the window that starts at `first`. */
  private chooseWindow(first: number, min: number): number {
    let last = this.documents - 1;
    for (const cursor of this.cursors) {
      if (!cursor.seekBlock(first)) continue;
      const blockEnd = cursor.postings.lastDoc[cursor.block] as number;
      // Lists that cannot rank by themselves must not cut windows small.
      if (blockEnd < last && (cursor.maxScore > min || blockEnd - first >= MIN_SPAN))
        last = blockEnd;
    }
    return Math.min(this.documents, Math.max(last, first + MIN_SPAN - 1) + 1);
  }

  /** Sorts cursors by their bound in the window; returns the first essential one, -1 for none. */
  private orderByBound(end: number, min: number): number {
    const { cursors, bounds, sums } = this;
    const count = cursors.length;
    for (let i = 0; i < count; i += 1) {
      const cursor = cursors[i] as TermCursor;
      const bound = cursor.block < cursor.endBlock ? cursor.maxScoreUpTo(end - 1) : 0;
      let j = i - 1;
      while (j >= 0 && (bounds[j] as number) > bound) {
        bounds[j + 1] = bounds[j] as number;
        cursors[j + 1] = cursors[j] as TermCursor;
        j -= 1;
      }
      bounds[j + 1] = bound;
      cursors[j + 1] = cursor;
    }
    let essential = count;
    for (let i = 0; i < count; i += 1) {
      const sum = (sums[i] as number) + (bounds[i] as number);
      sums[i + 1] = sum;
      if (essential === count && sum > min) essential = i;
    }
    return essential === count ? -1 : essential;
  }

  private walkOne(top: TopDocs, essential: number, first: number, end: number): void {
    const { accept } = this;
    const cursor = this.cursors[essential] as TermCursor;
    const { docs, freqs, norms, scores, postings } = cursor;
    const { table } = scores;
    const others = this.sums[essential] as number;
    for (let block = cursor.block; block < cursor.endBlock; block += 1) {
      if ((postings.impact[block] as number) * cursor.impactUnit + others > top.min) {
        cursor.load(block);
        cursor.loadFreqs();
        const n = cursor.n;
        let i = 0;
        while (i < n && (docs[i] as number) < first) i += 1;
        for (; i < n; i += 1) {
          const doc = docs[i] as number;
          if (doc >= end) break;
          if (accept !== undefined && (((accept[doc >> 5] as number) >>> (doc & 31)) & 1) === 0)
            continue;
          const freq = freqs[i] as number;
          const code = norms[doc] as number;
          let score = freq < TABLE_FREQS ? (table[(freq << 8) | code] as number) : -1;
          if (score < 0) score = scores.compute(freq, code);
          if (score + others > top.min) this.complete(top, doc, score, essential);
        }
      }
      if ((postings.lastDoc[block] as number) >= end - 1) break;
    }
  }

  private addUp(top: TopDocs, essential: number, first: number, end: number): void {
    const { cursors } = this;
    for (let from = first; from < end; from += WINDOW) {
      const to = Math.min(end, from + WINDOW);
      for (let i = essential; i < cursors.length; i += 1) {
        this.addCursor(cursors[i] as TermCursor, from, to);
      }
      this.drain(top, essential, from, to);
    }
  }

  private addCursor(cursor: TermCursor, from: number, to: number): void {
    if (!cursor.seekBlock(from)) return;
    const { windowScores, windowBits } = this.window;
    const { docs, freqs, norms, scores, postings } = cursor;
    const { table } = scores;
    for (let block = cursor.block; block < cursor.endBlock; block += 1) {
      cursor.load(block);
      cursor.loadFreqs();
      const n = cursor.n;
      let i = 0;
      if ((docs[0] as number) < from) i = firstAtLeast(docs, n, from);
      for (; i < n; i += 1) {
        const doc = docs[i] as number;
        if (doc >= to) break;
        const freq = freqs[i] as number;
        const code = norms[doc] as number;
        let score = freq < TABLE_FREQS ? (table[(freq << 8) | code] as number) : -1;
        if (score < 0) score = scores.compute(freq, code);
        const slot = doc - from;
        windowScores[slot] = (windowScores[slot] as number) + score;
        windowBits[slot >> 5] = (windowBits[slot >> 5] as number) | (1 << (slot & 31));
      }
      if ((postings.lastDoc[block] as number) >= to - 1) break;
    }
  }

  /** Takes the added-up scores out of the window, completes and ranks them. */
  private drain(top: TopDocs, essential: number, from: number, to: number): void {
    const { windowScores, windowBits } = this.window;
    const { accept } = this;
    const others = this.sums[essential] as number;
    const words = (to - from + 31) >> 5;
    for (let w = 0; w < words; w += 1) {
      let word = windowBits[w] as number;
      if (word === 0) continue;
      windowBits[w] = 0;
      while (word !== 0) {
        const slot = (w << 5) | (31 - Math.clz32(word & -word));
        word &= word - 1;
        const score = windowScores[slot] as number;
        windowScores[slot] = 0;
        if (score + others <= top.min) continue;
        const doc = from + slot;
        if (accept !== undefined && (((accept[doc >> 5] as number) >>> (doc & 31)) & 1) === 0)
          continue;
        this.complete(top, doc, score, essential);
      }
    }
  }

  /** Adds the terms that are not essential, as long as the document may still rank. */
  private complete(top: TopDocs, doc: number, partial: number, essential: number): void {
    const { cursors, sums } = this;
    let score = partial;
    for (let i = essential - 1; i >= 0; i -= 1) {
      if (score + (sums[i + 1] as number) <= top.min) return;
      const cursor = cursors[i] as TermCursor;
      if (cursor.bitmap >= 0) {
        if (cursor.hasDense(doc)) score += cursor.denseScore(doc);
      } else if (cursor.advance(doc) === doc) {
        score += cursor.score();
      }
    }
    const rounded = Math.fround(score);
    if (rounded > top.min) top.push(doc, rounded);
  }
}

function firstAtLeast(docs: Int32Array, n: number, target: number): number {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
