import { BLOCK_SIZE } from '../index/segment/bit-packing.ts';
import { type Bitmap, popCount } from '../index/segment/bitmap.ts';
import { RANK_SHIFT } from '../index/segment/postings-format.ts';
import type { TermCursor } from './term-cursor.ts';

const RANK_WORDS = 1 << (RANK_SHIFT - 5);

/**
 * Two frequent words as a phrase, a block of the rarer one at a time, all in one loop: the slowest
 * query there is, since every second document may have both. The other word's postings are found by
 * its bitmap, the positions of both decoded by whole blocks.
 */
export class DensePair {
  /** Documents of the block that have the phrase, and how often. */
  readonly docs = new Int32Array(BLOCK_SIZE);
  readonly freqs = new Int32Array(BLOCK_SIZE);

  /** `distance`: from the lead's word to the other one. */
  constructor(
    private readonly lead: TermCursor,
    private readonly other: TermCursor,
    private readonly distance: number,
  ) {}

  /** Fills `docs` and `freqs` from their start; returns how many. */
  matchBlock(block: number, accept: Bitmap | undefined): number {
    const { lead, other, distance, docs: found, freqs } = this;
    lead.load(block);
    lead.locateBlock(block);
    const { docs, n, sums, found: positions } = lead;
    const { bitmaps, ranks } = other.postings;
    const { bitmap, rank, firstBlock, sums: otherSums } = other;
    let otherPositions = other.found;
    let loaded = -1;
    let word = -RANK_WORDS;
    let before = 0;
    let kept = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const at = doc >> 5;
      const bits = bitmaps[bitmap + at] as number;
      const bit = 1 << (doc & 31);
      if ((bits & bit) === 0) continue;
      if (accept !== undefined && ((accept[at] as number) & bit) === 0) continue;
      if (at - word >= RANK_WORDS) {
        word = (at / RANK_WORDS) | 0;
        before = ranks[rank + word] as number;
        word *= RANK_WORDS;
      }
      for (; word < at; word += 1) before += popCount(bitmaps[bitmap + word] as number);
      const index = before + popCount(bits & (bit - 1));
      if (index >>> 7 !== loaded) {
        loaded = index >>> 7;
        other.locateBlock(firstBlock + loaded);
        otherPositions = other.found;
      }
      let p = sums[i] as number;
      const end = sums[i + 1] as number;
      let q = otherSums[index & 127] as number;
      const otherEnd = otherSums[(index & 127) + 1] as number;
      let freq = 0;
      while (p < end && q < otherEnd) {
        const difference = (positions[p] as number) + distance - (otherPositions[q] as number);
        if (difference <= 0) p += 1;
        // Not `>=`: what is no number, as in a damaged block, has to go on as well.
        if (!(difference < 0)) q += 1;
        if (difference === 0) freq += 1;
      }
      found[kept] = doc;
      freqs[kept] = freq;
      if (freq > 0) kept += 1;
    }
    return kept;
  }
}
