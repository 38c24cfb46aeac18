/** Sources of intervals in one segment: which documents may have them, and which those are. */
import type { FieldPostings } from '../../index/segment/field-postings.ts';
import { NO_MORE_DOCS, PostingsCursor } from '../../index/segment/postings-cursor.ts';
import type { DocIterator } from '../../query/doc-iterator.ts';
import { anyOf, gapsOf, type Intervals, ordered, unordered, widthOf } from './intervals.ts';

export interface IntervalSource {
  /** The first document from `target` on that may have intervals. */
  advance(target: number): number;
  /** Intervals of a document that `advance` gave. */
  intervals(doc: number): Intervals;
  /** The fewest positions an interval takes. */
  readonly minExtent: number;
}

export const NO_SOURCE: IntervalSource = {
  advance: () => NO_MORE_DOCS,
  intervals: () => [],
  minExtent: 1,
};

/** The positions of some terms. */
export class TermsSource implements IntervalSource {
  readonly minExtent = 1;
  private readonly cursors: readonly PostingsCursor[];

  constructor(postings: FieldPostings, terms: readonly number[]) {
    this.cursors = terms.map((term) => new PostingsCursor(postings, term));
  }

  advance(target: number): number {
    let smallest = NO_MORE_DOCS;
    for (const cursor of this.cursors) smallest = Math.min(smallest, cursor.advance(target));
    return smallest;
  }

  intervals(doc: number): Intervals {
    const found: number[] = [];
    for (const cursor of this.cursors) {
      if (cursor.advance(doc) !== doc) continue;
      const n = cursor.readPositions();
      for (let i = 0; i < n; i += 1) found.push(cursor.found[i] as number);
    }
    const positions = this.cursors.length === 1 ? found : [...new Set(found)].sort((a, b) => a - b);
    return positions.map((position) => ({ start: position, end: position, inner: 1 }));
  }
}

/** All of several sources. */
export class AllSource implements IntervalSource {
  readonly minExtent: number;

  constructor(
    private readonly parts: readonly IntervalSource[],
    private readonly isOrdered: boolean,
  ) {
    this.minExtent = parts.reduce((sum, part) => sum + part.minExtent, 0);
  }

  advance(target: number): number {
    let doc = target;
    for (let i = 0; i < this.parts.length && doc !== NO_MORE_DOCS; ) {
      const at = (this.parts[i] as IntervalSource).advance(doc);
      if (at === doc) i += 1;
      else {
        doc = at;
        i = 0;
      }
    }
    return doc;
  }

  intervals(doc: number): Intervals {
    const lists = this.parts.map((part) => part.intervals(doc));
    return this.isOrdered ? ordered(lists) : unordered(lists);
  }
}

export class AnySource implements IntervalSource {
  readonly minExtent: number;

  constructor(private readonly parts: readonly IntervalSource[]) {
    this.minExtent = Math.min(...parts.map((part) => part.minExtent));
  }

  advance(target: number): number {
    return Math.min(...this.parts.map((part) => part.advance(target)));
  }

  intervals(doc: number): Intervals {
    const lists = this.parts.map((part) => (part.advance(doc) === doc ? part.intervals(doc) : []));
    return anyOf(lists);
  }
}

export class GapsSource implements IntervalSource {
  readonly minExtent: number;

  constructor(
    private readonly inner: IntervalSource,
    private readonly maxGaps: number,
  ) {
    this.minExtent = inner.minExtent;
  }

  advance(target: number): number {
    return this.inner.advance(target);
  }

  intervals(doc: number): Intervals {
    return this.inner.intervals(doc).filter((interval) => gapsOf(interval) <= this.maxGaps);
  }
}

export class FilterSource implements IntervalSource {
  readonly minExtent: number;

  constructor(
    private readonly inner: IntervalSource,
    private readonly other: IntervalSource,
    private readonly keep: (list: Intervals, others: Intervals) => Intervals,
  ) {
    this.minExtent = inner.minExtent;
  }

  advance(target: number): number {
    return this.inner.advance(target);
  }

  intervals(doc: number): Intervals {
    const others = this.other.advance(doc) === doc ? this.other.intervals(doc) : [];
    return this.keep(this.inner.intervals(doc), others);
  }
}

/** Documents with intervals; narrow ones score more. */
export class IntervalIterator implements DocIterator {
  doc = -1;
  readonly cost = 1_000_000;
  private found: Intervals = [];

  constructor(
    private readonly source: IntervalSource,
    private readonly boost: number,
  ) {}

  advance(target: number): number {
    for (let doc = this.source.advance(target); ; doc = this.source.advance(doc + 1)) {
      this.doc = doc;
      if (doc === NO_MORE_DOCS) return doc;
      this.found = this.source.intervals(doc);
      if (this.found.length > 0) return doc;
    }
  }

  score(): number {
    const { minExtent } = this.source;
    let frequency = 0;
    for (const interval of this.found) {
      frequency += 1 / Math.max(widthOf(interval) - minExtent + 1, 1);
    }
    return Math.fround(this.boost * (1 - 1 / (1 + Math.fround(frequency))));
  }
}
