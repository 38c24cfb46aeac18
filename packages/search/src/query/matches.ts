import {
  type Bitmap,
  bitmapWords,
  countBits,
  fullBitmap,
  intersect,
  nextBit,
  setBit,
  subtract,
  unite,
} from '../index/segment/bitmap.ts';
import { NO_MORE_DOCS, type PostingsCursor } from '../index/segment/postings-cursor.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { TermScores } from './bm25.ts';
import type { DocIterator } from './doc-iterator.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import type { BoolQuery, NestedQuery, PhraseQuery, Query } from './query.ts';
import type { Searcher } from './searcher.ts';
import { spreadPhrase } from './spread-phrase.ts';
import { TermCursor } from './term-cursor.ts';
import { termMatches, uniteInterval, unitePostings } from './term-matches.ts';

const NO_SCORES = new TermScores(0, new Float32Array(256));

/**
 * Which rows of a segment match, deleted ones included, as a bitmap that is the caller's own.
 * No scores: this is what filters, counts and mixed queries use.
 */
export function matches(searcher: Searcher, view: SearchView, query: Query): Bitmap {
  const { segment } = view;
  const empty = () => new Int32Array(bitmapWords(segment.documents));
  switch (query.kind) {
    case 'match_all':
      return fullBitmap(segment.documents);
    case 'match_none':
      return empty();
    case 'term':
    case 'terms':
    case 'synonym':
    case 'prefix':
    case 'term_range':
    case 'term_pattern':
      return termMatches(view, query, empty());
    case 'phrase':
      return phraseMatches(view, query, empty());
    case 'spread_phrase':
      return iterated(spreadPhrase(view, query, undefined), empty());
    case 'rows':
      return query.find(view);
    case 'own':
      return iterated(query.iterate(searcher, view, 1), empty());
    case 'dis_max': {
      const bits = empty();
      for (const inner of query.queries) unite(bits, matches(searcher, view, inner));
      return bits;
    }
    case 'boosting':
      return matches(searcher, view, query.positive);
    case 'nested':
      return nestedMatches(searcher, view, query);
    case 'constant':
      return matches(searcher, view, query.filter);
    case 'range':
      return cached(searcher, view, query, () => {
        const column = segment.numeric(query.field);
        return column?.order === undefined ? empty() : column.rangeBits(query.low, query.high);
      });
    case 'ids': {
      const bits = empty();
      for (const id of query.ids) {
        const doc = segment.ids.find(Buffer.from(id));
        if (doc >= 0) setBit(bits, doc);
      }
      return bits;
    }
    case 'exists':
      return exists(view, query.field, empty());
    case 'bool':
      return boolMatches(searcher, view, query);
  }
}

/** Every document of an iterator. */
function iterated(iterator: DocIterator | undefined, bits: Bitmap): Bitmap {
  if (iterator === undefined) return bits;
  for (let doc = iterator.advance(0); doc !== NO_MORE_DOCS; doc = iterator.advance(doc + 1)) {
    setBit(bits, doc);
  }
  return bits;
}

/** Rows that contain nested ones: the documents, or the rows of a nested object further out. */
export function parentBits(searcher: Searcher, view: SearchView, query: NestedQuery): Bitmap {
  if (query.parents !== undefined) return matches(searcher, view, query.parents);
  return view.segment.roots ?? fullBitmap(view.segment.documents);
}

function nestedMatches(searcher: Searcher, view: SearchView, query: NestedQuery): Bitmap {
  const rows = matches(searcher, view, query.query);
  intersect(rows, matches(searcher, view, query.children));
  const parents = parentBits(searcher, view, query);
  const bits = new Int32Array(rows.length);
  for (let row = nextBit(rows, 0); row >= 0; ) {
    const parent = nextBit(parents, row);
    if (parent < 0) break;
    setBit(bits, parent);
    row = nextBit(rows, parent + 1);
  }
  return bits;
}

let scratch = new Int32Array(0);

