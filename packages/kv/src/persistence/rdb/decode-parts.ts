/** What the decoders of all collections share. */
import type { Store } from '../../store/store.ts';
import type { HashLimits } from '../../store/types/hash.ts';
import type { SetLimits } from '../../store/types/set.ts';
import type { ZsetLimits } from '../../store/types/zset.ts';
import {
  LP_TEXT,
  lpFirst,
  lpIntText,
  lpLength,
  lpNext,
  lpStringLength,
  lpStringOffset,
  lpText,
  lpValidate,
} from '../../structures/listpack.ts';
import { RdbCorrupt, type RdbReader, type RdbString } from './rdb-reader.ts';

/** The directives that decide how values are held. */
export interface ValueLimits extends HashLimits, SetLimits, ZsetLimits {
  readonly listMaxListpackSize: number;
}

export interface DecodeContext {
  readonly store: Store;
  readonly limits: ValueLimits;
}

/** A collection without elements: RESTORE refuses it, a loader skips the key. */
export class RdbEmptyKey extends RdbCorrupt {}

/** The number of elements, at least one. */
export function elementCount(r: RdbReader): number {
  const n = r.count();
  if (n === 0) throw new RdbEmptyKey('no elements');
  return n;
}

/** Fills a collection that is held by a handle; frees it when that fails. */
export function filling(handle: { discard(): void }, fill: () => void): void {
  try {
    fill();
  } catch (e) {
    handle.discard();
    throw e;
  }
}

/** The error of packed bytes that are not sound, worded as operators know it. */
export function integrity(what: string): RdbCorrupt {
  return new RdbCorrupt(`${what} integrity check failed.`);
}

/**
 * Reads a listpack into s and checks it: `step` is 2 for pairs. The first of each step must differ
 * from all others. Returns the number of steps.
 */
export function readListpack(r: RdbReader, s: RdbString, step: 1 | 2, what: string): number {
  r.string(s);
  if (!lpValidate(s.buf, s.off, s.len)) throw integrity(what);
  const n = lpLength(s.buf, s.off);
  if (n % step !== 0) throw integrity(what);
  if (n === 0) throw new RdbEmptyKey('no elements');
  const seen = new Set<string>();
  for (let p = lpFirst(s.buf, s.off); p >= 0; p = skip(s.buf, p, step)) seen.add(lpText(s.buf, p));
  if (seen.size !== n / step) throw integrity(what);
  return n / step;
}

function skip(b: Buffer, p: number, step: 1 | 2): number {
  const q = lpNext(b, p);
  return step === 1 || q < 0 ? q : lpNext(b, q);
}

/** Points `into` at the element at p of the listpack in s. */
export function element(s: RdbString, p: number, into: RdbString): void {
  const n = lpStringLength(s.buf, p);
  if (n >= 0) into.set(s.buf, s.address, lpStringOffset(s.buf, p), n);
  else {
    const length = lpIntText(s.buf, p);
    LP_TEXT.copy(into.own(length), 0, 0, length);
  }
}

/** Makes `into` hold a binary string. */
export function ownText(text: string, into: RdbString): void {
  into.own(text.length).latin1Write(text, 0);
}
