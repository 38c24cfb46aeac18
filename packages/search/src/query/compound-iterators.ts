/** Iterators of the queries that combine others in their own ways. */
import { type Bitmap, hasBit, nextBit } from '../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../index/segment/postings-cursor.ts';
import type { TermScores } from './bm25.ts';
import { DisjunctionIterator, type DocIterator } from './doc-iterator.ts';
import type { NestedScoreMode } from './query.ts';
import type { TermCursor } from './term-cursor.ts';

/** Several terms scored as one. */
export class SynonymIterator implements DocIterator {
  doc = -1;
  readonly cost: number;

  constructor(
    private readonly cursors: readonly TermCursor[],
    private readonly scores: TermScores,
  ) {
    this.cost = cursors.reduce((sum, { df }) => sum + df, 0);
  }

  advance(target: number): number {
    let smallest = NO_MORE_DOCS;
    for (const cursor of this.cursors) {
      const at = cursor.advance(target);
      if (at < smallest) smallest = at;
    }
    this.doc = smallest;
    return smallest;
  }

  score(): number {
    let freq = 0;
    for (const cursor of this.cursors) if (cursor.doc === this.doc) freq += cursor.freq();
    const { norms } = this.cursors[0] as TermCursor;
    return this.scores.score(freq, norms[this.doc] as number);
  }
}

/** Any of several: the best score, plus a share of the others. */
export class DisMaxIterator extends DisjunctionIterator {
  constructor(
    parts: readonly DocIterator[],
    private readonly tieBreaker: number,
  ) {
    super(parts, 1);
  }

  override score(): number {
    let best = 0;
    let others = 0;
    for (const part of this.parts) {
      if (part.doc !== this.doc) continue;
      const score = part.score();
      if (score > best) {
        others += best;
        best = score;
      } else others += score;
    }
    return Math.fround(best + others * this.tieBreaker);
  }
}

/** Scores multiplied where a bitmap says so. */
export class BoostingIterator implements DocIterator {
  constructor(
    private readonly positive: DocIterator,
    private readonly negative: Bitmap,
    private readonly factor: number,
  ) {}

  get doc(): number {
    return this.positive.doc;
  }

  get cost(): number {
    return this.positive.cost;
  }

  advance(target: number): number {
    return this.positive.advance(target);
  }

  score(): number {
    const score = this.positive.score();
    return hasBit(this.negative, this.doc) ? Math.fround(score * this.factor) : score;
  }
}

/** Rows of `parents` behind matching nested rows, which stand directly before them. */
export class NestedIterator implements DocIterator {
  doc = -1;
  readonly cost: number;
  private total = 0;

  constructor(
    private readonly rows: DocIterator,
    private readonly parents: Bitmap,
    private readonly mode: NestedScoreMode,
  ) {
    this.cost = rows.cost;
  }

  advance(target: number): number {
    const { rows, parents } = this;
    let first = target - 1;
    while (first >= 0 && !hasBit(parents, first)) first -= 1;
    let row = rows.doc > first ? rows.doc : rows.advance(first + 1);
    const parent = row === NO_MORE_DOCS ? -1 : nextBit(parents, row);
    if (parent < 0) {
      this.doc = NO_MORE_DOCS;
      return NO_MORE_DOCS;
    }
    const scores: number[] = [];
    for (; row < parent; row = rows.advance(row + 1)) {
      if (this.mode !== 'none') scores.push(rows.score());
    }
    this.total = combine(scores, this.mode);
    this.doc = parent;
    return parent;
  }

  score(): number {
    return Math.fround(this.total);
  }
}

function combine(scores: readonly number[], mode: NestedScoreMode): number {
  if (mode === 'none' || scores.length === 0) return 0;
  if (mode === 'min') return Math.min(...scores);
  if (mode === 'max') return Math.max(...scores);
  const sum = scores.reduce((total, score) => total + score, 0);
  return mode === 'avg' ? sum / scores.length : sum;
}
