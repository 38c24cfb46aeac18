/**
 * The nodes of a counted B+-tree (counted-btree.ts) and what can be done to one of them. They are
 * blocks of the arena that also holds the members, so a tree of a million entries is one object to
 * the collector and its memory shows in the arena's accounts. In 32-bit words:
 *
 *   leaf   [0] entries  [1] unused  [2] previous leaf  [3] next leaf
 *          [4..131] 64 scores (float64)   [132..195] 64 member addresses
 *   inner  [0] children [1] unused
 *          [2..127] 63 separator scores (float64)   [128..190] separator members
 *          [191..253] children            [254..316] entries below each child
 *
 * The separator of child i is exactly the first entry below it (never a removed one: its record
 * would be gone). The separator of child 0 is not kept; the ancestor that holds the node as a later
 * child has it.
 */
import { type Arena, OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import { memmove } from './libc.ts';

export const LEAF_MAX = 64;
export const LEAF_BYTES = 784;
export const PREV = 2;
export const NEXT = 3;
/** Scores in words (for copies) and in float64 units; member addresses in words. */
export const SCORES = 4;
export const SCORES_F64 = 2;
export const MEMBERS = 132;

export const INNER_MAX = 63;
export const INNER_BYTES = 1268;
export const SEP_SCORES = 2;
export const SEP_SCORES_F64 = 1;
export const SEP_MEMBERS = 128;
export const CHILDREN = 191;
export const COUNTS = 254;

/** The first 32-bit word of a block, within its segment. */
export function wordOf(node: number): number {
  return (node & OFFSET_MASK) << 1;
}

export class TreeNodes {
  /** Bytes of all nodes. */
  nodeBytes = 0;

  constructor(readonly arena: Arena) {}

  words(node: number): Uint32Array {
    return this.arena.u32[node >>> SEG_SHIFT] as Uint32Array;
  }

  countOf(node: number): number {
    return this.words(node)[wordOf(node)] as number;
  }

  scoreIn(leaf: number, i: number): number {
    return (this.arena.f64[leaf >>> SEG_SHIFT] as Float64Array)[
      (leaf & OFFSET_MASK) + SCORES_F64 + i
    ] as number;
  }

  memberIn(leaf: number, i: number): number {
    return this.words(leaf)[wordOf(leaf) + MEMBERS + i] as number;
  }

  child(node: number, i: number): number {
    return this.words(node)[wordOf(node) + CHILDREN + i] as number;
  }

  newLeaf(prev: number, next: number): number {
    const leaf = this.arena.alloc(LEAF_BYTES);
    this.nodeBytes += LEAF_BYTES;
    const w = this.words(leaf);
    const at = wordOf(leaf);
    w[at] = w[at + 1] = 0;
    w[at + PREV] = prev;
    w[at + NEXT] = next;
    return leaf;
  }

  newInner(): number {
    const node = this.arena.alloc(INNER_BYTES);
    this.nodeBytes += INNER_BYTES;
    const w = this.words(node);
    const at = wordOf(node);
    w[at] = w[at + 1] = 0;
    return node;
  }

  freeNode(node: number, bytes: number): void {
    this.nodeBytes -= bytes;
    this.arena.free(node);
  }

  /** Opens a leaf with room left at i for an entry. */
  put(leaf: number, i: number, score: number, member: number): void {
    const w = this.words(leaf);
    const at = wordOf(leaf);
    const n = w[at] as number;
    if (i < n) {
      const base = this.address(leaf);
      memmove(base + SCORES * 4 + (i + 1) * 8, base + SCORES * 4 + i * 8, (n - i) * 8);
      memmove(base + MEMBERS * 4 + (i + 1) * 4, base + MEMBERS * 4 + i * 4, (n - i) * 4);
    }
    (this.arena.f64[leaf >>> SEG_SHIFT] as Float64Array)[(leaf & OFFSET_MASK) + SCORES_F64 + i] =
      score;
    w[at + MEMBERS + i] = member;
    w[at] = n + 1;
  }

  address(node: number): number {
    return (this.arena.base[node >>> SEG_SHIFT] as number) + (node & OFFSET_MASK) * 8;
  }

  sepScore(node: number, i: number): number {
    return (this.arena.f64[node >>> SEG_SHIFT] as Float64Array)[
      (node & OFFSET_MASK) + SEP_SCORES_F64 + i
    ] as number;
  }

  putChild(
    node: number,
    i: number,
    child: number,
    score: number,
    member: number,
    count: number,
  ): void {
    const w = this.words(node);
    const at = wordOf(node);
    const n = w[at] as number;
    if (i < n) this.moveChildren(node, i, node, i + 1, n - i);
    this.setSeparator(node, i, score, member);
    w[at + CHILDREN + i] = child;
    w[at + COUNTS + i] = count;
    w[at] = n + 1;
  }

  /** Copies n children with separators and counts; the ranges may overlap. */
  moveChildren(from: number, i: number, to: number, j: number, n: number): void {
    const a = this.address(from);
    const b = this.address(to);
    memmove(b + SEP_SCORES * 4 + j * 8, a + SEP_SCORES * 4 + i * 8, n * 8);
    memmove(b + (SEP_MEMBERS + j) * 4, a + (SEP_MEMBERS + i) * 4, n * 4);
    memmove(b + (CHILDREN + j) * 4, a + (CHILDREN + i) * 4, n * 4);
    memmove(b + (COUNTS + j) * 4, a + (COUNTS + i) * 4, n * 4);
  }

  setSeparator(node: number, i: number, score: number, member: number): void {
    (this.arena.f64[node >>> SEG_SHIFT] as Float64Array)[
      (node & OFFSET_MASK) + SEP_SCORES_F64 + i
    ] = score;
    this.words(node)[wordOf(node) + SEP_MEMBERS + i] = member;
  }
}
