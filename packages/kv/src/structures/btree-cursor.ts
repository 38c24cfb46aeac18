/** A place in a counted B+-tree, from which entries are read forwards or backwards. */
import { type Arena, OFFSET_MASK, SEG_SHIFT } from './arena.ts';
import { MEMBERS, NEXT, PREV, SCORES_F64, wordOf } from './btree-nodes.ts';

/** Valid until the tree changes. */
export class TreeCursor {
  score = 0;
  /** Address of the member's record. */
  member = 0;
  private arena: Arena | null = null;
  private leaf = 0;
  private index = 0;

  set(arena: Arena, leaf: number, index: number): void {
    this.arena = arena;
    this.leaf = leaf;
    this.index = index;
    this.load();
  }

  /** Moves one entry on; false (and unchanged) at the end. */
  next(): boolean {
    const w = (this.arena as Arena).u32[this.leaf >>> SEG_SHIFT] as Uint32Array;
    const at = wordOf(this.leaf);
    if (this.index + 1 < (w[at] as number)) this.index++;
    else {
      const next = w[at + NEXT] as number;
      if (next === 0) return false;
      this.leaf = next;
      this.index = 0;
    }
    this.load();
    return true;
  }

  /** Moves one entry back; false (and unchanged) at the beginning. */
  previous(): boolean {
    if (this.index > 0) this.index--;
    else {
      const arena = this.arena as Arena;
      const prev = (arena.u32[this.leaf >>> SEG_SHIFT] as Uint32Array)[
        wordOf(this.leaf) + PREV
      ] as number;
      if (prev === 0) return false;
      this.leaf = prev;
      const n = (arena.u32[prev >>> SEG_SHIFT] as Uint32Array)[wordOf(prev)] as number;
      this.index = n - 1;
    }
    this.load();
    return true;
  }

  private load(): void {
    const arena = this.arena as Arena;
    const leaf = this.leaf;
    this.score = (arena.f64[leaf >>> SEG_SHIFT] as Float64Array)[
      (leaf & OFFSET_MASK) + SCORES_F64 + this.index
    ] as number;
    this.member = (arena.u32[leaf >>> SEG_SHIFT] as Uint32Array)[
      wordOf(leaf) + MEMBERS + this.index
    ] as number;
  }
}
