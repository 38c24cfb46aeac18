/**
 * Ranges of a sorted set: by rank, by score (`(1.5`, `-inf`) or by member (`[a`, `(b`, `-`, `+`). All
 * three come down to a run of ranks, which is left in `range`.
 */
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { parseDouble, parsePlainDecimal } from '../resp/numbers.ts';
import type { Zset } from '../store/types/zset.ts';

/** The run of ranks that the last `...Range` call found. */
export const range = { start: 0, count: 0 };

const PAREN = 40;
const PLUS = 43;
const MINUS = 45;
const BRACKET = 91;

/** Bounds as parsed by `parseScores` or `parseMembers`, kept for the lookup that follows. */
let min = 0;
let max = 0;
let minOpen = false;
let maxOpen = false;
let bounds: Args | null = null;
let minIndex = 0;
let maxIndex = 0;

/**
 * A score bound as C's strtod reads it: blanks before the number pass, and so does nothing at all
 * (which is 0).
 */
function scoreBound(a: Args, i: number, open: boolean): number {
  const skip = open ? 1 : 0;
  const off = (a.off[i] as number) + skip;
  const len = (a.len[i] as number) - skip;
  const plain = parsePlainDecimal(a.buf, off, len);
  if (!Number.isNaN(plain)) return plain;
  const text = a.buf.latin1Slice(off, off + len);
  if (text === '') return 0;
  const value = parseDouble(text.replace(/^[ \t\n\v\f\r]+/, ''));
  return Number.isNaN(value) ? fail(ERR.minMaxNotFloat) : value;
}

/** Reads arguments i and j as score bounds; throws when one is none. */
export function parseScores(a: Args, i: number, j: number): void {
  minOpen = a.buf[a.off[i] as number] === PAREN && (a.len[i] as number) > 0;
  maxOpen = a.buf[a.off[j] as number] === PAREN && (a.len[j] as number) > 0;
  min = scoreBound(a, i, minOpen);
  max = scoreBound(a, j, maxOpen);
}

/** Sets `range` to the members within the score bounds. */
export function scoreRange(zset: Zset): void {
  setRange(zset.countBelow(min, minOpen), zset.countBelow(max, !maxOpen));
}

function checkMemberBound(a: Args, i: number): void {
  const len = a.len[i] as number;
  const first = len === 0 ? 0 : (a.buf[a.off[i] as number] as number);
  if (first === PAREN || first === BRACKET) return;
  if (!((first === PLUS || first === MINUS) && len === 1)) fail(ERR.minMaxNotStringRange);
}

/** Reads arguments i and j as member bounds; throws when one is none. */
export function parseMembers(a: Args, i: number, j: number): void {
  checkMemberBound(a, i);
  checkMemberBound(a, j);
  bounds = a;
  minIndex = i;
  maxIndex = j;
}

/** The number of members before a bound; `closed`: a bound of the kind `[` counts as before. */
function membersBefore(zset: Zset, i: number, closed: boolean): number {
  const a = bounds as Args;
  const off = a.off[i] as number;
  const first = a.buf[off] as number;
  if (first === MINUS) return 0;
  if (first === PLUS) return zset.size;
  const inclusive = (first === BRACKET) === closed;
  return zset.countBelowMember(a.address + off + 1, (a.len[i] as number) - 1, inclusive);
}

/** Sets `range` to the members within the member bounds. */
export function memberRange(zset: Zset): void {
  setRange(membersBefore(zset, minIndex, false), membersBefore(zset, maxIndex, true));
}

/** Sets `range` to the ranks start..stop, both included and counted from the end when negative. */
export function rankRange(zset: Zset, start: number, stop: number): void {
  const { size } = zset;
  const from = Math.max(0, start < 0 ? start + size : start);
  const to = Math.min(size - 1, stop < 0 ? stop + size : stop);
  setRange(from, to + 1);
}

function setRange(start: number, end: number): void {
  range.start = start;
  range.count = Math.max(0, end - start);
}

/**
 * Narrows `range` to LIMIT's part of it. A negative count means all; a negative offset nothing, as
 * the reference walks off the end looking for it.
 */
export function limitRange(offset: number, count: number, reverse: boolean): void {
  const left = offset < 0 ? 0 : Math.max(0, range.count - offset);
  const taken = count < 0 ? left : Math.min(left, count);
  if (!reverse) range.start += offset;
  else range.start += range.count - offset - taken;
  range.count = taken;
}
