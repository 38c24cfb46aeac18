import type { BlockFilter } from './block-filter.ts';
import { TABLE_FREQS } from './bm25.ts';
import type { Scorer } from './scorer.ts';
import type { TermCursor } from './term-cursor.ts';
import type { TopDocs } from './top-docs.ts';

/** One term, perhaps behind filters: blocks that cannot beat the threshold are not decoded. */
export class TermScorer implements Scorer {
  counting = true;
  total = 0;
  private block: number;

  constructor(
    private readonly cursor: TermCursor,
    private readonly filters: readonly BlockFilter[],
  ) {
    this.block = cursor.firstBlock;
    // Without filters the dictionary knows the answer.
    if (filters.length === 0) this.total = cursor.df;
  }

  score(top: TopDocs, end: number): void {
    const { cursor, filters } = this;
    const { impact, lastDoc } = cursor.postings;
    const mustCount = this.counting && filters.length > 0;
    let { block } = this;
    for (; block < cursor.endBlock; block += 1) {
      if (block > cursor.firstBlock && (lastDoc[block - 1] as number) >= end - 1) break;
      const competes = (impact[block] as number) * cursor.impactUnit > top.min;
      if (!competes && !mustCount) continue;
      cursor.load(block);
      cursor.loadFreqs();
      let n = cursor.n;
      for (const filter of filters) n = filter.keep(cursor.docs, cursor.freqs, n);
      if (filters.length > 0) {
        this.total += n;
        cursor.loaded = -1;
      }
      if (competes) scoreBlock(cursor, n, top);
    }
    this.block = block;
  }
}

function scoreBlock(cursor: TermCursor, n: number, top: TopDocs): void {
  const { docs, freqs, norms, scores } = cursor;
  const { table } = scores;
  let { min } = top;
  for (let i = 0; i < n; i += 1) {
    const doc = docs[i] as number;
    const freq = freqs[i] as number;
    const code = norms[doc] as number;
    let score = freq < TABLE_FREQS ? (table[(freq << 8) | code] as number) : -1;
    if (score < 0) score = scores.compute(freq, code);
    if (score > min) {
      top.push(doc, score);
      min = top.min;
    }
  }
}
