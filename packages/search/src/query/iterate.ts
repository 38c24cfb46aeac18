import { type Bitmap, countBits, intersect, subtract } from '../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../index/segment/postings-cursor.ts';
import type { SearchView } from '../index/shard/documents.ts';
import {
  BoostingIterator,
  DisMaxIterator,
  NestedIterator,
  SynonymIterator,
} from './compound-iterators.ts';
import {
  BitmapIterator,
  ConjunctionIterator,
  DisjunctionIterator,
  type DocIterator,
  PhraseIterator,
  RequiredOptionalIterator,
  TermIterator,
} from './doc-iterator.ts';
import { matches, parentBits, requiredShould } from './matches.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import type { BoolQuery, PhraseQuery, Query, SynonymQuery, TermQuery } from './query.ts';
import type { Searcher } from './searcher.ts';
import { spreadPhrase } from './spread-phrase.ts';
import type { TermCursor } from './term-cursor.ts';

export const ALL: Query = { kind: 'match_all' };

/** A boolean query in parts: what scores, and what only decides. */
export interface Parts {
  readonly must: readonly Query[];
  readonly should: readonly Query[];
  readonly wanted: number;
  readonly filters: readonly Query[];
  readonly mustNot: readonly Query[];
  readonly boost: number;
}

export function partsOf(query: Query): Parts {
  if (query.kind !== 'bool') {
    return { must: [query], should: [], wanted: 0, filters: [], mustNot: [], boost: 1 };
  }
  const { must = [], should = [], filter = [], mustNot = [], boost = 1 } = query;
  const wanted = requiredShould(query as BoolQuery);
  return { must, should, wanted, filters: filter, mustNot, boost };
}

/** Rows that pass filters and must_not; undefined when all do. Deletions are the caller's. */
export function filterBits(
  searcher: Searcher,
  view: SearchView,
  { filters, mustNot }: Pick<Parts, 'filters' | 'mustNot'>,
): Bitmap | undefined {
  let bits: Bitmap | undefined;
  for (const filter of filters) {
    const own = matches(searcher, view, filter);
    if (bits === undefined) bits = own;
    else intersect(bits, own);
  }
  if (mustNot.length > 0) {
    bits ??= matches(searcher, view, ALL);
    for (const clause of mustNot) subtract(bits, matches(searcher, view, clause));
  }
  return bits;
}

export function termCursors(
  searcher: Searcher,
  view: SearchView,
  queries: readonly TermQuery[],
  boost: number,
): TermCursor[] {
  const cursors: TermCursor[] = [];
  for (const { field, term, df, boost: own = 1 } of queries) {
    const scores = searcher.scores(field, [term], own * boost, df);
    const cursor = scores && searcher.cursor(view, field, term, scores);
    if (cursor !== undefined) cursors.push(cursor);
  }
  return cursors;
}

export function phraseOf(searcher: Searcher, view: SearchView, query: PhraseQuery, boost: number) {
  const { field, terms, boost: own = 1 } = query;
  const all = terms.map(({ term }) => term);
  const scores = searcher.scores(field, all, own * boost);
  if (scores === undefined || !view.segment.field(field)?.meta.hasPositions) return undefined;
  const words: { cursor: TermCursor; position: number }[] = [];
  for (const { term, position } of terms) {
    const single = searcher.scores(field, [term], own * boost);
    const cursor = single && searcher.cursor(view, field, term, single);
    if (cursor === undefined) return undefined;
    words.push({ cursor, position });
  }
  return { matcher: new PhraseMatcher(words), scores };
}

