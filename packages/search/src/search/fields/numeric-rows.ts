import { type Bitmap, bitmapWords, setBit } from '../../index/segment/bitmap.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import type { Query } from '../../query/query.ts';

type Value = number | bigint;

/** Documents with a value in one of many intervals of a numeric column. */
export function numericRows(
  path: string,
  intervals: readonly (readonly [low: Value, high: Value])[],
): Query {
  const find = ({ segment }: SearchView): Bitmap => {
    const bits = new Int32Array(bitmapWords(segment.documents));
    const column = segment.numeric(path);
    const { order } = column ?? {};
    if (column === undefined || order === undefined) return bits;
    for (const [low, high] of intervals) {
      const [first, end] = column.range(low, high);
      for (let i = first; i < end; i += 1) setBit(bits, column.docOf(order[i] as number));
    }
    return bits;
  };
  return { kind: 'rows', find };
}

/** Documents whose value of an internal column, which has no order, lies in [low, high]. */
export function internalRows(path: string, low: Value, high: Value): Query {
  const find = ({ segment }: SearchView): Bitmap => {
    const bits = new Int32Array(bitmapWords(segment.documents));
    const column = segment.numeric(path);
    if (column === undefined) return bits;
    for (let doc = 0; doc < segment.documents; doc += 1) {
      if (segment.roots !== undefined && !column.hasValue(doc)) continue;
      const value = column.number(doc);
      if (value >= low && value <= high) setBit(bits, doc);
    }
    return bits;
  };
  return { kind: 'rows', find };
}
