import type { FieldPostings } from '../index/segment/field-postings.ts';
import type { SearchView } from '../index/shard/documents.ts';
import {
  type Bm25Parameters,
  DEFAULT_BM25,
  type FieldStatistics,
  idf,
  normInverses,
  TermScores,
  weight,
} from './bm25.ts';
import { FilterCache } from './filter-cache.ts';
import { TermCursor } from './term-cursor.ts';

interface FieldScoring {
  readonly parameters: Bm25Parameters;
  readonly statistics: FieldStatistics;
  readonly inverses: Float32Array;
}

/**
 * One shard at one moment: its segments with their deletions, and the statistics that scores rest on.
 * Documents are numbered through: those of a view start at `bases[view]`.
 */
export class Searcher {
  readonly bases: readonly number[];
  readonly documents: number;
  private readonly known = new Map<string, FieldScoring>();

  constructor(
    readonly views: readonly SearchView[],
    private readonly parametersOf: (field: string) => Bm25Parameters = () => DEFAULT_BM25,
    readonly filters = new FilterCache(),
    /** What frequencies and lengths are taken from; by default the shard itself. */
    private readonly counted: readonly SearchView[] = views,
  ) {
    let base = 0;
    this.bases = views.map(({ segment }) => {
      const first = base;
      base += segment.documents;
      return first;
    });
    this.documents = base;
  }

  /** The same documents, scored by the statistics of others as well. */
  withStatistics(counted: readonly SearchView[]): Searcher {
    return new Searcher(this.views, this.parametersOf, this.filters, counted);
  }

  /** The view and row of a document. */
  locate(doc: number): { readonly view: SearchView; readonly row: number } {
    let i = this.views.length - 1;
    while (i > 0 && (this.bases[i] as number) > doc) i -= 1;
    return { view: this.views[i] as SearchView, row: doc - (this.bases[i] as number) };
  }

  /** Scores for a term, or for the terms of a phrase; undefined when no document has one of them. */
  scores(
    field: string,
    terms: readonly Uint8Array[],
    boost: number,
    givenDf?: number,
  ): TermScores | undefined {
    const { statistics, parameters, inverses } = this.scoring(field);
    let sum = 0;
    for (const term of terms) {
      const df = givenDf ?? this.df(field, term);
      if (df === 0) return undefined;
      sum += idf(statistics.docCount, df);
    }
    return new TermScores(weight(boost, Math.fround(sum), parameters), inverses);
  }

  /** Up to `limit` terms of the shard that start with `prefix`, in order. */
  expand(field: string, prefix: Uint8Array, limit: number): Uint8Array[] {
    const found = new Map<string, Uint8Array>();
    for (const { segment } of this.views) {
      const postings = segment.field(field);
      if (postings === undefined) continue;
      const [first, end] = postings.prefixRange(prefix);
      for (let term = first; term < Math.min(end, first + limit); term += 1) {
        const bytes = postings.termBytes(term);
        found.set(bytes.join(), bytes);
      }
    }
    return [...found.values()].sort(Buffer.compare).slice(0, limit);
  }

  /** Scores for whichever of the terms there are; undefined when there is none. */
  anyScores(field: string, terms: readonly Uint8Array[], boost: number): TermScores | undefined {
    const known = terms.filter((term) => this.df(field, term) > 0);
    return known.length === 0 ? undefined : this.scores(field, known, boost);
  }

  /** Scores for terms that count as one. */
  synonymScores(
    field: string,
    terms: readonly Uint8Array[],
    boost: number,
  ): TermScores | undefined {
    const df = Math.max(...terms.map((term) => this.df(field, term)));
    if (df <= 0) return undefined;
    const { statistics, parameters, inverses } = this.scoring(field);
    return new TermScores(weight(boost, idf(statistics.docCount, df), parameters), inverses);
  }

  /** A cursor on a term in one segment; undefined when the segment does not have it. */
  cursor(
    view: SearchView,
    field: string,
    term: Uint8Array,
    scores: TermScores,
  ): TermCursor | undefined {
    const postings = view.segment.field(field);
    const number = postings?.find(term) ?? -1;
    if (postings === undefined || number < 0) return undefined;
    return new TermCursor(postings, number, scores, this.boundFactor(field, postings));
  }

  /** Documents that have the term, deleted ones included. */
  df(field: string, term: Uint8Array): number {
    let sum = 0;
    for (const { segment } of this.counted) {
      const postings = segment.field(field);
      const number = postings?.find(term) ?? -1;
      if (postings !== undefined && number >= 0) sum += postings.df[number] as number;
    }
    return sum;
  }

  /**
   * What a segment's impacts are to be multiplied with to be bounds here: they were computed with
   * the segment's own average length. A longer average raises scores, at most in proportion.
   * Impacts of other parameters bound nothing: saturation itself stays below 1.
   */
  private boundFactor(field: string, { meta }: FieldPostings): number {
    const { parameters, statistics } = this.scoring(field);
    const { k1, b, averageLength } = meta.impact;
    if (k1 !== parameters.k1 || b !== parameters.b) return Number.POSITIVE_INFINITY;
    const average = statistics.sumTotalTermFreq / statistics.docCount;
    return Math.max(1, average / averageLength);
  }

  /** What scores of a field rest on. */
  scoring(field: string): FieldScoring {
    const known = this.known.get(field);
    if (known !== undefined) return known;
    let docCount = 0;
    let sumTotalTermFreq = 0;
    for (const { segment } of this.counted) {
      const meta = segment.field(field)?.meta;
      docCount += meta?.docCount ?? 0;
      sumTotalTermFreq += meta?.sumTotalTermFreq ?? 0;
    }
    const statistics = { docCount, sumTotalTermFreq };
    const parameters = this.parametersOf(field);
    const scoring = { parameters, statistics, inverses: normInverses(statistics, parameters) };
    this.known.set(field, scoring);
    return scoring;
  }
}
