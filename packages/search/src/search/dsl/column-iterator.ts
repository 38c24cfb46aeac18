import { type Bitmap, nextBit } from '../../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../../index/segment/postings-cursor.ts';
import type { DocIterator } from '../../query/doc-iterator.ts';

/** Documents of a bitmap, each with a score of its own. */
export class ColumnIterator implements DocIterator {
  doc = -1;

  constructor(
    private readonly bits: Bitmap,
    readonly cost: number,
    private readonly scoreOf: (doc: number) => number,
  ) {}

  advance(target: number): number {
    const found = nextBit(this.bits, target);
    this.doc = found < 0 ? NO_MORE_DOCS : found;
    return this.doc;
  }

  score(): number {
    return this.scoreOf(this.doc);
  }
}
