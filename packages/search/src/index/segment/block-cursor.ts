import { CorruptIndexError } from '../corrupt-index-error.ts';
import { BLOCK_SIZE, readPacked, unpackers } from './bit-packing.ts';
import { popCount } from './bitmap.ts';
import type { FieldPostings } from './field-postings.ts';
import { RANK_SHIFT } from './postings-format.ts';

/** The document behind the last one. */
export const NO_MORE_DOCS = 0x7fffffff;
const RANK_WORDS_MASK = ~((1 << (RANK_SHIFT - 5)) - 1);

/**
 * Walks the postings of one term: by block (`load`, `docs`, `freqs`, `n`), by document (`next`,
 * `advance`), or, for a dense term, by direct probe (`hasDense`, `denseFreq`). One kind of use at a
 * time; a cursor is reused by `reset`.
 */
export class BlockCursor {
  postings: FieldPostings;
  term = -1;
  df = 0;
  firstBlock = 0;
  endBlock = 0;
  /** Current block: decoded when `loaded` equals it. */
  block = 0;
  loaded = -1;
  /** Documents of the loaded block. */
  readonly docs = new Int32Array(BLOCK_SIZE);
  /** Their frequencies, after `loadFreqs`. */
  readonly freqs = new Int32Array(BLOCK_SIZE);
  n = 0;
  index = 0;
  doc = -1;
  /** First word of the term's bitmap, or -1. */
  bitmap = -1;
  /** First rank sample of the term's bitmap. */
  rank = 0;
  /** A word of the bitmap and the set bits before it: the next probe is mostly close behind. */
  private rankWord = 0;
  private rankIndex = 0;
  protected freqsOf = -1;

  constructor(postings: FieldPostings, term: number) {
    this.postings = postings;
    this.reset(postings, term);
  }

  reset(postings: FieldPostings, term: number): void {
    this.postings = postings;
    this.term = term;
    this.df = postings.df[term] as number;
    this.firstBlock = postings.firstBlock[term] as number;
    this.endBlock = postings.firstBlock[term + 1] as number;
    // Numbers that do not fit each other would send loops over blocks far beyond the last.
    if (this.endBlock - this.firstBlock !== (this.df + BLOCK_SIZE - 1) >>> 7) {
      this.fail('blocks and documents of a term differ');
    }
    const last = postings.lastDoc[this.endBlock - 1] ?? Number.POSITIVE_INFINITY;
    if (last >= postings.documents) this.fail('a term has documents behind the last');
    const bitmap = postings.bitmapOf(term);
    this.bitmap = bitmap < 0 ? -1 : bitmap * postings.bitmapWords;
    this.rank = bitmap * postings.rankSamples;
    this.rankWord = 0;
    this.rankIndex = 0;
    this.rewind();
  }

  rewind(): void {
    this.block = this.firstBlock;
    this.loaded = -1;
    this.freqsOf = -1;
    this.n = 0;
    this.index = 0;
    this.doc = -1;
  }

  /** Decodes the documents of a block of this term. */
  load(block: number): void {
    this.block = block;
    if (this.loaded === block) return;
    this.loaded = block;
    this.index = 0;
    this.decode(block);
    if (this.docs[this.n - 1] !== this.postings.lastDoc[block]) {
      this.fail('a block does not end with its last document');
    }
  }

  private decode(block: number): void {
    const { postings, docs } = this;
    let doc = block > this.firstBlock ? (postings.lastDoc[block - 1] as number) : -1;
    this.n = this.sizeOf(block);
    if (this.n < BLOCK_SIZE) {
      this.loadTail(block, doc);
      return;
    }
    const width = (postings.widths[block] as number) & 31;
    if (width === 0) {
      for (let i = 0; i < BLOCK_SIZE; i += 1) docs[i] = ++doc;
      return;
    }
    (unpackers[width] as (typeof unpackers)[number])(
      postings.words,
      postings.wordOffset[block] as number,
      docs,
    );
    for (let i = 0; i < BLOCK_SIZE; i += 4) {
      docs[i] = doc += (docs[i] as number) + 1;
      docs[i + 1] = doc += (docs[i + 1] as number) + 1;
      docs[i + 2] = doc += (docs[i + 2] as number) + 1;
      docs[i + 3] = doc += (docs[i + 3] as number) + 1;
    }
  }

  /** Decodes the frequencies of the loaded block. */
  loadFreqs(): void {
    if (this.freqsOf === this.loaded) return;
    this.readFreqs(this.loaded);
  }

  /** Moves to the first block that may hold a document ≥ target; false when there is none. */
  seekBlock(target: number): boolean {
    const { lastDoc } = this.postings;
    const end = this.endBlock;
    const { block } = this;
    if (block >= end) return false;
    if ((lastDoc[block] as number) >= target) return true;
    let low = block + 1;
    let step = 1;
    while (low + step < end && (lastDoc[low + step] as number) < target) {
      low += step;
      step <<= 1;
    }
    let high = Math.min(end, low + step + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((lastDoc[middle] as number) < target) low = middle + 1;
      else high = middle;
    }
    this.block = low;
    return low < end;
  }

