/** Rows of a shard that share an id with others that match, in whatever segments those are. */
import { bitmapWords, hasBit, nextBit, setBit } from '../../index/segment/bitmap.ts';
import { NO_MORE_DOCS } from '../../index/segment/postings-cursor.ts';
import type { Segment } from '../../index/segment/segment.ts';
import { iteratorOf } from '../../query/iterate.ts';
import { matches } from '../../query/matches.ts';
import type { NestedScoreMode, Query } from '../../query/query.ts';
import type { Searcher } from '../../query/searcher.ts';
import { ColumnIterator } from './column-iterator.ts';

export interface Joined {
  /** The column with the ids that both sides share. */
  readonly ids: string;
  /** What is looked for, on the one side. */
  readonly from: Query;
  /** The rows of the other. */
  readonly to: Query;
  /** How many matches make a match. */
  readonly min: number;
  readonly max: number;
  readonly mode: NestedScoreMode;
}

/** Scores of the matches with one id. */
interface Found {
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** The id of a row, one character a byte. */
function idReader(segment: Segment, field: string): (doc: number) => string | undefined {
  const column = segment.column(field);
  if (column === undefined || !('ordinals' in column)) return () => undefined;
  return (doc) => {
    const first = column.firstValue(doc);
    if (first === column.endValue(doc)) return undefined;
    const bytes = column.termBytes(column.ordinals[first] as number);
    return Buffer.from(bytes).toString('latin1');
  };
}

function collect(searcher: Searcher, { ids, from }: Joined): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const view of searcher.views) {
    const iterator = iteratorOf(searcher, view, from, 1);
    if (iterator === undefined) continue;
    const idOf = idReader(view.segment, ids);
    for (let doc = iterator.advance(0); doc !== NO_MORE_DOCS; doc = iterator.advance(doc + 1)) {
      const id = view.live === undefined || hasBit(view.live, doc) ? idOf(doc) : undefined;
      if (id === undefined) continue;
      const score = iterator.score();
      const known = found.get(id);
      if (known === undefined) found.set(id, { count: 1, sum: score, min: score, max: score });
      else {
        known.count += 1;
        known.sum += score;
        known.min = Math.min(known.min, score);
        known.max = Math.max(known.max, score);
      }
    }
  }
  return found;
}

const SCORES: Readonly<Record<NestedScoreMode, (found: Found) => number>> = {
  none: () => 1,
  sum: ({ sum }) => sum,
  avg: ({ sum, count }) => sum / count,
  min: ({ min }) => min,
  max: ({ max }) => max,
};

export function joinedQuery(joined: Joined): Query {
  const { ids, to, min, max, mode } = joined;
  let found: Map<string, Found> | undefined;
  return {
    kind: 'own',
    text: `GlobalOrdinalsQuery{joinField=${ids}}`,
    iterate: (searcher, view, boost) => {
      found ??= collect(searcher, joined);
      const known = found;
      if (known.size === 0) return undefined;
      const idOf = idReader(view.segment, ids);
      const bits = new Int32Array(bitmapWords(view.segment.documents));
      const rows = matches(searcher, view, to);
      let count = 0;
      for (let row = nextBit(rows, 0); row >= 0; row = nextBit(rows, row + 1)) {
        const matched = known.get(idOf(row) ?? '');
        if (matched === undefined || matched.count < min || matched.count > max) continue;
        setBit(bits, row);
        count += 1;
      }
      return new ColumnIterator(bits, count, (doc) =>
        Math.fround(boost * SCORES[mode](known.get(idOf(doc) ?? '') as Found)),
      );
    },
  };
}
