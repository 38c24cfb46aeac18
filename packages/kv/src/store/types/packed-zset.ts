/**
 * A small sorted set: a listpack of member, score, member, score ... in order of score, then of the
 * members' bytes. Whole scores are integer entries, others their shortest decimal text, as in the
 * reference's files.
 *
 * Every edit returns the listpack's address, which may be a new one. Offsets `p` are those of a
 * member's entry in the segment's bytes; the score is the entry after it.
 */

import { formatDouble, parseDouble, parsePlainDecimal } from '../../resp/numbers.ts';
import type { Arena } from '../../structures/arena.ts';
import { addressOf, memcmp } from '../../structures/libc.ts';
import {
  LP_TEXT,
  lpEnd,
  lpEntryBytes,
  lpFind,
  lpFirst,
  lpInt,
  lpIntText,
  lpLast,
  lpNext,
  lpPrev,
  lpSeek,
  lpStringLength,
  lpStringOffset,
} from '../../structures/listpack.ts';
import { ListpackEditor } from '../../structures/listpack-editor.ts';

const scoreText = Buffer.allocUnsafeSlow(64);
const scoreTextAddress = addressOf(scoreText);
const intTextAddress = addressOf(LP_TEXT);
/** Whole scores up to here are integer entries. */
const INTEGER_MAX = 2 ** 62;

/** The score whose entry is at q. */
export function packedScore(b: Buffer, q: number): number {
  const n = lpStringLength(b, q);
  if (n < 0) return lpInt(b, q);
  const at = lpStringOffset(b, q);
  const plain = parsePlainDecimal(b, at, n);
  return Number.isNaN(plain) ? parseDouble(b.latin1Slice(at, at + n)) : plain;
}

export class PackedZset {
  readonly editor: ListpackEditor;

  constructor(arena: Arena) {
    this.editor = new ListpackEditor(arena);
  }

  size(a: number): number {
    return this.editor.count(a) / 2;
  }

  /** The member's entry, or -1. */
  find(a: number, buf: Uint8Array, off: number, len: number): number {
    const b = this.editor.bytes(a);
    return lpFind(b, lpFirst(b, this.editor.offset(a)), buf, off, len, 1);
  }

  score(a: number, p: number): number {
    const b = this.editor.bytes(a);
    return packedScore(b, p + lpEntryBytes(b, p));
  }

  /** Adds a member known to be absent. */
  insert(
    a: number,
    buf: Uint8Array,
    address: number,
    off: number,
    len: number,
    score: number,
  ): number {
    const { editor } = this;
    const p = this.placeFor(a, address + off, len, score);
    const to = editor.insert(a, p, buf, address, off, len);
    const q = editor.at + lpEntryBytes(editor.bytes(to), editor.at);
    if (Number.isInteger(score) && Math.abs(score) <= INTEGER_MAX)
      return editor.insertInt(to, q, Number.isSafeInteger(score) ? score : BigInt(score));
    const n = scoreText.latin1Write(formatDouble(score), 0);
    return editor.insert(to, q, scoreText, scoreTextAddress, 0, n);
  }

  /** The entry before which a member with this score belongs, or the end mark. */
  private placeFor(a: number, member: number, len: number, score: number): number {
    const b = this.editor.bytes(a);
    const lp = this.editor.offset(a);
    const last = lpLast(b, lp);
    if (last < 0 || packedScore(b, last) < score) return lpEnd(b, lp);
    for (let p = lpFirst(b, lp); p >= 0; ) {
      const q = p + lpEntryBytes(b, p);
      const s = packedScore(b, q);
      if (s > score || (s === score && this.compare(a, p, member, len) > 0)) return p;
      p = lpNext(b, q);
    }
    return lpEnd(b, lp);
  }

  /** Below, equal to or above 0 as the member at p sorts before, is or sorts after those bytes. */
  private compare(a: number, p: number, address: number, len: number): number {
    const b = this.editor.bytes(a);
    let own = lpStringLength(b, p);
    let at: number;
    if (own < 0) {
      own = lpIntText(b, p);
      at = intTextAddress;
    } else at = this.editor.base(a) + lpStringOffset(b, p);
    const order = memcmp(at, address, own < len ? own : len);
    return order !== 0 ? order : own - len;
  }

  /** Removes `count` members from the one at p on. */
  remove(a: number, p: number, count = 1): number {
    return this.editor.deleteFrom(a, p, count * 2);
  }

  removeRange(a: number, rank: number, count: number): number {
    return this.editor.deleteRange(a, rank * 2, count * 2);
  }

  /** How many members stand before the one at p. */
  rank(a: number, p: number): number {
    const b = this.editor.bytes(a);
    let rank = 0;
    for (let e = lpFirst(b, this.editor.offset(a)); e !== p; rank++) {
      e += lpEntryBytes(b, e);
      e += lpEntryBytes(b, e);
    }
    return rank;
  }

  /** The number of members with a score below `score`, or up to it when `inclusive`. */
  countBelow(a: number, score: number, inclusive: boolean): number {
    const b = this.editor.bytes(a);
    let n = 0;
    for (let p = lpFirst(b, this.editor.offset(a)); p >= 0; n++) {
      const q = p + lpEntryBytes(b, p);
      const s = packedScore(b, q);
      if (inclusive ? s > score : s >= score) return n;
      p = lpNext(b, q);
    }
    return n;
  }

  /** The number of members before the bytes at this address, or up to them when `inclusive`. */
  countBelowMember(a: number, address: number, len: number, inclusive: boolean): number {
    const b = this.editor.bytes(a);
    let n = 0;
    for (let p = lpFirst(b, this.editor.offset(a)); p >= 0; n++) {
      const order = this.compare(a, p, address, len);
      if (inclusive ? order > 0 : order >= 0) return n;
      p = lpNext(b, p + lpEntryBytes(b, p));
    }
    return n;
  }

  /** The entry of the member with this rank, -1 when there is none. */
  at(a: number, rank: number): number {
    return lpSeek(this.editor.bytes(a), this.editor.offset(a), rank * 2);
  }

  /** The member after the one at p, or -1. */
  next(a: number, p: number): number {
    const b = this.editor.bytes(a);
    return lpNext(b, p + lpEntryBytes(b, p));
  }

  /** The member before the one at p, or -1. */
  previous(a: number, p: number): number {
    const b = this.editor.bytes(a);
    const lp = this.editor.offset(a);
    const q = lpPrev(b, lp, p);
    return q < 0 ? -1 : lpPrev(b, lp, q);
  }
}
