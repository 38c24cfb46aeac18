/** ZRANGE and its older relatives, ZRANGESTORE, ZCOUNT, ZLEXCOUNT. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { Zset } from '../store/types/zset.ts';
import {
  limitRange,
  memberRange,
  parseMembers,
  parseScores,
  range,
  rankRange,
  scoreRange,
} from './sorted-set-bounds.ts';
import { beginMembers, cursor, readZset, replyMember, storeZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

const BY_RANK = 1;
const BY_SCORE = 2;
const BY_MEMBER = 3;
/** 0: the command's words decide. */
type By = 0 | typeof BY_RANK | typeof BY_SCORE | typeof BY_MEMBER;
type Direction = 'forward' | 'reverse' | 'as asked';

// The options of the running command.
let by: By = 0;
let reverse = false;
let withScores = false;
let offset = 0;
let limit = -1;
let start = 0;
let stop = 0;

/** Reads `min max [options]`, min being argument `first`; throws the reference's errors. */
function parse(a: Args, first: number, fixed: By, direction: Direction, store: boolean): void {
  by = fixed;
  reverse = direction === 'reverse';
  withScores = store;
  offset = 0;
  limit = -1;
  for (let i = first + 2; i < a.n; i++) {
    if (!store && a.is(i, 'WITHSCORES')) withScores = true;
    else if (a.is(i, 'LIMIT') && i + 2 < a.n) {
      offset = a.int(i + 1);
      limit = a.int(i + 2);
      i += 2;
    } else if (direction === 'as asked' && !reverse && a.is(i, 'REV')) reverse = true;
    else if (fixed === 0 && by === 0 && a.is(i, 'BYLEX')) by = BY_MEMBER;
    else if (fixed === 0 && by === 0 && a.is(i, 'BYSCORE')) by = BY_SCORE;
    else fail(ERR.syntax);
  }
  if (by === 0) by = BY_RANK;
  if (limit !== -1 && by === BY_RANK)
    fail('ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX');
  if (withScores && !store && by === BY_MEMBER)
    fail('ERR syntax error, WITHSCORES not supported in combination with BYLEX');
  const swap = reverse && by !== BY_RANK;
  const min = swap ? first + 1 : first;
  const max = swap ? first : first + 1;
  if (by === BY_RANK) {
    start = a.int(min);
    stop = a.int(max);
  } else if (by === BY_SCORE) parseScores(a, min, max);
  else parseMembers(a, min, max);
}

/** Sets `range` to what the parsed command asks of this set, in ranks from the lowest score up. */
function locate(zset: Zset): void {
  if (by === BY_RANK) {
    rankRange(zset, start, stop);
    if (reverse) range.start = zset.size - range.start - range.count;
    return;
  }
  if (by === BY_SCORE) scoreRange(zset);
  else memberRange(zset);
  limitRange(offset, limit, reverse);
}

/** Puts the cursor on the first member of `range` in the direction asked for. */
function seekFirst(zset: Zset): void {
  cursor.seek(zset, reverse ? range.start + range.count - 1 : range.start);
}

function reply(c: Client, a: Args, fixed: By, direction: Direction): void {
  parse(a, 2, fixed, direction, false);
  const zset = readZset(c, a, 1);
  if (zset === null) {
    c.out.array(0);
    return;
  }
  locate(zset);
  const { count } = range;
  beginMembers(c, count, withScores);
  if (count > 0) seekFirst(zset);
  for (let left = count; left > 0; ) {
    replyMember(c, cursor, withScores);
    if (--left > 0) reverse ? cursor.previous() : cursor.next();
  }
}

function store(c: Client, a: Args): void {
  parse(a, 3, 0, 'as asked', true);
  const { store: memory, config } = c.server;
  const source = readZset(c, a, 2);
  const result = new Zset();
  if (source === null) {
    result.create(memory, config, 0, 0);
    storeZset(c, a, 1, result, 'zrangestore');
    return;
  }
  locate(source);
  const { count } = range;
  // The reference does not know the size of a range by score or member beforehand, assumes a large
  // one and so never packs it.
  result.create(memory, config, by === BY_RANK ? count : Number.POSITIVE_INFINITY, 0);
  if (count > 0) seekFirst(source);
  for (let left = count; left > 0; ) {
    cursor.locate();
    result.add(cursor.bytes, cursor.base, cursor.off, cursor.len, cursor.score, config);
    if (--left > 0) reverse ? cursor.previous() : cursor.next();
  }
  storeZset(c, a, 1, result, 'zrangestore');
}

export const sortedSetRangeCommands: Handlers = {
  zrange(c, a) {
    reply(c, a, 0, 'as asked');
  },
  zrevrange(c, a) {
    reply(c, a, BY_RANK, 'reverse');
  },
  zrangebyscore(c, a) {
    reply(c, a, BY_SCORE, 'forward');
  },
  zrevrangebyscore(c, a) {
    reply(c, a, BY_SCORE, 'reverse');
  },
  zrangebylex(c, a) {
    reply(c, a, BY_MEMBER, 'forward');
  },
  zrevrangebylex(c, a) {
    reply(c, a, BY_MEMBER, 'reverse');
  },

  zrangestore(c, a) {
    store(c, a);
  },

  zcount(c, a) {
    parseScores(a, 2, 3);
    const zset = readZset(c, a, 1);
    if (zset !== null) scoreRange(zset);
    c.out.int(zset === null ? 0 : range.count);
  },

  zlexcount(c, a) {
    parseMembers(a, 2, 3);
    const zset = readZset(c, a, 1);
    if (zset !== null) memberRange(zset);
    c.out.int(zset === null ? 0 : range.count);
  },
};
