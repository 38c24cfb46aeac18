/** Sorting by values of nested objects: those of a document's rows together. */
import { type Bitmap, hasBit } from '../../index/segment/bitmap.ts';
import type { Segment } from '../../index/segment/segment.ts';
import { matches } from '../../query/matches.ts';
import type { Query } from '../../query/query.ts';
import {
  type SortField,
  type SortReader,
  type SortValue,
  sortReader,
} from '../../query/sort-key.ts';
import type { QueryContext } from '../context.ts';
import { rowsOf } from '../dsl/nested.ts';
import type { NestedSort } from '../request/search-request.ts';

/** The same sort, reading the rows before each document. */
export function nestedSort(field: SortField, nested: NestedSort, context: QueryContext): SortField {
  const filter = nested.filter?.(context);
  const query: Query =
    filter === undefined
      ? rowsOf(nested.path)
      : { kind: 'bool', filter: [rowsOf(nested.path), filter] };
  const fallback =
    typeof field.missing === 'string' && field.missing.startsWith('_')
      ? null
      : (field.missing ?? null);
  const reader = (segment: Segment): SortReader => {
    const view = context.searcher.views.find((one) => one.segment === segment);
    if (view === undefined || segment.roots === undefined) return () => fallback;
    const rows = matches(context.searcher, view, query);
    const read = sortReader(segment, { ...field, missing: '_last' });
    return (root) =>
      combined(valuesOf(segment.roots as Bitmap, rows, read, root), field) ?? fallback;
  };
  return { ...field, reader };
}

function valuesOf(roots: Bitmap, rows: Bitmap, read: SortReader, root: number): SortValue[] {
  const values: SortValue[] = [];
  for (let row = root - 1; row >= 0 && !hasBit(roots, row); row -= 1) {
    const value = hasBit(rows, row) ? read(row) : null;
    if (value !== null) values.push(value);
  }
  return values;
}

function combined(values: readonly SortValue[], { mode, order }: SortField): SortValue {
  if (values.length === 0) return null;
  const how = mode ?? (order === 'asc' ? 'min' : 'max');
  const sorted = [...values].sort((a, b) => ((a as number) < (b as number) ? -1 : 1));
  if (how === 'min') return sorted[0] as SortValue;
  if (how === 'max') return sorted[sorted.length - 1] as SortValue;
  const numbers = sorted.map(Number);
  if (how === 'median') {
    const middle = numbers.length >> 1;
    return numbers.length % 2 === 1
      ? (numbers[middle] as number)
      : ((numbers[middle - 1] as number) + (numbers[middle] as number)) / 2;
  }
  const sum = numbers.reduce((total, value) => total + value, 0);
  return how === 'avg' ? sum / numbers.length : sum;
}
