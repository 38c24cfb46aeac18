import { type Bitmap, countBits, nextBit } from '../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../index/segment/postings-cursor.ts';
import type { DocIterator } from './doc-iterator.ts';
import type { Scorer } from './scorer.ts';
import type { TopDocs } from './top-docs.ts';

/** Documents of a bitmap, all with one score: the first k rank, and none after them. */
export class BitmapScorer implements Scorer {
  counting = true;
  readonly total: number;
  private next = 0;

  constructor(
    private readonly bits: Bitmap,
    private readonly constant: number,
  ) {
    this.total = countBits(bits);
  }

  score(top: TopDocs, end: number): void {
    while (this.next >= 0 && this.next < end && this.constant > top.min) {
      const doc = nextBit(this.bits, this.next);
      if (doc < 0) {
        this.next = NO_MORE_DOCS;
        return;
      }
      top.push(doc, this.constant);
      this.next = doc + 1;
    }
  }
}

/** Walks an iterator over every match. */
export class IteratorScorer implements Scorer {
  counting = true;
  total = 0;

  constructor(
    private readonly iterator: DocIterator,
    private readonly accept: Bitmap | undefined,
  ) {}

  score(top: TopDocs, end: number): void {
    const { iterator, accept } = this;
    let doc = iterator.doc < 0 ? iterator.advance(0) : iterator.doc;
    for (; doc < end; doc = iterator.advance(doc + 1)) {
      if (accept !== undefined && (((accept[doc >> 5] as number) >>> (doc & 31)) & 1) === 0)
        continue;
      this.total += 1;
      const score = iterator.score();
      if (score > top.min) top.push(doc, score);
    }
  }
}
