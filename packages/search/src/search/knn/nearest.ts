/**
 * The nearest vectors of a shard, by comparing every one of them: exact, and in slices, so that others
 * have their turn.
 */
import { illegalArgument } from '../../errors/search-error.ts';
import { type Bitmap, hasBit, intersect, nextBit } from '../../index/segment/bitmap.ts';
import type { KeywordColumn } from '../../index/segment/column.ts';
import { NO_MORE_DOCS } from '../../index/segment/postings-cursor.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import type { DocIterator } from '../../query/doc-iterator.ts';
import { matches } from '../../query/matches.ts';
import type { Query } from '../../query/query.ts';
import type { ShardContext } from '../context.ts';
import { nestedAround } from '../dsl/nested.ts';
import { type SearchField, shardError } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';
import type { Knn } from './parse-knn.ts';
import { SIMILARITIES, type Similarity, type Vector } from './similarity.ts';

export interface NearDocument {
  /** In the numbers of the shard. */
  readonly doc: number;
  readonly score: number;
}

const SLICE_ROWS = 512;

function vectorField(context: ShardContext, { field: name, vector }: Knn): SearchField {
  const field = resolveField(context.mapping, name);
  if (field === undefined) {
    throw shardError(
      context,
      `failed to create query: field [${name}] does not exist in the mapping`,
    );
  }
  if (field.type !== 'dense_vector') {
    throw shardError(
      context,
      'failed to create query: [knn] queries are only supported on [dense_vector] fields',
    );
  }
  if (field.mapper?.value('index') === false) {
    throw shardError(
      context,
      `failed to create query: to perform knn search on field [${name}], its mapping must have [index] set to [true]`,
    );
  }
  const dims = field.mapper?.value('dims');
  if (typeof dims === 'number' && dims !== vector.length) {
    throw shardError(
      context,
      `failed to create query: the query vector has a different dimension [${vector.length}] than the index vectors [${dims}]`,
      illegalArgument(
        `the query vector has a different dimension [${vector.length}] than the index vectors [${dims}]`,
      ),
    );
  }
  return field;
}

/** The best `candidates` documents of a shard, the nearest first. */
export function* nearest(
  context: ShardContext,
  knn: Knn,
  filter: Query | undefined,
): Generator<void, NearDocument[]> {
  const field = vectorField(context, knn);
  const isByte = field.mapper?.value('element_type') === 'byte';
  const name = field.mapper?.value('similarity') as string;
  const similarity = SIMILARITIES[name] as Similarity;
  const query: Vector = isByte ? Int8Array.from(knn.vector) : Float32Array.from(knn.vector);
  const isNested = nestedAround(context.mapping, field.path) !== undefined;
  const best: NearDocument[] = [];
  const { searcher } = context;
  for (const [i, view] of searcher.views.entries()) {
    const column = view.segment.keyword(field.path);
    if (column === undefined) continue;
    const base = searcher.bases[i] as number;
    const accepted = acceptedRoots(context, view, filter);
    const scores = new Map<number, number>();
    for (let row = 0; row < view.segment.documents; row += 1) {
      if (row % SLICE_ROWS === SLICE_ROWS - 1) yield;
      if (!column.hasValue(row)) continue;
      const root =
        isNested && view.segment.roots !== undefined ? nextBit(view.segment.roots, row) : row;
      if (root < 0 || (accepted !== undefined && !hasBit(accepted, root))) continue;
      const measured = similarity.measure(query, vectorAt(column, row, isByte));
      if (knn.similarity !== undefined && !similarity.isWithin(measured, knn.similarity)) continue;
      const score = Math.fround(similarity.score(measured, query.length, isByte) * knn.boost);
      if (score > (scores.get(root) ?? Number.NEGATIVE_INFINITY)) scores.set(root, score);
    }
    for (const [root, score] of scores) best.push({ doc: base + root, score });
    best.sort((a, b) => b.score - a.score || a.doc - b.doc);
    best.length = Math.min(best.length, knn.candidates);
  }
  return best;
}

/** Live documents that pass the filter; undefined for all. */
function acceptedRoots(
  { searcher }: ShardContext,
  view: SearchView,
  filter: Query | undefined,
): Bitmap | undefined {
  const { live, segment } = view;
  let bits = filter === undefined ? undefined : matches(searcher, view, filter);
  for (const mask of [live, segment.roots]) {
    if (mask === undefined) continue;
    if (bits === undefined) bits = mask.slice();
    else intersect(bits, mask);
  }
  return bits;
}

function vectorAt(column: KeywordColumn, row: number, isByte: boolean): Vector {
  const bytes = column.termBytes(column.ordinals[column.firstValue(row)] as number);
  if (isByte) return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  // Terms stand anywhere in the file; floats must start at a multiple of four.
  return bytes.byteOffset % 4 === 0
    ? new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
    : new Float32Array(bytes.slice().buffer);
}

/** Documents with scores that are known already. */
class FixedIterator implements DocIterator {
  doc = -1;
  readonly cost: number;
  private at = -1;

  constructor(
    private readonly docs: readonly NearDocument[],
    private readonly boost: number,
  ) {
    this.cost = docs.length;
  }

  advance(target: number): number {
    this.at = Math.max(0, this.at);
    while (this.at < this.docs.length && (this.docs[this.at] as NearDocument).doc < target)
      this.at += 1;
    this.doc = this.docs[this.at]?.doc ?? NO_MORE_DOCS;
    return this.doc;
  }

  score(): number {
    return Math.fround((this.docs[this.at] as NearDocument).score * this.boost);
  }
}

/** A query for documents of a shard that were found before. */
export function fixedQuery(context: ShardContext, found: readonly NearDocument[]): Query {
  const { views, bases } = context.searcher;
  return {
    kind: 'own',
    text: 'KnnScoreDocQuery',
    iterate: (_, view, boost) => {
      const base = bases[views.indexOf(view)] as number;
      const docs = found
        .filter(({ doc }) => doc >= base && doc < base + view.segment.documents)
        .map(({ doc, score }) => ({ doc: doc - base, score }))
        .sort((a, b) => a.doc - b.doc);
      return docs.length === 0 ? undefined : new FixedIterator(docs, boost);
    },
  };
}
