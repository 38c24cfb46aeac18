/** List commands that move elements between keys, take them from the first of several, or wait. */
import { blockingTimeout } from '../clients/blocking.ts';
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { List } from '../store/types/list.ts';
import { Scratch } from '../store/types/scratch.ts';
import { TYPE } from '../store/value.ts';
import { createList, elementsPopped, list, openForWrite, popRange } from './list.ts';
import type { Handlers } from './spec.ts';

const INT64_MAX = 2 ** 63;
const NUMKEYS = 'ERR numkeys should be greater than 0';
const COUNT = 'ERR count should be greater than 0';

const target = new List();
const moving = new Scratch();

/** LEFT or RIGHT at a[i]: true for the head. */
function isHead(a: Args, i: number): boolean {
  if (a.is(i, 'LEFT')) return true;
  return a.is(i, 'RIGHT') ? false : fail(ERR.syntax);
}

/** Moves one element from a[1] to a[2] and replies with it; false when a[1] does not exist. */
function move(c: Client, a: Args, fromHead: boolean, toHead: boolean): boolean {
  if (!openForWrite(c, a, 1)) return false;
  const exists = openForWrite(c, a, 2, target);
  // One list has one handle: the bytes may move with every edit.
  const to = exists && list.isSame(target) ? list : target;
  if (fromHead) list.toHead();
  else list.toTail();
  list.copyHere(moving);
  list.reply(c.out);
  list.removeHere(fromHead);
  if (!exists) createList(c, a, 2, target);
  c.server.events.modified(c, c.db, a, 2);
  to.growBy(moving.length);
  to.push(toHead, moving.buf, moving.address, 0, moving.length);
  c.server.events.notify(NOTIFY.list, toHead ? 'lpush' : 'rpush', c.db, a, 2);
  elementsPopped(c, a, 1, fromHead, 1);
  return true;
}

function blockingMove(c: Client, a: Args, fromHead: boolean, toHead: boolean, at: number): void {
  const timeout = blockingTimeout(c, a, at);
  if (move(c, a, fromHead, toHead)) {
    const { propagation } = c.server;
    if (at === 5) propagation.rewrite(c.db, 'LMOVE', ...a.strs(1, 5));
    else propagation.rewrite(c.db, 'RPOPLPUSH', ...a.strs(1, 3));
  } else if (c.denyBlocking) c.out.nil();
  else c.server.blocking.onKeys(c, a, [a.str(1)], TYPE.list, timeout);
}

/** Index of the first key of a[from..to) that holds a list (then open), or -1. */
function firstList(c: Client, a: Args, from: number, to: number): number {
  for (let i = from; i < to; i++) if (openForWrite(c, a, i)) return i;
  return -1;
}

/** Replies with [key, elements] and propagates the pop as LPOP or RPOP with a count. */
function popWithKey(c: Client, a: Args, i: number, head: boolean, count: number): void {
  const n = Math.min(count, list.length);
  c.out.array(2);
  c.out.bulk(a.buf, a.off[i] as number, a.len[i] as number);
  popRange(c, a, i, head, n);
  c.server.propagation.rewrite(c.db, head ? 'LPOP' : 'RPOP', a.str(i), String(n));
}

function blockingPop(c: Client, a: Args, head: boolean): void {
  const last = a.n - 1;
  const timeout = blockingTimeout(c, a, last);
  const i = firstList(c, a, 1, last);
  if (i < 0) {
    waitFor(c, a, 1, last, timeout);
    return;
  }
  c.out.array(2);
  c.out.bulk(a.buf, a.off[i] as number, a.len[i] as number);
  if (head) list.toHead();
  else list.toTail();
  list.reply(c.out);
  list.removeHere(head);
  elementsPopped(c, a, i, head, 1);
  c.server.propagation.rewrite(c.db, head ? 'LPOP' : 'RPOP', a.str(i));
}

function waitFor(c: Client, a: Args, from: number, to: number, timeout: number): void {
  if (c.denyBlocking) c.out.nilArray();
  else c.server.blocking.onKeys(c, a, a.strs(from, to), TYPE.list, timeout);
}

/** LMPOP and BLMPOP, whose key count stands at a[at]. */
function multiPop(c: Client, a: Args, at: number): void {
  const keys = a.intIn(at, 1, INT64_MAX, NUMKEYS);
  const where = at + keys + 1;
  if (where >= a.n) fail(ERR.syntax);
  const head = isHead(a, where);
  let count = 1;
  if (a.n > where + 1) {
    if (!a.is(where + 1, 'COUNT') || a.n < where + 3) fail(ERR.syntax);
    count = a.intIn(where + 2, 1, INT64_MAX, COUNT);
    if (a.n > where + 3) fail(ERR.syntax);
  }
  const timeout = at === 2 ? blockingTimeout(c, a, 1) : 0;
  const i = firstList(c, a, at + 1, where);
  if (i >= 0) popWithKey(c, a, i, head, count);
  else if (at === 2) waitFor(c, a, at + 1, where, timeout);
  else c.out.nilArray();
}

export const listMoveCommands: Handlers = {
  lmove(c, a) {
    const fromHead = isHead(a, 3);
    if (!move(c, a, fromHead, isHead(a, 4))) c.out.nil();
  },
  rpoplpush(c, a) {
    if (!move(c, a, false, true)) c.out.nil();
  },
  blmove(c, a) {
    const fromHead = isHead(a, 3);
    blockingMove(c, a, fromHead, isHead(a, 4), 5);
  },
  brpoplpush(c, a) {
    blockingMove(c, a, false, true, 3);
  },
  blpop(c, a) {
    blockingPop(c, a, true);
  },
  brpop(c, a) {
    blockingPop(c, a, false);
  },
  lmpop(c, a) {
    multiPop(c, a, 1);
  },
  blmpop(c, a) {
    multiPop(c, a, 2);
  },
};
