/** ZSCORE, ZMSCORE, ZCARD, ZRANK, ZREVRANK, ZSCAN. */
import type { Client } from '../clients/client.ts';
import { ERR, fail, wrongArity } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { formatDouble, formatSeventeen } from '../resp/numbers.ts';
import type { Zset } from '../store/types/zset.ts';
import { replyScan, scanCursor, scanMatches, scanOptions, scanSome } from './scan-options.ts';
import { cursor, readZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

/** The score of member a[i], NaN when it is not there. */
function scoreOf(zset: Zset | null, a: Args, i: number): number {
  return zset === null ? Number.NaN : zset.find(a.buf, a.off[i] as number, a.len[i] as number);
}

function rank(c: Client, a: Args, reverse: boolean): void {
  if (a.n > 4) fail(wrongArity(reverse ? 'zrevrank' : 'zrank'));
  const withScore = a.n === 4;
  if (withScore && !a.is(3, 'WITHSCORE')) fail(ERR.syntax);
  const zset = readZset(c, a, 1);
  const score = scoreOf(zset, a, 2);
  if (zset === null || Number.isNaN(score)) {
    if (withScore) c.out.nilArray();
    else c.out.nil();
    return;
  }
  const before = zset.rankOfFound();
  if (withScore) c.out.array(2);
  c.out.int(reverse ? zset.size - 1 - before : before);
  if (withScore) c.out.double(score);
}

function scan(c: Client, a: Args): void {
  let next = scanCursor(a, 2);
  const zset = readZset(c, a, 1);
  if (zset === null) {
    replyScan(c, 0, []);
    return;
  }
  const options = scanOptions(a, 3);
  const found: string[] = [];
  const { large } = zset;
  if (large === null) {
    // A packed set is small: it is answered whole.
    next = 0;
    if (cursor.seek(zset, 0))
      do {
        const member = cursor.text();
        if (scanMatches(options, member)) found.push(member, formatDouble(cursor.score));
      } while (cursor.next());
  } else {
    const { records } = large;
    next = scanSome(large.members, next, options.count, (record) => {
      const member = records.key(record);
      if (scanMatches(options, member)) found.push(member, formatSeventeen(records.slot(record)));
    });
  }
  replyScan(c, next, found);
}

export const sortedSetReadCommands: Handlers = {
  zcard(c, a) {
    c.out.int(readZset(c, a, 1)?.size ?? 0);
  },

  zscore(c, a) {
    const score = scoreOf(readZset(c, a, 1), a, 2);
    if (Number.isNaN(score)) c.out.nil();
    else c.out.double(score);
  },

  zmscore(c, a) {
    const zset = readZset(c, a, 1);
    c.out.array(a.n - 2);
    for (let i = 2; i < a.n; i++) {
      const score = scoreOf(zset, a, i);
      if (Number.isNaN(score)) c.out.nil();
      else c.out.double(score);
    }
  },

  zrank(c, a) {
    rank(c, a, false);
  },
  zrevrank(c, a) {
    rank(c, a, true);
  },

  zscan(c, a) {
    scan(c, a);
  },
};
