/** Stretches of a document's positions, and what can be made of lists of them. */

/** From `start` to `end`, both included; `inner` positions are taken by words of the query. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  readonly inner: number;
}

export type Intervals = readonly Interval[];

export const widthOf = ({ start, end }: Interval) => end - start + 1;
export const gapsOf = (interval: Interval) => widthOf(interval) - interval.inner;

/** Without those that contain another, in order. */
function minimal(list: Interval[]): Interval[] {
  list.sort((a, b) => a.end - b.end || b.start - a.start);
  const kept: Interval[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const interval of list) {
    if (interval.start <= latest) continue;
    kept.push(interval);
    latest = interval.start;
  }
  return kept;
}

export function anyOf(lists: readonly Intervals[]): Intervals {
  return minimal(lists.flat());
}

/** One of each list, each behind the one before. */
export function ordered(lists: readonly Intervals[]): Intervals {
  const [first, ...others] = lists;
  if (first === undefined) return [];
  const found: Interval[] = [];
  for (const head of first) {
    let { end, inner } = head;
    let isWhole = true;
    for (const list of others) {
      const next = list.find(({ start }) => start > end);
      if (next === undefined) {
        isWhole = false;
        break;
      }
      end = next.end;
      inner += next.inner;
    }
    if (isWhole) found.push({ start: head.start, end, inner });
  }
  return minimal(found);
}

/** One of each list, in any order: the list that is furthest behind goes on. */
export function unordered(lists: readonly Intervals[]): Intervals {
  const at = lists.map(() => 0);
  const found: Interval[] = [];
  for (;;) {
    let behind = -1;
    let start = Number.POSITIVE_INFINITY;
    let end = Number.NEGATIVE_INFINITY;
    let inner = 0;
    for (const [i, list] of lists.entries()) {
      const interval = list[at[i] as number];
      if (interval === undefined) return minimal(found);
      if (interval.start < start) {
        start = interval.start;
        behind = i;
      }
      end = Math.max(end, interval.end);
      inner += interval.inner;
    }
    found.push({ start, end, inner: Math.min(inner, end - start + 1) });
    at[behind] = (at[behind] as number) + 1;
  }
}

const contains = (a: Interval, b: Interval) => a.start <= b.start && a.end >= b.end;
const overlaps = (a: Interval, b: Interval) => a.start <= b.end && b.start <= a.end;

/** What a filter keeps, by its name. */
export const FILTERS: Readonly<Record<string, (list: Intervals, others: Intervals) => Intervals>> =
  {
    containing: (list, others) => list.filter((a) => others.some((b) => contains(a, b))),
    contained_by: (list, others) => list.filter((a) => others.some((b) => contains(b, a))),
    not_containing: (list, others) => list.filter((a) => !others.some((b) => contains(a, b))),
    not_contained_by: (list, others) => list.filter((a) => !others.some((b) => contains(b, a))),
    overlapping: (list, others) => list.filter((a) => others.some((b) => overlaps(a, b))),
    not_overlapping: (list, others) => list.filter((a) => !others.some((b) => overlaps(a, b))),
    before: (list, others) => list.filter((a) => others.some((b) => a.end < b.start)),
    after: (list, others) => list.filter((a) => others.some((b) => a.start > b.end)),
  };
