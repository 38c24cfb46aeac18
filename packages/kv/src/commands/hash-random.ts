/** HRANDFIELD. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Hash } from '../store/types/hash.ts';
import { readHash } from './hash-key.ts';
import { checkPairCount, drawCount, drawToFront, mayGoOn, randomBelow } from './random-draw.ts';
import type { Handlers } from './spec.ts';

/** Below this share of a large hash, fields are drawn one by one until enough differ. */
const DRAW_SHARE = 1 / 3;

/** Begins a reply of n fields, each with its value when asked for. */
function begin(c: Client, n: number, withValues: boolean): void {
  c.out.array(withValues && c.out.resp === 2 ? n * 2 : n);
}

function replyPair(c: Client, hash: Hash, place: number, withValues: boolean): void {
  if (withValues && c.out.resp === 3) c.out.array(2);
  hash.replyPlace(c.out, place, false);
  if (withValues) hash.replyPlace(c.out, place, true);
}

/** `count` fields, any of them several times. */
function replyWithRepeats(c: Client, hash: Hash, count: number, withValues: boolean): void {
  begin(c, count, withValues);
  const { large } = hash;
  const places = large === null ? hash.places() : null;
  for (let i = 0; i < count && mayGoOn(c); i++) {
    const place =
      places !== null
        ? (places[randomBelow(places.length)] as number)
        : (large as NonNullable<typeof large>).fields.random();
    replyPair(c, hash, place, withValues);
  }
}

/** `count` different fields, fewer when the hash is smaller. */
function replyDistinct(c: Client, hash: Hash, count: number, withValues: boolean): void {
  const { large, size } = hash;
  const n = Math.min(count, size);
  begin(c, n, withValues);
  if (large !== null && n < size * DRAW_SHARE) {
    const drawn = new Set<number>();
    while (drawn.size < n) {
      const place = large.fields.random();
      if (drawn.has(place)) continue;
      drawn.add(place);
      replyPair(c, hash, place, withValues);
    }
    return;
  }
  const places = hash.places();
  if (n < size) drawToFront(places, n);
  for (let i = 0; i < n; i++) replyPair(c, hash, places[i] as number, withValues);
}

function several(c: Client, a: Args): void {
  const count = drawCount(a, 2);
  if (a.n > 4 || (a.n === 4 && !a.is(3, 'WITHVALUES'))) fail(ERR.syntax);
  const withValues = a.n === 4;
  if (withValues) checkPairCount(count);
  const hash = readHash(c, a, 1);
  if (hash === null || count === 0) c.out.array(0);
  else if (count < 0) replyWithRepeats(c, hash, -count, withValues);
  else replyDistinct(c, hash, count, withValues);
}

export const hashRandomCommands: Handlers = {
  hrandfield(c, a) {
    if (a.n > 2) {
      several(c, a);
      return;
    }
    const hash = readHash(c, a, 1);
    if (hash === null) c.out.nil();
    else if (hash.large !== null) hash.replyPlace(c.out, hash.large.fields.random(), false);
    else {
      const places = hash.places();
      hash.replyPlace(c.out, places[randomBelow(places.length)] as number, false);
    }
  },
};
