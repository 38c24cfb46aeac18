/** What HRANDFIELD and SRANDMEMBER share: the count argument and drawing without repeats. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';

/** The one 64-bit number whose opposite is none. */
const INT64_MIN = '-9223372036854775808';
const HALF_OF_INT64 = 2 ** 62;
/** A reply longer than this ends the connection: no client wants it, and it would fill the memory. */
const MAX_REPLY_BYTES = 1 << 30;

/** Argument i as a count of draws, negative for draws with repeats. */
export function drawCount(a: Args, i: number): number {
  const count = a.int(i);
  if (a.str(i) === INT64_MIN)
    fail(
      'ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807',
    );
  return count;
}

/** Throws when twice the count, for pairs, is beyond 64 bits. */
export function checkPairCount(count: number): void {
  if (Math.abs(count) > HALF_OF_INT64) fail('ERR value is out of range');
}

export function randomBelow(n: number): number {
  return Math.floor(Math.random() * n);
}

/** True while a reply of many draws may go on. */
export function mayGoOn(c: Client): boolean {
  if (c.out.pos > MAX_REPLY_BYTES) c.closeAsap = true;
  return !c.closeAsap;
}

/** Moves `count` elements, all equally likely, to the front of the array. */
export function drawToFront(all: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const j = i + randomBelow(all.length - i);
    const x = all[i] as number;
    all[i] = all[j] as number;
    all[j] = x;
  }
}
