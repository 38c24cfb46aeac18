/** ZADD and ZINCRBY. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import type { Zset } from '../store/types/zset.ts';
import { createZset, writeZset } from './sorted-set-key.ts';
import type { Handlers } from './spec.ts';

const NX = 1;
const XX = 2;
const GT = 4;
const LT = 8;
const CH = 16;
const INCR = 32;

const OPTIONS: readonly (readonly [string, number])[] = [
  ['NX', NX],
  ['XX', XX],
  ['GT', GT],
  ['LT', LT],
  ['CH', CH],
  ['INCR', INCR],
];
const LOWER_A = 97;

let scores = new Float64Array(16);

/** What became of one member. */
const NOTHING = 0;
const KEPT = 1;
const ADDED = 2;
const UPDATED = 3;

/** The score that the last `addMember` left the member with. */
let newScore = 0;

/** The option that argument i is, 0 when it is none. */
function optionAt(a: Args, i: number): number {
  // Scores begin with a digit, a sign or a point, so most calls end here.
  if (((a.buf[a.off[i] as number] as number) | 0x20) < LOWER_A) return 0;
  for (const [name, bit] of OPTIONS) if (a.is(i, name)) return bit;
  return 0;
}

function refuseConflicts(options: number, pairs: number): void {
  if (options & NX && options & XX)
    fail('ERR XX and NX options at the same time are not compatible');
  if ((options & (GT | LT) && options & NX) || (options & GT && options & LT))
    fail('ERR GT, LT, and/or NX options at the same time are not compatible');
  if (options & INCR && pairs > 1) fail('ERR INCR option supports a single increment-element pair');
}

/** Adds or updates member a[i] as the options say. */
function addMember(c: Client, zset: Zset, a: Args, i: number, given: number, options: number) {
  const off = a.off[i] as number;
  const len = a.len[i] as number;
  let score = given;
  const old = zset.find(a.buf, off, len);
  if (Number.isNaN(old)) {
    if (options & XX) return NOTHING;
    zset.add(a.buf, a.address, off, len, score, c.server.config);
    newScore = score;
    return ADDED;
  }
  if (options & NX) return NOTHING;
  if (options & INCR) {
    score += old;
    if (Number.isNaN(score)) fail('ERR resulting score is not a number (NaN)');
  }
  if ((options & LT && score >= old) || (options & GT && score <= old)) return NOTHING;
  newScore = score;
  if (score === old) return KEPT;
  zset.setFound(a.buf, a.address, off, len, score);
  return UPDATED;
}

function add(c: Client, a: Args, always: number): void {
  let options = always;
  let first = 2;
  for (; first < a.n; first++) {
    const option = optionAt(a, first);
    if (option === 0) break;
    options |= option;
  }
  const pairs = (a.n - first) / 2;
  if (pairs === 0 || !Number.isInteger(pairs)) fail(ERR.syntax);
  if (options !== 0) refuseConflicts(options, pairs);
  // All scores are read before anything changes: a bad one leaves the set as it was.
  if (pairs > scores.length) scores = new Float64Array(pairs * 2);
  for (let j = 0; j < pairs; j++) scores[j] = a.double(first + 2 * j);

  const { server, db } = c;
  let added = 0;
  let updated = 0;
  let processed = 0;
  let zset = writeZset(c, a, 1);
  if (zset !== null) zset.expect(pairs, server.config);
  else if ((options & XX) === 0) zset = createZset(c, a, 1, pairs, a.len[first + 1] as number);
  if (zset !== null) {
    for (let j = 0; j < pairs; j++) {
      const outcome = addMember(c, zset, a, first + 2 * j + 1, scores[j] as number, options);
      if (outcome === ADDED) added++;
      else if (outcome === UPDATED) updated++;
      if (outcome !== NOTHING) processed++;
    }
  }
  if (added + updated > 0) {
    server.propagation.dirty += added + updated;
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.zset, options & INCR ? 'zincr' : 'zadd', db, a, 1);
  }
  if ((options & INCR) === 0) c.out.int(options & CH ? added + updated : added);
  else if (processed > 0) c.out.double(newScore);
  else c.out.nil();
}

/** ZADD as another command spells it. */
export function addToZset(c: Client, a: Args): void {
  add(c, a, 0);
}

export const sortedSetAddCommands: Handlers = {
  zadd(c, a) {
    add(c, a, 0);
  },

  zincrby(c, a) {
    add(c, a, INCR);
  },
};
