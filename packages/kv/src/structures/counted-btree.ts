/**
 * A B+-tree of (score, member) pairs in which every inner node knows how many entries lie below each
 * child, so that "the n-th entry" and "the rank of an entry" cost one descent. Members are records of
 * the arena (only referenced: the owner frees them); order is by score, then by the member's bytes.
 * btree-nodes.ts has the layout, btree-search.ts the way down; here is what changes the tree.
 */

import { OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import type { TreeCursor } from './btree-cursor.ts';
import {
  COUNTS,
  INNER_BYTES,
  INNER_MAX,
  LEAF_BYTES,
  LEAF_MAX,
  MEMBERS,
  NEXT,
  PREV,
  SCORES,
  SCORES_F64,
  SEP_MEMBERS,
  wordOf,
} from './btree-nodes.ts';
import {
  AFTER_MEMBER,
  AFTER_SCORE,
  AT_ENTRY,
  AT_MEMBER,
  AT_SCORE,
  pathIndex,
  pathNode,
  TreeSearch,
} from './btree-search.ts';
import { memmove } from './libc.ts';
import type { Records } from './record.ts';

/** A node with fewer entries is merged with a neighbour, if both together leave room for growth. */
const LEAF_LOW = 16;
const LEAF_MERGED = 48;
const INNER_LOW = 16;
const INNER_MERGED = 48;

const taken = new Uint32Array(LEAF_MAX);

export class CountedTree extends TreeSearch {
  size = 0;

  constructor(records: Records) {
    super(records.arena);
  }

  /** Adds an entry whose member is known to be absent. */
  insert(score: number, member: number): void {
    this.aimAt(member);
    const leaf = this.descend(score, AT_ENTRY);
    this.insertAt(leaf, this.search(leaf, score, AT_ENTRY), score, member);
  }

  /** Takes an entry out; false when the tree does not hold it. */
  remove(score: number, member: number): boolean {
    this.aimAt(member);
    const leaf = this.descend(score, AT_ENTRY);
    const i = this.search(leaf, score, AT_ENTRY);
    if (i >= this.countOf(leaf) || this.memberIn(leaf, i) !== member) return false;
    this.removeAt(leaf, i, 1);
    return true;
  }

  /** Gives an entry another score; in place when its rank stays the same. */
  update(score: number, member: number, to: number): void {
    this.aimAt(member);
    const leaf = this.descend(score, AT_ENTRY);
    const i = this.search(leaf, score, AT_ENTRY);
    // Strictly between its neighbours within the leaf: no byte comparison needed, ties take the long way.
    if (
      i > 0 &&
      i + 1 < this.countOf(leaf) &&
      this.scoreIn(leaf, i - 1) < to &&
      to < this.scoreIn(leaf, i + 1)
    ) {
      (this.arena.f64[leaf >>> SEG_SHIFT] as Float64Array)[(leaf & OFFSET_MASK) + SCORES_F64 + i] =
        to;
      return;
    }
    this.removeAt(leaf, i, 1);
    this.insert(to, member);
  }

  /** The number of entries before this one, or -1 when the tree does not hold it. */
  rank(score: number, member: number): number {
    this.aimAt(member);
    const leaf = this.descend(score, AT_ENTRY);
    const i = this.search(leaf, score, AT_ENTRY);
    if (i >= this.countOf(leaf) || this.memberIn(leaf, i) !== member) return -1;
    return this.entriesBeforeLeaf() + i;
  }

  /** The number of entries with a score below `score`, or up to it when `inclusive`. */
  countBelow(score: number, inclusive: boolean): number {
    const aim = inclusive ? AFTER_SCORE : AT_SCORE;
    const leaf = this.descend(score, aim);
    const i = this.search(leaf, score, aim);
    return this.entriesBeforeLeaf() + i;
  }

  /**
   * The number of members before the bytes at this memory address, or up to them when `inclusive`.
   * Only meaningful when all scores are equal, as for the lexicographic commands.
   */
  countBelowMember(address: number, length: number, inclusive: boolean): number {
    this.aimAtBytes(address, length);
    const aim = inclusive ? AFTER_MEMBER : AT_MEMBER;
    const leaf = this.descend(0, aim);
    const i = this.search(leaf, 0, aim);
    return this.entriesBeforeLeaf() + i;
  }

  /** Removes `count` entries from this rank on, then shows each member's address to `removed`. */
  removeRange(rank: number, count: number, removed: (member: number) => void): void {
    let left = count;
    while (left > 0) {
      const leaf = this.descendToRank(rank);
      const i = this.leafIndex;
      const n = Math.min(left, this.countOf(leaf) - i);
      const w = this.words(leaf);
      const at = wordOf(leaf) + MEMBERS + i;
      for (let j = 0; j < n; j++) taken[j] = w[at + j] as number;
      this.removeAt(leaf, i, n);
      left -= n;
      for (let j = 0; j < n; j++) removed(taken[j] as number);
    }
  }

  /** Puts the cursor on the entry of this rank; false when there is none. */
  seek(cursor: TreeCursor, rank: number): boolean {
    if (rank < 0 || rank >= this.size) return false;
    cursor.set(this.arena, this.descendToRank(rank), this.leafIndex);
    return true;
  }

  /** Gives the nodes back (members stay with their owner); the tree must not be used afterwards. */
  free(): void {
    this.freeBelow(this.root, this.height);
    this.root = 0;
    this.size = this.height = this.nodeBytes = 0;
  }

  private freeBelow(node: number, level: number): void {
    if (level > 0) {
      const n = this.countOf(node);
      for (let i = 0; i < n; i++) this.freeBelow(this.child(node, i), level - 1);
    }
    this.arena.free(node);
  }

  private addToCounts(delta: number): void {
    this.size += delta;
    for (let d = 0; d < this.height; d++) {
      const node = pathNode[d] as number;
      const i = wordOf(node) + COUNTS + (pathIndex[d] as number);
      const w = this.words(node);
      w[i] = (w[i] as number) + delta;
    }
  }

  // --- growing ---

  private insertAt(leaf: number, i: number, score: number, member: number): void {
    this.addToCounts(1);
    const w = this.words(leaf);
    const at = wordOf(leaf);
    const n = w[at] as number;
    if (n < LEAF_MAX) {
      this.put(leaf, i, score, member);
      return;
    }
    // Entries that arrive in order go to the outer edge of the tree: there the full leaf is left
    // full instead of halved, so that such a tree is packed.
    const prev = w[at + PREV] as number;
    const next = w[at + NEXT] as number;
    const keep = i === n && next === 0 ? n : i === 0 && prev === 0 ? 0 : n >>> 1;
    const right = this.newLeaf(leaf, next);
    w[at + NEXT] = right;
    if (next !== 0) this.words(next)[wordOf(next) + PREV] = right;
    const moved = n - keep;
    if (moved > 0) {
      const from = this.address(leaf);
      const to = this.address(right);
      memmove(to + SCORES * 4, from + SCORES * 4 + keep * 8, moved * 8);
      memmove(to + MEMBERS * 4, from + MEMBERS * 4 + keep * 4, moved * 4);
    }
    w[at] = keep;
    this.words(right)[wordOf(right)] = moved;
    if (i < keep || (i === keep && keep < n)) this.put(leaf, i, score, member);
    else this.put(right, i - keep, score, member);
    this.addChild(
      this.height - 1,
      right,
      this.scoreIn(right, 0),
      this.memberIn(right, 0),
      this.countOf(right),
    );
  }

  /** Hangs a node that was split off behind the child on the path at depth d (-1: above the root). */
  private addChild(d: number, child: number, score: number, member: number, count: number): void {
    if (d < 0) {
      const root = this.newInner();
      this.putChild(root, 0, this.root, 0, 0, this.size - count);
      this.putChild(root, 1, child, score, member, count);
      this.root = root;
      this.height++;
      return;
    }
    const node = pathNode[d] as number;
    const w = this.words(node);
    const at = wordOf(node);
    const own = at + COUNTS + (pathIndex[d] as number);
    w[own] = (w[own] as number) - count;
    const i = (pathIndex[d] as number) + 1;
    const n = w[at] as number;
    if (n < INNER_MAX) {
      this.putChild(node, i, child, score, member, count);
      return;
    }
    const right = this.newInner();
    const keep = i === n ? n : n >>> 1;
    if (keep < n) this.moveChildren(node, keep, right, 0, n - keep);
    w[at] = keep;
    this.words(right)[wordOf(right)] = n - keep;
    if (i <= keep && keep < n) this.putChild(node, i, child, score, member, count);
    else this.putChild(right, i - keep, child, score, member, count);
    const rw = this.words(right);
    const rAt = wordOf(right);
    let below = 0;
    for (let j = 0; j < (rw[rAt] as number); j++) below += rw[rAt + COUNTS + j] as number;
    this.addChild(d - 1, right, this.sepScore(right, 0), rw[rAt + SEP_MEMBERS] as number, below);
  }

  // --- shrinking ---

  /** Takes k entries out of a leaf at the end of the path. */
  private removeAt(leaf: number, i: number, k: number): void {
    this.addToCounts(-k);
    const w = this.words(leaf);
    const at = wordOf(leaf);
    const n = (w[at] as number) - k;
    const after = n - i;
    if (after > 0) {
      const base = this.address(leaf);
      memmove(base + SCORES * 4 + i * 8, base + SCORES * 4 + (i + k) * 8, after * 8);
      memmove(base + MEMBERS * 4 + i * 4, base + MEMBERS * 4 + (i + k) * 4, after * 4);
    }
    w[at] = n;
    if (this.height === 0) return;
    const d = this.height - 1;
    if (n === 0) {
      this.unlinkLeaf(leaf);
      this.removeChild(d);
      return;
    }
    if (i === 0) this.firstChanged(d, this.scoreIn(leaf, 0), this.memberIn(leaf, 0));
    if (n < LEAF_LOW) this.mergeLeaf(d);
  }

  /** The first entry below the child at depth d is another one now: tell the ancestor that cares. */
  private firstChanged(depth: number, score: number, member: number): void {
    let d = depth;
    while (d >= 0 && pathIndex[d] === 0) d--;
    if (d >= 0) this.setSeparator(pathNode[d] as number, pathIndex[d] as number, score, member);
  }

  private unlinkLeaf(leaf: number): void {
    const w = this.words(leaf);
    const prev = w[wordOf(leaf) + PREV] as number;
    const next = w[wordOf(leaf) + NEXT] as number;
    if (prev !== 0) this.words(prev)[wordOf(prev) + NEXT] = next;
    if (next !== 0) this.words(next)[wordOf(next) + PREV] = prev;
    this.freeNode(leaf, LEAF_BYTES);
  }

  /** Drops the child on the path at depth d, whose memory was given back already. */
  private removeChild(d: number): void {
    const node = pathNode[d] as number;
    const i = pathIndex[d] as number;
    const w = this.words(node);
    const at = wordOf(node);
    const n = (w[at] as number) - 1;
    if (i < n) this.moveChildren(node, i + 1, node, i, n - i);
    w[at] = n;
    if (n === 0) {
      this.freeNode(node, INNER_BYTES);
      if (d > 0) this.removeChild(d - 1);
      else {
        this.height = 0;
        this.root = this.newLeaf(0, 0);
      }
      return;
    }
    if (i === 0) this.firstChanged(d - 1, this.sepScore(node, 0), w[at + SEP_MEMBERS] as number);
    if (d > 0) {
      if (n < INNER_LOW) this.mergeInner(d - 1);
      return;
    }
    while (this.height > 0 && this.countOf(this.root) === 1) {
      const only = this.child(this.root, 0);
      this.freeNode(this.root, INNER_BYTES);
      this.root = only;
      this.height--;
    }
  }

  /** The left one of the pair that the child at depth d may merge with, or -1. */
  private mergeable(d: number, limit: number): number {
    const node = pathNode[d] as number;
    const i = pathIndex[d] as number;
    const left = i + 1 < this.countOf(node) ? i : i - 1;
    if (left < 0) return -1;
    const sum = this.countOf(this.child(node, left)) + this.countOf(this.child(node, left + 1));
    return sum <= limit ? left : -1;
  }

  private mergeLeaf(d: number): void {
    const i = this.mergeable(d, LEAF_MERGED);
    if (i < 0) return;
    const node = pathNode[d] as number;
    const left = this.child(node, i);
    const right = this.child(node, i + 1);
    const w = this.words(left);
    const n = w[wordOf(left)] as number;
    const m = this.countOf(right);
    const to = this.address(left);
    const from = this.address(right);
    memmove(to + SCORES * 4 + n * 8, from + SCORES * 4, m * 8);
    memmove(to + MEMBERS * 4 + n * 4, from + MEMBERS * 4, m * 4);
    w[wordOf(left)] = n + m;
    this.unlinkLeaf(right);
    this.dropMerged(d, i);
  }

  private mergeInner(d: number): void {
    const i = this.mergeable(d, INNER_MERGED);
    if (i < 0) return;
    const node = pathNode[d] as number;
    const left = this.child(node, i);
    const right = this.child(node, i + 1);
    const n = this.countOf(left);
    const m = this.countOf(right);
    const member = this.words(node)[wordOf(node) + SEP_MEMBERS + i + 1] as number;
    this.setSeparator(right, 0, this.sepScore(node, i + 1), member);
    this.moveChildren(right, 0, left, n, m);
    this.words(left)[wordOf(left)] = n + m;
    this.freeNode(right, INNER_BYTES);
    this.dropMerged(d, i);
  }

  /** Child i has taken over child i + 1. */
  private dropMerged(d: number, i: number): void {
    const node = pathNode[d] as number;
    const w = this.words(node);
    const at = wordOf(node) + COUNTS + i;
    w[at] = (w[at] as number) + (w[at + 1] as number);
    pathIndex[d] = i + 1;
    this.removeChild(d);
  }
}
