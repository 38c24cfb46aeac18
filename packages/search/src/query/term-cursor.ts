import type { FieldPostings } from '../index/segment/field-postings.ts';
import { PostingsCursor } from '../index/segment/postings-cursor.ts';
import { IMPACT_UNITS, NO_NORM } from '../index/segment/postings-format.ts';
import type { TermScores } from './bm25.ts';

/** Bounds are computed in doubles, scores rounded to floats: this much keeps a bound a bound. */
const SLACK = 1 + 1e-6;

/** A term's postings in a segment, with scores and their upper bounds. */
export class TermCursor extends PostingsCursor {
  /** An impact times this bounds the score. */
  readonly impactUnit: number;
  /** Bounds every score of the term in the segment. */
  readonly maxScore: number;
  /** Length codes; all alike for a field without norms. */
  readonly norms: Uint8Array;

  constructor(
    postings: FieldPostings,
    term: number,
    readonly scores: TermScores,
    boundFactor: number,
  ) {
    super(postings, term);
    const { weight } = scores;
    this.impactUnit = (weight * SLACK * Math.min(boundFactor, IMPACT_UNITS)) / IMPACT_UNITS;
    this.maxScore = Math.min(weight * SLACK, this.maxScoreUpTo(postings.documents));
    this.norms = postings.norms ?? uniformNorms(postings.documents);
  }

  /** Score of the current document. */
  score(): number {
    return this.scores.score(this.freq(), this.norms[this.doc] as number);
  }

  /** Score of a dense term in a document that has it. */
  denseScore(doc: number): number {
    return this.scores.score(this.denseFreq(doc), this.norms[doc] as number);
  }

  /** Bounds the scores of the documents from the current block up to `last`. */
  maxScoreUpTo(last: number): number {
    const { impact, lastDoc } = this.postings;
    let largest = 0;
    for (let block = this.block; block < this.endBlock; block += 1) {
      const own = impact[block] as number;
      if (own > largest) largest = own;
      if ((lastDoc[block] as number) >= last) break;
    }
    return largest * this.impactUnit;
  }
}

let uniform = new Uint8Array(0);

function uniformNorms(documents: number): Uint8Array {
  if (uniform.length < documents) uniform = new Uint8Array(documents * 2).fill(NO_NORM);
  return uniform;
}
