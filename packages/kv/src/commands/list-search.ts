/** List commands that look for an element: LINSERT, LREM and LPOS. */
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { TYPE } from '../store/value.ts';
import { afterRemoval, list, listChanged, openForWrite } from './list.ts';
import type { Handlers } from './spec.ts';

const RANK_ZERO =
  "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... " +
  'or use negative to start from the end of the list';
const RANK_RANGE =
  'ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807';
const INT64_MIN = '-9223372036854775808';

interface PositionOptions {
  rank: number;
  /** Undefined when COUNT is not given; 0 for all matches. */
  count: number | undefined;
  maxlen: number;
}

function positionOptions(a: Args): PositionOptions {
  const options: PositionOptions = { rank: 1, count: undefined, maxlen: 0 };
  for (let i = 3; i < a.n; i += 2) {
    if (i + 1 === a.n) fail(ERR.syntax);
    if (a.is(i, 'RANK')) {
      options.rank = a.int(i + 1);
      if (a.str(i + 1) === INT64_MIN) fail(RANK_RANGE);
      if (options.rank === 0) fail(RANK_ZERO);
    } else if (a.is(i, 'COUNT'))
      options.count = a.intIn(i + 1, 0, Number.POSITIVE_INFINITY, "ERR COUNT can't be negative");
    else if (a.is(i, 'MAXLEN'))
      options.maxlen = a.intIn(i + 1, 0, Number.POSITIVE_INFINITY, "ERR MAXLEN can't be negative");
    else fail(ERR.syntax);
  }
  return options;
}

export const listSearchCommands: Handlers = {
  linsert(c, a) {
    const after = a.is(2, 'AFTER');
    if (!after && !a.is(2, 'BEFORE')) fail(ERR.syntax);
    if (!openForWrite(c, a, 1)) {
      c.out.int(0);
      return;
    }
    // Whether the pivot is there is not known yet, but the encoding cannot change below a cursor.
    list.growBy(a.len[4] as number);
    let found = list.toHead();
    while (found && !list.equals(a, 3)) found = list.next();
    if (!found) {
      c.out.int(-1);
      return;
    }
    list.insertHere(after, a, 4);
    listChanged(c, a, 1, 'linsert');
    c.server.propagation.dirty++;
    c.out.int(list.length);
  },

  lrem(c, a) {
    const wanted = a.int(2);
    if (!openForWrite(c, a, 1)) {
      c.out.int(0);
      return;
    }
    const forward = wanted >= 0;
    const most = wanted === 0 ? Number.POSITIVE_INFINITY : Math.abs(wanted);
    let removed = 0;
    let more = forward ? list.toHead() : list.toTail();
    while (more && removed < most) {
      if (list.equals(a, 3)) {
        more = list.removeHere(forward);
        removed++;
      } else more = forward ? list.next() : list.prev();
    }
    if (removed > 0) {
      c.server.propagation.dirty += removed;
      listChanged(c, a, 1, 'lrem');
      afterRemoval(c, a, 1);
    }
    c.out.int(removed);
  },

  lpos(c, a) {
    const { rank, count, maxlen } = positionOptions(a);
    const r = c.db.read(a, 1);
    if (r === 0) {
      if (count === undefined) c.out.nil();
      else c.out.array(0);
      return;
    }
    if (c.db.type(r) !== TYPE.list) fail(ERR.wrongType);
    list.open(c.db, r, c.server.config.listMaxListpackSize);
    const n = list.length;
    const forward = rank > 0;
    const skip = Math.abs(rank) - 1;
    const most = count === undefined ? 1 : count === 0 ? n : count;
    const limit = maxlen === 0 ? n : Math.min(n, maxlen);
    const mark = c.out.mark();
    let matches = 0;
    let replied = 0;
    let more = forward ? list.toHead() : list.toTail();
    for (let i = 0; more && i < limit && replied < most; i++) {
      if (list.equals(a, 2) && matches++ >= skip) {
        c.out.int(forward ? i : n - 1 - i);
        replied++;
      }
      more = forward ? list.next() : list.prev();
    }
    if (count !== undefined) c.out.finishArray(mark, replied);
    else if (replied === 0) c.out.nil();
  },
};
