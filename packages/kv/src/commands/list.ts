/** List commands on one key: pushing, popping, reading and trimming. */
import type { Client } from '../clients/client.ts';
import { ERR, fail, wrongArity } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { List } from '../store/types/list.ts';
import { TYPE } from '../store/value.ts';
import type { Handlers } from './spec.ts';

/** The handle of the one list that a command works on. */
export const list = new List();

/** Opens the list at key a[i] for writing; false when there is no such key, throws WRONGTYPE. */
export function openForWrite(c: Client, a: Args, i: number, handle: List = list): boolean {
  const r = c.db.write(a, i);
  if (r === 0) return false;
  if (c.db.type(r) !== TYPE.list) fail(ERR.wrongType);
  handle.open(c.db, r, c.server.config.listMaxListpackSize);
  return true;
}

/** As openForWrite, for commands that only read. */
function openForRead(c: Client, a: Args, i: number): boolean {
  const r = c.db.read(a, i);
  if (r === 0) return false;
  if (c.db.type(r) !== TYPE.list) fail(ERR.wrongType);
  list.open(c.db, r, c.server.config.listMaxListpackSize);
  return true;
}

/** Makes key a[i] an empty list and opens it. */
export function createList(c: Client, a: Args, i: number, handle: List = list): void {
  handle.create(c.db, a, i, c.server.config.listMaxListpackSize);
}

/** Tells watchers and subscribers about a change of key a[i]. */
export function listChanged(c: Client, a: Args, i: number, event: string): void {
  c.server.events.modified(c, c.db, a, i);
  c.server.events.notify(NOTIFY.list, event, c.db, a, i);
}

/** Deletes key a[i] when its list has become empty, otherwise reconsiders its encoding. */
export function afterRemoval(c: Client, a: Args, i: number, handle: List = list): void {
  if (handle.length > 0) handle.shrink();
  else {
    handle.removeKey();
    c.server.events.notify(NOTIFY.generic, 'del', c.db, a, i);
  }
}

/** What follows every pop of `count` elements from key a[i]. */
export function elementsPopped(
  c: Client,
  a: Args,
  i: number,
  head: boolean,
  count: number,
  handle: List = list,
): void {
  c.server.events.notify(NOTIFY.list, head ? 'lpop' : 'rpop', c.db, a, i);
  afterRemoval(c, a, i, handle);
  c.server.events.modified(c, c.db, a, i);
  c.server.propagation.dirty += count;
}

/** Replies with `count` elements from the head (or the tail backwards) and removes them. */
export function popRange(c: Client, a: Args, i: number, head: boolean, count: number): void {
  const { length } = list;
  const n = Math.min(count, length);
  c.out.array(n);
  if (head) {
    list.toHead();
    list.replyRange(c.out, n);
  } else {
    list.toTail();
    for (let k = 0; k < n; k++, list.prev()) list.reply(c.out);
  }
  list.removeRange(head ? 0 : length - n, n);
  elementsPopped(c, a, i, head, n);
}

function push(c: Client, a: Args, head: boolean, onlyExisting: boolean): void {
  if (!openForWrite(c, a, 1)) {
    if (onlyExisting) {
      c.out.int(0);
      return;
    }
    createList(c, a, 1);
  }
  list.growFor(a, 2, a.n);
  for (let i = 2; i < a.n; i++)
    list.push(head, a.buf, a.address, a.off[i] as number, a.len[i] as number);
  c.server.propagation.dirty += a.n - 2;
  c.out.int(list.length);
  listChanged(c, a, 1, head ? 'lpush' : 'rpush');
}

function pop(c: Client, a: Args, head: boolean): void {
  if (a.n > 3) fail(wrongArity(head ? 'lpop' : 'rpop'));
  const withCount = a.n === 3;
  const count = withCount ? a.intIn(2, 0, Number.POSITIVE_INFINITY, ERR.notPositive) : 1;
  if (!openForWrite(c, a, 1)) {
    if (withCount) c.out.nilArray();
    else c.out.nil();
  } else if (!withCount) {
    if (head) list.toHead();
    else list.toTail();
    list.reply(c.out);
    list.removeHere(head);
    elementsPopped(c, a, 1, head, 1);
  } else if (count === 0) c.out.array(0);
  else popRange(c, a, 1, head, count);
}

/** start and stop as LRANGE and LTRIM take them, made indexes of a list of n elements. */
let rangeFrom = 0;
let rangeTo = 0;

/** Sets rangeFrom and rangeTo (inclusive); false when the range is empty. */
function resolveRange(start: number, stop: number, n: number): boolean {
  rangeFrom = Math.max(0, start < 0 ? start + n : start);
  rangeTo = Math.min(n - 1, stop < 0 ? stop + n : stop);
  return rangeFrom <= rangeTo && rangeFrom < n;
}

export const listCommands: Handlers = {
  lpush(c, a) {
    push(c, a, true, false);
  },
  rpush(c, a) {
    push(c, a, false, false);
  },
  lpushx(c, a) {
    push(c, a, true, true);
  },
  rpushx(c, a) {
    push(c, a, false, true);
  },
  lpop(c, a) {
    pop(c, a, true);
  },
  rpop(c, a) {
    pop(c, a, false);
  },

  llen(c, a) {
    c.out.int(openForRead(c, a, 1) ? list.length : 0);
  },

  lindex(c, a) {
    if (openForRead(c, a, 1) && list.seek(a.int(2))) list.reply(c.out);
    else c.out.nil();
  },

  lset(c, a) {
    if (!openForWrite(c, a, 1)) fail(ERR.noSuchKey);
    let index = a.int(2);
    // The reference keeps 32 bits of it here.
    if (index !== (index | 0)) index = Number(BigInt.asIntN(32, a.bigint(2)));
    list.growBy(a.len[3] as number);
    if (!list.seek(index)) fail(ERR.outOfRange);
    list.replaceHere(a, 3);
    c.out.ok();
    listChanged(c, a, 1, 'lset');
    c.server.propagation.dirty++;
    list.shrink();
  },

  lrange(c, a) {
    const start = a.int(2);
    const stop = a.int(3);
    if (!openForRead(c, a, 1) || !resolveRange(start, stop, list.length)) {
      c.out.array(0);
      return;
    }
    const n = rangeTo - rangeFrom + 1;
    c.out.array(n);
    list.seek(rangeFrom);
    list.replyRange(c.out, n);
  },

  ltrim(c, a) {
    const start = a.int(2);
    const stop = a.int(3);
    if (!openForWrite(c, a, 1)) {
      c.out.ok();
      return;
    }
    const n = list.length;
    const some = resolveRange(start, stop, n);
    const left = some ? rangeFrom : n;
    const right = some ? n - 1 - rangeTo : 0;
    list.removeRange(0, left);
    list.removeRange(n - left - right, right);
    c.server.events.notify(NOTIFY.list, 'ltrim', c.db, a, 1);
    afterRemoval(c, a, 1);
    c.server.events.modified(c, c.db, a, 1);
    c.server.propagation.dirty += left + right;
    c.out.ok();
  },
};
