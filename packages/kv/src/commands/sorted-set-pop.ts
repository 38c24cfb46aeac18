/** ZPOPMIN, ZPOPMAX, ZMPOP and their blocking forms. */
import { blockingTimeout } from '../clients/blocking.ts';
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import type { Zset } from '../store/types/zset.ts';
import { TYPE } from '../store/value.ts';
import { cursor, writeZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

type End = 'min' | 'max';
const EVENT = { min: 'zpopmin', max: 'zpopmax' } as const;

/** Replies with up to `count` members from one end of key a[i]'s set and removes them; how many. */
function pop(
  c: Client,
  a: Args,
  i: number,
  zset: Zset,
  end: End,
  count: number,
  nested: boolean,
): number {
  const { server, db, out } = c;
  const { size } = zset;
  const n = Math.min(count, size);
  cursor.seek(zset, end === 'min' ? 0 : size - 1);
  for (let left = n; left > 0; ) {
    if (nested) out.array(2);
    cursor.reply(out);
    out.double(cursor.score);
    if (--left > 0) end === 'min' ? cursor.next() : cursor.previous();
  }
  zset.removeRange(end === 'min' ? 0 : size - n, n);
  server.propagation.dirty += n;
  server.events.notify(NOTIFY.zset, EVENT[end], db, a, i);
  server.events.modified(c, db, a, i);
  if (n === size) {
    db.remove(a, i, server.config.lazyfreeLazyServerDel);
    server.events.notify(NOTIFY.generic, 'del', db, a, i);
  }
  return n;
}

/** ZPOPMIN and ZPOPMAX: one key. RESP3 nests the pairs when a count is given. */
function popOne(c: Client, a: Args, end: End): void {
  if (a.n > 3) fail(ERR.syntax);
  const counted = a.n === 3;
  const count = counted ? a.intIn(2, 0, Number.POSITIVE_INFINITY, ERR.notPositive) : 1;
  const zset = writeZset(c, a, 1);
  if (zset === null || count === 0) {
    c.out.array(0);
    return;
  }
  const nested = counted && c.resp === 3;
  const n = Math.min(count, zset.size);
  c.out.array(nested ? n : n * 2);
  pop(c, a, 1, zset, end, count, nested);
}

/** The first key of a[from, to) that is a sorted set, or -1; throws when one is something else. */
function firstKey(c: Client, a: Args, from: number, to: number): number {
  for (let i = from; i < to; i++) if (writeZset(c, a, i) !== null) return i;
  return -1;
}

/** ZMPOP and BZMPOP reply: the key, then the pairs. Followers see a pop of just that many. */
function popMany(c: Client, a: Args, i: number, end: End, count: number): void {
  const zset = writeZset(c, a, i) as Zset;
  c.out.array(2);
  c.out.bulk(a.buf, a.off[i], a.len[i]);
  c.out.array(Math.min(count, zset.size));
  const n = pop(c, a, i, zset, end, count, true);
  c.server.propagation.rewrite(c.db, EVENT[end].toUpperCase(), a.str(i), String(n));
}

/** Waits until one of the keys a[from, to) is a sorted set; where waiting is not possible, nil. */
function wait(c: Client, a: Args, from: number, to: number, timeout: number): void {
  if (c.denyBlocking) c.out.nilArray();
  else c.server.blocking.onKeys(c, a, a.strs(from, to), TYPE.zset, timeout);
}

function blockingPop(c: Client, a: Args, end: End): void {
  const last = a.n - 1;
  const timeout = blockingTimeout(c, a, last);
  const i = firstKey(c, a, 1, last);
  if (i < 0) {
    wait(c, a, 1, last, timeout);
    return;
  }
  c.out.array(3);
  c.out.bulk(a.buf, a.off[i], a.len[i]);
  pop(c, a, i, writeZset(c, a, i) as Zset, end, 1, false);
  c.server.propagation.rewrite(c.db, EVENT[end].toUpperCase(), a.str(i));
}

// What `parseMany` read.
let end: End = 'min';
let count = 1;
let lastKey = 0;

/** Reads `numkeys key ... MIN|MAX [COUNT n]`, numkeys being argument i. */
function parseMany(a: Args, i: number): void {
  const keys = a.intIn(i, 1, Number.POSITIVE_INFINITY, 'ERR numkeys should be greater than 0');
  lastKey = i + 1 + keys;
  if (lastKey >= a.n) fail(ERR.syntax);
  if (a.is(lastKey, 'MIN')) end = 'min';
  else if (a.is(lastKey, 'MAX')) end = 'max';
  else fail(ERR.syntax);
  let counted = false;
  count = 1;
  for (let j = lastKey + 1; j < a.n; j += 2) {
    if (counted || !a.is(j, 'COUNT') || j + 1 === a.n) fail(ERR.syntax);
    count = a.intIn(j + 1, 1, Number.POSITIVE_INFINITY, 'ERR count should be greater than 0');
    counted = true;
  }
}

export const sortedSetPopCommands: Handlers = {
  zpopmin(c, a) {
    popOne(c, a, 'min');
  },
  zpopmax(c, a) {
    popOne(c, a, 'max');
  },

  zmpop(c, a) {
    parseMany(a, 1);
    const i = firstKey(c, a, 2, lastKey);
    if (i < 0) c.out.nilArray();
    else popMany(c, a, i, end, count);
  },

  bzpopmin(c, a) {
    blockingPop(c, a, 'min');
  },
  bzpopmax(c, a) {
    blockingPop(c, a, 'max');
  },

  bzmpop(c, a) {
    parseMany(a, 2);
    const timeout = blockingTimeout(c, a, 1);
    const i = firstKey(c, a, 3, lastKey);
    if (i < 0) wait(c, a, 3, lastKey, timeout);
    else popMany(c, a, i, end, count);
  },
};
