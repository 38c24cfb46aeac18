/** The heaviest suggestions of a shard among those a walk visits. */
import { hasBit } from '../../../index/segment/bitmap.ts';
import type { FieldPostings } from '../../../index/segment/field-postings.ts';
import { NO_MORE_DOCS, PostingsCursor } from '../../../index/segment/postings-cursor.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import {
  decodeEntry,
  type EntryContexts,
  entryWeight,
  textEnd,
} from '../../../mapping/types/completion-entry.ts';
import type { Searcher } from '../../../query/searcher.ts';
import { byText } from '../suggester.ts';
import type { ContextQuery } from './context-query.ts';
import type { Walk } from './match-texts.ts';

export interface Found {
  readonly doc: number;
  readonly score: number;
  readonly text: string;
  /** Undefined for a field without contexts. */
  readonly contexts: EntryContexts | undefined;
}

interface Candidate {
  readonly view: number;
  readonly postings: FieldPostings;
  readonly term: number;
  readonly score: number;
}

export interface BestOptions {
  readonly path: string;
  readonly size: number;
  readonly skipDuplicates: boolean;
  readonly contexts: ContextQuery | undefined;
}

const GROWTH = 8;

/** A weight and a boost make a score; one of them missing is no reason for none. */
function scoreOf(weight: number, boost: number): number {
  if (boost === 0) return weight;
  return weight === 0 ? boost : weight * boost;
}

export function byScore(a: Omit<Found, 'contexts'>, b: Omit<Found, 'contexts'>): number {
  return b.score - a.score || byText(a.text, b.text) || a.doc - b.doc;
}

/**
 * Keeps a few more candidates than wanted; when deletions and repetitions leave too few documents, the
 * walk is made again for more of them.
 */
export function* bestEntries(
  searcher: Searcher,
  walk: Walk,
  options: BestOptions,
): Generator<void, Found[]> {
  for (let limit = options.size * 2 + GROWTH; ; limit *= GROWTH) {
    const top = new TopCandidates(limit);
    for (const [view, { segment }] of searcher.views.entries()) {
      const postings = segment.field(options.path);
      if (postings === undefined) continue;
      yield* walk(postings, (term, boost) => offer(top, view, postings, term, boost, options));
    }
    const found = resolve(searcher, top.sorted(), options);
    if (found.length >= options.size || !top.isFull) return found.slice(0, options.size);
  }
}

function offer(
  top: TopCandidates,
  view: number,
  postings: FieldPostings,
  term: number,
  boost: number,
  { contexts }: BestOptions,
): void {
  const bytes = postings.termBytes(term);
  const weight = entryWeight(bytes, textEnd(bytes));
  // Contexts are looked at last: most suggestions are too light whatever theirs are.
  if (scoreOf(weight, boost + (contexts?.maxBoost ?? 0)) < top.least) return;
  const own = contexts?.match(decodeEntry(bytes).contexts);
  if (contexts !== undefined && own === undefined) return;
  top.add({ view, postings, term, score: scoreOf(weight, boost + (own ?? 0)) });
}

class TopCandidates {
  private list: Candidate[] = [];
  least = Number.NEGATIVE_INFINITY;
  isFull = false;

  constructor(private readonly limit: number) {}

  add(candidate: Candidate): void {
    this.list.push(candidate);
    if (this.list.length >= this.limit * 2) this.cut();
  }

  sorted(): readonly Candidate[] {
    if (this.list.length > this.limit) this.cut();
    else this.list.sort((a, b) => b.score - a.score);
    return this.list;
  }

  private cut(): void {
    // A stable sort: of equals those that come first in the dictionary stay.
    this.list.sort((a, b) => b.score - a.score);
    this.list.length = this.limit;
    this.least = (this.list.at(-1) as Candidate).score;
    this.isFull = true;
  }
}

/** Documents of the candidates, each once, under the heaviest of its texts. */
function resolve(
  searcher: Searcher,
  candidates: readonly Candidate[],
  { size, skipDuplicates, contexts }: BestOptions,
): Found[] {
  const docs = new Map<number, Found>();
  for (const { view, postings, term, score } of candidates) {
    const entry = decodeEntry(postings.termBytes(term));
    const base = searcher.bases[view] as number;
    for (const row of liveDocs(searcher.views[view] as SearchView, postings, term, size)) {
      const found = {
        doc: base + row,
        score,
        text: entry.input,
        contexts: contexts?.shown(entry.contexts),
      };
      const known = docs.get(found.doc);
      if (known === undefined || byScore(found, known) < 0) docs.set(found.doc, found);
    }
  }
  const sorted = [...docs.values()].sort(byScore);
  if (!skipDuplicates) return sorted;
  const seen = new Set<string>();
  return sorted.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function* liveDocs(
  { live }: SearchView,
  postings: FieldPostings,
  term: number,
  limit: number,
): Generator<number> {
  const cursor = new PostingsCursor(postings, term);
  let left = limit;
  for (
    let doc = cursor.advance(0);
    doc !== NO_MORE_DOCS && left > 0;
    doc = cursor.advance(doc + 1)
  ) {
    if (live !== undefined && !hasBit(live, doc)) continue;
    left -= 1;
    yield doc;
  }
}