/** The query as an iterator; undefined when nothing can match. Deletions are the caller's. */
export function iteratorOf(
  searcher: Searcher,
  view: SearchView,
  query: Query,
  boost: number,
): DocIterator | undefined {
  const of = (inner: Query, factor: number) => iteratorOf(searcher, view, inner, factor);
  const own = boost * ('boost' in query ? (query.boost ?? 1) : 1);
  switch (query.kind) {
    case 'match_none':
      return undefined;
    case 'term': {
      const [cursor] = termCursors(searcher, view, [query], boost);
      return cursor && new TermIterator(cursor);
    }
    case 'synonym':
      return synonymIterator(searcher, view, query, own);
    case 'phrase': {
      const phrase = phraseOf(searcher, view, query, boost);
      return phrase && new PhraseIterator(phrase.matcher, phrase.scores);
    }
    case 'spread_phrase': {
      const terms = query.weightTerms ?? query.places.flatMap((place) => place.terms);
      return spreadPhrase(view, query, searcher.anyScores(query.field, terms, own));
    }
    case 'bool': {
      const parts = partsOf(query);
      const scoring = boolIterator(searcher, view, { ...parts, boost: own });
      const bits = scoring && filterBits(searcher, view, parts);
      if (bits === undefined || scoring === undefined) return scoring;
      return new ConjunctionIterator([scoring, new BitmapIterator(bits, 0)]);
    }
    case 'dis_max': {
      const parts = query.queries.map((inner) => of(inner, own)).filter((it) => it !== undefined);
      if (parts.length < 2) return parts[0];
      return new DisMaxIterator(parts, query.tieBreaker);
    }
    case 'own':
      return query.iterate(searcher, view, own);
    case 'boosting': {
      const positive = of(query.positive, own);
      if (positive === undefined) return undefined;
      const negative = matches(searcher, view, query.negative);
      return new BoostingIterator(positive, negative, query.negativeBoost);
    }
    case 'nested': {
      const children = matches(searcher, view, query.children);
      const inner = of(query.query, own);
      if (inner === undefined) return undefined;
      const rows = new ConjunctionIterator([inner, new BitmapIterator(children, 0)]);
      return new NestedIterator(rows, parentBits(searcher, view, query), query.scoreMode);
    }
    default: {
      const bits = matches(searcher, view, query);
      return countBits(bits) === 0 ? undefined : new BitmapIterator(bits, Math.fround(own));
    }
  }
}

function synonymIterator(
  searcher: Searcher,
  view: SearchView,
  { field, terms }: SynonymQuery,
  boost: number,
): DocIterator | undefined {
  const scores = searcher.synonymScores(field, terms, boost);
  if (scores === undefined) return undefined;
  const cursors = terms
    .map((term) => searcher.cursor(view, field, term, scores))
    .filter((cursor) => cursor !== undefined);
  return cursors.length === 0 ? undefined : new SynonymIterator(cursors, scores);
}

/** The scoring clauses of a boolean query, without its filters. */
export function boolIterator(
  searcher: Searcher,
  view: SearchView,
  parts: Parts,
): DocIterator | undefined {
  const { must, should, wanted, boost } = parts;
  const of = (clause: Query) => iteratorOf(searcher, view, clause, boost);
  const required = must.map(of);
  if (required.some((iterator) => iterator === undefined)) return undefined;
  const all = required.filter((iterator) => iterator !== undefined);
  const optional = should.map(of).filter((iterator) => iterator !== undefined);
  if (optional.length < wanted) return undefined;
  if (wanted > 0) all.push(new DisjunctionIterator(optional, wanted));
  if (all.length === 0) all.push(new BitmapIterator(matches(searcher, view, ALL), 0));
  const main = all.length === 1 ? (all[0] as DocIterator) : new ConjunctionIterator(all);
  if (wanted > 0 || optional.length === 0) return main;
  return new RequiredOptionalIterator(main, new DisjunctionIterator(optional, 1));
}

/** The score of one row; undefined when it does not match. */
export function scoreOf(
  searcher: Searcher,
  view: SearchView,
  query: Query,
  doc: number,
): number | undefined {
  const iterator = iteratorOf(searcher, view, query, 1);
  if (iterator === undefined) return undefined;
  const found = iterator.advance(doc);
  return found === doc && found !== NO_MORE_DOCS ? Math.fround(iterator.score()) : undefined;
}
