import type { NumericColumn } from '../index/segment/column.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { inDocOrder, isByDoc } from './doc-order.ts';
import { matchBlocks } from './match-blocks.ts';
import type { Query } from './query.ts';
import type { Searcher } from './searcher.ts';
import {
  compareValues,
  type SortField,
  type SortReader,
  type SortValue,
  sortReader,
} from './sort-key.ts';

export interface SortedHit {
  readonly doc: number;
  readonly values: readonly SortValue[];
}

export interface SortedOptions {
  readonly k: number;
  readonly sort: readonly SortField[];
  /** `search_after`: values of the last hit of the page before, one for each field of `sort`. */
  readonly after?: readonly SortValue[];
  /** Of hits with the values of `after`, those behind this document come too. */
  readonly afterDoc?: number;
}

export interface SortedResult {
  readonly hits: readonly SortedHit[];
  readonly total: number;
}

/** The first hits of a shard in the order of fields; of equal ones the earlier document first. */
export function* sortedSearch(
  searcher: Searcher,
  query: Query,
  options: SortedOptions,
): Generator<void, SortedResult> {
  if (isByDoc(options.sort)) return yield* inDocOrder(searcher, query, options);
  const hits = new SortedHits(options);
  let total = 0;
  for (const [i, view] of searcher.views.entries()) {
    const base = searcher.bases[i] as number;
    const segmentTotal = fromOrder(view, query, hits, options, base);
    if (segmentTotal >= 0) {
      total += segmentTotal;
      continue;
    }
    const readers = options.sort.map((field) => sortReader(view.segment, field, base));
    const filter = ThresholdFilter.of(view, options.sort);
    const blocks = matchBlocks(searcher, view, query);
    for (let n = blocks.next(); n > 0; n = blocks.next()) {
      total += n;
      const { threshold } = hits;
      const kept =
        typeof threshold === 'number' && filter !== undefined
          ? filter.keep(blocks.docs, n, threshold)
          : n;
      for (let j = 0; j < kept; j += 1) {
        const doc = blocks.docs[j] as number;
        hits.offer(base + doc, doc, readers);
      }
      yield;
    }
  }
  return { hits: hits.list, total };
}

/** The best k so far, in order. */
export class SortedHits {
  readonly list: SortedHit[] = [];

  constructor(private readonly options: SortedOptions) {}

  /** First value of the last hit once the list is full. */
  get threshold(): SortValue | undefined {
    const { k } = this.options;
    return this.list.length < k ? undefined : this.list[k - 1]?.values[0];
  }

  /** Returns whether the document is in for now. */
  offer(doc: number, segmentDoc: number, readers: readonly SortReader[]): boolean {
    const { k, after, afterDoc } = this.options;
    const values = readers.map((read) => read(segmentDoc));
    if (after !== undefined) {
      const behind = this.compare(values, after);
      if (behind < 0 || (behind === 0 && (afterDoc === undefined || doc <= afterDoc))) return false;
    }
    const { list } = this;
    const last = list[k - 1];
    if (k === 0 || (last !== undefined && this.compare(values, last.values) >= 0)) return false;
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare((list[middle] as SortedHit).values, values) <= 0) low = middle + 1;
      else high = middle;
    }
    list.splice(low, 0, { doc, values });
    if (list.length > k) list.pop();
    return true;
  }

  private compare(a: readonly SortValue[], b: readonly SortValue[]): number {
    const { sort } = this.options;
    for (let i = 0; i < sort.length; i += 1) {
      const difference = compareValues(a[i] ?? null, b[i] ?? null, sort[i] as SortField);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/**
 * Drops the documents of a block that cannot get in any more, on the column itself: for a first field
 * that is numeric and has one value in every document. It only ever drops what is worse.
 */
class ThresholdFilter {
  private constructor(
    private readonly values: Int32Array | Float64Array,
    private readonly base: number,
    private readonly sign: 1 | -1,
    /** With no second field to decide, an equal value comes too late. */
    private readonly dropsEqual: boolean,
  ) {}

  static of({ segment }: SearchView, sort: readonly SortField[]): ThresholdFilter | undefined {
    const { field, order, scale, truncates, reader } = sort[0] as SortField;
    if (scale !== undefined || truncates === true || reader !== undefined) return undefined;
    const column = segment.numeric(field);
    if (column === undefined || column.meta.isMulti || column.present !== undefined)
      return undefined;
    const { values, base } = column;
    if (values instanceof BigInt64Array) return undefined;
    return new ThresholdFilter(values, base, order === 'desc' ? 1 : -1, sort.length === 1);
  }

  /** Moves what may get in to the front of docs[0, n); returns how many. */
  keep(docs: Int32Array, n: number, threshold: number): number {
    const { values, sign, dropsEqual } = this;
    const limit = (threshold - this.base) * sign;
    let kept = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const value = (values[doc] as number) * sign;
      if (value < limit || (dropsEqual && value === limit)) continue;
      docs[kept++] = doc;
    }
    return kept;
  }
}

/**
 * All documents by one numeric field need no walk: the column has their order. Returns how many match,
 * -1 when this way is not open.
 */
function fromOrder(
  view: SearchView,
  query: Query,
  hits: SortedHits,
  { k, sort, after }: SortedOptions,
  base: number,
): number {
  const [field] = sort;
  const { segment, live } = view;
  if (query.kind !== 'match_all' || sort.length !== 1 || field === undefined) return -1;
  if (live !== undefined || segment.roots !== undefined || after !== undefined) return -1;
  if (field.scale !== undefined || field.truncates === true || field.reader !== undefined)
    return -1;
  const column = segment.numeric(field.field);
  if (column?.order === undefined || column.meta.isMulti || column.present !== undefined) return -1;
  const readers = [sortReader(segment, field)];
  for (const doc of inOrder(column, field.order, k)) hits.offer(base + doc, doc, readers);
  return segment.documents;
}

/** The first k documents of a column in its order. */
function* inOrder(column: NumericColumn, order: 'asc' | 'desc', k: number): Generator<number> {
  const sorted = column.order as Uint32Array;
  if (order === 'asc') {
    for (let i = 0; i < Math.min(k, sorted.length); i += 1) yield sorted[i] as number;
    return;
  }
  // From the end, group by group of equal values: within a group documents ascend.
  let end = sorted.length;
  for (let given = 0; given < k && end > 0; ) {
    const value = column.number(sorted[end - 1] as number);
    let start = end - 1;
    while (start > 0 && column.number(sorted[start - 1] as number) === value) start -= 1;
    for (let i = start; i < end && given < k; i += 1, given += 1) yield sorted[i] as number;
    end = start;
  }
}
