/** SPOP and SRANDMEMBER: members chosen at random, all equally likely. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { SetValue } from '../store/types/set.ts';
import { INTSET, PACKED } from '../store/value.ts';
import { drawCount, drawToFront, mayGoOn, randomBelow } from './random-draw.ts';
import { deleteIfEmpty, readSet, writeSet } from './set-key.ts';
import type { Handlers } from './spec.ts';

/** SPOP keeps drawing while at least this share (one in so many) of what it pops remains. */
const KEEP_RATIO = 5;
/** Members in one SREM that stands for a SPOP. */
const BATCH = 1024;
/** Below this share of a large set, members are drawn one by one until enough differ. */
const DRAW_SHARE = 1 / 3;

/** What remains of a set from which nearly all is popped. */
const remainder = new SetValue();

function popOne(c: Client, a: Args): void {
  const { server, db } = c;
  const set = writeSet(c, a, 1);
  if (set === null) {
    c.out.nil();
    return;
  }
  const place = set.randomPlace();
  set.replyPlace(c.out, place);
  if (server.propagation.active)
    server.propagation.rewrite(db, 'SREM', a.str(1), set.memberAt(place));
  set.removePlace(place);
  server.events.notify(NOTIFY.set, 'spop', db, a, 1);
  if (deleteIfEmpty(c, a, 1, set)) server.events.notify(NOTIFY.generic, 'del', db, a, 1);
  server.events.modified(c, db, a, 1);
  server.propagation.dirty++;
}

/** Collects popped members and propagates them as SREMs; costs nothing while nobody follows. */
class Removals {
  private members: string[] = [];

  constructor(
    private readonly c: Client,
    private readonly a: Args,
  ) {}

  add(set: SetValue, place: number): void {
    if (!this.c.server.propagation.active) return;
    this.members.push(set.memberAt(place));
    if (this.members.length === BATCH) this.flush();
  }

  flush(): void {
    const { server, db } = this.c;
    if (this.members.length > 0)
      server.propagation.also(db, 'SREM', this.a.str(1), ...this.members);
    this.members = [];
  }
}

function popAll(c: Client, a: Args, set: SetValue): void {
  const { server, db } = c;
  const lazy = server.config.lazyfreeLazyServerDel;
  // The reference answers by way of SUNION, which reads the key: its statistics show that.
  db.read(a, 1);
  c.out.set(set.size);
  set.replyAll(c.out);
  db.remove(a, 1, lazy);
  server.events.notify(NOTIFY.generic, 'del', db, a, 1);
  server.propagation.rewrite(db, lazy ? 'UNLINK' : 'DEL', a.str(1));
  server.events.modified(c, db, a, 1);
}

function popDrawn(c: Client, set: SetValue, count: number, removals: Removals): void {
  for (let i = 0; i < count; i++) {
    const place = set.randomPlace();
    set.replyPlace(c.out, place);
    removals.add(set, place);
    set.removePlace(place);
  }
}

/** Draws what is to stay, which is little, into a new set, as the reference does. */
function popAllBut(c: Client, set: SetValue, keep: number, removals: Removals): void {
  const { store, config } = c.server;
  const places = set.places();
  drawToFront(places, keep);
  for (let i = keep; i < places.length; i++) {
    set.replyPlace(c.out, places[i] as number);
    removals.add(set, places[i] as number);
  }
  remainder.create(store, set.encoding === INTSET ? INTSET : PACKED);
  for (let i = 0; i < keep; i++) {
    set.locate(places[i] as number);
    remainder.add(set.bytes, set.base, set.off, set.len, config);
  }
  set.replaceBy(remainder);
}

function popSeveral(c: Client, a: Args): void {
  const { server, db } = c;
  const count = a.int(2, ERR.notPositive);
  if (count < 0) fail(ERR.notPositive);
  const set = writeSet(c, a, 1);
  if (set === null || count === 0) {
    c.out.set(0);
    return;
  }
  const { size } = set;
  server.events.notify(NOTIFY.set, 'spop', db, a, 1);
  server.propagation.dirty += Math.min(count, size);
  if (count >= size) {
    popAll(c, a, set);
    return;
  }
  const removals = new Removals(c, a);
  c.out.set(count);
  const left = size - count;
  if (left * KEEP_RATIO > count) popDrawn(c, set, count, removals);
  else popAllBut(c, set, left, removals);
  removals.flush();
  server.propagation.prevent();
  server.events.modified(c, db, a, 1);
}

/** `count` members, any of them several times. */
function replyWithRepeats(c: Client, set: SetValue, count: number): void {
  c.out.array(count);
  const places = set.large === null ? set.places() : null;
  for (let i = 0; i < count && mayGoOn(c); i++)
    set.replyPlace(
      c.out,
      places === null ? set.randomPlace() : (places[randomBelow(places.length)] as number),
    );
}

/** `count` different members, fewer when the set is smaller. */
function replyDistinct(c: Client, set: SetValue, count: number): void {
  const { size } = set;
  const n = Math.min(count, size);
  c.out.array(n);
  if (set.large !== null && n < size * DRAW_SHARE) {
    const drawn = new Set<number>();
    while (drawn.size < n) {
      const place = set.randomPlace();
      if (drawn.has(place)) continue;
      drawn.add(place);
      set.replyPlace(c.out, place);
    }
    return;
  }
  const places = set.places();
  if (n < size) drawToFront(places, n);
  for (let i = 0; i < n; i++) set.replyPlace(c.out, places[i] as number);
}

export const setRandomCommands: Handlers = {
  spop(c, a) {
    if (a.n > 3) fail(ERR.syntax);
    if (a.n === 3) popSeveral(c, a);
    else popOne(c, a);
  },

  srandmember(c, a) {
    if (a.n > 3) fail(ERR.syntax);
    if (a.n === 3) {
      const count = drawCount(a, 2);
      const set = readSet(c, a, 1);
      if (set === null || count === 0) c.out.array(0);
      else if (count < 0) replyWithRepeats(c, set, -count);
      else replyDistinct(c, set, count);
      return;
    }
    const set = readSet(c, a, 1);
    if (set === null) c.out.nil();
    else set.replyPlace(c.out, set.randomPlace());
  },
};
