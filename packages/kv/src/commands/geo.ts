/** GEOADD, GEODIST, GEOHASH, GEOPOS. The members of a geo set are those of a sorted set. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { Args } from '../resp/args.ts';
import { distance } from '../structures/geo-shape.ts';
import { geohashText, hashOf, pointOf } from '../structures/geohash.ts';
import { memberPoint, pointAt, replyDistance, replyPoint, unitAt } from './geo-arguments.ts';
import { geoSearchCommands } from './geo-search.ts';
import { addToZset } from './sorted-set-add.ts';
import { readZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

/** GEOADD is a ZADD whose scores are hashes, and goes to followers as one. */
function add(c: Client, a: Args): void {
  let first = 2;
  let nx = false;
  let xx = false;
  for (; first < a.n; first++) {
    if (a.is(first, 'NX')) nx = true;
    else if (a.is(first, 'XX')) xx = true;
    else if (!a.is(first, 'CH')) break;
  }
  if ((a.n - first) % 3 !== 0 || (nx && xx)) fail(ERR.syntax);
  const words = ['zadd', ...a.strs(1, first)];
  for (let i = first; i < a.n; i += 3) words.push(String(hashOf(pointAt(a, i))), a.str(i + 2));
  addToZset(c, Args.of(words));
  c.server.propagation.rewrite(c.db, ...words);
}

export const geoCommands: Handlers = {
  ...geoSearchCommands,

  geoadd(c, a) {
    add(c, a);
  },

  geodist(c, a) {
    const unit = a.n === 5 ? unitAt(a, 4) : 1;
    if (a.n > 5) fail(ERR.syntax);
    const zset = readZset(c, a, 1);
    const from = zset === null ? null : memberPoint(zset, a, 2);
    const to = zset === null ? null : memberPoint(zset, a, 3);
    if (from === null || to === null) c.out.nil();
    else replyDistance(c, distance(from, to) / unit);
  },

  geohash(c, a) {
    const zset = readZset(c, a, 1);
    c.out.array(a.n - 2);
    for (let i = 2; i < a.n; i++) {
      const score = zset?.find(a.buf, a.off[i] as number, a.len[i] as number) ?? Number.NaN;
      if (Number.isNaN(score)) c.out.nil();
      else c.out.bulkStr(geohashText(score));
    }
  },

  geopos(c, a) {
    const zset = readZset(c, a, 1);
    c.out.array(a.n - 2);
    for (let i = 2; i < a.n; i++) {
      const score = zset?.find(a.buf, a.off[i] as number, a.len[i] as number) ?? Number.NaN;
      if (Number.isNaN(score)) c.out.nilArray();
      else replyPoint(c, pointOf(score));
    }
  },
};
