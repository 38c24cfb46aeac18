import { type Bitmap, countBits, nextBit } from '../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../index/segment/postings-cursor.ts';
import type { TermScores } from './bm25.ts';
import type { PhraseMatcher } from './phrase-matcher.ts';
import type { TermCursor } from './term-cursor.ts';

/** Matches one by one, with scores: for queries that no scorer of their own serves. */
export interface DocIterator {
  /** Current document; -1 before the first, NO_MORE_DOCS behind the last. */
  readonly doc: number;
  /** About how many documents it goes through. */
  readonly cost: number;
  advance(target: number): number;
  score(): number;
}

export class TermIterator implements DocIterator {
  readonly cost: number;

  constructor(private readonly cursor: TermCursor) {
    this.cost = cursor.df;
  }

  get doc(): number {
    return this.cursor.doc;
  }

  advance(target: number): number {
    return this.cursor.advance(target);
  }

  score(): number {
    return this.cursor.score();
  }
}

/** Documents of a bitmap, all with one score. */
export class BitmapIterator implements DocIterator {
  doc = -1;
  readonly cost: number;

  constructor(
    private readonly bits: Bitmap,
    private readonly constant: number,
  ) {
    this.cost = countBits(bits);
  }

  advance(target: number): number {
    const found = nextBit(this.bits, target);
    this.doc = found < 0 ? NO_MORE_DOCS : found;
    return this.doc;
  }

  score(): number {
    return this.constant;
  }
}

export class PhraseIterator implements DocIterator {
  doc = -1;
  readonly cost: number;
  private freq = 0;

  constructor(
    private readonly matcher: PhraseMatcher,
    private readonly scores: TermScores,
  ) {
    this.cost = matcher.lead.df;
  }

  advance(target: number): number {
    const { matcher } = this;
    const { lead } = matcher;
    let doc = lead.advance(target);
    for (; doc !== NO_MORE_DOCS; doc = lead.next()) {
      if (!matcher.hasAll(doc)) continue;
      this.freq = matcher.freq(doc);
      if (this.freq > 0) break;
    }
    this.doc = doc;
    return doc;
  }

  score(): number {
    return this.scores.score(this.freq, this.matcher.lead.norms[this.doc] as number);
  }
}

/** All of several. */
export class ConjunctionIterator implements DocIterator {
  doc = -1;
  readonly cost: number;
  private readonly parts: readonly DocIterator[];

  constructor(parts: readonly DocIterator[]) {
    this.parts = [...parts].sort((a, b) => a.cost - b.cost);
    this.cost = (this.parts[0] as DocIterator).cost;
  }

  advance(target: number): number {
    const { parts } = this;
    let doc = (parts[0] as DocIterator).advance(target);
    for (let i = 1; i < parts.length && doc !== NO_MORE_DOCS; i += 1) {
      const part = parts[i] as DocIterator;
      const found = part.doc >= doc ? part.doc : part.advance(doc);
      if (found === doc) continue;
      doc = found === NO_MORE_DOCS ? NO_MORE_DOCS : (parts[0] as DocIterator).advance(found);
      i = 0;
    }
    this.doc = doc;
    return doc;
  }

  score(): number {
    let sum = 0;
    for (const part of this.parts) sum += part.score();
    return Math.fround(sum);
  }
}

/** At least `wanted` of several; the score is the sum of those that match. */
export class DisjunctionIterator implements DocIterator {
  doc = -1;
  readonly cost: number;

  constructor(
    protected readonly parts: readonly DocIterator[],
    private readonly wanted: number,
  ) {
    this.cost = parts.reduce((sum, { cost }) => sum + cost, 0);
  }

  advance(target: number): number {
    let doc = target;
    for (;;) {
      let smallest = NO_MORE_DOCS;
      for (const part of this.parts) {
        const at = part.doc >= doc ? part.doc : part.advance(doc);
        if (at < smallest) smallest = at;
      }
      if (smallest === NO_MORE_DOCS || this.wanted <= 1 || this.matching(smallest) >= this.wanted) {
        this.doc = smallest;
        return smallest;
      }
      doc = smallest + 1;
    }
  }

  private matching(doc: number): number {
    let count = 0;
    for (const part of this.parts) if (part.doc === doc) count += 1;
    return count;
  }

  score(): number {
    let sum = 0;
    for (const part of this.parts) if (part.doc === this.doc) sum += part.score();
    return Math.fround(sum);
  }
}

/** One that must match and one that adds to the score where it does. */
export class RequiredOptionalIterator implements DocIterator {
  constructor(
    private readonly required: DocIterator,
    private readonly optional: DocIterator,
  ) {}

  get doc(): number {
    return this.required.doc;
  }

  get cost(): number {
    return this.required.cost;
  }

  advance(target: number): number {
    return this.required.advance(target);
  }

  score(): number {
    const { required, optional } = this;
    const at = optional.doc >= required.doc ? optional.doc : optional.advance(required.doc);
    const score = required.score();
    return at === required.doc ? Math.fround(score + optional.score()) : score;
  }
}
