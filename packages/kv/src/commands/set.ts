/** Set commands on members: adding, removing, asking, scanning. SADD and SISMEMBER are hot. */
import type { Client } from '../clients/client.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { SetValue } from '../store/types/set.ts';
import { replyScan, scanCursor, scanMatches, scanOptions, scanSome } from './scan-options.ts';
import { addArgument, createSet, deleteIfEmpty, readSet, setChanged, writeSet } from './set-key.ts';
import type { Handlers } from './spec.ts';

/** The second set of SMOVE. */
const destination = new SetValue();

function hasArgument(set: SetValue | null, a: Args, i: number): number {
  return set?.has(a.buf, a.off[i] as number, a.len[i] as number) ? 1 : 0;
}

function move(c: Client, a: Args): void {
  const { server, db } = c;
  const from = writeSet(c, a, 1);
  if (from === null) {
    // The reference looks the destination up all the same, which may expire it.
    db.write(a, 2);
    c.out.int(0);
    return;
  }
  let to = writeSet(c, a, 2, destination);
  if (to !== null && to.record === from.record) {
    c.out.int(hasArgument(from, a, 3));
    return;
  }
  if (!from.remove(a.buf, a.off[3] as number, a.len[3] as number)) {
    c.out.int(0);
    return;
  }
  server.events.notify(NOTIFY.set, 'srem', db, a, 1);
  if (deleteIfEmpty(c, a, 1, from)) server.events.notify(NOTIFY.generic, 'del', db, a, 1);
  to ??= createSet(c, a, 2, 3, 1, destination);
  server.events.modified(c, db, a, 1);
  server.propagation.dirty++;
  if (addArgument(c, to, a, 3)) {
    server.propagation.dirty++;
    setChanged(c, a, 2, 'sadd');
  }
  c.out.int(1);
}

function scan(c: Client, a: Args): void {
  let next = scanCursor(a, 2);
  const set = readSet(c, a, 1);
  if (set === null) {
    replyScan(c, 0, []);
    return;
  }
  const options = scanOptions(a, 3);
  const found: string[] = [];
  const { large } = set;
  if (large === null) {
    // A packed set is small: it is answered whole.
    next = 0;
    set.forEach((member) => {
      if (scanMatches(options, member)) found.push(member);
    });
  } else {
    next = scanSome(large.members, next, options.count, (r) => {
      const member = large.records.key(r);
      if (scanMatches(options, member)) found.push(member);
    });
  }
  replyScan(c, next, found);
}

export const setCommands: Handlers = {
  sadd(c, a) {
    let set = writeSet(c, a, 1);
    if (set === null) set = createSet(c, a, 1, 2, a.n - 2);
    else set.expect(a.n - 2, c.server.config);
    let added = 0;
    for (let i = 2; i < a.n; i++) if (addArgument(c, set, a, i)) added++;
    if (added > 0) {
      setChanged(c, a, 1, 'sadd');
      c.server.propagation.dirty += added;
    }
    c.out.int(added);
  },

  srem(c, a) {
    const { server, db } = c;
    const set = writeSet(c, a, 1);
    let removed = 0;
    let empty = false;
    for (let i = 2; set !== null && i < a.n && !empty; i++) {
      if (!set.remove(a.buf, a.off[i] as number, a.len[i] as number)) continue;
      removed++;
      empty = deleteIfEmpty(c, a, 1, set);
    }
    if (removed > 0) {
      setChanged(c, a, 1, 'srem');
      if (empty) server.events.notify(NOTIFY.generic, 'del', db, a, 1);
      server.propagation.dirty += removed;
    }
    c.out.int(removed);
  },

  smove(c, a) {
    move(c, a);
  },

  sismember(c, a) {
    c.out.int(hasArgument(readSet(c, a, 1), a, 2));
  },

  smismember(c, a) {
    const set = readSet(c, a, 1);
    c.out.array(a.n - 2);
    for (let i = 2; i < a.n; i++) c.out.int(hasArgument(set, a, i));
  },

  scard(c, a) {
    c.out.int(readSet(c, a, 1)?.size ?? 0);
  },

  smembers(c, a) {
    const set = readSet(c, a, 1);
    c.out.set(set === null ? 0 : set.size);
    set?.replyAll(c.out);
  },

  sscan(c, a) {
    scan(c, a);
  },
};
