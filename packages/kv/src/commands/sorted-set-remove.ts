/** ZREM and ZREMRANGEBY... */
import type { Client } from '../clients/client.ts';
import type { Args } from '../resp/args.ts';
import type { Zset } from '../store/types/zset.ts';
import {
  memberRange,
  parseMembers,
  parseScores,
  range,
  rankRange,
  scoreRange,
} from './sorted-set-bounds.ts';
import { afterRemoval, writeZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

/** Removes what `locate` puts into `range`. */
function removeRange(c: Client, a: Args, event: string, locate: (zset: Zset) => void): void {
  const zset = writeZset(c, a, 1);
  if (zset === null) {
    c.out.int(0);
    return;
  }
  locate(zset);
  const { start, count } = range;
  if (count > 0) {
    zset.removeRange(start, count);
    c.server.propagation.dirty += count;
    afterRemoval(c, a, 1, zset, event);
  }
  c.out.int(count);
}

export const sortedSetRemoveCommands: Handlers = {
  zrem(c, a) {
    const zset = writeZset(c, a, 1);
    let removed = 0;
    if (zset !== null) {
      for (let i = 2; i < a.n && zset.size > 0; i++) {
        if (Number.isNaN(zset.find(a.buf, a.off[i] as number, a.len[i] as number))) continue;
        zset.removeFound();
        removed++;
      }
      if (removed > 0) {
        c.server.propagation.dirty += removed;
        afterRemoval(c, a, 1, zset, 'zrem');
      }
    }
    c.out.int(removed);
  },

  zremrangebyrank(c, a) {
    const start = a.int(2);
    const stop = a.int(3);
    removeRange(c, a, 'zremrangebyrank', (zset) => rankRange(zset, start, stop));
  },

  zremrangebyscore(c, a) {
    parseScores(a, 2, 3);
    removeRange(c, a, 'zremrangebyscore', scoreRange);
  },

  zremrangebylex(c, a) {
    parseMembers(a, 2, 3);
    removeRange(c, a, 'zremrangebylex', memberRange);
  },
};
