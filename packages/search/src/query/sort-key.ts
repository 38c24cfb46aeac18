import type { KeywordColumn, NumericColumn } from '../index/segment/column.ts';
import type { Segment } from '../index/segment/segment.ts';

/** One field to sort by; `_score` and `_doc` are no fields but what they say. */
export interface SortField {
  readonly field: string;
  readonly order: 'asc' | 'desc';
  /** Which of several values counts; the lowest for asc and the highest for desc by default. */
  readonly mode?: 'min' | 'max' | 'sum' | 'avg' | 'median';
  /** Where documents without a value go, or the value they count as. */
  readonly missing?: '_last' | '_first' | number | bigint | string;
  /** Keywords that are bytes, not texts: one character a byte. */
  readonly isBinary?: boolean;
  /** What numbers are multiplied with, rounded down. */
  readonly scale?: number;
  /** Added to the numbers of documents: shards count on from each other. */
  readonly offset?: number;
  /** Sorts by the whole part. */
  readonly truncates?: boolean;
  /** Reads the value instead of a column: for fields of other rows. */
  readonly reader?: (segment: Segment) => SortReader;
}

/** What a hit is ordered by: a number, a keyword, or nothing (as the missing rule says). */
export type SortValue = number | bigint | string | null;

/** Reads the value of a document in one segment. */
export type SortReader = (doc: number) => SortValue;

export function sortReader(segment: Segment, sort: SortField, base = 0): SortReader {
  if (sort.field === '_doc') {
    const first = base + (sort.offset ?? 0);
    return (doc) => first + doc;
  }
  if (sort.reader !== undefined) return sort.reader(segment);
  const fallback =
    typeof sort.missing === 'string' && sort.missing.startsWith('_') ? null : sort.missing;
  if (sort.field === '_id') return (doc) => Buffer.from(segment.ids.idOf(doc)).toString();
  const column = segment.column(sort.field);
  if (column === undefined) return () => fallback ?? null;
  if ('ordinals' in column) return keywordReader(column, sort);
  const mode = sort.mode ?? (sort.order === 'asc' ? 'min' : 'max');
  return converted(numberReader(column, mode, fallback ?? null), sort);
}

/** The same value in other units. */
function converted(read: SortReader, { scale, truncates }: SortField): SortReader {
  if (scale === undefined && truncates !== true) return read;
  return (doc) => {
    const value = read(doc);
    if (value === null || typeof value === 'string') return value;
    if (scale === undefined) return typeof value === 'bigint' ? value : Math.trunc(value);
    if (scale < 1) return Number(BigInt(value) / BigInt(Math.round(1 / scale)));
    const scaled = BigInt(value) * BigInt(scale);
    const number = Number(scaled);
    return Number.isSafeInteger(number) ? number : scaled;
  };
}

/** Terms by document, however they are held. */
export type TermColumn = Pick<KeywordColumn, 'firstValue' | 'endValue' | 'ordinals' | 'termBytes'>;

export function keywordReader(column: TermColumn, sort: SortField): SortReader {
  const { missing, order, mode = order === 'asc' ? 'min' : 'max' } = sort;
  const isWord = typeof missing === 'string' && missing.startsWith('_');
  const fallback = isWord ? null : (missing ?? null);
  const encoding = sort.isBinary === true ? 'latin1' : 'utf8';
  return (doc) => {
    const first = column.firstValue(doc);
    const end = column.endValue(doc);
    if (first === end) return fallback;
    const ordinal = column.ordinals[mode === 'max' ? end - 1 : first] as number;
    return Buffer.from(column.termBytes(ordinal)).toString(encoding);
  };
}

function numberReader(column: NumericColumn, mode: string, fallback: SortValue): SortReader {
  const isBig = column.values instanceof BigInt64Array;
  const at = (index: number) => (isBig ? column.bigint(index) : column.number(index));
  return (doc) => {
    const first = column.firstValue(doc);
    const end = column.endValue(doc);
    if (first === end) return fallback;
    if (end - first === 1 || mode === 'min') return at(first);
    if (mode === 'max') return at(end - 1);
    return combined(column, first, end, mode);
  };
}

function combined(column: NumericColumn, first: number, end: number, mode: string): number {
  const n = end - first;
  if (mode === 'median') {
    const middle = first + (n >> 1);
    if (n % 2 === 1) return column.number(middle);
    return (column.number(middle - 1) + column.number(middle)) / 2;
  }
  let sum = 0;
  for (let i = first; i < end; i += 1) sum += column.number(i);
  return mode === 'avg' ? sum / n : sum;
}

/** Negative when `a` comes before `b` in the order of the field. */
export function compareValues(a: SortValue, b: SortValue, { order, missing }: SortField): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === (missing === '_first') ? -1 : 1;
  }
  // Keywords order by their UTF-8 bytes, which code points do as well, and UTF-16 units do not.
  const difference =
    typeof a === 'string' || typeof b === 'string'
      ? Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
      : a < b
        ? -1
        : a > b
          ? 1
          : 0;
  return order === 'asc' ? difference : -difference;
}