  /** The first document ≥ target, from the current one on. */
  advance(target: number): number {
    if (this.doc >= target) return this.doc;
    if (this.loaded !== this.block || (this.postings.lastDoc[this.block] as number) < target) {
      if (!this.seekBlock(target)) {
        this.doc = NO_MORE_DOCS;
        return NO_MORE_DOCS;
      }
      this.load(this.block);
    }
    const { docs, n } = this;
    let low = this.index;
    let step = 1;
    while (low + step < n && (docs[low + step] as number) < target) {
      low += step;
      step <<= 1;
    }
    let high = Math.min(n, low + step + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((docs[middle] as number) < target) low = middle + 1;
      else high = middle;
    }
    const doc = docs[low] as number;
    // Whoever walks on from what is found here would walk in a circle.
    if (low >= n || doc < target) this.fail('a block ends before its last document');
    this.index = low;
    this.doc = doc;
    return doc;
  }

  protected fail(reason: string): never {
    throw new CorruptIndexError(`field ${this.postings.field}`, reason);
  }

  next(): number {
    if (this.doc === NO_MORE_DOCS) return NO_MORE_DOCS;
    return this.advance(this.doc + 1);
  }

  /** Frequency in the current document. */
  freq(): number {
    this.loadFreqs();
    return this.freqs[this.index] as number;
  }

  /** Whether a dense term is in the document. */
  hasDense(doc: number): boolean {
    return (((this.postings.bitmaps[this.bitmap + (doc >> 5)] as number) >>> (doc & 31)) & 1) === 1;
  }

  /** Frequency of a dense term in a document that has it, without decoding a block. */
  denseFreq(doc: number): number {
    const index = this.denseIndex(doc);
    const block = this.firstBlock + (index >>> 7);
    if (block + 1 === this.endBlock && (this.df & 127) !== 0) {
      if (this.freqsOf !== block) this.readFreqs(block);
      return this.freqs[index & 127] as number;
    }
    const { postings } = this;
    const widths = postings.widths[block] as number;
    const width = (widths >>> 5) & 31;
    if (width === 0) return 1;
    const offset = (postings.wordOffset[block] as number) + 4 * (widths & 31);
    return readPacked(postings.words, offset, width, index & 127) + 1;
  }

  /** Which posting of the term the document is: set bits before it. */
  protected denseIndex(doc: number): number {
    const { bitmaps, ranks } = this.postings;
    const word = doc >> 5;
    let from = word & RANK_WORDS_MASK;
    let index = this.rankIndex;
    if (this.rankWord >= from && this.rankWord <= word) from = this.rankWord;
    else index = ranks[this.rank + (doc >> RANK_SHIFT)] as number;
    for (let i = from; i < word; i += 1) {
      index += popCount(bitmaps[this.bitmap + i] as number);
    }
    this.rankWord = word;
    this.rankIndex = index;
    return index + popCount((bitmaps[this.bitmap + word] as number) & ((1 << (doc & 31)) - 1));
  }

  protected sizeOf(block: number): number {
    return block + 1 < this.endBlock
      ? BLOCK_SIZE
      : this.df - (this.endBlock - 1 - this.firstBlock) * BLOCK_SIZE;
  }

  protected readFreqs(block: number): void {
    if (this.sizeOf(block) < BLOCK_SIZE) {
      const { index } = this;
      this.loaded = -1;
      this.load(block);
      this.index = index;
      return;
    }
    const { postings, freqs } = this;
    this.freqsOf = block;
    const widths = postings.widths[block] as number;
    const width = (widths >>> 5) & 31;
    if (width === 0) {
      freqs.fill(1);
      return;
    }
    const offset = (postings.wordOffset[block] as number) + 4 * (widths & 31);
    (unpackers[width] as (typeof unpackers)[number])(postings.words, offset, freqs);
    for (let i = 0; i < BLOCK_SIZE; i += 1) freqs[i] = (freqs[i] as number) + 1;
  }

  /** A partial block holds both: its frequencies are decoded on the way. */
  private loadTail(block: number, before: number): void {
    const { postings, docs, freqs, n } = this;
    this.freqsOf = block;
    let at = postings.wordOffset[block] as number;
    if (this.df === 1) {
      docs[0] = postings.lastDoc[block] as number;
      freqs[0] = at;
      return;
    }
    const { tails } = postings;
    let doc = before;
    for (let i = 0; i < n; i += 1) {
      let byte = tails[at++] as number;
      const once = byte & 1;
      let gap = (byte & 127) >>> 1;
      let shift = 6;
      while (byte > 127) {
        byte = tails[at++] as number;
        gap |= (byte & 127) << shift;
        shift += 7;
      }
      doc += gap + 1;
      docs[i] = doc;
      let freq = 1;
      if (once === 0) {
        byte = tails[at++] as number;
        freq = byte & 127;
        shift = 7;
        while (byte > 127) {
          byte = tails[at++] as number;
          freq |= (byte & 127) << shift;
          shift += 7;
        }
      }
      freqs[i] = freq;
    }
  }
}
