/** The last hit of the page before, where a search goes on behind it. */
export interface AfterHit {
  readonly score: number;
  readonly doc: number;
}

/** Up to this many hits a sorted array beats a heap. */
const SORTED_LIMIT = 100;

/**
 * The k best documents, by score and then by number. Scorers compare with `min` themselves and call
 * `push` only for a better score; documents come in ascending order, so that of equal scores the
 * first stays.
 */
export class TopDocs {
  readonly scores: Float64Array;
  readonly docs: Int32Array;
  n = 0;
  /** A document must score more than this to get in. */
  min: number;
  /** Added to document numbers: the current segment's first. */
  base = 0;

  constructor(
    readonly k: number,
    private readonly after?: AfterHit,
  ) {
    this.scores = new Float64Array(k);
    this.docs = new Int32Array(k);
    this.min = k === 0 ? Number.POSITIVE_INFINITY : -1;
  }

  push(segmentDoc: number, score: number): void {
    const doc = this.base + segmentDoc;
    const { after } = this;
    if (after !== undefined) {
      if (score > after.score || (score === after.score && doc <= after.doc)) return;
    }
    if (this.k > SORTED_LIMIT) this.pushHeap(doc, score);
    else this.pushSorted(doc, score);
  }

  /** Hits from the best to the worst. */
  hits(): { readonly doc: number; readonly score: number }[] {
    return Array.from({ length: this.n }, (_, i) => ({
      doc: this.docs[i] as number,
      score: this.scores[i] as number,
    })).sort((a, b) => b.score - a.score || a.doc - b.doc);
  }

  private pushSorted(doc: number, score: number): void {
    const { scores, docs, k } = this;
    let i = this.n < k ? this.n++ : k - 1;
    while (i > 0 && (scores[i - 1] as number) < score) {
      scores[i] = scores[i - 1] as number;
      docs[i] = docs[i - 1] as number;
      i -= 1;
    }
    scores[i] = score;
    docs[i] = doc;
    if (this.n === k) this.min = scores[k - 1] as number;
  }

  /** A binary heap with the worst hit at its root: lowest score, then highest number. */
  private pushHeap(doc: number, score: number): void {
    const { scores, docs, k } = this;
    let i: number;
    if (this.n < k) {
      i = this.n++;
      while (i > 0) {
        const parent = (i - 1) >> 1;
        if (!isWorse(score, doc, scores[parent] as number, docs[parent] as number)) break;
        scores[i] = scores[parent] as number;
        docs[i] = docs[parent] as number;
        i = parent;
      }
    } else {
      i = 0;
      for (let child = 1; child < k; child = 2 * i + 1) {
        const right = child + 1;
        const lesser =
          right < k &&
          isWorse(
            scores[right] as number,
            docs[right] as number,
            scores[child] as number,
            docs[child] as number,
          )
            ? right
            : child;
        if (!isWorse(scores[lesser] as number, docs[lesser] as number, score, doc)) break;
        scores[i] = scores[lesser] as number;
        docs[i] = docs[lesser] as number;
        i = lesser;
      }
    }
    scores[i] = score;
    docs[i] = doc;
    if (this.n === k) this.min = scores[0] as number;
  }
}

function isWorse(score: number, doc: number, thanScore: number, thanDoc: number): boolean {
  return score < thanScore || (score === thanScore && doc > thanDoc);
}
