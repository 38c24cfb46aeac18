/** Phrases with several terms at a place, or with room between the places. */
import { NO_MORE_DOCS, PostingsCursor } from '../index/segment/postings-cursor.ts';
import { NO_NORM } from '../index/segment/postings-format.ts';
import type { SearchView } from '../index/shard/documents.ts';
import type { TermScores } from './bm25.ts';
import type { DocIterator } from './doc-iterator.ts';
import type { SpreadPhraseQuery } from './query.ts';
import { slopFrequency } from './slop-frequency.ts';

/** The terms of one place, as one list of documents and positions. */
export class Place {
  doc = -1;
  readonly cost: number;

  constructor(
    private readonly cursors: readonly PostingsCursor[],
    readonly position: number,
    /** Equal for places that share a term, directly or through others. */
    readonly group: number,
  ) {
    this.cost = cursors.reduce((sum, { df }) => sum + df, 0);
  }

  advance(target: number): number {
    let smallest = NO_MORE_DOCS;
    for (const cursor of this.cursors) {
      const at = cursor.advance(target);
      if (at < smallest) smallest = at;
    }
    this.doc = smallest;
    return smallest;
  }

  /** Positions in the current document, ascending. */
  positions(): number[] {
    const found: number[] = [];
    for (const cursor of this.cursors) {
      if (cursor.doc !== this.doc) continue;
      const n = cursor.readPositions();
      for (let i = 0; i < n; i += 1) found.push(cursor.found[i] as number);
    }
    return this.cursors.length === 1 ? found : [...new Set(found)].sort((a, b) => a - b);
  }
}

class SpreadPhraseIterator implements DocIterator {
  doc = -1;
  readonly cost: number;
  private frequency = 0;
  private readonly byCost: readonly Place[];

  constructor(
    private readonly places: readonly Place[],
    private readonly slop: number,
    private readonly scores: TermScores | undefined,
    private readonly norms: Uint8Array | undefined,
  ) {
    this.byCost = [...places].sort((a, b) => a.cost - b.cost);
    this.cost = (this.byCost[0] as Place).cost;
  }

  advance(target: number): number {
    for (let doc = this.nextWithAll(target); ; doc = this.nextWithAll(doc + 1)) {
      this.doc = doc;
      if (doc === NO_MORE_DOCS) return doc;
      this.frequency =
        this.slop === 0 ? exactFrequency(this.places) : slopFrequency(this.places, this.slop);
      if (this.frequency > 0) return doc;
    }
  }

  score(): number {
    const code = this.norms === undefined ? NO_NORM : (this.norms[this.doc] as number);
    return this.scores?.exact(this.frequency, code) ?? 0;
  }

  private nextWithAll(target: number): number {
    const { byCost } = this;
    let doc = target;
    for (let i = 0; i < byCost.length && doc !== NO_MORE_DOCS; ) {
      const place = byCost[i] as Place;
      const at = place.doc >= doc ? place.doc : place.advance(doc);
      if (at === doc) i += 1;
      else {
        doc = at;
        i = i === 0 ? 1 : 0;
      }
    }
    return doc;
  }
}

/** How often all places are exactly where they belong. */
function exactFrequency(places: readonly Place[]): number {
  const [first, ...others] = places as [Place, ...Place[]];
  let starts = first.positions().map((position) => position - first.position);
  for (const place of others) {
    if (starts.length === 0) return 0;
    const at = new Set(place.positions());
    starts = starts.filter((start) => at.has(start + place.position));
  }
  return starts.length;
}

/** Undefined when a place has no term in the segment. Without scores every match scores 0. */
export function spreadPhrase(
  { segment }: SearchView,
  { field, places, slop }: SpreadPhraseQuery,
  scores: TermScores | undefined,
): DocIterator | undefined {
  const postings = segment.field(field);
  if (postings === undefined || !postings.meta.hasPositions || places.length === 0)
    return undefined;
  const made: Place[] = [];
  const groups = termGroups(places);
  for (const [i, { terms, position }] of places.entries()) {
    const numbers = terms.map((term) => postings.find(term)).filter((number) => number >= 0);
    if (numbers.length === 0) return undefined;
    const cursors = numbers.map((number) => new PostingsCursor(postings, number));
    made.push(new Place(cursors, position, groups[i] as number));
  }
  return new SpreadPhraseIterator(made, slop, scores, postings.norms);
}

/** For each place the number of its group: places that share a term are in one. */
function termGroups(places: SpreadPhraseQuery['places']): number[] {
  const groups = places.map((_, i) => i);
  const firstWith = new Map<string, number>();
  for (const [i, { terms }] of places.entries()) {
    for (const term of terms) {
      const key = Buffer.from(term).toString('latin1');
      const other = firstWith.get(key);
      firstWith.set(key, other ?? i);
      if (other === undefined) continue;
      const [from, to] = [groups[i] as number, groups[other] as number];
      for (let k = 0; k < groups.length; k += 1) if (groups[k] === from) groups[k] = to;
    }
  }
  return groups;
}
