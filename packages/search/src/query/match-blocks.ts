import { type Bitmap, intersect } from '../index/segment/bitmap.ts';
import { PostingsCursor } from '../index/segment/postings-cursor.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { matches } from './matches.ts';
import type { Query } from './query.ts';
import type { Searcher } from './searcher.ts';

const BLOCK = 1024;

/** Live matches of a segment in ascending order, a block at a time: for sorting and aggregations. */
export interface MatchBlocks {
  readonly docs: Int32Array;
  /** Fills `docs` from its start; returns how many, 0 at the end. */
  next(): number;
}

export function matchBlocks(searcher: Searcher, view: SearchView, query: Query): MatchBlocks {
  const { live, segment } = view;
  const isPlain = live === undefined && segment.roots === undefined;
  if (query.kind === 'term' && isPlain) {
    const postings = segment.field(query.field);
    const term = postings?.find(query.term) ?? -1;
    if (postings !== undefined && term >= 0)
      return new TermBlocks(new PostingsCursor(postings, term));
  }
  const bits = matches(searcher, view, query);
  for (const mask of [live, segment.roots]) if (mask !== undefined) intersect(bits, mask);
  return new BitmapBlocks(bits);
}

class TermBlocks implements MatchBlocks {
  private block: number;

  constructor(private readonly cursor: PostingsCursor) {
    this.block = cursor.firstBlock;
  }

  get docs(): Int32Array {
    return this.cursor.docs;
  }

  next(): number {
    if (this.block >= this.cursor.endBlock) return 0;
    this.cursor.load(this.block++);
    return this.cursor.n;
  }
}

class BitmapBlocks implements MatchBlocks {
  readonly docs = new Int32Array(BLOCK);
  private word = 0;

  constructor(private readonly bits: Bitmap) {}

  next(): number {
    const { bits, docs } = this;
    let n = 0;
    // A word has up to 32 documents: stop while one more fits.
    while (this.word < bits.length && n <= BLOCK - 32) {
      let word = bits[this.word] as number;
      while (word !== 0) {
        docs[n++] = (this.word << 5) | (31 - Math.clz32(word & -word));
        word &= word - 1;
      }
      this.word += 1;
    }
    return n;
  }
}
