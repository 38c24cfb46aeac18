/**
 * Finding things in a counted B+-tree: every search walks from the root to one leaf and leaves its
 * way in `pathNode` and `pathIndex`, by which counts, splits and merges find their parents.
 */
import { type Arena, OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import {
  CHILDREN,
  COUNTS,
  MEMBERS,
  SCORES_F64,
  SEP_MEMBERS,
  SEP_SCORES_F64,
  TreeNodes,
  wordOf,
} from './btree-nodes.ts';
import { memcmp } from './libc.ts';
import { BIG, SLOT } from './record.ts';

/** 63 children a node and half of them used: 2^32 entries never need more levels. */
const MAX_HEIGHT = 12;

/** What a search looks for: the first entry that is not before ... */
export const AT_ENTRY = 0; // the pair (score, member)
export const AT_SCORE = 1; // any entry of this score
export const AFTER_SCORE = 2; // any entry above this score
export const AT_MEMBER = 3; // this member, whatever the scores
export const AFTER_MEMBER = 4; // any member after this one, whatever the scores
type Aim = 0 | 1 | 2 | 3 | 4;

// The way down to the leaf of the last search, and the member it looked for. Shared by all trees:
// every operation begins with a search and none runs inside another.
export const pathNode = new Uint32Array(MAX_HEIGHT);
export const pathIndex = new Uint32Array(MAX_HEIGHT);
let target = 0;
let targetLength = 0;

export class TreeSearch extends TreeNodes {
  root: number;
  /** Levels of inner nodes above the leaves. */
  height = 0;
  /** Index in the leaf that descendToRank found. */
  leafIndex = 0;

  constructor(arena: Arena) {
    super(arena);
    this.root = this.newLeaf(0, 0);
  }

  /** Makes a member's bytes the ones that AT_ENTRY looks for. */
  aimAt(member: number): void {
    const w = this.words(member);
    const at = wordOf(member);
    const tag = w[at] as number;
    targetLength = tag & BIG ? (w[at + 2] as number) : (w[at + 1] as number) & 0xff;
    target = (this.arena.base[member >>> SEG_SHIFT] as number) + keyByte(at, tag);
  }

  /** Below, equal to or above 0 as the member sorts before, is or sorts after the target's bytes. */
  private compare(member: number): number {
    const w = this.words(member);
    const at = wordOf(member);
    const tag = w[at] as number;
    const length = tag & BIG ? (w[at + 2] as number) : (w[at + 1] as number) & 0xff;
    const address = (this.arena.base[member >>> SEG_SHIFT] as number) + keyByte(at, tag);
    const order = memcmp(address, target, length < targetLength ? length : targetLength);
    return order !== 0 ? order : length - targetLength;
  }

  private isBefore(score: number, member: number, wanted: number, aim: Aim): boolean {
    switch (aim) {
      case AT_ENTRY:
        return score < wanted || (score === wanted && this.compare(member) < 0);
      case AT_SCORE:
        return score < wanted;
      case AFTER_SCORE:
        return score <= wanted;
      case AT_MEMBER:
        return this.compare(member) < 0;
      default:
        return this.compare(member) <= 0;
    }
  }

  /** As aimAt, for bytes outside any record. */
  aimAtBytes(address: number, length: number): void {
    target = address;
    targetLength = length;
  }

  /** The leaf where the search ends; the way to it is left in pathNode and pathIndex. */
  descend(score: number, aim: Aim): number {
    let node = this.root;
    // A child that begins with the wanted pair itself holds it, hence "not after" instead of "before".
    for (let d = 0; d < this.height; d++) {
      const w = this.words(node);
      const at = wordOf(node);
      const f = this.arena.f64[node >>> SEG_SHIFT] as Float64Array;
      const fAt = (node & OFFSET_MASK) + SEP_SCORES_F64;
      let low = 1;
      let high = w[at] as number;
      while (low < high) {
        const mid = (low + high) >>> 1;
        const s = f[fAt + mid] as number;
        let goRight: boolean;
        if (aim === AT_ENTRY)
          goRight =
            s < score || (s === score && this.compare(w[at + SEP_MEMBERS + mid] as number) <= 0);
        else goRight = this.isBefore(s, w[at + SEP_MEMBERS + mid] as number, score, aim);
        if (goRight) low = mid + 1;
        else high = mid;
      }
      pathNode[d] = node;
      pathIndex[d] = low - 1;
      node = w[at + CHILDREN + low - 1] as number;
    }
    return node;
  }

  /** The index in this leaf of the first entry that is not before what is looked for. */
  search(leaf: number, score: number, aim: Aim): number {
    const w = this.words(leaf);
    const at = wordOf(leaf);
    const f = this.arena.f64[leaf >>> SEG_SHIFT] as Float64Array;
    const fAt = (leaf & OFFSET_MASK) + SCORES_F64;
    let low = 0;
    let high = w[at] as number;
    while (low < high) {
      const mid = (low + high) >>> 1;
      const s = f[fAt + mid] as number;
      let goRight: boolean;
      if (aim === AT_ENTRY)
        goRight = s < score || (s === score && this.compare(w[at + MEMBERS + mid] as number) < 0);
      else goRight = this.isBefore(s, w[at + MEMBERS + mid] as number, score, aim);
      if (goRight) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  /** Entries before the first one of the leaf that the last descent ended in. */
  entriesBeforeLeaf(): number {
    let sum = 0;
    for (let d = 0; d < this.height; d++) {
      const node = pathNode[d] as number;
      const w = this.words(node);
      const from = wordOf(node) + COUNTS;
      const to = from + (pathIndex[d] as number);
      for (let i = from; i < to; i++) sum += w[i] as number;
    }
    return sum;
  }

  /** The leaf that holds this rank, which must exist; the index in it is left in `leafIndex`. */
  descendToRank(rank: number): number {
    let node = this.root;
    let left = rank;
    for (let d = 0; d < this.height; d++) {
      const w = this.words(node);
      const at = wordOf(node);
      let i = 0;
      for (let n = w[at + COUNTS] as number; left >= n; n = w[at + COUNTS + i] as number) {
        left -= n;
        i++;
      }
      pathNode[d] = node;
      pathIndex[d] = i;
      node = w[at + CHILDREN + i] as number;
    }
    this.leafIndex = left;
    return node;
  }
}

/** The byte in its segment where the key of a record begins, from its first word and its tag. */
function keyByte(word: number, tag: number): number {
  return (word << 2) + 8 + (tag & BIG ? 8 : 0) + (tag & SLOT ? 8 : 0);
}