/** Documents that have any of the terms and are accepted; the cursors are rewound. */
export function countUnion(
  cursors: readonly PostingsCursor[],
  documents: number,
  accept: Bitmap | undefined,
): number {
  const [only] = cursors;
  if (cursors.length === 1 && only !== undefined && accept === undefined) return only.df;
  const words = bitmapWords(documents);
  if (scratch.length < words) scratch = new Int32Array(words);
  const bits = scratch.subarray(0, words).fill(0);
  for (const cursor of cursors) {
    unitePostings(bits, cursor);
    cursor.rewind();
  }
  if (accept !== undefined) intersect(bits, accept);
  return countBits(bits);
}

function phraseMatches({ segment }: SearchView, query: PhraseQuery, bits: Bitmap): Bitmap {
  const postings = segment.field(query.field);
  if (postings === undefined) return bits;
  const words = query.terms.map(({ term, position }) => {
    const number = postings.find(term);
    return number < 0
      ? undefined
      : { cursor: new TermCursor(postings, number, NO_SCORES, 1), position };
  });
  const known = words.filter((word) => word !== undefined);
  if (known.length < words.length || known.length === 0) return bits;
  const matcher = new PhraseMatcher(known);
  const { lead } = matcher;
  for (let i = 0; i < lead.df; i += 1) {
    const doc = lead.next();
    if (matcher.hasAll(doc) && matcher.freq(doc) > 0) setBit(bits, doc);
  }
  return bits;
}

/** Documents with a value in the column or, without one, a term in the field. */
function exists({ segment }: SearchView, field: string, bits: Bitmap): Bitmap {
  const column = segment.column(field);
  if (column !== undefined) return column.present?.slice() ?? fullBitmap(segment.documents);
  const postings = segment.field(field);
  if (postings === undefined) return bits;
  if (postings.norms === undefined) {
    uniteInterval(bits, postings, 0, postings.meta.terms);
    return bits;
  }
  for (let doc = 0; doc < postings.norms.length; doc += 1) {
    if (postings.norms[doc] !== 0) setBit(bits, doc);
  }
  return bits;
}

function boolMatches(searcher: Searcher, view: SearchView, query: BoolQuery): Bitmap {
  const { must = [], filter = [], mustNot = [], should = [] } = query;
  const of = (clause: Query) => matches(searcher, view, clause);
  let bits: Bitmap | undefined;
  for (const clause of [...must, ...filter]) {
    const own = of(clause);
    if (bits === undefined) bits = own;
    else intersect(bits, own);
  }
  const wanted = requiredShould(query);
  if (wanted > 0) {
    const own = atLeast(should.map(of), wanted, view.segment.documents);
    if (bits === undefined) bits = own;
    else intersect(bits, own);
  }
  bits ??= fullBitmap(view.segment.documents);
  for (const clause of mustNot) subtract(bits, of(clause));
  return bits;
}

/** How many of the `should` clauses must match. */
export function requiredShould(query: BoolQuery): number {
  const { must = [], filter = [], should = [], minimumShouldMatch } = query;
  if (minimumShouldMatch !== undefined) return minimumShouldMatch;
  return should.length > 0 && must.length + filter.length === 0 ? 1 : 0;
}

function atLeast(clauses: readonly Bitmap[], wanted: number, documents: number): Bitmap {
  const [first, ...others] = clauses;
  if (wanted === 1 && first !== undefined) {
    for (const clause of others) unite(first, clause);
    return first;
  }
  const bits = new Int32Array(bitmapWords(documents));
  const counts = new Uint16Array(documents);
  for (const clause of clauses) {
    for (let doc = 0; doc < documents; doc += 1) {
      if ((((clause[doc >> 5] as number) >>> (doc & 31)) & 1) === 1) {
        counts[doc] = (counts[doc] as number) + 1;
      }
    }
  }
  for (let doc = 0; doc < documents; doc += 1) {
    if ((counts[doc] as number) >= wanted) setBit(bits, doc);
  }
  return bits;
}

/** Ranges of columns cost most to find again: they are kept. */
function cached(
  searcher: Searcher,
  { segment }: SearchView,
  query: Extract<Query, { kind: 'range' }>,
  find: () => Bitmap,
): Bitmap {
  const key = `${query.field}:${query.low}:${query.high}`;
  const known = searcher.filters.get(segment, key);
  if (known !== undefined) return known.slice();
  const bits = find();
  searcher.filters.note(segment, key, bits);
  return bits.slice();
}
