import type { TopDocs } from './top-docs.ts';

/**
 * Ranks the matches of one query in one segment, part by part: `score` handles every document up to
 * (at least) `end` and can then be called again, so that a long search lets others have their turn.
 */
export interface Scorer {
  /** While true, every match is counted; else only what may rank is looked at. */
  counting: boolean;
  /** Matches so far; the whole number at the end, if `counting` stayed true. */
  total: number;
  score(top: TopDocs, end: number): void;
}
