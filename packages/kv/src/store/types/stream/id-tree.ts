/**
 * Records in order of the stream IDs that are their keys. A tree only refers to records: the owner
 * makes and frees them, and may keep one in several trees.
 */
import { TreeCursor } from '../../../structures/btree-cursor.ts';
import { CountedTree } from '../../../structures/counted-btree.ts';
import { addressOf } from '../../../structures/libc.ts';
import type { Records } from '../../../structures/record.ts';
import { ID_BYTES, readId, type StreamId, writeId } from './stream-id.ts';

/** The bytes of the ID that is looked for. */
export const ID_KEY = Buffer.alloc(ID_BYTES);
const keyAddress = addressOf(ID_KEY);

/** The ID that is a record's key. */
export function recordId(records: Records, r: number): StreamId {
  return readId(records.bytes(r), records.keyOffset(r));
}

export class IdTree {
  private readonly tree: CountedTree;
  private readonly cursor = new TreeCursor();

  constructor(private readonly records: Records) {
    this.tree = new CountedTree(records);
  }

  get size(): number {
    return this.tree.size;
  }

  get bytes(): number {
    return this.tree.nodeBytes;
  }

  insert(r: number): void {
    this.tree.insert(0, r);
  }

  remove(r: number): void {
    this.tree.remove(0, r);
  }

  /** The record with this ID, or 0. */
  find(id: StreamId): number {
    const r = this.atOrAfter(id);
    return r !== 0 && this.records.keyEquals(r, ID_KEY, 0, ID_BYTES) ? r : 0;
  }

  /** The first record whose ID is not below this one, or 0. Leaves the ID's bytes in ID_KEY. */
  atOrAfter(id: StreamId): number {
    writeId(id, ID_KEY, 0);
    return this.at(this.tree.countBelowMember(keyAddress, ID_BYTES, false));
  }

  /** The last record whose ID is not above this one, or 0. */
  atOrBefore(id: StreamId): number {
    writeId(id, ID_KEY, 0);
    return this.at(this.tree.countBelowMember(keyAddress, ID_BYTES, true) - 1);
  }

  first(): number {
    return this.at(0);
  }

  last(): number {
    return this.at(this.tree.size - 1);
  }

  private at(rank: number): number {
    return this.tree.seek(this.cursor, rank) ? this.cursor.member : 0;
  }

  /** The record after (or before) the one of the last call that found one; 0 at the end. */
  next(): number {
    return this.cursor.next() ? this.cursor.member : 0;
  }

  previous(): number {
    return this.cursor.previous() ? this.cursor.member : 0;
  }

  /**
   * How many nodes a radix tree over the IDs' bytes has, as XINFO reports of the reference: one for
   * the end of each key, one for each branching, and one for each run of bytes between those.
   */
  radixNodes(): number {
    if (this.size === 0) return 1;
    const { records } = this;
    const previous = Buffer.alloc(ID_BYTES);
    /** Depths of the branchings on the way to the key looked at. */
    const path: number[] = [];
    let nodes = 0;
    let common = -1;
    /** A run lies between a branching (or the root) and what is below it, if a byte is left for it. */
    const run = (from: number, to: number) => (to > from ? 1 : 0);
    for (let r = this.first(); r !== 0; r = this.next()) {
      const at = records.keyOffset(r);
      const key = records.bytes(r).subarray(at, at + ID_BYTES);
      if (common === -1) common = 0;
      else {
        common = 0;
        while (key[common] === previous[common]) common++;
        // The key before hung at the deepest branching of its path, or at a new one.
        let below = ID_BYTES;
        for (;;) {
          const top = path.at(-1);
          if (top !== undefined && top >= common) {
            nodes += run(top + 1, below);
            below = top;
            path.pop();
            if (top === common) break;
          } else {
            nodes += run(common + 1, below) + 1;
            break;
          }
        }
        path.push(common);
      }
      nodes++;
      key.copy(previous);
    }
    let below = ID_BYTES;
    for (let top = path.pop(); top !== undefined; top = path.pop()) {
      nodes += run(top + 1, below);
      below = top;
    }
    return nodes + run(0, below);
  }

  /** Gives the tree's own memory back; records stay with their owner. */
  free(): void {
    this.tree.free();
  }
}
