/** Sorted terms: of an inverted field, or of a column. */
export interface TermDictionary {
  find(key: Uint8Array): number;
  termBytes(term: number): Uint8Array;
  prefixRange(prefix: Uint8Array): [number, number];
  /** Documents that have a term; undefined where that is not known. */
  readonly df?: Uint32Array;
}

export interface NearTerm {
  readonly term: Uint8Array;
  readonly edits: number;
  readonly df: number;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Terms within `maxEdits` of a word that share `prefix` with it. The dictionary is sorted: the rows
 * of the distance matrix that a term shares with the one before stay, and where every way is too
 * far already, all terms with that beginning are skipped.
 */
export function* nearTerms(
  postings: TermDictionary,
  word: string,
  maxEdits: number,
  prefix: Uint8Array,
  transpositions: boolean,
): Generator<NearTerm> {
  if (maxEdits === 0) {
    const term = postings.find(encoder.encode(word));
    if (term >= 0) yield { term: postings.termBytes(term), edits: 0, df: df(postings, term) };
    return;
  }
  const matrix = new EditMatrix([...word], maxEdits, transpositions);
  const [first, end] = postings.prefixRange(prefix);
  for (let term = first; term < end; ) {
    const bytes = postings.termBytes(term);
    const dead = matrix.feed([...decoder.decode(bytes)]);
    if (dead !== undefined) {
      term = Math.max(term + 1, Math.min(end, postings.prefixRange(encoder.encode(dead))[1]));
      continue;
    }
    const edits = matrix.distance;
    if (edits <= maxEdits) yield { term: bytes, edits, df: df(postings, term) };
    term += 1;
  }
}

function df(postings: TermDictionary, term: number): number {
  return postings.df?.[term] ?? 1;
}

/** Rows of edit distances between a word and the beginnings of a term. */
export class EditMatrix {
  private readonly rows: number[][];
  private chars: readonly string[] = [];

  constructor(
    private readonly word: readonly string[],
    private readonly limit: number,
    private readonly transpositions: boolean,
  ) {
    this.rows = [Array.from({ length: word.length + 1 }, (_, i) => i)];
  }

  get distance(): number {
    return (this.rows[this.chars.length] as number[])[this.word.length] as number;
  }

  /** Between the word and whichever beginning of the term is nearest to it. */
  get nearestBeginning(): number {
    let nearest = Number.POSITIVE_INFINITY;
    for (const row of this.rows) nearest = Math.min(nearest, row[this.word.length] as number);
    return nearest;
  }

  /** Takes the next term; returns the beginning that makes it and its like impossible. */
  feed(chars: readonly string[]): string | undefined {
    let shared = 0;
    while (
      shared < chars.length &&
      shared < this.chars.length &&
      shared < this.rows.length - 1 &&
      chars[shared] === this.chars[shared]
    ) {
      shared += 1;
    }
    this.chars = chars;
    this.rows.length = shared + 1;
    for (let i = shared + 1; i <= chars.length; i += 1) {
      const row = this.nextRow(i);
      this.rows.push(row);
      if (Math.min(...row) > this.limit) {
        this.chars = chars.slice(0, i);
        return this.chars.join('');
      }
    }
    return undefined;
  }

  private nextRow(i: number): number[] {
    const { word, chars, rows } = this;
    const above = rows[i - 1] as number[];
    const row = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const same = chars[i - 1] === word[j - 1];
      let best = Math.min(
        (above[j - 1] as number) + (same ? 0 : 1),
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
      );
      if (
        this.transpositions &&
        i > 1 &&
        j > 1 &&
        chars[i - 1] === word[j - 2] &&
        chars[i - 2] === word[j - 1]
      ) {
        best = Math.min(best, ((rows[i - 2] as number[])[j - 2] as number) + 1);
      }
      row.push(best);
    }
    return row;
  }
}
