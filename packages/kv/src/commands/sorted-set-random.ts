/** ZRANDMEMBER. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { type Zset, ZsetCursor } from '../store/types/zset.ts';
import { beginMembers, cursor, readZset, replyMember } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

const INT64_MAX = 2 ** 63;
/** The one count that cannot be negated. */
const INT64_MIN = '-9223372036854775808';
const OUT_OF_RANGE =
  'ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807';
/** A packed set is unfolded before this many draws from it: each would walk the listpack. */
const UNFOLD_ABOVE = 4;
/** Above this share of the set, members are chosen in one walk instead of by drawing ranks. */
const WALK_SHARE = 1 / 3;

function randomRank(size: number): number {
  return Math.floor(Math.random() * size);
}

/** One cursor per member, for a set that is small. */
function unfold(zset: Zset): ZsetCursor[] {
  const all: ZsetCursor[] = [];
  for (let i = 0; i < zset.size; i++) {
    const at = new ZsetCursor();
    at.seek(zset, i);
    all.push(at);
  }
  return all;
}

/** `count` members, any of them several times. */
function replyWithRepeats(c: Client, zset: Zset, count: number, withScores: boolean): void {
  const { size } = zset;
  beginMembers(c, count, withScores);
  const all = zset.large === null && count > UNFOLD_ABOVE ? unfold(zset) : null;
  for (let i = 0; i < count && !c.closeAsap; i++) {
    const rank = randomRank(size);
    if (all !== null) replyMember(c, all[rank] as ZsetCursor, withScores);
    else {
      cursor.seek(zset, rank);
      replyMember(c, cursor, withScores);
    }
  }
}

/** `count` different members, fewer when the set is smaller. */
function replyDistinct(c: Client, zset: Zset, count: number, withScores: boolean): void {
  const { size } = zset;
  let left = Math.min(count, size);
  beginMembers(c, left, withScores);
  if (left === size) {
    // All of them, from the highest score down as the reference does.
    cursor.seek(zset, size - 1);
    do replyMember(c, cursor, withScores);
    while (cursor.previous());
    return;
  }
  if (zset.large === null || left > size * WALK_SHARE) {
    // Each member is taken with the chance that as many as still wanted fall on those to come.
    cursor.seek(zset, 0);
    for (let ahead = size; left > 0; ahead--) {
      if (randomRank(ahead) < left) {
        replyMember(c, cursor, withScores);
        left--;
      }
      cursor.next();
    }
    return;
  }
  const drawn = new Set<number>();
  while (drawn.size < left) {
    const rank = randomRank(size);
    if (drawn.has(rank)) continue;
    drawn.add(rank);
    cursor.seek(zset, rank);
    replyMember(c, cursor, withScores);
  }
}

function several(c: Client, a: Args): void {
  const count = a.int(2);
  if (a.str(2) === INT64_MIN) fail(OUT_OF_RANGE);
  if (a.n > 4 || (a.n === 4 && !a.is(3, 'WITHSCORES'))) fail(ERR.syntax);
  const withScores = a.n === 4;
  if (withScores && Math.abs(count) > INT64_MAX / 2) fail('ERR value is out of range');
  const zset = readZset(c, a, 1);
  if (zset === null || count === 0) c.out.array(0);
  else if (count < 0) replyWithRepeats(c, zset, -count, withScores);
  else replyDistinct(c, zset, count, withScores);
}

export const sortedSetRandomCommands: Handlers = {
  zrandmember(c, a) {
    if (a.n > 2) {
      several(c, a);
      return;
    }
    const zset = readZset(c, a, 1);
    if (zset === null) {
      c.out.nil();
      return;
    }
    cursor.seek(zset, randomRank(zset.size));
    cursor.reply(c.out);
  },
};
