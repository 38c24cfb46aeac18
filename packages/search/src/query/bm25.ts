/**
 * BM25 as the reference computes it, step by step in 32-bit floats, so that scores print the same:
 *   idf    = ln(1 + (documents - df + 0.5) / (df + 0.5))
 *   weight = boost · (k1 + 1) · idf
 *   score  = weight - weight / (1 + tf / (k1 · (1 - b + b · length / average length)))
 */
import { decodedLengths } from '../index/segment/length-norm.ts';

const { fround } = Math;

export interface Bm25Parameters {
  readonly k1: number;
  readonly b: number;
}

export const DEFAULT_BM25: Bm25Parameters = { k1: 1.2, b: 0.75 };

/** Sums over all segments of a shard; deleted documents count until they are merged away. */
export interface FieldStatistics {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

export function idf(docCount: number, df: number): number {
  return fround(Math.log(1 + (docCount - df + 0.5) / (df + 0.5)));
}

export function weight(boost: number, idfSum: number, { k1 }: Bm25Parameters): number {
  return fround(fround(fround(boost) * fround(1 + fround(k1))) * idfSum);
}

/** `inverses[length code]`: 1 / (k1 · (1 - b + b · length / average)). */
export function normInverses(
  statistics: FieldStatistics,
  parameters: Bm25Parameters,
): Float32Array {
  const k1 = fround(parameters.k1);
  const b = fround(parameters.b);
  const average = fround(statistics.sumTotalTermFreq / statistics.docCount);
  return Float32Array.from(decodedLengths, (length) => {
    const relative = fround(fround(b * length) / average);
    return fround(1 / fround(k1 * fround(fround(1 - b) + relative)));
  });
}

/** Frequencies below this have their scores in a table. */
export const TABLE_FREQS = 8;

/** Scores of one term by frequency and length code; each is computed once, when it is needed. */
export class TermScores {
  /** `table[freq << 8 | code]`, negative while unknown; frequencies below TABLE_FREQS. */
  readonly table = new Float32Array(TABLE_FREQS << 8).fill(-1);

  constructor(
    readonly weight: number,
    private readonly inverses: Float32Array,
  ) {}

  /** The score of a frequency that need not be whole. */
  exact(freq: number, code: number): number {
    const denominator = fround(1 + fround(fround(freq) * (this.inverses[code] as number)));
    return fround(this.weight - fround(this.weight / denominator));
  }

  /** The score, and a note of it in the table. */
  compute(freq: number, code: number): number {
    const denominator = fround(1 + fround(freq * (this.inverses[code] as number)));
    const score = fround(this.weight - fround(this.weight / denominator));
    if (freq < TABLE_FREQS) this.table[(freq << 8) | code] = score;
    return score;
  }

  score(freq: number, code: number): number {
    const known = freq < TABLE_FREQS ? (this.table[(freq << 8) | code] as number) : -1;
    return known >= 0 ? known : this.compute(freq, code);
  }
}
