import type { Bitmap } from '../index/segment/bitmap.ts';
import type { TermScores } from './bm25.ts';
import type { DensePair } from './dense-pair.ts';
import type { PhraseMatcher } from './phrase-matcher.ts';
import type { Scorer } from './scorer.ts';
import type { TopDocs } from './top-docs.ts';

/**
 * A phrase. It is no more frequent in a document than its rarest word: the impact of the lead's
 * block bounds the phrase as well, with the phrase's own weight.
 */
export class PhraseScorer implements Scorer {
  counting = true;
  total = 0;
  private block: number;
  /** An impact of the lead times this bounds the phrase's score. */
  private readonly impactUnit: number;
  private readonly pair: DensePair | undefined;

  constructor(
    private readonly matcher: PhraseMatcher,
    private readonly scores: TermScores,
    private readonly accept: Bitmap | undefined,
  ) {
    const { lead } = matcher;
    this.block = lead.firstBlock;
    this.pair = matcher.pair();
    this.impactUnit = lead.impactUnit * (scores.weight / lead.scores.weight);
  }

  score(top: TopDocs, end: number): void {
    const { matcher, accept } = this;
    const { lead } = matcher;
    const { lastDoc, impact } = lead.postings;
    for (; this.block < lead.endBlock; this.block += 1) {
      const { block } = this;
      if (block > lead.firstBlock && (lastDoc[block - 1] as number) >= end - 1) return;
      const competes = !((impact[block] as number) * this.impactUnit <= top.min);
      if (!competes && !this.counting) continue;
      if (this.pair !== undefined) {
        this.rankPairs(top, this.pair, this.pair.matchBlock(block, accept));
        continue;
      }
      lead.load(block);
      const { docs, n } = lead;
      for (let i = 0; i < n; i += 1) {
        const doc = docs[i] as number;
        if (accept !== undefined && (((accept[doc >> 5] as number) >>> (doc & 31)) & 1) === 0)
          continue;
        if (!matcher.hasAll(doc)) continue;
        lead.index = i;
        lead.doc = doc;
        const freq = matcher.freq(doc);
        if (freq === 0) continue;
        this.total += 1;
        const score = this.scores.score(freq, lead.norms[doc] as number);
        if (score > top.min) top.push(doc, score);
      }
    }
  }

  private rankPairs(top: TopDocs, { docs, freqs }: DensePair, n: number): void {
    const { norms } = this.matcher.lead;
    this.total += n;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const score = this.scores.score(freqs[i] as number, norms[doc] as number);
      if (score > top.min) top.push(doc, score);
    }
  }
}
