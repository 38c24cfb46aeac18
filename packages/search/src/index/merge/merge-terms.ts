/** A sorted dictionary: terms in one blob. */
export interface SortedTerms {
  readonly terms: Uint8Array;
  readonly termOffsets: Uint32Array;
}

function compareTerms(a: SortedTerms, i: number, b: SortedTerms, j: number): number {
  let at = a.termOffsets[i] as number;
  let to = b.termOffsets[j] as number;
  const atEnd = a.termOffsets[i + 1] as number;
  const toEnd = b.termOffsets[j + 1] as number;
  while (at < atEnd && to < toEnd) {
    const difference = (a.terms[at++] as number) - (b.terms[to++] as number);
    if (difference !== 0) return difference;
  }
  return atEnd - at - (toEnd - to);
}

/**
 * Walks several dictionaries as one. After `next()` returns true, `matches[0, n)` are the
 * dictionaries that have the smallest term left and `terms[k]` its number in dictionary k.
 */
export class TermMerge {
  readonly matches: Int32Array;
  readonly terms: Int32Array;
  n = 0;
  private readonly counts: Int32Array;

  constructor(private readonly dictionaries: readonly SortedTerms[]) {
    this.matches = new Int32Array(dictionaries.length);
    this.terms = new Int32Array(dictionaries.length);
    this.counts = Int32Array.from(dictionaries, ({ termOffsets }) => termOffsets.length - 1);
  }

  next(): boolean {
    const { dictionaries, matches, terms, counts } = this;
    for (let i = 0; i < this.n; i += 1) {
      const k = matches[i] as number;
      terms[k] = (terms[k] as number) + 1;
    }
    let n = 0;
    for (let k = 0; k < dictionaries.length; k += 1) {
      const term = terms[k] as number;
      if (term >= (counts[k] as number)) continue;
      const smallest = matches[0] as number;
      const difference =
        n === 0
          ? -1
          : compareTerms(
              dictionaries[k] as SortedTerms,
              term,
              dictionaries[smallest] as SortedTerms,
              terms[smallest] as number,
            );
      if (difference < 0) n = 0;
      if (difference <= 0) matches[n++] = k;
    }
    this.n = n;
    return n > 0;
  }
}
