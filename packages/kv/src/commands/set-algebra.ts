/** SINTER, SUNION, SDIFF, their STORE forms, and SINTERCARD. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { SetValue } from '../store/types/set.ts';
import { INTSET, PACKED } from '../store/value.ts';
import { int64FromText } from '../structures/int64.ts';
import { readSet, storeSet } from './set-key.ts';
import type { Handlers } from './spec.ts';

/** Handles for sources, used again by each command; commands with more sources make some of their own. */
const pool = Array.from({ length: 16 }, () => new SetValue());
const result = new SetValue();

/** The sets of keys a[from, to), null where there is no such key; throws WRONGTYPE. */
function sources(c: Client, a: Args, from: number, to: number): (SetValue | null)[] {
  const sets: (SetValue | null)[] = [];
  for (let i = from; i < to; i++) sets.push(readSet(c, a, i, pool[i - from] ?? new SetValue()));
  return sets;
}

/** Adds to the result the member that `from` has located. */
function addLocated(c: Client, from: SetValue): boolean {
  return result.add(from.bytes, from.base, from.off, from.len, c.server.config);
}

/**
 * Calls `visit` for each member that all sets have, located in the set that is handed over; stops
 * when it returns false.
 */
function eachCommon(sets: SetValue[], visit: (from: SetValue) => boolean): void {
  const bySize = sets.toSorted((x, y) => x.size - y.size);
  const least = bySize[0] as SetValue;
  const others = bySize.filter((s) => s.record !== least.record);
  for (const place of least.places()) {
    least.locate(place);
    if (others.every((s) => s.has(least.bytes, least.off, least.len)) && !visit(least)) return;
  }
}

/** All sets, or null when one of them does not exist and so nothing is common. */
function allPresent(sets: (SetValue | null)[]): SetValue[] | null {
  return sets.every((s) => s !== null) ? sets : null;
}

function intersectionStore(c: Client, a: Args): void {
  const sets = allPresent(sources(c, a, 2, a.n));
  const { store, config } = c.server;
  if (sets === null) {
    storeSet(c, a, 1, result.create(store, PACKED), 'sinterstore');
    return;
  }
  const least = sets.reduce((x, y) => (y.size < x.size ? y : x));
  result.create(store, least.encoding === INTSET ? INTSET : PACKED);
  let onlyIntegers = true;
  eachCommon(sets, (from) => {
    onlyIntegers &&= int64FromText(from.bytes, from.off, from.len);
    addLocated(c, from);
    return true;
  });
  if (onlyIntegers && result.size > 0) result.packIntegers(config);
  storeSet(c, a, 1, result, 'sinterstore');
}

function intersectionCount(c: Client, a: Args): void {
  const keys = a.intIn(1, 1, Number.POSITIVE_INFINITY, 'ERR numkeys should be greater than 0');
  if (keys > a.n - 2) fail("ERR Number of keys can't be greater than number of args");
  let limit = 0;
  for (let i = 2 + keys; i < a.n; i += 2) {
    if (!a.is(i, 'LIMIT') || i + 1 >= a.n) fail(ERR.syntax);
    limit = a.intIn(i + 1, 0, Number.POSITIVE_INFINITY, "ERR LIMIT can't be negative");
  }
  const sets = allPresent(sources(c, a, 2, 2 + keys));
  let n = 0;
  if (sets !== null) eachCommon(sets, () => ++n !== limit);
  c.out.int(n);
}

function union(c: Client, sets: (SetValue | null)[]): SetValue {
  result.create(c.server.store, INTSET);
  for (const set of sets) {
    if (set === null) continue;
    for (const place of set.places()) {
      set.locate(place);
      addLocated(c, set);
    }
  }
  return result;
}

function difference(c: Client, sets: (SetValue | null)[]): SetValue {
  result.create(c.server.store, INTSET);
  const first = sets[0] ?? null;
  if (first === null) return result;
  const others = sets.slice(1).filter((s) => s !== null);
  if (others.some((s) => s.record === first.record)) return result;
  // Looking every member up in the other sets is cheaper unless those are many and small.
  const lookups = (first.size * (others.length + 1)) / 2;
  const visits = others.reduce((sum, s) => sum + s.size, first.size);
  if (Math.floor(lookups) <= visits) {
    others.sort((x, y) => y.size - x.size);
    for (const place of first.places()) {
      first.locate(place);
      if (!others.some((s) => s.has(first.bytes, first.off, first.len))) addLocated(c, first);
    }
    return result;
  }
  for (const place of first.places()) {
    first.locate(place);
    addLocated(c, first);
  }
  for (const set of others) {
    if (result.size === 0) break;
    for (const place of set.places()) {
      set.locate(place);
      result.remove(set.bytes, set.off, set.len);
    }
  }
  return result;
}

/** Replies with a set made for this reply only. */
function replyAndDiscard(c: Client, set: SetValue): void {
  c.out.set(set.size);
  set.replyAll(c.out);
  set.discard();
}

export const setAlgebraCommands: Handlers = {
  sinter(c, a) {
    const sets = allPresent(sources(c, a, 1, a.n));
    const mark = c.out.mark();
    let n = 0;
    if (sets !== null)
      eachCommon(sets, (from) => {
        c.out.bulk(from.bytes, from.off, from.len);
        n++;
        return true;
      });
    c.out.finishSet(mark, n);
  },

  sinterstore(c, a) {
    intersectionStore(c, a);
  },

  sintercard(c, a) {
    intersectionCount(c, a);
  },

  sunion(c, a) {
    replyAndDiscard(c, union(c, sources(c, a, 1, a.n)));
  },

  sunionstore(c, a) {
    storeSet(c, a, 1, union(c, sources(c, a, 2, a.n)), 'sunionstore');
  },

  sdiff(c, a) {
    replyAndDiscard(c, difference(c, sources(c, a, 1, a.n)));
  },

  sdiffstore(c, a) {
    storeSet(c, a, 1, difference(c, sources(c, a, 2, a.n)), 'sdiffstore');
  },
};
